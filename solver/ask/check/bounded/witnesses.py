"""No vacuous truth: for each invariant, a board that gives it something to decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from facts.cards import DEFAULT_EDITION
from solver.ask.check.bounded.cores import on_cores
from solver.ask.check.bounded.induction import prove_stage, stages
from solver.ask.check.bounded.invariants import INVARIANTS, ONE_ANSWER, Invariant, antecedents
from solver.ask.check.bounded.search import search

SIZES = ((1, 1), (2, 1), (2, 2), (3, 1))
"""The sizes of the boards to search, the smallest first: a copy of a copy takes three objects."""


class Witness(NamedTuple):
    """A board, or stages of a proof, on which an invariant has something to decide.

    Attributes:
        board: A board, as plain data; None if the invariant is about pairs of effects in any state, which no
            single board shows.
        stages: The stages of the proof at which it has something to decide, for such an invariant.
    """

    board: dict[str, Any] | None
    stages: tuple[str, ...] = ()


def witnesses(
    invariants: Sequence[Invariant] = INVARIANTS,
    *,
    sizes: Sequence[tuple[int, int]] = SIZES,
    edition: str = DEFAULT_EDITION,
    processes: int = 1,
) -> dict[str, Witness]:
    """Look for boards that invariants apply to.

    Args:
        invariants: The invariants. `ONE_ANSWER` is about the rules as they are written: each board is one for it.
        sizes: The sizes of the boards, the smallest first.
        edition: The edition of the rules.
        processes: The number of cores to use.

    Returns:
        The witnesses, by the name of the invariant. Invariants without a witness are left out.
    """
    found = {one.name: Witness(None) for one in invariants if one.name == ONE_ANSWER}
    asked = [one for one in invariants if one.name != ONE_ANSWER]
    pairs = [one for one in asked if one.of_pairs]
    with antecedents():
        for size in sizes:
            left = [one for one in asked if not one.of_pairs and one.name not in found]
            if left:
                boards = search(*size, left, smallest=False, edition=edition, processes=processes)
                found.update({one.name: Witness(board) for one, board in boards})
        for steps in on_cores(prove_stage, stages(2, 2, edition, pairs), processes) if pairs else ():
            for step in steps:
                if not step.holds:
                    before = found.get(step.invariant.name, Witness(None)).stages
                    found[step.invariant.name] = Witness(None, (*before, step.stage))
    return found
