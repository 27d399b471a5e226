"""Deriving one board within limits, in a process of its own that is ended where it goes beyond them."""

from __future__ import annotations

from functools import partial

from facts.board import Board
from facts.errors import InputError
from solver.answer import Answer
from solver.choosing import read_ahead
from solver.derive import DEFAULT_EDITION, derive
from solver.workers import Ended, Workers


def derive_within(
    board: Board,
    *,
    edition: str = DEFAULT_EDITION,
    plain: bool = False,
    seconds: float | None = None,
    megabytes: int | None = None,
) -> Answer:
    """Derive what every object of a board is, as `solver.derive.derive` does.

    Args:
        board: The board.
        edition: The edition of the rules.
        plain: Use the law alone.
        seconds: So long it may take.
        megabytes: So much memory it may take.

    Returns:
        The answer.

    Raises:
        InputError: It goes beyond a limit, or cannot be derived.
    """
    work = partial(_derive, edition=edition, plain=plain)
    workers = Workers[Board, Answer | InputError](
        work, 1, seconds, megabytes, prepare=None if seconds is None else read_ahead
    )
    for _, found in workers.map([board]):
        if isinstance(found, Ended):
            raise InputError(found.why)
        if isinstance(found, InputError):
            raise found
        return found
    raise AssertionError("a task has an outcome")


def _derive(board: Board, *, edition: str, plain: bool) -> Answer | InputError:
    try:
        return derive(board, edition=edition, plain=plain)
    except InputError as error:
        return error
