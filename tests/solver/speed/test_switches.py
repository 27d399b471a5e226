"""Optimizations change nothing but the time: each can be turned off."""

from __future__ import annotations

import json

import pytest

import solver.engine.layers
import solver.engine.loading
from facts import Board
from solver import Answer, derive
from solver.ask.together.grouping import derive_all
from solver.speed.switches import Switch, is_on, off
from tests.case_files import Case
from tests.profiles import SLOW
from tests.solver.answers import CASES, WITHOUT_OPTIMIZATIONS, answered
from tests.solver.cases_together import Together

_SINGLE = 75
"""Of this many cases, one is derived alone."""


_TOGETHER = Together(WITHOUT_OPTIMIZATIONS, 300)
"""300 cases are derived together: that takes half as long as sixty at a time."""


@pytest.mark.parametrize(("edition", "first"), _TOGETHER.groups)
def test_without_optimizations_each_case_gives_the_same_answer(edition: str, first: int) -> None:
    cases, boards = _TOGETHER.of(edition, first)
    expected = [json.dumps(answered(case)[1].as_data()) for case in cases]
    with off(*(switch for switch in Switch if switch is not Switch.GROUPS)):
        found = list(derive_all(boards, edition=edition))
    for case, there, answer in zip(cases, expected, found, strict=True):
        assert isinstance(answer, Answer), (case.name, answer)
        assert json.dumps(answer.as_data()) == there, case.name


@pytest.mark.parametrize("case", CASES[:: 1 if SLOW else _SINGLE], ids=lambda case: case.name)
def test_so_it_does_alone(case: Case) -> None:
    expected = json.dumps(answered(case)[1].as_data())
    with off():
        assert json.dumps(derive(Board.of(case.data["board"]), edition=case.edition).as_data()) == expected


@pytest.mark.parametrize("switch", Switch)
def test_so_it_does_without_one_of_them(switch: Switch) -> None:
    cases = [case for case in CASES if case.edition == CASES[0].edition][:: 6 if SLOW else 60]
    expected = [json.dumps(answered(case)[1].as_data()) for case in cases]
    boards = [Board.of(case.data["board"]) for case in cases]
    with off(switch):
        found = list(derive_all(boards, edition=cases[0].edition))
    for case, there, answer in zip(cases, expected, found, strict=True):
        assert isinstance(answer, Answer), (case.name, answer)
        assert json.dumps(answer.as_data()) == there, case.name


def test_off_is_over_when_it_ends() -> None:
    with off(Switch.ALIKE):
        assert not is_on(Switch.ALIKE)
        with off():
            assert not any(map(is_on, Switch))
        assert is_on(Switch.GATES) and not is_on(Switch.ALIKE)
    assert all(map(is_on, Switch))


@pytest.mark.parametrize(("switch", "board"), [(Switch.GATES, ["Forest", "Blood Moon"])])
def test_a_switch_does_something(switch: Switch, board: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the tests above compare a thing with itself: more rules are loaded at once without it."""

    def loaded() -> int:
        solver.engine.loading._seen.clear()
        layers = solver.engine.layers.Layers(_facts(board))
        return len(layers.loaded.rules)

    there = loaded()
    with off(switch):
        assert loaded() > there


def _facts(board: list[str]) -> list[str]:
    from facts.board.board_facts import board_facts

    return list(board_facts(Board.named(board).timeline, 0, edition="2024").lines)
