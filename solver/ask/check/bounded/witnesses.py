"""No vacuous truth: for each invariant, a board that gives it something to decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from facts.cards import DEFAULT_EDITION
from solver.ask.check.bounded.cores import on_cores
from solver.ask.check.bounded.induction import prove_stage, stages
from solver.ask.check.bounded.invariants import INVARIANTS, ONE_ANSWER, Invariant, antecedents, of_rules, text_of_rule
from solver.ask.check.bounded.search import search

SIZES = ((1, 1), (2, 2), (3, 1))
"""The sizes of the boards to search, the smallest first: a copy of a copy takes three objects."""


class Witness(NamedTuple):
    """Boards, or stages of a proof, on which the rules of an invariant have something to decide.

    Attributes:
        boards: A board for each rule, as plain data, in the order of the rules. Empty if the invariant is about pairs
            of effects in any state, which no single board shows, or about the rules as they are written.
        stages: The stages of the proof at which it has something to decide, for an invariant about pairs.
        undecided: The rules that have nothing to decide on any board. If an invariant has no rules, that is said here.
    """

    boards: tuple[dict[str, Any], ...] = ()
    stages: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()

    @property
    def board(self) -> dict[str, Any] | None:
        """The largest of the boards: it has the most to show."""
        return max(self.boards, key=lambda board: len(str(board)), default=None)


def witnesses(
    invariants: Sequence[Invariant] = INVARIANTS,
    *,
    sizes: Sequence[tuple[int, int]] = SIZES,
    edition: str = DEFAULT_EDITION,
    processes: int = 1,
) -> dict[str, Witness]:
    """Look for boards that invariants apply to, each rule of an invariant by itself.

    Args:
        invariants: The invariants. `ONE_ANSWER` is about the rules as they are written: each board is one for it.
        sizes: The sizes of the boards, the smallest first.
        edition: The edition of the rules.
        processes: The number of cores to use.

    Returns:
        The witnesses, by the name of the invariant. Where a rule has none, `Witness.undecided` names it.
    """
    asked = [one for invariant in invariants if invariant.name != ONE_ANSWER for one in of_rules(invariant)]
    boards: dict[Invariant, dict[str, Any]] = {}
    shown: dict[Invariant, list[str]] = {}
    pairs = [one for one in asked if one.of_pairs]
    with antecedents():
        for size in sizes:
            left = [one for one in asked if not one.of_pairs and one not in boards]
            if left:
                boards.update(dict(search(*size, left, smallest=False, edition=edition, processes=processes)))
        for steps in on_cores(prove_stage, stages(2, 2, edition, pairs), processes) if pairs else ():
            for step in steps:
                if not step.holds:
                    shown.setdefault(step.invariant, []).append(step.stage)
    found = {}
    for invariant in invariants:
        rules = [one for one in asked if one.name == invariant.name]
        found[invariant.name] = Witness(
            tuple(boards[one] for one in rules if one in boards),
            tuple(dict.fromkeys(stage for one in rules for stage in shown.get(one, ()))),
            tuple(text_of_rule(one) for one in rules if one not in boards and one not in shown)
            or (() if rules or invariant.name == ONE_ANSWER else (f"no rule says when {invariant.name} is violated",)),
        )
    return found
