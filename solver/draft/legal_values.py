"""The hosts, targets and copied objects that the rules allow for a step: all are tried in one grounding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clingo import Symbol

from facts.board import Board
from facts.text import InputError
from solver.ask.together import ground_together, settled_together
from solver.draft.editing import Draft, as_mapping
from solver.draft.legal import CONSEQUENCES, with_value
from solver.draft.options import Option

JUDGED = ("attached_to", "affects", "copy_of", "onto")
"""The keys whose values are judged."""
_MOST_TRIED = 12
"""The most values tried. If there are more, all are offered in their given order."""


def legal_values(draft: Draft, at: int, option: Option, edition: str) -> tuple[str, ...] | None:
    """Find the values of an option that the rules allow, as the board stands before the step.

    Args:
        draft: The board.
        at: The step, from 0.
        option: The option.
        edition: The edition of the rules.

    Returns:
        The legal values, in order. None if there is nothing to tell apart: there are fewer than two values or too many,
        all or none are legal, or the board before the step is wrong.
    """
    values = [value for value, _ in option.values]
    if option.key not in JUDGED or not 1 < len(values) <= _MOST_TRIED:
        return None
    before: dict[str, Any] = {**draft.data, "timeline": draft.steps[:at]}
    try:
        boards = [Board.of(before, cards=draft.cards)]
        tried: list[str] = []
        for value in values:
            board = _with(draft, before, at, option.key, value)
            if board is not None:
                boards.append(board)
                tried.append(value)
        objections = _objections(boards, edition)
    except InputError:
        return None
    legal = tuple(value for number, value in enumerate(tried, 1) if objections[number] <= objections[0])
    return legal if 0 < len(legal) < len(values) else None


def _with(draft: Draft, before: dict[str, Any], at: int, key: str, value: str) -> Board | None:
    """Return the board up to a step that has a value; None where the step cannot have it.

    Raises:
        InputError: Something else is wrong with the step.
    """
    step = as_mapping(draft.steps[at])
    if key == "onto":
        step = {"mutates": step.get("mutates", step.get("enters"))}
    try:
        return Board.of({**before, "timeline": [*draft.steps[:at], with_value(step, key, value)]}, cards=draft.cards)
    except InputError as error:
        if error.path.endswith(f".{key}"):
            return None
        raise


def _objections(boards: Sequence[Board], edition: str) -> list[set[tuple[str, ...]]]:
    """Return for each board the findings about the claims of its steps."""
    settled = settled_together(boards, edition, checking=True)
    _, layers = ground_together(boards, settled, edition=edition)
    found: list[set[tuple[str, ...]]] = [set() for _ in boards]
    for rule, kind, about, other in layers.atoms("finding", 4):
        number = next((board for one in (about, other) if (board := _board_of(one)) is not None), None)
        if number is not None and kind.name not in CONSEQUENCES:
            found[number].add((rule.string, kind.name, *map(_without_board, (about, other))))
    return found


def _board_of(one: Symbol) -> int | None:
    """Return the number of the board that an object, or a step, is on."""
    return one.arguments[0].number if one.match("o", 2) or one.match("step", 2) else None


def _without_board(one: Symbol) -> str:
    return str(one) if _board_of(one) is None else f"{one.name}({one.arguments[1]})"
