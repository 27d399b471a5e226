"""Proving invariants, or finding the smallest board on which one does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from facts.cards import DEFAULT_EDITION
from solver.ask.check.bounded.cores import on_cores
from solver.ask.check.bounded.induction import Step, pairs, prove_stage, stages
from solver.ask.check.bounded.invariants import INVARIANTS, ONE_ANSWER, Invariant
from solver.ask.check.bounded.proof_vocabulary import EVERYTHING, ON_TWO_BOARDS
from solver.ask.check.bounded.search import search
from solver.ask.check.bounded.universe import Universe

SEARCHED = ((1, 1), (2, 1), (2, 2))
"""The sizes of the boards to search where a proof fails, the smallest first."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of trying to prove an invariant.

    Attributes:
        invariant: The invariant.
        holds: Whether it holds on all boards of the size.
        universe: The boards.
        seconds: The time that the proof took, without grounding.
        stages: The stages at which it could not be proved.
        board: A smallest board on which it does not hold, as plain data. None where it holds, and where there is no
            such board of the `SEARCHED` sizes: then it fails only in states to which these boards do not lead.
    """

    invariant: Invariant
    holds: bool
    universe: Universe
    seconds: float
    stages: tuple[str, ...] = ()
    board: dict[str, Any] | None = None

    @property
    def boards(self) -> int:
        """The number of boards that the proof covers (`counting_boards`)."""
        return self.universe.covered()

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "invariant": self.invariant.name,
            "says": self.invariant.says,
            "holds": self.holds,
            "objects": self.universe.objects,
            "effects": self.universe.effects,
            "boards": self.boards,
            "seconds": round(self.seconds, 3),
            "fails_at": list(self.stages),
            "counterexample": self.board,
        }


def prove(
    objects: int,
    effects: int,
    names: Sequence[str] = (),
    *,
    smallest: bool = True,
    edition: str = DEFAULT_EDITION,
    processes: int = 1,
    report: Callable[[str, int, int], None] | None = None,
) -> Iterator[Outcome]:
    """Try to prove invariants on all boards up to a size.

    Args:
        objects: The maximum number of objects on a board.
        effects: The number of effects.
        names: The invariants; all by default.
        smallest: Whether a counterexample is to be a smallest one.
        edition: The edition of the rules.
        processes: The number of cores to use.
        report: Called when a stage is done, with its name, the number of stages done, and the number of all.

    Returns:
        An outcome for each invariant, in their order.

    Raises:
        RuntimeError: Clingo does not accept the rules.
    """
    wanted = [one for one in INVARIANTS if not names or one.name in names]
    seconds = dict.fromkeys(wanted, 0.0)
    failed: dict[Invariant, tuple[str, ...]] = {}
    todo = stages(objects, effects, edition, wanted)
    for done, found in enumerate(on_cores(prove_stage, todo, processes), start=1):
        for step in found:
            seconds[step.invariant] += step.seconds
            if not step.holds:
                failed[step.invariant] = tuple(dict.fromkeys((*failed.get(step.invariant, ()), step.stage)))
        if report is not None and found:
            report(found[0].stage, done, len(todo))
    boards: dict[Invariant, dict[str, Any]] = {}
    proved: set[Invariant] = set()
    for size in SEARCHED:
        left = [one for one in failed if one not in boards and one.name != ONE_ANSWER and not one.of_pairs]
        if left and size[0] <= objects and size[1] <= effects:
            boards_found = search(*size, left, smallest=smallest, edition=edition, processes=processes)
            boards.update(dict(boards_found))
            if size == (objects, effects):
                # All boards of the size were searched: no proof is needed.
                proved = {one for one in left if one not in boards}
    for one in wanted:
        size = pairs(objects, effects) if one.of_pairs else (objects, effects)
        universe = Universe(*size, ON_TWO_BOARDS if one.mirrored else EVERYTHING, edition=edition)
        holds = one not in failed or one in proved
        yield Outcome(one, holds, universe, seconds[one], () if holds else failed[one], boards.get(one))


def steps(
    objects: int,
    effects: int,
    invariants: Sequence[Invariant] = INVARIANTS,
    *,
    edition: str = DEFAULT_EDITION,
    processes: int = 1,
) -> Iterator[Step]:
    """Try to prove invariants by induction, and search no boards where that fails.

    Args:
        objects: The maximum number of objects on a board.
        effects: The number of effects.
        invariants: The invariants.
        edition: The edition of the rules.
        processes: The number of cores to use.

    Returns:
        The result of each invariant at each stage.

    Raises:
        RuntimeError: Clingo does not accept the rules.
    """
    return chain.from_iterable(on_cores(prove_stage, stages(objects, effects, edition, invariants), processes))
