"""A board is frozen: the steps make it, and nothing changes it afterwards."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import pytest

from facts import Board
from facts.board.steps.drafts import ResolutionDraft, ThingDraft, TimelineDraft
from facts.effects.form import FormMapping
from facts.runtime.frozen import FrozenDict, FrozenList
from facts.text.errors import InputError
from facts.text.reading import Document
from solver import derive
from solver.ask import diff
from solver.ask.check import check_board
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


def _cards(board: Board) -> Iterator[Any]:
    """Return the cards of a board, and what they consist of."""
    for card in board.timeline.cards.values():
        yield card
        for face in card.faces:
            yield face
            yield from face.abilities


def test_nothing_of_a_board_can_be_changed() -> None:
    board = Board.read(_STEPS)
    for value in (*_values(board), *_cards(board)):
        for field in fields(value):
            with pytest.raises(FrozenInstanceError):
                setattr(value, field.name, None)


@pytest.mark.parametrize("case", CASES[::20], ids=lambda case: case.name)
def test_no_draft_is_left_in_a_board(case: Any) -> None:
    for value in _values(Board.of(case.data["board"])):
        assert is_dataclass(value) and not isinstance(value, ThingDraft | ResolutionDraft | TimelineDraft)
        assert not [name for name, one in vars(value).items() if isinstance(one, list)]


def _mutable(value: Any, where: str, seen: set[int]) -> Iterator[str]:
    """Return where in a value there is a container that can be changed; only a document remembers its lines later."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, Document):
        yield from _mutable(value.data, f"{where}.data", seen)
        return
    if isinstance(value, dict | list | set | bytearray) and not isinstance(value, FrozenDict | FrozenList):
        yield where
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _mutable(one, f"{where}[{key!r}]", seen)
    elif isinstance(value, tuple | list | set | frozenset):
        for number, one in enumerate(value):
            yield from _mutable(one, f"{where}[{number}]", seen)
    elif is_dataclass(value) or isinstance(value, FormMapping):
        for name, one in _attributes(value).items():
            yield from _mutable(one, f"{where}.{name}", seen)


def _attributes(value: Any) -> dict[str, Any]:
    if hasattr(value, "__dict__"):
        return dict(vars(value))
    return {field.name: getattr(value, field.name) for field in fields(value)}  # it has slots


@pytest.mark.parametrize("case", CASES[::10], ids=lambda case: case.name)
def test_no_container_of_a_board_can_be_changed(case: Any) -> None:
    board = Board.of(case.data["board"])
    assert not list(_mutable(board, "board", set()))


def test_a_frozen_mapping_refuses_changes_and_goes_to_other_processes() -> None:
    one: FrozenDict[str, int] = FrozenDict({"a": 1})
    changes: list[Callable[[], object]] = [
        lambda: one.__setitem__("a", 2),
        lambda: one.__delitem__("a"),
        lambda: one.update({"a": 2}),
        lambda: one.setdefault("b", 2),
        lambda: one.pop("a"),
        lambda: one.popitem(),
        lambda: one.clear(),
        lambda: one.__ior__({"b": 2}),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    again = pickle.loads(pickle.dumps(one))
    assert again == one == {"a": 1} and type(again) is FrozenDict
    assert type(copy.deepcopy(one)) is FrozenDict


def test_an_answer_changes_nothing() -> None:
    board = Board.read(_STEPS)
    before = [{**vars(value)} for value in _values(board)]
    derive(board)
    assert [vars(value) for value in _values(board)] == before


def test_the_document_of_a_board_refuses_changes() -> None:
    board = Board.read(_STEPS)
    steps = board.document.data["timeline"]
    changes: list[Callable[[], object]] = [
        lambda: steps.append(1),
        lambda: steps.extend([1]),
        lambda: steps.insert(0, 1),
        lambda: steps.__setitem__(0, 1),
        lambda: steps.__delitem__(0),
        lambda: steps.__iadd__([1]),
        lambda: steps.__imul__(2),
        lambda: steps.pop(),
        lambda: steps.remove(steps[0]),
        lambda: steps.clear(),
        lambda: steps.sort(key=str),
        lambda: steps.reverse(),
        lambda: board.document.data.update(timeline=[]),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    with pytest.raises(FrozenInstanceError):
        board.document.data = {}  # type: ignore[misc]
    again = pickle.loads(pickle.dumps(steps))
    assert again == steps and type(again) is type(copy.deepcopy(steps)) is FrozenList


@pytest.mark.parametrize("case", CASES[::40], ids=lambda case: case.name)
def test_nothing_changes_the_document_of_a_board(case: Any) -> None:
    board = Board.of(case.data["board"])
    assert derive(board).as_data() == derive(Board.of(case.data["board"])).as_data()
    check_board(board)
    for label in [thing.label for thing in board.timeline.things.values() if thing.left is None][:1]:
        with suppress(InputError):  # another step may need it
            diff(board, without=label)
