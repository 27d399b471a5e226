"""Proving invariants, or finding the smallest board on which one does not hold."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clingo import Function
from clingo.ast import AST

from facts.edition import DEFAULT_EDITION
from solver.check.bounded.counterexample import board_of
from solver.check.bounded.invariants import FAMILIES, INVARIANTS, ONE_ANSWER, Invariant, rules_of_invariants
from solver.check.bounded.strata import Strata
from solver.check.bounded.universe import Universe
from solver.check.bounded.unrolled import Unrolled


@dataclass(frozen=True)
class Outcome:
    """What came of trying to prove an invariant.

    Attributes:
        invariant: Which.
        holds: Whether it holds on all boards of the universe.
        universe: The boards.
        seconds: How long it took, grounding aside.
        board: A smallest board on which it does not hold, as plain data; None where it does.
    """

    invariant: Invariant
    holds: bool
    universe: Universe
    seconds: float
    board: dict[str, Any] | None = None

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "invariant": self.invariant.name,
            "says": self.invariant.says,
            "holds": self.holds,
            "objects": self.universe.objects,
            "effects": self.universe.effects,
            "over": FAMILIES[self.invariant.family].says,
            "boards": self.universe.covered(),
            "seconds": round(self.seconds, 3),
            "counterexample": self.board,
        }


def prove(
    objects: int,
    effects: int,
    names: Sequence[str] = (),
    *,
    rules: tuple[AST, ...] | None = None,
    smallest: bool = True,
    edition: str = DEFAULT_EDITION,
) -> Iterator[Outcome]:
    """Try to prove invariants on all boards up to a size.

    Args:
        objects: How many objects a board has at most.
        effects: How many effects.
        names: Which invariants; all by default.
        rules: The rules; those of ``rules/`` by default.
        smallest: Whether a counterexample is to be a smallest one.
        edition: The edition of the rules.

    Returns:
        An outcome for each invariant, in their order.

    Raises:
        RuntimeError: Clingo does not take the rules.
    """
    wanted = [one for one in INVARIANTS if not names or one.name in names]
    for name, family in FAMILIES.items():
        invariants = [one for one in wanted if one.family == name]
        if invariants:
            universe = Universe(
                objects, effects, family.operations, family.events, mirrored=family.mirrored, edition=edition
            )
            yield from _prove(universe, invariants, rules, smallest=smallest)


def _prove(
    universe: Universe, invariants: Sequence[Invariant], rules: tuple[AST, ...] | None, *, smallest: bool
) -> Iterator[Outcome]:
    strata = Strata() if any(one.name == ONE_ANSWER for one in invariants) else None
    unrolled = Unrolled(universe, rules, strata)
    if strata is not None:
        start = time.process_time()
        holds = not strata.unstratified()
        one = next(one for one in invariants if one.name == ONE_ANSWER)
        yield Outcome(one, holds, universe, time.process_time() - start)
    unrolled.add(rules_of_invariants())
    control = unrolled.control
    for invariant in invariants:
        if invariant.name == ONE_ANSWER:
            continue
        start = time.process_time()
        violated = Function("violated", [Function(invariant.name)])
        board = None
        if control.symbolic_atoms[violated] is not None:
            control.configuration.solve.opt_mode = "ignore"  # type: ignore[union-attr]
            if control.solve(assumptions=[(violated, True)]).satisfiable:
                control.configuration.solve.opt_mode = "opt" if smallest else "ignore"  # type: ignore[union-attr]
                with control.solve(assumptions=[(violated, True)], yield_=True) as handle:
                    for model in handle:
                        board = board_of(model.symbols(atoms=True))
        yield Outcome(invariant, board is None, universe, time.process_time() - start, board)
