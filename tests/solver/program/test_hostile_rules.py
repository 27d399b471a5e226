"""House rules as an attacker writes them, or somebody by mistake: one line with file and line, and nothing else."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from clingo import Control, Function, Number, String, Symbol

from facts import Board
from facts.text.errors import InputError
from solver import derive
from solver.ask import house_rules
from solver.ask.check import house
from solver.ask.explain import why
from solver.program import house_answers
from solver.program import rule_files as program
from tests.profiles import SLOW
from tests.solver.command import shell
from tests.solver.program.hostile_rules import (
    BY_LUCK,
    ENDLESS,
    HOSTILE,
    ONLY_ON_BOARDS,
    STRANGE,
    WRONG_ANSWERS,
    WRONG_FILES,
)

_PLACE = re.compile(r"house\.lp:\d+: \S")
MUTATIONS = 500 if SLOW else 40

VALID = """% All legends are snow here, and Elves are green.
#program base.
%@ house.1 "{O} is a legendary creature, so it is snow here"
text(O,supertype,"Snow") :- text(O,supertype,"Legendary"), text(O,type,"Creature").
%@ house.2 "{O} was printed as a basic land, so it is snow"
text(O,supertype,"Snow") :- text(O,supertype,"Basic"),
    text(O,type,"Land"), not text(O,type,("Artifact";"Creature")).
#program final(state).
%@ -
elves(N) :- N = #count { O : present(O), has(O,subtype,"Elf",state) }.
%@ house.3 "{O} is an Elf among {N}"
answer(property,O,"of a tribe") :- present(O), has(O,subtype,"Elf",state), elves(N), N > 1..3.
%@ house.4 "{O} is green"
answer(color,O,"G") :- present(O), has(O,subtype,"Elf",state), X = |2-3|+2*1, X > 0, O != o(0,"nobody").
"""


@pytest.fixture(autouse=True)
def _leave() -> Iterator[None]:
    yield
    house_rules.leave()


def _file(folder: Path, data: bytes) -> Path:
    path = folder / "house.lp"
    path.write_bytes(data)
    return path


def _line(error: InputError, folder: Path) -> str:
    line = str(error).replace(f"{folder}{os.sep}", "")
    assert line.isprintable() and len(line) < 1500
    return line


def test_there_are_enough_kinds() -> None:
    assert len(HOSTILE) >= 69 and len(WRONG_ANSWERS) >= 69


@pytest.mark.parametrize("kind", [one for one in WRONG_FILES if one not in (*ENDLESS, *STRANGE, *ONLY_ON_BOARDS)])
def test_refused_before_use(kind: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        house_rules.use(_file(tmp_path, WRONG_FILES[kind]))
    line = _line(refused.value, tmp_path)
    assert _PLACE.match(line) or "more than 256 KiB" in line, line
    assert program.further_chapter() is None


def _derived(path: Path, data: bytes) -> list[Symbol]:
    """Return what rules derive of one creature, without the rules of the game."""
    path.write_bytes(data)
    program.read_too(path, data.decode("utf-8"))
    control = Control(["--warn=none"], logger=lambda _, __: None)
    thing = 'o(0,"forest")'
    facts = f'present({thing}). object({thing}). has({thing},type,"Creature",state). has({thing},power,1,0).'
    control.add("base", [], f"#defined has_part/2. {facts}")
    for rule in program.statements_of("house.lp", data.decode("utf-8")):
        control.add("base", [], rule.text)
    control.ground([("base", [])])
    return [one.symbol for one in control.symbolic_atoms if one.symbol.name in ("answer", "has", "text")]


@pytest.mark.parametrize("kind", [one for one in WRONG_ANSWERS if "answer(" in WRONG_ANSWERS[one].decode()])
def test_atoms_that_give_no_answer(kind: str, tmp_path: Path) -> None:
    derived = [one for one in _derived(tmp_path / "house.lp", WRONG_ANSWERS[kind]) if one.name == "answer"]

    def read() -> list[Symbol]:
        house_answers.check(derived)
        values = [one.arguments[2] for one in derived if one.arguments[0] == Function("ability")]
        from solver.answer.rule_texts import rule_text

        house_answers.read_abilities(values, lambda: [_Ability(rule_text(str(one.arguments[-1]))) for one in values])
        return derived

    if kind in BY_LUCK:
        assert read() == derived
        return
    with pytest.raises(InputError) as refused:
        read()
    assert _line(refused.value, tmp_path).startswith("house.lp:3: ")


class _Ability:
    def __init__(self, text: str) -> None:
        self.text = text


def test_the_rules_of_the_game_say_nothing_wrong(tmp_path: Path) -> None:
    """What is told of boards is checked where there are house rules: it must all be right."""
    house_rules.use(_file(tmp_path, b'%@ house.1 "x"\nharmless(O) :- object(O).\n'))
    steps = ["Dryad Arbor", "Blood Moon", "Humility", "Mutavault", {"resolves": "Mutavault", "source": "mutavault"},
             {"enters": "Clone", "copy_of": "dryad_arbor"}, {"enters": "Serra Angel", "face_down": True},
             {"enters": "Delver of Secrets", "as": "delver"}, {"transforms": "delver"}]  # fmt: skip
    assert len(derive(Board.of({"timeline": steps})).objects) == 7


@pytest.mark.parametrize(
    "kind",
    [*WRONG_ANSWERS, *STRANGE, *ONLY_ON_BOARDS]
    if SLOW
    else ["an ability that is a text", "a layer that is none", "a division by zero"],
)
def test_with_the_rules_of_the_game(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "search", lambda *_, **__: iter(()))
    path = _file(tmp_path, HOSTILE[kind])
    try:
        house_rules.use(path)
        list(house.evaluate(str(path)))
        derive(Board.named(["Grizzly Bears", "Humility"]))
    except InputError as error:
        assert kind not in STRANGE
        assert _PLACE.match(_line(error, tmp_path))
    else:
        assert kind in (*STRANGE, *BY_LUCK)


WITHOUT_VALUE = {
    "answer(power,O,1/0) :- present(O).": "1/0 has no value",
    'answer(power,O,N+1) :- present(O), N = "a".': "N+1 has no value",
    "answer(power,O,|O|) :- present(O).": "|O| has no value",
    "answer(power,O,P/(P-2)) :- present(O), has(O,type,T,state), has(O,power,P,state).": "P/(P-2) has no value",
    "answer(power,O,3) :- present(O), has(O,subtype,N,state), not has(O,power,N+1,state).": "N+1 has no value",
    "answer(power,O,N) :- present(O), N = #sum { S : has(O,subtype,S,state) }, N != 0.": '"Bear" is no number',
}


@pytest.mark.parametrize("rule", WITHOUT_VALUE)
@pytest.mark.parametrize("plain", [False, True], ids=["", "plain"])
def test_terms_without_a_value_are_named(rule: str, plain: bool, tmp_path: Path) -> None:
    harmless = '%@ house.1 "x"\nharmless(O) :- object(O).\n#program final(state).\n%@ house.1 "x"\n'
    house_rules.use(_file(tmp_path, f"{harmless}{rule}\n".encode()))
    board = Board.named(["Sol Ring", "Grizzly Bears"])
    for _ in range(3):  # rules that are asked for often are unfolded
        with pytest.raises(InputError) as refused:
            derive(board, plain=plain)
        assert _line(refused.value, tmp_path).startswith(f"house.lp:5: {WITHOUT_VALUE[rule]}")
    with pytest.raises(InputError):
        why(board, "sol_ring is an artifact")


def _mutated(text: str, chance: random.Random) -> str:
    """Return a text with one to three mistakes."""
    tokens = re.findall(r'"[^"\n]*"|\w+|\s+|.', text)
    for _ in range(chance.randint(1, 3)):
        at, other = chance.randrange(len(tokens)), chance.randrange(len(tokens))
        what = chance.randrange(7)
        if what == 0:
            del tokens[at]
        elif what == 1:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif what == 2:
            tokens.insert(at, tokens[other])
        elif what == 3:
            tokens[at] = tokens[at] * chance.choice((2, 50, 5000))
        elif what == 4:
            tokens[at] = tokens[at][:-1] + chr(chance.choice((0, 9, 10, 13, 34, 40, 37, 64, 0x2028, 0xFEFF, 0x1F600)))
        elif what == 5:
            words = ("#script", "@f(1)", "9" * 20, "1..99999", "not ", "-", "|", "%*", "#inf", "_", "{", ":-", ".", "&")
            tokens[at] = chance.choice(words)
        else:
            del tokens[at : at + chance.randint(1, 30)]
    return "".join(tokens)


def test_mutated_house_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules with any mistake are refused in one line, or they work."""
    monkeypatch.setattr(house, "search", lambda *_, **__: iter(()))
    chance = random.Random(22)
    refused = 0
    for number in range(MUTATIONS):
        text = _mutated(VALID, chance)
        path = _file(tmp_path, text.encode("utf-8", "surrogatepass"))
        try:
            house_rules.use(path)
            if SLOW or number % 10 == 0:
                list(house.evaluate(str(path)))
        except InputError as error:
            refused += 1
            assert _line(error, tmp_path).startswith("house.lp"), text
            assert program.further_chapter() in (None, str(path))
        finally:
            house_rules.leave()
    assert refused > MUTATIONS // 2


def test_the_rules_in_use_are_the_checked_ones(tmp_path: Path) -> None:
    path = _file(tmp_path, b'%@ house.1 "x"\nharmless(O) :- object(O).\n')
    house_rules.use(path)
    path.write_bytes(b"#script (python)\nimport os\n#end.\n")
    program.forget()
    assert any("harmless" in one.text for one in program.statements())
    path.unlink()
    program.forget()
    assert "forest" in derive(Board.named(["Forest"])).objects


def test_a_byte_order_mark_and_other_line_ends_are_taken(tmp_path: Path) -> None:
    rules = b'%@ house.1 "x"\r\ntext(O,supertype,"Snow") :-\r\n  text(O,type,"Land").\r\n'
    house_rules.use(_file(tmp_path, b"\xef\xbb\xbf" + rules))
    assert derive(Board.named(["Forest"])).objects["forest"].supertypes == ("Basic", "Snow")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_path_that_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in (str(tmp_path / "pipe"), "/dev/zero", str(tmp_path), "", "a" * 5000, "a\0b", str(tmp_path / "none")):
        with pytest.raises(InputError) as refused:
            house_rules.use(name)
        assert str(refused.value).isprintable()


def test_the_command_says_it_in_one_line_whatever_the_file_is_called(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(WRONG_ANSWERS["an unknown color"])
    done = shell(f"typeline derive 'Grizzly Bears' --rules {path}")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f'{path}:3: "purple" is not a color. Write "W", "U", "B", "R" or "G"\n'


def test_the_line_is_that_of_the_rule(tmp_path: Path) -> None:
    harmless = '%@ house.1 "x"\nharmless(O) :- object(O).\n'
    for rule in ("answer(power,O,-O) :- present(O).", "answer(power,O,A) :- present(O), A = f(1)."):
        house_rules.use(_file(tmp_path, f'{harmless}#program final(state).\n%@ house.1 "x"\n{rule}\n'.encode()))
        with pytest.raises(InputError) as refused:
            derive(Board.named(["Forest"]))
        assert _line(refused.value, tmp_path).startswith("house.lp:5: ")
    assert house_answers.place(None) == f"{tmp_path / 'house.lp'}:5"


def test_an_error_that_nobody_expects_names_file_and_line(tmp_path: Path) -> None:
    house_rules.use(_file(tmp_path, b'%@ house.1 "x"\nharmless(O) :- object(O).\n'))
    with pytest.raises(InputError) as refused, house_answers.blamed():
        raise KeyError(Function("f", [Number(1), String("x")]))
    assert _line(refused.value, tmp_path).startswith("house.lp:2: with these rules a board has no answer (KeyError: ")
    house_rules.leave()
    with pytest.raises(KeyError), house_answers.blamed():
        raise KeyError("ours")
