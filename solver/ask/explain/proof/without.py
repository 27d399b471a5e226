"""The answers to a board without some of its things: many such boards are derived in one grounding."""

from __future__ import annotations

from collections.abc import Container, Iterable
from contextlib import suppress

from facts.board import Board
from facts.text import InputError
from solver.answer import Answer
from solver.ask.explain.proof.grounded_board import Case
from solver.ask.removable import Taken, without_these
from solver.ask.together import Before, derive_all
from solver.engine import LAYERS


def answers_without(
    case: Case,
    tried: Iterable[tuple[Taken, ...]],
    *,
    of: Container[str] | None = None,
    before: Before | None = None,
    last: int = LAYERS[-1],
) -> dict[tuple[Taken, ...], Answer]:
    """Derive a board without each of some sets of things.

    Args:
        case: The board.
        tried: The sets.
        of: As for `derive_all`.
        before: The board itself with its decisions: its findings need not be found again.
        last: As for `derive_all`.

    Returns:
        The answer without each set. It lacks sets that something else needs: there is no such board.

    Raises:
        Exception: The exception that deriving one of the boards raised.
    """
    boards: dict[tuple[Taken, ...], Board] = {}
    for taken in tried:
        with suppress(InputError):
            boards[taken] = without_these(case.board, taken)
    answers = derive_all(list(boards.values()), edition=case.edition, of=of, before=before, last=last)
    found: dict[tuple[Taken, ...], Answer] = {}
    for taken, answer in zip(boards, answers, strict=True):
        if isinstance(answer, InputError):
            continue
        if isinstance(answer, Exception):
            raise answer
        found[taken] = answer
    return found
