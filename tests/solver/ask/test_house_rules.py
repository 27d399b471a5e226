"""House rules: read with the others, checked first, and each attack refused in one line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from facts import Board
from facts.text.errors import InputError
from solver import derive
from solver.ask import house_rules
from solver.ask.check.house import evaluate
from solver.ask.derive import ground
from solver.engine import loading
from solver.process import process_limits as within_limits
from solver.program.rule_files import chapters, statements
from tests.profiles import SLOW
from tests.solver.command import ROOT, shell

SNOW = """% All legends are snow here.
#program base.
%@ house.1 "{O} is a legendary creature, so it is snow here"
text(O,supertype,"Snow") :- text(O,supertype,"Legendary"), text(O,type,"Creature").
"""
URZA = {"timeline": ["Urza, Prince of Kroog", "Forest"]}


@pytest.fixture(autouse=True)
def _leave() -> Iterator[None]:
    yield
    house_rules.leave()


def _house(folder: Path, text: str | bytes) -> Path:
    path = folder / "house.lp"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_they_are_read_with_the_others(tmp_path: Path) -> None:
    before = derive(Board.of(URZA)).as_data()
    house_rules.use(_house(tmp_path, SNOW))
    assert list(evaluate("house.lp")) == []
    after = derive(Board.of(URZA)).as_data()
    assert after["objects"]["urza_prince_of_kroog"]["supertypes"] == ["Legendary", "Snow"]
    assert after["objects"]["forest"] == before["objects"]["forest"]
    house_rules.leave()
    assert derive(Board.of(URZA)).as_data() == before


WALLS = """% Nothing applies to Walls.
#program look(step,state,layer).
%@ house.2 "{Who} is no Wall"
satisfies(Cause,Who,is_not(walled,Which),step) :-
    demanded(Cause,Who,is_not(walled,Which),step), not has(Who,subtype,"Wall",state).
#program instances(round).
%@ house.2 "{Cause} applies to nothing that is a Wall"
excludes(Cause,Filter,Clause,walled,true) :- created(Cause,round), seeks(Cause,Filter), looks_in(Filter,Clause,_).
"""
WALLED = {
    "cards": [
        {
            "name": "Plating",
            "type_line": "Enchantment",
            "abilities": [{"affects": {"type": "Creature"}, "add_types": ["Artifact"]}],
        },
        {
            "name": "Masonry",
            "type_line": "Enchantment",
            "abilities": [{"affects": {"subtype": "Bear"}, "add_subtypes": ["Wall"]}],
        },
    ],
    "timeline": ["Grizzly Bears", "Hill Giant", "Plating", "Masonry"],
}


def test_they_are_asked_of_supposed_states(tmp_path: Path) -> None:
    """Plating is older, but depends on Masonry: it would no longer apply to the bears (613.8a)."""
    before = derive(Board.of(WALLED)).as_data()["objects"]
    assert before["grizzly_bears"]["types"] == ["Artifact", "Creature"]
    house_rules.use(_house(tmp_path, WALLS))
    for plain in (False, True):
        after = derive(Board.of(WALLED), plain=plain).as_data()["objects"]
        assert after["grizzly_bears"]["type_line"] == "Creature — Bear Wall", plain
        assert after["hill_giant"]["types"] == ["Artifact", "Creature"]


def test_rules_that_supposed_states_cannot_use_are_refused(tmp_path: Path) -> None:
    other = WALLS.replace('not has(Who,subtype,"Wall",state)', 'active(Other), not has(Other,subtype,"Wall",state)')
    with pytest.raises(InputError, match="it cannot be asked of supposed states"):
        house_rules.use(_house(tmp_path, other))
    assert derive(Board.of(WALLED)).as_data()["objects"]["grizzly_bears"]["types"] == ["Artifact", "Creature"]


REFUSED: dict[str, tuple[str | bytes, str]] = {
    "a script": ("#script (python)\nimport os\n#end.\n", "house.lp:1: '#script' is not allowed"),
    "a script in a comment": ("% #script (lua)\n", "house.lp:1: '#script' is not allowed"),
    "an include": ('#include "/etc/passwd".\n', "house.lp:1: '#include' is not allowed"),
    "a long comment": ("%* hidden *%\n", "house.lp:1: comments of several lines"),
    "an external term": ('%@ house "x"\np(@f(1)).\n', "house.lp:2: '@f' would call a program"),
    "an external atom": ("#external p.\n", "house.lp:1: '#external' is not allowed"),
    "a constant": ("#const n=3.\n", "house.lp:1: '#const' is not allowed"),
    "something shown": ("#show p/1.\n", "house.lp:1: '#show' is not allowed"),
    "a theory": ("#theory t { }.\n", "house.lp:1: '#theory' is not allowed"),
    "a theory atom": ('%@ house "x"\np :- &sum { 1 } > 2.\n', "house.lp:2:"),
    "a choice": ('%@ house "x"\n{ p(1) }.\n', "house.lp:2: the head is no single atom"),
    "a disjunction": ('%@ house "x"\np(1) ; p(2).\n', "house.lp:2: the head is no single atom"),
    "a constraint": ('%@ house "x"\n:- object(O).\n', "house.lp:2: a constraint could leave"),
    "a negated head": ('%@ house "x"\n-p(1).\n', "house.lp:2: the head is negated"),
    "a weak constraint": (":~ object(O). [1@1,O]\n", "house.lp:1:"),
    "a huge interval": ('%@ house "x"\np(1..1000000000).\n', "house.lp:2: '(1..1000000000)': an interval"),
    "deep brackets": ('%@ house "x"\np(' + "(" * 5000 + "1" + ")" * 5000 + ").\n", "house.lp:2: more than 40 brackets"),
    "an unknown part": ('#program nowhere.\n%@ house "x"\np(1).\n', "house.lp:1: #program nowhere is no part"),
    "wrong parameters": ('#program look(a,b).\n%@ house "x"\np(1).\n', "house.lp:1: #program look(a,b) is no part"),
    "a rule without annotation": ("p(1).\n", "house.lp:1: a rule without annotation"),
    "a bad annotation": ('%@ something "x"\np(1).\n', "house.lp:1: '%@ something \"x\"' is no annotation"),
    "two rules on a line": ('%@ house "x"\np(1). p(2).\n', "house.lp:2:"),
    "what is not there": ('%@ house "x"\np(X) :- hass(X).\n', "house.lp:2: hass/1 is asked for"),
    "the wrong arity": ('%@ house "x"\np(X) :- has(X).\n', "has has 4 arguments"),
    "an unsafe variable": (
        '%@ house "x"\np(X,Y) :- object(X).\n',
        "house.lp:2: unsafe variables in: p(X,Y):-object(X)",
    ),
    "no ASP": ("creatures are green\n", "house.lp:1: syntax error"),
    "a null byte": (b'%@ house "x"\np(1).\x00\n', "house.lp:2: the character U+0000"),
    "no UTF-8": (b"\xff\xfe", "house.lp:1: it is not UTF-8"),
    "too much": (b"% long\n" * 50_000, "house.lp: it has more than 256 KiB"),
}


@pytest.mark.parametrize("attack", REFUSED)
def test_rules_that_do_harm_are_refused(attack: str, tmp_path: Path) -> None:
    text, message = REFUSED[attack]
    before = statements()
    with pytest.raises(InputError) as refused:
        house_rules.use(_house(tmp_path, text))
    said = str(refused.value).replace(str(tmp_path) + "/", "")
    assert message in said
    assert "\n" not in said
    assert statements() == before and len(chapters()) == len(set(chapters()))


def test_the_first_board_gets_only_rules_that_can_fire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """House rules have no gates, which would mean all rules: what can fire is found out at once."""
    monkeypatch.setattr(loading, "_loads", 0)
    house_rules.use(_house(tmp_path, SNOW))
    _, layers = ground(Board.named(["Dryad Arbor", "Blood Moon"]))
    assert 0 < len(layers.loaded.rules) < len(statements()) / 3


def test_where_there_is_no_file(tmp_path: Path) -> None:
    for path, problem in ((tmp_path / "no.lp", "there is no such file"), (tmp_path, "this is a folder")):
        with pytest.raises(InputError, match=problem):
            house_rules.use(path)


def test_atoms_neither_true_nor_false(tmp_path: Path) -> None:
    house_rules.use(_house(tmp_path, '%@ house.1 "x"\np(1) :- not q(1).\n%@ house.2 "y"\nq(1) :- not p(1).\n'))
    with pytest.raises(InputError, match="neither true nor false"):
        list(evaluate("house.lp"))


def test_a_condition_that_usually_holds_gives_a_warning(tmp_path: Path) -> None:
    part = "#program advance(step,after,layer).\n"
    rule = f'{part}%@ house.1 "nothing"\nnever(O) :- object(O), step = after, layer = after.\n'
    house_rules.use(_house(tmp_path, rule))
    assert list(evaluate("house.lp")) == []


@pytest.mark.parametrize(
    "text",
    [
        '%@ house.1 "x"\np(X+1) :- p(X).\n%@ house.2 "y"\np(1).\n',
        '%@ house.1 "x"\np(f(X)) :- p(X).\n%@ house.2 "y"\np(1).\n',
    ],
    ids=["numbers", "terms"],
)
def test_an_endless_process_is_ended(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(within_limits, "SECONDS", 2)
    monkeypatch.setattr(within_limits, "MEGABYTES", 400)
    told = within_limits.run(["derive", "Forest", "--rules", str(_house(tmp_path, text))], quiet=True)
    assert isinstance(told, str) and "more than" in told


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("derive {} --json", '"Snow"'),
        ("why {} 'urza_prince_of_kroog is Snow'", "house.1"),
        ("batch {}", "Snow"),
        ("explain {}", "Legendary Snow"),
        ("query {} 'supertype(X,\"Snow\")'", "urza"),
        ("check {} --json", '"findings": []'),
    ][: None if SLOW else 2],
)
def test_every_command_has_them(tmp_path: Path, command: str, said: str) -> None:
    house, board = _house(tmp_path, SNOW), tmp_path / "board.json"
    board.write_text(json.dumps(URZA))
    done = shell(f"typeline {command.format(board)} --rules {house}")
    assert done.returncode == 0, done.stderr
    assert said in done.stdout.decode()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    board.write_text(json.dumps(URZA))
    assert shell(f"typeline derive {board} --rules {tmp_path / 'no.lp'}").returncode == 2


def test_the_example_of_the_docs(tmp_path: Path) -> None:
    docs = (ROOT / "docs" / "house_rules.md").read_text(encoding="utf-8")
    rules = docs.split("```prolog\n", 1)[1].split("```", 1)[0]
    house_rules.use(_house(tmp_path, rules))
    answer = derive(Board.of({"timeline": ["Forest", "Blood Moon", "Steam Vents"]}))
    assert answer.objects["forest"].as_data()["supertypes"] == ["Basic", "Snow"]
    assert "Snow" not in answer.objects["steam_vents"].as_data()["supertypes"]
