"""The changes by one object or effect: the board with it, and without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from facts.board import Board
from solver.answer import ObjectAnswer
from solver.ask.derive import DEFAULT_EDITION, derive
from solver.ask.removable import without_these as without_these
from solver.process import one_at_a_time

COMPARED = (
    "name", "controller", "face", "type_line", "supertypes", "types", "subtypes", "every_creature_type", "colors",
    "mana_value", "power", "toughness", "abilities", "properties",
)  # fmt: skip
"""The keys of an object that are compared."""


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    Attributes:
        object: The object's label.
        what: The characteristic: ``type_line``, ``power``, ...
        without: Its value without the object or effect in question.
        value: Its value with it.
    """

    object: str
    what: str
    without: Any
    value: Any

    def as_data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"object": self.object, "what": self.what, "with": self.value, "without": self.without}


@one_at_a_time
def diff(board: Board, without: str | Sequence[str], *, edition: str = DEFAULT_EDITION) -> list[Change]:
    """Find the changes that an object or effect makes, or several together.

    Args:
        board: The board.
        without: The label of an object, or of a ``resolves`` step (``step 3`` where it has none); or several labels.
        edition: The edition of the rules.

    Returns:
        The changes that it makes to the other objects, compared with a board on which it has left (or ended) now.

    Raises:
        InputError: There is nothing of that label.
    """
    shortened = without_these(board, [without] if isinstance(without, str) else without)
    before, after = derive(board, edition=edition), derive(shortened, edition=edition)
    return [
        Change(label, what, _plain(after.objects[label], what), _plain(one, what))
        for label, one in before.objects.items()
        if label in after.objects
        for what in COMPARED
        if _plain(one, what) != _plain(after.objects[label], what)
    ]


def without_its_end(board: Board, label: str) -> Board:
    """Return a board on which an effect has not ended.

    Args:
        board: The board.
        label: The label of a ``resolves`` step.

    Returns:
        The board without the step that ends the effect.

    Raises:
        InputError: The board cannot be without it.
    """
    steps = [one for one in board.document.data["timeline"] if not (isinstance(one, dict) and one.get("ends") == label)]
    return board.with_timeline(steps)


def _plain(one: ObjectAnswer, what: str) -> Any:
    if what == "abilities":
        return [ability.text for ability in one.abilities]
    value = getattr(one, what)
    return list(value) if isinstance(value, tuple) else value
