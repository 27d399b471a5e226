"""A board is frozen: the steps make it, and nothing changes it afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import pytest

from facts import Board
from facts.board.steps.drafts import ResolutionDraft, ThingDraft, TimelineDraft
from solver import derive
from tests.solver.answers import CASES

_STEPS = """
timeline:
  - {enters: Grizzly Bears, as: bears, counters: {"+1/+1": 1}, status: [tapped]}
  - {enters: Bonesplitter, attached_to: bears}
  - {resolves: Giant Growth, affects: [bears], as: growth}
  - {phases: out, object: bears}
  - {phases: in, object: bears}
  - {ends: growth}
"""


def _values(board: Board) -> Iterator[Any]:
    """Return the values that a board consists of."""
    timeline = board.timeline
    yield board
    yield timeline
    yield from timeline.resolutions
    yield from timeline.watches
    for thing in timeline.things.values():
        yield thing
        yield from thing.events


def test_nothing_of_a_board_can_be_changed() -> None:
    for value in _values(Board.read(_STEPS)):
        for field in fields(value):
            with pytest.raises(FrozenInstanceError):
                setattr(value, field.name, None)


@pytest.mark.parametrize("case", CASES[::20], ids=lambda case: case.name)
def test_no_draft_is_left_in_a_board(case: Any) -> None:
    for value in _values(Board.of(case.data["board"])):
        assert is_dataclass(value) and not isinstance(value, ThingDraft | ResolutionDraft | TimelineDraft)
        assert not [name for name, one in vars(value).items() if isinstance(one, list)]


def test_an_answer_changes_nothing() -> None:
    board = Board.read(_STEPS)
    before = [{**vars(value)} for value in _values(board)]
    derive(board)
    assert [vars(value) for value in _values(board)] == before
