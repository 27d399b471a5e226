"""Comparing a board with the same board without an object, in another order, or by another edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from facts.board import Board, Timeline
from facts.text import printable
from solver.answer import ObjectAnswer
from solver.ask import derive, without_these
from solver.ask.explain.wording import phrases as words

_MOVES = {"first": None, "earlier": -1, "later": 1, "last": None}
WAYS = ("without", *_MOVES)
"""What may be different about one object."""


class Difference(NamedTuple):
    """An object that would be something else.

    Attributes:
        name: Its name.
        now: Its lines, each with whether it is missing from the other side.
        then: Its lines after the change, each likewise.
    """

    name: str
    now: tuple[tuple[str, bool], ...]
    then: tuple[tuple[str, bool], ...]


class Comparing(NamedTuple):
    """A board in an edition of the rules, to be compared with what it would be otherwise.

    Attributes:
        board: The board.
        edition: The edition of the rules.
    """

    board: Board
    edition: str

    def if_object(self, label: str, way: str) -> Mapping[str, ObjectAnswer]:
        """Return the answer, by label, if something were different about one object.

        Args:
            label: The object's label.
            way: One of `WAYS`.

        Raises:
            InputError: There is no such object, or the changed board is impossible.
        """
        things = self.board.timeline.things
        if way == "without" or label not in things:
            return _answer_of(without_these(self.board, [label]), self.edition)
        steps = self._steps()
        at = things[label].step - 1
        to = {"first": 0, "last": len(steps) - 1, "earlier": max(at - 1, 0), "later": min(at + 1, len(steps) - 1)}[way]
        steps.insert(to, steps.pop(at))
        return _answer_of(self.board.with_timeline(steps), self.edition)

    def if_step(self, at: int, to: int | None) -> Mapping[str, ObjectAnswer]:
        """Return the answer, by label, if a step were missing, or came at another time.

        Args:
            at: The step, from 0.
            to: The number of steps that come before it, counted as they stand now; None if the step is missing.

        Raises:
            InputError: The changed board is impossible.
        """
        timeline, steps = self.board.timeline, self._steps()
        step = steps.pop(at)
        if to is not None:
            steps.insert(to if to <= at else to - 1, step)
            return _answer_of(self.board.with_timeline(steps), self.edition)
        labels = [thing.label for thing in timeline.things.values() if thing.step == at + 1 and thing.left is None]
        gone = labels or [one.label or f"step {one.step}" for one in timeline.resolutions if one.step == at + 1]
        # An object that other steps name cannot be left out of the timeline, but it can leave at its end.
        other = without_these(self.board, gone) if gone else self.board.with_timeline(steps)
        return _answer_of(other, self.edition)

    def if_edition(self, edition: str) -> Mapping[str, ObjectAnswer]:
        """Return the answer by another edition, by label.

        Args:
            edition: The other edition.
        """
        return _answer_of(self.board, edition)

    def _steps(self) -> list[Any]:
        timeline = self.board.timeline
        return [_labelled(timeline, at, step) for at, step in enumerate(timeline.document.data["timeline"], start=1)]


def _answer_of(board: Board, edition: str) -> Mapping[str, ObjectAnswer]:
    return derive(board, edition=edition).objects


def _labelled(timeline: Timeline, at: int, step: Any) -> Any:
    """Return a step with the label of its object, which would have another label in another order."""
    label = next((thing.label for thing in timeline.things.values() if thing.step == at), None)
    if label is None or (isinstance(step, Mapping) and ("as" in step or "enters" not in step)):
        return step
    return {**(step if isinstance(step, Mapping) else {"enters": step}), "as": label}


def differences(now: Mapping[str, ObjectAnswer], then: Mapping[str, ObjectAnswer]) -> list[Difference]:
    """Return the objects that are not the same.

    Args:
        now: The answer for each object, by label.
        then: The answer after the change.
    """
    found = []
    for label, one in now.items():
        other = then.get(label)
        mine, others = _lines(one), [] if other is None else _lines(other)
        if other is not None and one.controller != other.controller:
            mine, others = [*mine, one.controller], [*others, other.controller]
        if mine != others:
            found.append(
                Difference(
                    printable(one.name or label),
                    tuple((line, line not in others) for line in mine),
                    tuple((line, line not in mine) for line in others),
                )
            )
    return found


def _lines(one: ObjectAnswer) -> list[str]:
    """Return the compared values of an object, a line each."""
    size = [] if one.power is None else [f"{one.power}/{one.toughness}"]
    colors = words.joined([words.COLORS[color] for color in one.colors]) if one.colors else words.COLORLESS
    return [
        printable(line.replace("\n", " "))
        for line in (one.type_line, *size, colors, *(ability.text for ability in one.abilities))
        if line
    ]
