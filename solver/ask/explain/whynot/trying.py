"""Sets of removable things, each tried: many boards are derived in one grounding."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case, answers_without
from solver.ask.removable import Taken, owner_of
from solver.ask.together import Before
from solver.engine import LAYERS


def so_without(
    case: Case, tried: Iterable[tuple[Taken, ...]], goals: Sequence[Goal], last: int = LAYERS[-1]
) -> list[tuple[Taken, ...]]:
    """Return the sets without which facts hold, of those that are tried.

    Args:
        case: The board.
        tried: The sets.
        goals: The facts.
        last: The last layer that matters to the facts.
    """
    asked = frozenset(part.label for goal in goals for part in goal.parts)
    before = Before(case.board, case.facts.settled)
    answers = answers_without(case, tried, of=asked, before=before, last=last)
    return [taken for taken, answer in answers.items() if all(goal.holds(answer) for goal in goals)]


def twice(taken: Sequence[Taken]) -> bool:
    """Tell whether a set has something, and a part of it: without it, the part is gone as well.

    Args:
        taken: The set.
    """
    return any(owner_of(one) in taken for one in taken if not isinstance(one, str))
