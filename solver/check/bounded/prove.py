"""Proving invariants, or finding the smallest board on which one does not hold."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clingo import Control, Function, Number, Symbol
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
    """Prove invariants round by round: what holds so far helps with the next round."""
    strata = Strata() if any(one.name == ONE_ANSWER for one in invariants) else None
    unrolled = Unrolled(universe, rules, strata, rules_of_invariants())
    seconds = dict.fromkeys(invariants, 0.0)
    boards: dict[Invariant, dict[str, Any]] = {}

    def ask(*at: Symbol) -> None:
        for invariant in invariants:
            if invariant.name != ONE_ANSWER and invariant not in boards:
                start = time.perf_counter()
                board = _counterexample(
                    unrolled.control, Function("violated", [Function(invariant.name), *at]), smallest
                )
                seconds[invariant] += time.perf_counter() - start
                if board is not None:
                    boards[invariant] = board

    for this in unrolled.rounds():
        ask(Number(this.step))
    unrolled.finish()
    ask()
    for invariant in invariants:
        if strata is not None and invariant.name == ONE_ANSWER:
            start = time.perf_counter()
            yield Outcome(invariant, not strata.unstratified(), universe, time.perf_counter() - start)
        else:
            board = boards.get(invariant)
            yield Outcome(invariant, board is None, universe, seconds[invariant], board)


def _counterexample(control: Control, violated: Symbol, smallest: bool) -> dict[str, Any] | None:
    """Return a board on which an invariant is violated; None where there is none, which the solver then keeps."""
    atom = control.symbolic_atoms[violated]
    if atom is None:
        return None
    solving = control.configuration.solve
    solving.opt_mode = "ignore"  # type: ignore[union-attr]
    if not control.solve(assumptions=[(violated, True)]).satisfiable:
        with control.backend() as backend:
            backend.add_rule([], [atom.literal])
        return None
    solving.opt_mode = "opt" if smallest else "ignore"  # type: ignore[union-attr]
    board = None
    with control.solve(assumptions=[(violated, True)], yield_=True) as handle:
        for model in handle:
            board = board_of(model.symbols(atoms=True))
    return board
