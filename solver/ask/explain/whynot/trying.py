"""Sets of removable things, each tried: many boards are derived in one grounding."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from facts.board.board import Board
from facts.text.errors import InputError
from solver.ask.explain.fact.goals import Goal
from solver.ask.explain.proof.why import Case
from solver.ask.removable import Taken, owner_of, without_these
from solver.engine.layers import LAYERS
from solver.speed.grouping import Before, derive_all


def so_without(
    case: Case, tried: Iterable[tuple[Taken, ...]], goals: Sequence[Goal], last: int = LAYERS[-1]
) -> list[tuple[Taken, ...]]:
    """Return the sets without which facts hold, of those that are tried.

    Args:
        case: The board.
        tried: The sets.
        goals: The facts.
        last: The last layer that has a say in the facts.
    """
    boards: dict[tuple[Taken, ...], Board] = {}
    for taken in tried:
        # Something else may need the removed thing: then there is no such board.
        with suppress(InputError):
            boards[taken] = without_these(case.board, taken)
    asked = frozenset(part.label for goal in goals for part in goal.parts)
    before = Before(case.board, case.facts.settled)
    answers = derive_all(list(boards.values()), edition=case.edition, of=asked, before=before, last=last)
    found: list[tuple[Taken, ...]] = []
    for taken, answer in zip(boards, answers, strict=True):
        if isinstance(answer, InputError):
            continue
        if isinstance(answer, Exception):
            raise answer
        if all(goal.holds(answer) for goal in goals):
            found.append(taken)
    return found


def twice(taken: Sequence[Taken]) -> bool:
    """Tell whether a set has something, and a part of it: without it, the part is gone as well.

    Args:
        taken: The set.
    """
    return any(owner_of(one) in taken for one in taken if not isinstance(one, str))
