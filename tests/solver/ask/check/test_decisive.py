"""The paragraphs that a case cites decide it, or it says that they do not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from facts import Board
from solver.ask.check.cases import CaseBoard, cases
from solver.ask.check.decisive.deciding import DECISIVE, FIRES, NO_RULE, SILENT, Pair, decide, pairs, undeclared
from solver.ask.check.traceability import matrix
from solver.ask.explain.rules.rulebook import lawbook, rulebook
from tests.case_files import FOLDER, all_cases
from tests.profiles import SLOW
from tests.solver.command import Typeline

_EVERY = 1 if SLOW else 40
"""Of this many pairs of a case and a paragraph, one is tried."""


def _case(name: str, rules: list[str], negative: list[str]) -> CaseBoard:
    """A basic land under Blood Moon, and one that is not basic."""
    data: dict[str, Any] = {
        "rules": rules,
        "negative": negative,
        "board": {"timeline": ["Forest", "Dryad Arbor", "Blood Moon"]},
        "expect": {
            "forest": {"type_line": "Basic Land — Forest"},
            "dryad_arbor": {"type_line": "Land Creature — Mountain Dryad", "lacks_abilities": ["{T}: Add {G}."]},
        },
    }
    return CaseBoard(name, data, Board.of(data["board"]))


def test_cases_say_what_decides_them() -> None:
    nothing = Board.of({"timeline": []})
    every = [CaseBoard(name, data, nothing) for name, data in cases(FOLDER)]
    wanted = list(pairs(every))[::_EVERY]
    named = {pair.case for pair in wanted}
    some = [one._replace(board=Board.of(one.data["board"])) for one in every if one.name in named]
    assert list(undeclared(some, wanted)) == []


def test_paragraphs_without_rules_are_declared() -> None:
    """All of these are looked at: that asks no board."""
    cited = frozenset(rule.number for rule in lawbook().rules)
    nothing = Board.of({"timeline": []})
    every = [CaseBoard(case.name, case.data, nothing) for case in all_cases() if "error" not in case.data]
    assert list(undeclared(every, [pair for pair in pairs(every) if pair.paragraph not in cited])) == []


def test_each_outcome() -> None:
    case = _case("some/case", [], [])
    numbers = {"305.7": DECISIVE, "205.4c": FIRES, "708.2a": SILENT, "205.2b": NO_RULE}
    assert {
        pair.paragraph: said for pair, said in decide([case], [Pair("some/case", one) for one in numbers])
    } == numbers


@pytest.mark.parametrize(
    ("rules", "negative", "said"),
    [
        (["305.7"], ["305.7"], "305.7 decides, and is declared negative"),
        (["708.2a"], [], "708.2a does not decide (none of its rules fires)"),
        (["708.2a"], ["708.2a"], ""),
        (["305.7"], [], ""),
        (["205.2b"], [], "205.2b does not decide (no rule has this number)"),
        (["205.2b"], ["205.2b"], ""),
    ],
)
def test_differences_from_a_case(rules: list[str], negative: list[str], said: str) -> None:
    case = _case("some/case", rules, negative)
    told = list(undeclared([case], pairs([case])))
    assert len(told) == bool(said) and all(said in one for one in told)


def test_the_matrix_marks_paragraphs_that_decide_nothing() -> None:
    found = {one.number: one for one in matrix(rulebook(), FOLDER)}
    assert not found["305.7"].decides_nothing and "lands/blood_moon_leaves" not in found["305.7"].decided
    assert found["205.3e"].decides_nothing


def test_command(typeline: Typeline, tmp_path: Path) -> None:
    (tmp_path / "lands").mkdir()
    case = _case("lands/one", ["305.7", "708.2a"], [])
    (tmp_path / "lands" / "one.yaml").write_text(json.dumps(case.data), encoding="utf-8")
    run = typeline("check", "--decisive", "--cases", str(tmp_path))
    assert run.code == 1 and "lands/one: 708.2a does not decide" in run.out
    assert "2 times a case cites a paragraph; 1 are not as the case says." in run.out


def test_an_effect_may_have_no_layer() -> None:
    """Without 613.1f an effect that takes abilities has none, also as the board is asked about abilities (708.11)."""
    board = {
        "timeline": [
            {"enters": "Aquamorph Entity", "as": "it", "face_down": "morph"},
            {"resolves": {"text": "Target creature loses all abilities until end of turn."}, "affects": "it"},
            {"turns": "it", "face": "up", "chosen": {"mode": "1/5"}},
        ]
    }
    findings = [
        ["702.37e", "no_cost_to_turn_up", "it"],
        ["704.5f", "no_toughness", "it"],
        ["708.11", "turns_up_without", "it"],
    ]
    data: dict[str, Any] = {"rules": ["613.1f"], "board": board, "findings": findings}
    case = CaseBoard("some/case", data, Board.of(board))
    assert [said for _, said in decide([case], [Pair("some/case", "613.1f")])] == [DECISIVE]
