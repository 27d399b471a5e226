"""The rules that compare effects (613.8) are loaded once two effects may clash, and not before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import solver.engine.loading
from facts import Board
from facts.board.board_facts import board_facts
from solver.engine.layers import Layers
from solver.program.rule_files import statements
from solver.speed.idle_rules import Profile
from solver.speed.switches import Switch, off

APART = ["Grizzly Bears", "Blood Moon", "Glorious Anthem"]
"""An effect on types and one on power and toughness do not clash."""
RIVALS = ["Dryad Arbor", "Blood Moon", "Urborg, Tomb of Yawgmoth"]
"""Both give land types. In order of their timestamps, no effect waits for a later one."""
DEPENDENT = ["Dryad Arbor", "Urborg, Tomb of Yawgmoth", "Blood Moon"]
COMPARING, WEIGHING = {"compare"}, {"weigh", "choose_weighed"}


@pytest.fixture(autouse=True)
def warm(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Choose rules by the values of facts: the first boards of a process have theirs chosen by gates."""
    monkeypatch.setattr(solver.engine.loading, "_loads", 100)
    monkeypatch.setattr(solver.engine.loading, "_needed_more", {})
    monkeypatch.setattr(solver.engine.loading, "_seen", {})
    monkeypatch.setattr(solver.engine.loading, "_enough", {})
    monkeypatch.setattr(Profile, "learn", lambda *_: False)
    yield


def made(board: list[Any], *, answer_only: bool = True, unfolded: bool = False) -> Layers:
    facts = board_facts(Board.of({"timeline": board}).timeline, 0, edition="2024")
    return Layers(facts.lines, answer_only=answer_only, unfolded=unfolded)


def parts_of(layers: Layers) -> set[str]:
    return {statements()[number].part_name for number in layers.loaded.rules}


def grounded(layers: Layers) -> set[str]:
    return {name for call in layers.calls for name, _ in call}


@pytest.mark.parametrize("unfolded", [False, True])
@pytest.mark.parametrize(
    ("board", "needed"),
    [(APART, set()), (RIVALS, COMPARING), (DEPENDENT, COMPARING | WEIGHING)],
    ids=["apart", "rivals", "dependent"],
)
def test_they_are_loaded_where_they_are_needed(board: list[Any], needed: set[str], unfolded: bool) -> None:
    for time in range(20):  # Rules are unfolded at the sixteenth time.
        layers = made(board, unfolded=unfolded)
        at_once = needed if time not in (0, 15 if unfolded else 0) else set()
        assert parts_of(layers) & (COMPARING | WEIGHING) == at_once, time
        layers.run()
        assert parts_of(layers) & (COMPARING | WEIGHING) == needed
        assert grounded(layers) & (COMPARING | WEIGHING) == needed


def test_they_are_there_for_other_questions() -> None:
    assert parts_of(made(APART, answer_only=False)) & COMPARING
    with off(Switch.ON_DEMAND):
        assert parts_of(made(RIVALS)) >= COMPARING | WEIGHING
