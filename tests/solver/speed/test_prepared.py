"""The generated tables are those of the present rules, and no stale table is used."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from clingo.ast import AST, ASTType, parse_string

from solver import build
from solver.ask.explain.rules import compiling, prepared_forms
from solver.ask.explain.rules.rulebook import Rule, rulebook
from solver.ask.house_rules import leave, use
from solver.program import rule_files as program
from solver.program.parsed_rules import trees_of
from solver.speed import prepared, supposing
from solver.speed import rule_selection as choosing
from solver.speed import sketches as sketching
from tests.solver.command import ROOT

_MADE_ANEW = """
from facts import Board
from solver import derive
from solver.speed import sketches as sketching
from solver.ask.diff import diff
from solver.ask.explain import why_not
read = []
sketch = sketching.read_sketch
sketching.read_sketch = lambda *given: read.append(given) or sketch(*given)
"""


@pytest.fixture
def anew() -> Iterator[None]:
    """Read everything anew, and again afterwards."""
    prepared._read.cache_clear()
    program.forget()
    yield
    prepared._read.cache_clear()
    program.forget()


def test_it_is_current(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, anew: None) -> None:
    """The shipped tables are those that the build would write now."""
    made = prepared._made()  # once: it takes seconds
    monkeypatch.setattr(prepared, "_made", lambda: made)
    assert prepared.is_current(), "run `python -m solver.build`"
    there = list(made)
    assert there == [prepared.SKETCHES, prepared.GATES]
    monkeypatch.setattr(prepared, "_made", lambda: {tmp_path / path.name: table for path, table in made.items()})
    prepared.write()
    for path in there:
        assert zlib.decompress(path.read_bytes()) == zlib.decompress((tmp_path / path.name).read_bytes())
    made[prepared.GATES]["gates"].append([["another"]])
    monkeypatch.setattr(prepared, "_made", lambda: made)
    assert not prepared.is_current()


def test_the_chapters_made_of_the_law_are_current() -> None:
    """The chapters that follow from the law are those that the build would write now."""
    for name, text in supposing.chapters().items():
        assert (program.root() / "rules" / name).read_text(encoding="utf-8") == text, "run `python -m solver.build`"


def _law() -> list[program.Statement]:
    return [one for path in program.law() for one in program.read(path)]


@lru_cache(maxsize=1)
def _made_of_the_law() -> tuple[list[str], list[str]]:
    """Return what is made of the law as it is: that takes seconds."""
    return supposing.made_of(_law())


def test_a_new_filter_key_is_asked_of_supposed_states() -> None:
    """One rule of the law is enough: the rules for supposed states, and for what effects look at, follow from it."""
    part = "#program look(step,state,layer)."
    rule = (
        "satisfies(Effect,Object,is(huge,Which),step) :- demanded(Effect,Object,is(huge,Which),step), "
        "has(Object,power,9,state)."
    )
    supposed, looked_at = supposing.made_of([*_law(), program.Statement(part, rule, ("law/house.lp", 1))])
    old_supposed, old_looked_at = _made_of_the_law()
    (misses, minds) = [one for one in supposed if one not in old_supposed]
    assert misses.startswith("then_misses(Supposed,Effect,Filter,Clause,Object,step) :-")
    assert "not then_has(Supposed,Object,power,9,step)" in misses and "revised(Supposed,Object,step)" in misses
    assert (
        minds
        == "minds(Supposed,power,step) :- could_depend(Effect,Supposed,step), needs(Effect,Filter,Clause,huge,Which)."
    )
    assert [one for one in looked_at if one not in old_looked_at] == [
        "looks_at(Effect,power,9) :- created(Effect,round), seeks(Effect,Filter), "
        "needs(Effect,Filter,Clause,huge,Which).",
        "uses(Effect,power,9) :- created(Effect,round), computes(Effect,Filter), "
        "needs(Effect,Filter,Clause,huge,Which).",
    ]


def test_what_is_said_of_objects_alone_matters_to_the_effects_that_ask_for_it() -> None:
    """The rules that ask for a word, also through another predicate, tell which effects look at its characteristics."""
    rules = ('described(Object,"tall",step) :- high(Object,step).', "high(Object,step) :- has(Object,power,9,state).")
    house = [program.Statement("#program look(step,state,layer).", rule, ("law/house.lp", 1)) for rule in rules]
    supposed, looked_at = supposing.made_of([*_law(), *house])
    old_supposed, old_looked_at = _made_of_the_law()
    word = 'Effect,Filter,Clause,adjective,"tall"'
    assert {one for one in supposed if one not in old_supposed and one.startswith("minds")} == {
        f"minds(Supposed,power,step) :- could_depend(Effect,Supposed,step), {form}({word})."
        for form in ("needs", "excludes")
    }
    assert [" ".join(one.split()) for one in looked_at if one not in old_looked_at] == [
        f"{predicate}(Effect,power,9) :- created(Effect,round), {whose}(Effect,Filter), {form}({word})."
        for form in ("needs", "excludes")
        for predicate, whose in (("looks_at", "seeks"), ("uses", "computes"))
    ]


def test_no_kind_is_minded_whatever_the_board() -> None:
    """Otherwise each supposed state would record this kind of all objects, though no effect on the board asks."""
    whatever = re.compile(r"minds\(Supposed,\w+,step\) :- supposed\(Supposed,step\)\.")
    supposed, _ = _made_of_the_law()
    assert any(rule.startswith("minds(Supposed,color,step) :-") for rule in supposed)
    assert not [rule for rule in supposed if whatever.fullmatch(rule)]


@pytest.mark.parametrize(
    ("rule", "what"),
    [
        ("satisfies(Effect,Object,is(huge,Which),step) :- has(Object,power,9,state).", "begins with demanded"),
        (
            "satisfies(Effect,Object,huge,step) :- demanded(Effect,Object,huge,step), has(Object,power,9,state).",
            "write is",
        ),
        (
            "satisfies(Effect,Object,is(token,true),step) :- "
            "demanded(Effect,Object,is(token,true),step), active(Object).",
            r"rules/law/house.lp:1: another rule says already when an object satisfies is\(token,true\)",
        ),
        (
            "satisfies(Effect,Object,is(huge,Which),step) :- demanded(Effect,Object,is(huge,Which),step), "
            "9 = #count { Kind : has(Object,Kind,_,state) }.",
            "neither an atom nor a comparison",
        ),
    ],
)
def test_a_filter_key_that_cannot_be_turned_round_is_refused(rule: str, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        supposing.denied([*_law(), program.Statement("#program look(step,state,layer).", rule, ("law/house.lp", 1))])


def test_a_rule_that_cannot_be_turned_round_gives_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> None:
        raise ValueError("rules/law/house.lp:1: another rule says already when an object satisfies is(token,true)")

    monkeypatch.setattr(supposing, "chapters", refuse)
    assert build.main() == 2
    assert capsys.readouterr().err.splitlines() == [
        "rules/law/house.lp:1: another rule says already when an object satisfies is(token,true)"
    ]


def test_the_values_that_an_operation_touches_follow_from_its_rule() -> None:
    """One rule of the law says what an effect does; what it touches, and what it hangs on, follows."""
    rule = (
        "gains(Effect,Object,supertype,Supertype,world) :- performing(Effect,Object,4,world), "
        "does(Effect,crown,Subtype), has(Object,subtype,Subtype,state), of(Subtype,Supertype)."
    )
    part = "#program perform_4(world,step,state)."
    _, told = supposing.made_of([*_law(), program.Statement(part, rule, ("law/house.lp", 1))])
    _, old_told = _made_of_the_law()
    assert [one for one in told if one not in old_told] == [
        "uses(Effect,subtype,Subtype) :- created(Effect,round), does(Effect,crown,Subtype).",
        "touches(Effect,supertype,Supertype,4) :- created(Effect,round), does(Effect,crown,Subtype), "
        "of(Subtype,Supertype).",
        "gives_to(Effect,supertype,4) :- created(Effect,round), does(Effect,crown,Subtype).",
    ]


def test_the_conditions_of_a_predicate_that_a_rule_asks_for_count_as_its_own() -> None:
    """Otherwise each effect on supertypes would count as one that hangs on the supertypes of models."""
    rules = (
        "mimics(Effect,Model,world) :- performing(Effect,_,4,world), does(Effect,mimic,_), printed_as(Effect,Printed), "
        "filter(Printed,models,Filter), meets(Effect,Filter,Model,step).",
        "gains(Effect,Object,supertype,Supertype,world) :- performing(Effect,Object,4,world), "
        "mimics(Effect,Model,world), has(Model,supertype,Supertype,state).",
    )
    part = "#program perform_4(world,step,state)."
    _, told = supposing.made_of([*_law(), *(program.Statement(part, rule, ("law/house.lp", 1)) for rule in rules)])
    _, old_told = _made_of_the_law()
    assert [one for one in told if one not in old_told] == [
        "uses(Effect,supertype,any) :- created(Effect,round), does(Effect,mimic,_).",
        "touches(Effect,supertype,any,4) :- created(Effect,round), does(Effect,mimic,_).",
        "gives_to(Effect,supertype,4) :- created(Effect,round), does(Effect,mimic,_).",
    ]


def test_an_object_judged_by_another_must_be_related_to_it() -> None:
    rule = (
        "satisfies(Effect,Object,is(lonely,Which),step) :- demanded(Effect,Object,is(lonely,Which),step), "
        'active(Other), not has(Other,type,"Creature",state).'
    )
    with pytest.raises(ValueError, match="nothing relates Object to Other"):
        supposing.made_of([*_law(), program.Statement("#program look(step,state,layer).", rule, ("law/house.lp", 1))])


def test_sketches_are_those_of_the_syntax_trees(anew: None) -> None:
    values, sketches = choosing._sketches()
    for number, statement in enumerate(program.written()):
        made = sketching.read_sketch(trees_of(number), statement.parameters, values)
        assert sketches[number] == made, statement.text


@pytest.mark.parametrize("content", [None, b"", b"no table", zlib.compress(b"{}"), zlib.compress(b'{"made_by":"x"}')])
def test_a_damaged_table_is_not_used(content: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "table"
    if content is not None:
        file.write_bytes(content)
    assert prepared._read(file) is None


def test_without_it_the_rules_are_sketched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, anew: None) -> None:
    facts = [
        'enters_zone(o(0,"forest"),battlefield,1,p(0,"you"),p(0,"you")).',
        'made_of(o(0,"forest"),"Forest",front).',
    ]
    there = choosing.needed(facts)
    program.forget()
    prepared._read.cache_clear()
    file = tmp_path / "table"
    file.write_bytes(b"no table")
    monkeypatch.setattr(prepared, "SKETCHES", file)
    monkeypatch.setattr(prepared, "GATES", file)
    assert not any(choosing._gates()[place] for place in there)
    assert choosing.needed(facts) == there


def test_a_change_of_what_sketches_rules_makes_it_useless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, anew: None
) -> None:
    changed = tmp_path / "sketching.py"
    changed.write_text("# another way to sketch rules\n", encoding="utf-8")
    monkeypatch.setattr(prepared, "MAKERS", (changed,))
    assert prepared._read(prepared.SKETCHES) is None
    assert prepared._read(prepared.GATES) is None


def test_only_what_is_new_is_sketched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, anew: None) -> None:
    read: list[object] = []
    sketch = sketching.read_sketch

    def counted(*given: Any) -> Any:
        read.append(given)
        return sketch(*given)

    monkeypatch.setattr(sketching, "read_sketch", counted)
    choosing.read_ahead()
    assert not read
    file = tmp_path / "house.lp"
    file.write_text(
        '%@ house.1 "{O} is snow"\ntext(O,supertype,"Snow") :- text(O,supertype,"Basic").\n', encoding="utf-8"
    )
    use(file)
    try:
        choosing.read_ahead()
        assert len(read) == 1
    finally:
        leave()


def test_an_edited_rule_takes_effect_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, anew: None) -> None:
    statement = program.written()[0]
    (tmp_path / "rules" / "law").mkdir(parents=True)
    (tmp_path / "rules" / "engine").mkdir()
    (tmp_path / "rules.lp").write_text((program.root() / "rules.lp").read_text(encoding="utf-8"), encoding="utf-8")
    for path in program.chapters():
        text = path.read_text(encoding="utf-8")
        if path.name == "305_lands.lp":
            text += (
                '\n%@ - "test"\n#program base.\nanswer(edited,O,"here") :- enters_zone(O,Zone,Step,Owner,Controller).\n'
            )
        (tmp_path / "rules" / program.name_of(path)).write_text(text, encoding="utf-8")
    monkeypatch.setattr(program, "root", lambda: tmp_path)
    program.forget()
    assert statement in program.written()
    assert choosing.could_answer(['enters_zone(o(0,"x"),battlefield,1,p(0,"y"),p(0,"y")).'], ("edited",), "here")


def test_the_second_boards_and_why_not_sketch_no_rule() -> None:
    code = _MADE_ANEW + (
        'board = Board.named(["Dryad Arbor", "Blood Moon"])\n'
        "for _ in range(4): derive(board)\n"
        'diff(board, "blood_moon")\n'
        'why_not(board, "dryad_arbor is an Island")\n'
        "print(len(read))\n"
    )
    assert in_new_process(code) == "0\n"


def test_a_rule_is_parsed_only_when_it_is_needed() -> None:
    code = (
        "from clingo import ast\n"
        "parsed = []\n"
        "parse = ast.parse_string\n"
        "ast.parse_string = lambda text, *given, **named: parsed.append(text) or parse(text, *given, **named)\n"
        "from facts import Board\n"
        "from solver.ask.explain import why_not\n"
        'why_not(Board.named(["Dryad Arbor", "Blood Moon"]), "dryad_arbor is an Island")\n'
        "print(len(parsed))\n"
    )
    assert int(in_new_process(code)) < len(program.written()) / 2


def test_the_explainer_finds_rules_where_clingo_does() -> None:
    there = []
    for path in program.chapters():
        text, part = path.read_text(encoding="utf-8"), ("base", ())
        trees: list[AST] = []
        parse_string(text, trees.append)
        for tree in trees:
            if tree.ast_type == ASTType.Program:
                part = (tree.name, tuple(one.name for one in tree.parameters))
            elif tree.ast_type == ASTType.Rule:
                there.append((program.name_of(path), tree.location.begin.line, *part, str(tree)))
    found = [(one.chapter, one.line, one.part, one.parameters, str(one.tree)) for one in rulebook().rules]
    assert found == there


class TestForms:
    """The forms of rules that the explainer reads."""

    @pytest.fixture(autouse=True)
    def anew(self) -> Iterator[None]:
        """Read the table and the rules anew, and again afterwards."""
        prepared_forms._read.cache_clear()
        rulebook.cache_clear()
        yield
        prepared_forms._read.cache_clear()
        rulebook.cache_clear()

    def test_they_are_current(self) -> None:
        assert prepared_forms.is_current(), "run `python -m solver.build`"

    def test_they_are_those_of_the_syntax_trees(self) -> None:
        for rule in rulebook().rules:
            assert rule.source.prepared is not None, rule.place
            made = compiling.read_forms(rule.tree, rule.parameters)
            assert rule.forms == made, rule.place
            assert rule.heads == {(form.name, len(form.parts)) for form in made}

    def test_the_rules_derive_what_their_sketches_say(self) -> None:
        ready = [prepared_forms.prepared(one.parameters)(one.text) for one in program.written()]
        for number, one in enumerate(ready):
            assert one is None or list(one.heads) == list(map(frozenset, choosing.heads(number)))

    @pytest.mark.parametrize("content", [None, b"", b"no table", zlib.compress(b"x\ny"), zlib.compress(b"\xff")])
    def test_without_them_the_rules_are_read(
        self, content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = [(rule.heads, rule.forms) for rule in rulebook().rules[:50]]
        file = tmp_path / "table"
        if content is not None:
            file.write_bytes(content)
        self._without(monkeypatch, "FILE", file)
        assert [(rule.heads, rule.forms) for rule in rulebook().rules[:50]] == before
        assert all(rule.source.prepared is None for rule in rulebook().rules)

    def test_a_change_of_what_reads_rules_makes_them_useless(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        changed = tmp_path / "compiling.py"
        changed.write_text("# another way to read rules\n", encoding="utf-8")
        self._without(monkeypatch, "_MAKER", changed)
        assert prepared_forms._read() == {}

    def test_a_house_rule_is_read_beside_them(self, tmp_path: Path) -> None:
        file = tmp_path / "house.lp"
        file.write_text(
            '%@ house.1 "{O} is snow"\ntext(O,supertype,"Snow") :- text(O,supertype,"Basic").\n', encoding="utf-8"
        )
        use(file)
        try:
            new: list[Rule] = [rule for rule in rulebook().rules if rule.source.prepared is None]
            assert [(rule.number, rule.forms[0].name) for rule in new] == [("house.1", "text")]
        finally:
            leave()

    def test_proofs_read_no_rule_from_its_syntax_tree(self) -> None:
        code = (
            "import sys\n"
            "from facts import Board\n"
            "from solver.ask.explain import why, why_not\n"
            'board = Board.named(["Dryad Arbor", "Blood Moon"])\n'
            'why(board, "dryad_arbor is a Mountain")\n'
            'why_not(board, "dryad_arbor is an Island")\n'
            'print("solver.ask.explain.rules.compiling" in sys.modules)\n'
        )
        assert in_new_process(code) == "False\n"

    def _without(self, monkeypatch: pytest.MonkeyPatch, name: str, path: Path) -> None:
        monkeypatch.setattr(prepared_forms, name, path)
        prepared_forms._read.cache_clear()
        rulebook.cache_clear()


def test_the_check_of_a_board_imports_neither_the_explainer_nor_what_reads_texts() -> None:
    code = (
        "import sys\n"
        "from facts import Board\n"
        "from solver.ask.check.board_findings import check_board\n"
        'check_board(Board.named(["Dryad Arbor", "Blood Moon"]))\n'
        'unwanted = ("solver.ask.explain", "facts.oracle.read", "solver.ask.check.rules")\n'
        "print([name for name in unwanted if name in sys.modules])\n"
    )
    assert in_new_process(code) == "[]\n"


def in_new_process(code: str) -> str:
    """Run code in a separate process; return its output."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout
