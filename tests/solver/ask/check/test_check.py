"""`typeline check`: the rules as a program."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from clingo import Control
from clingo.ast import AST, parse_string

from facts.board.board import Board
from facts.text.errors import InputError
from solver.ask.check import lint
from solver.ask.check.bounded.mutants import mutants
from solver.ask.check.bounded.written import CALLS, left_open
from solver.ask.check.cases import case_folder, cases, evaluate, open_atoms
from solver.ask.check.coverage import Marks
from solver.ask.check.paragraphs import NOT_DERIVABLE, required
from solver.ask.check.rules import check_rules
from solver.ask.check.traceability import matrix, traceability
from solver.ask.derive import DEFAULT_EDITION
from solver.ask.explain.rules.compiling import read_forms
from solver.ask.explain.rules.rulebook import Rule, Rulebook, rulebook
from solver.ask.together.grouping import ground_together, settled_together
from solver.engine.layers import Layers
from solver.engine.moments import questions
from solver.program import rule_files as program
from solver.program.parsed_rules import replaced
from solver.program.rule_files import statements, watched
from tests.case_files import FOLDER
from tests.solver.command import Typeline


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A folder with a handful of cases."""
    for topic in ("transform", "supertypes"):
        (tmp_path / topic).mkdir()
        for path in sorted((FOLDER / topic).glob("*.yaml"))[:4]:
            (tmp_path / topic / path.name).write_bytes(path.read_bytes())
    return tmp_path


def test_lint_has_nothing_to_say() -> None:
    book = rulebook()
    for found in (lint.safety(), lint.annotated(book), lint.commented(), lint.names(book), lint.meanings(book)):
        assert found.problems == (), found.name


def test_lint_would_say_something() -> None:
    book = rulebook()
    rule = next(rule for rule in book.rules if "{Object}" in rule.sentence and rule.part == "base")
    changed = type(rule)("9.9.9", rule.sentence.replace("{Object}", "{Q}"), *list(vars(rule).values())[2:7])
    problems = lint.annotated(Rulebook([changed])).problems
    assert any("is no number" in one for one in problems)
    one_rule = lint.predicates(Rulebook([rule]), frozenset()).problems
    assert any("neither derived nor told" in one for one in one_rule)
    assert any("nothing asks for it" in one for one in one_rule)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("% Why.\n%@ -\na.\n%@ -\nb.", [4]),
        ("% Both are so:\n%@ -\na.\n%@ -\nb.\n\n%@ -\nc.", [7]),
        ('% Both are so:\n%@ -\na.\n%@ 1.1 "c"\nc.\n%@ -\nb.', [6]),
        ("% ---- heading:\n%@ -\na.", [2]),
        ("% Why.\n%~ rare\n%@ -\na.", []),
        ("% The engine needs it.\n%@ -\na.", [1]),
    ],
)
def test_lint_wants_comments_in_the_law(monkeypatch: pytest.MonkeyPatch, text: str, lines: list[int]) -> None:
    monkeypatch.setattr(lint, "chapter_text", lambda path: text)
    monkeypatch.setattr(lint, "law", lambda: program.chapters()[:1])
    assert [int(one.split(":")[1]) for one in lint.commented().problems] == lines


def test_lint_knows_what_predicates_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook()
    law = next(rule for rule in book.rules if rule.number == "305.6")
    cited = dataclasses.replace(law, chapter="engine/early.lp")
    shorter = next(rule for rule in book.rules if ("correlated_with", 2) in rule.heads)
    monkeypatch.setattr(lint, "chapter_text", lambda path: "%*! has(Object) *%\n%*! has(Object,Kind) *%")
    monkeypatch.setattr(lint, "every_chapter", lambda: program.chapters()[:1])
    problems = lint.meanings(Rulebook([*book.rules, cited])).problems
    assert any("has is described twice" in one for one in problems)
    assert any("basic_land_type has no docstring" in one for one in problems)
    assert any("mana_symbol has no docstring" in one for one in problems)  # only facts tell it
    assert any("a rule of the engine cites 305.6" in one for one in problems)
    other = dataclasses.replace(shorter, source=shorter.source._replace(heads=frozenset({("correlated_with", 3)})))
    assert any(
        "correlated_with has 3 arguments" in one for one in lint.meanings(Rulebook([*book.rules, other])).problems
    )


@pytest.mark.parametrize("written", ["p(O) :- attached(O,H).", "settled(target(S,O)) :- asking(S,X), object(O)."])
def test_lint_counts_the_arguments_of_facts_and_of_what_is_settled(written: str) -> None:
    """A board tells `attached` with three arguments, and so it does `target`; no rule has them as its head."""
    trees: list[AST] = []
    parse_string(written, trees.append)
    book = rulebook()
    rule = SimpleNamespace(
        place="here", chapter=book.rules[0].chapter, heads=(), forms=read_forms(trees[1], ()), bookkeeping=True
    )
    problems = lint.meanings(Rulebook([*book.rules, cast(Rule, rule)])).problems
    assert [one for one in problems if "has 2 arguments here" in one and one.startswith("here: ")], problems


def test_evaluation(few: Path) -> None:
    found = evaluate(few)
    assert found.boards == 8
    assert found.evaluation().passed
    assert {"enters_zone", "printed"} <= found.told


@pytest.mark.parametrize(
    ("program", "undecided"),
    [
        ("a. b :- a, not c. c :- d. p(1..3).", []),
        ("a. { b } :- a.", ["b"]),
        ("a :- not b. b :- not a. c.", ["a", "b"]),
        # One model, and clasp finds it without a choice.
        ("a :- not b. b :- not c. c :- not a, d. d :- a.", ["a", "b", "c", "d"]),
        ("p(1..2). q(X) :- p(X), not r(X). r(X) :- q(X), X > 1.", ["q(1)", "q(2)", "r(2)"]),
    ],
)
def test_atoms_that_are_no_facts_are_seen(program: str, undecided: list[str]) -> None:
    control = Control(["--warn=none"])
    control.add(program)
    control.ground()
    control.solve()
    assert set(undecided) <= set(open_atoms(control))
    assert open_atoms(control) == [str(one.symbol) for one in control.symbolic_atoms if not one.is_fact]


def _circle() -> tuple[int, list[AST]]:
    """Return the place of the rule for parts with other abilities below, and a rule for it that makes a circle."""
    number = next(
        n for n, one in enumerate(statements()) if one.text.startswith("turns_below(Object, Version, Part) :-")
    )
    asking: list[AST] = []
    parse_string("turns_below(O,I,J) :- part_has(O,I,J,alternates,ability).", asking.append)
    return number, asking[1:]


def test_atoms_open_only_for_boards_together_are_named(tmp_path: Path) -> None:
    """Neither board alone has both a copy and a merged flip card, which the circle needs."""
    (tmp_path / "halves").mkdir()
    for name in ("flip_card_copied.yaml", "flip_card_merged.yaml"):
        (tmp_path / "halves" / name).write_bytes((FOLDER / "halves" / name).read_bytes())
    assert evaluate(tmp_path).problems == []
    with replaced(*_circle()):
        problems = evaluate(tmp_path).problems
    assert problems
    assert all(one.startswith("halves/flip_card_copied, halves/flip_card_merged, together: ") for one in problems)


def test_nothing_leads_to_its_own_absence_within_a_call() -> None:
    assert left_open() == []
    with replaced(*_circle()):
        (one,) = left_open()
    assert one.startswith("base, instances, state, look, hindrances, ahead, compare: copiable(_,_,other(ability),_)")


def test_the_calls_are_those_of_the_layer_loop() -> None:
    boards = [Board.of(data["board"], name) for name, data in cases(FOLDER) if name.startswith("dependency/")][:20]
    counting = {"affects": "targets", "add_power": {"count": {"type": "Land"}}}
    bears = ["Grizzly Bears", {"resolves": {"effects": [counting]}, "affects": "grizzly_bears"}]
    settled = settled_together(boards, DEFAULT_EDITION)
    grounded: set[frozenset[str]] = set()
    for everything in (True, False):
        _, layers = ground_together(boards, settled, everything=everything)
        layers.settle()
        grounded.update(frozenset(part for part, _ in call) for call in layers.calls)
    asked = Layers(next(questions(Board.of({"timeline": bears}).timeline, 0, edition=DEFAULT_EDITION)).facts.lines)
    asked.run()
    asked.settle()
    grounded.update(frozenset(part for part, _ in call) for call in asked.calls)
    assert {part for call in grounded for part in call} == {part for call in CALLS for part in call}
    assert all(any(call <= set(known) for known in CALLS) for call in grounded)


def test_every_rule_fires_on_some_case() -> None:
    marks = Marks()
    assert {(rule.chapter, rule.line) for rule in rulebook().rules if rule.chapter not in program.MADE} == marks.silent
    with watched(marks):
        evaluated = evaluate(FOLDER, marks)
    assert marks.finding(rulebook()).problems == ()
    assert evaluated.evaluation().problems == ()
    assert lint.predicates(rulebook(), frozenset(evaluated.told)).problems == ()


def test_rules_that_do_not_fire_are_named(few: Path) -> None:
    marks = Marks()
    with watched(marks):
        evaluate(few, marks)
    named = marks.finding(rulebook()).problems
    assert any("rules/law/727_merging.lp" in one and "never fires" in one for one in named)
    assert not any("rules/law/608_resolving.lp" in one and "never fires" not in one for one in named)
    assert statements() == statements.__wrapped__()  # nothing is marked any more


def test_a_reason_for_a_rule_that_fires_is_a_problem() -> None:
    marks = Marks()
    marks.silent.clear()
    problems = marks.finding(rulebook()).problems
    assert problems and all("fires, and should not" in one for one in problems)


def test_traceability_is_complete() -> None:
    paragraphs = matrix(rulebook(), FOLDER)
    assert traceability(paragraphs, with_cases=True).problems == ()
    by_number = {one.number: one for one in paragraphs}
    assert by_number["305.7"].rules and by_number["305.7"].cases


def test_traceability_misses_what_is_not_there(few: Path) -> None:
    assert not traceability(matrix(rulebook(), few), with_cases=True).passed


def test_without_cases(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("solver.ask.check.cases.root", lambda: tmp_path)
    found = list(check_rules())
    assert [finding.name for finding in found if finding.skipped] == ["predicates", "evaluation", "traceability"]
    assert all(finding.passed for finding in found)
    with pytest.raises(InputError, match="there is no such folder"):
        case_folder(str(tmp_path / "none"))


class TestCommand:
    """The command line."""

    def test_text(self, few: Path, typeline: Typeline) -> None:
        run = typeline("check", "--cases", str(few))
        assert run.code == 1  # these few cases do not cite every paragraph
        assert "ok  evaluation    8 boards: every atom a fact, one model" in run.out
        assert "NO  traceability" in run.out

    def test_json(self, few: Path, typeline: Typeline) -> None:
        told = json.loads(typeline("check", "--cases", str(few), "--json").out)
        assert [one["check"] for one in told["checks"]] == [
            "safety", "annotations", "comments", "variables", "meanings", "strata", "predicates", "evaluation",
            "traceability",
        ]  # fmt: skip
        assert told["passed"] is False

    def test_matrix(self, few: Path, typeline: Typeline) -> None:
        told = json.loads(typeline("check", "--matrix", "--cases", str(few), "--json").out)
        known = {"paragraph", "rules", "cases", "reason", "decided", "decides_nothing", "no_case"}
        assert known == set(told["paragraphs"][0])
        assert "rules/law/305_lands.lp" in typeline("check", "--matrix", "--cases", str(few)).out

    def test_a_paragraph_with_rules_that_no_case_cites_is_marked(self, few: Path, typeline: Typeline) -> None:
        told = json.loads(typeline("check", "--matrix", "--cases", str(few), "--json").out)
        marked = [one for one in told["paragraphs"] if one["no_case"]]
        assert marked == [one for one in told["paragraphs"] if one["rules"] and not one["cases"]] != []
        assert typeline("check", "--matrix", "--cases", str(few)).out.count("(no case)") == len(marked)
        page = typeline("check", "--matrix", "--cases", str(few), "--html").out
        assert page.count("<em>no case</em>") == len(marked)

    def test_wrong(self, typeline: Typeline) -> None:
        assert "there is no such folder" in typeline("check", "--cases", "nowhere").refusal()

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("hello: 1", "c.yaml:1: hello: 'hello' is no key of a case."),
            ("- 1", "c.yaml:1: [1] is a list. Wanted: a case"),
            (
                "why: x\nboard:\n  timeline: [Forestt]\nwarnings: []",
                "c.yaml:3: timeline[0].enters: 'Forestt': no such card.",
            ),
            ("why: x\nboard: {timeline: []}\nrules: [205.1]", "c.yaml:3: rules[0]: 205.1 is a number."),
            ("board: {timeline: []}\nedition: '1999'", "c.yaml:2: edition: '1999' is no edition."),
            ("board: [", "c.yaml:2: not readable as YAML"),
        ],
    )
    @pytest.mark.parametrize("also", [[], ["--mutants", "1"]])
    def test_no_case(self, text: str, said: str, also: list[str], few: Path, typeline: Typeline) -> None:
        (few / "transform" / "c.yaml").write_text(text, encoding="utf-8")
        assert said in typeline("check", "--cases", str(few), *also).refusal()

    @pytest.mark.parametrize("name", ["c.yaml", "a/b/c.yaml"])
    def test_files_that_are_elsewhere(self, name: str, tmp_path: Path, typeline: Typeline) -> None:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("board: {timeline: [Forest]}", encoding="utf-8")
        folder = (tmp_path / name).parent.parent
        said = f"is no case of this folder. Cases are FOLDER/TOPIC/NAME.yaml: write --cases {folder}"
        assert said in typeline("check", "--cases", str(tmp_path)).refusal()

    @pytest.mark.parametrize("name", ["c.yaml", "topic/c.yaml"])
    def test_a_board_is_no_case(self, name: str, tmp_path: Path, typeline: Typeline) -> None:
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text("timeline: [Forest]", encoding="utf-8")
        said = f"{file}: is a board, not a case. Check it with: typeline check {file}, or"
        assert said in typeline("check", "--cases", str(tmp_path)).refusal()

    def test_no_cases(self, tmp_path: Path, typeline: Typeline, monkeypatch: pytest.MonkeyPatch) -> None:
        run = typeline("check", "--cases", str(tmp_path), "--coverage")
        assert (run.code, run.err) == (0, "")
        skipped = [line for line in run.out.splitlines() if "skipped: there are no cases here" in line]
        assert [line.split()[1] for line in skipped] == ["predicates", "evaluation", "coverage", "traceability"]
        quick = next(one for one in mutants() if one.statement.part_name == "findings")
        monkeypatch.setattr("solver.ask.check.bounded.scoring.mutants", lambda *_: iter([quick]))
        asked = typeline("check", "--cases", str(tmp_path), "--mutants", "1")
        assert (asked.code, asked.err.startswith("cases skipped: there are no cases")) == (0, True)


def test_the_matrix_is_a_page_that_stands_alone(typeline: Typeline) -> None:
    got = typeline("check", "--matrix", "--html")
    assert got.code == 0
    assert got.out.startswith("<!doctype html>")
    assert '<tr id="613.8b">' in got.out
    assert "http" not in got.out


def test_no_paragraph_is_both_carried_and_excused() -> None:
    for one in matrix(rulebook(), FOLDER):
        assert not (one.reason and (one.rules or one.cases)), one.number


def test_only_paragraphs_that_must_be_carried_are_excused() -> None:
    assert set(NOT_DERIVABLE) <= set(required())
