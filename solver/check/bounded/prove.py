"""Proving invariants, or finding the smallest board on which one does not hold."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from clingo import Control, Function, Number, Symbol

from facts.edition import DEFAULT_EDITION
from solver.check.bounded.counterexample import board_of
from solver.check.bounded.invariants import INVARIANTS, ONE_ANSWER, Invariant, rules_of_invariants
from solver.check.bounded.strata import Strata
from solver.check.bounded.universe import Universe
from solver.check.bounded.unrolled import Unrolled
from solver.check.bounded.vocabulary import WORDS


@dataclass(frozen=True)
class Outcome:
    """What came of trying to prove an invariant.

    Attributes:
        invariant: Which.
        holds: Whether it holds on all boards of the universes.
        universes: The boards: one for each part of the vocabulary.
        seconds: How long it took, grounding aside.
        board: A smallest board on which it does not hold, as plain data; None where it does.
    """

    invariant: Invariant
    holds: bool
    universes: tuple[Universe, ...]
    seconds: float
    board: dict[str, Any] | None = None

    @property
    def boards(self) -> int:
        """On how many boards it was tried: the ways there are to choose one."""
        return sum(one.covered() for one in self.universes)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "invariant": self.invariant.name,
            "says": self.invariant.says,
            "holds": self.holds,
            "objects": self.universes[0].objects,
            "effects": self.universes[0].effects,
            "over": [one.words.says for one in self.universes],
            "boards": self.boards,
            "seconds": round(self.seconds, 3),
            "counterexample": self.board,
        }


def prove(
    objects: int,
    effects: int,
    names: Sequence[str] = (),
    *,
    smallest: bool = True,
    edition: str = DEFAULT_EDITION,
    words: Sequence[str] = (),
    processes: int = 1,
    first: bool = False,
) -> Iterator[Outcome]:
    """Try to prove invariants on all boards up to a size.

    Args:
        objects: How many objects a board has at most.
        effects: How many effects.
        names: Which invariants; all by default.
        smallest: Whether a counterexample is to be a smallest one.
        edition: The edition of the rules.
        words: With which parts of the vocabulary; all by default.
        processes: On how many cores.
        first: Whether to end with the first part of the vocabulary in which something does not hold.

    Returns:
        An outcome for each invariant, in their order.

    Raises:
        RuntimeError: Clingo does not take the rules.
    """
    wanted = [one for one in INVARIANTS if not names or one.name in names]
    universes = {
        name: Universe(objects, effects, these, edition=edition)
        for name, these in WORDS.items()
        if not words or name in words
    }
    tasks = [
        _Task(name, part, tuple(one for one in wanted if name in one.words), smallest)
        for name, universe in universes.items()
        if any(name in one.words for one in wanted)
        for part in _parts(universe)
    ]
    seconds = dict.fromkeys(wanted, 0.0)
    boards: dict[Invariant, dict[str, Any]] = {}
    broken: set[Invariant] = set()
    for found in _done(tasks, processes):
        for one in found:
            seconds[one.invariant] += one.seconds
            if not one.holds:
                broken.add(one.invariant)
                if one.board is not None and _smaller(one.board, boards.get(one.invariant)):
                    boards[one.invariant] = one.board
        if first and broken:
            break
    for invariant in wanted:
        over = tuple(universe for name, universe in universes.items() if name in invariant.words)
        if over:
            yield Outcome(invariant, invariant not in broken, over, seconds[invariant], boards.get(invariant))


_OPTIONS = ("--configuration=jumpy",)
"""Of clasp's configurations the quickest here, by a fifth."""
SPLIT = 3
"""From so many objects or effects on, boards are proved over shape by shape."""


class _Task(NamedTuple):
    name: str
    universe: Universe
    invariants: tuple[Invariant, ...]
    smallest: bool


class _Found(NamedTuple):
    invariant: Invariant
    holds: bool
    seconds: float
    board: dict[str, Any] | None = None


def _parts(universe: Universe) -> Iterator[Universe]:
    """Return a universe, or its parts where it is large."""
    return universe.shapes() if max(universe.objects, universe.effects) >= SPLIT else iter((universe,))


def _smaller(board: dict[str, Any], other: dict[str, Any] | None) -> bool:
    return other is None or len(str(board)) < len(str(other))


def _done(tasks: Sequence[_Task], processes: int) -> Iterator[list[_Found]]:
    """Do tasks, on several cores where there are several of each."""
    if processes == 1 or len(tasks) == 1:
        for task in tasks:
            yield _prove(task)
        return
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        yield from pool.imap_unordered(_prove, tasks)


def _prove(task: _Task) -> list[_Found]:
    """Prove invariants round by round: what holds so far helps with the next round."""
    invariants = task.invariants
    strata = Strata() if any(one.name == ONE_ANSWER for one in invariants) else None
    unrolled = Unrolled(task.universe, observer=strata, questions=rules_of_invariants(), options=_OPTIONS)
    seconds = dict.fromkeys(invariants, 0.0)
    boards: dict[Invariant, dict[str, Any]] = {}

    def ask(*at: Symbol) -> None:
        for invariant in invariants:
            if invariant.name != ONE_ANSWER and invariant not in boards:
                start = time.perf_counter()
                board = _counterexample(
                    unrolled.control, Function("violated", [Function(invariant.name), *at]), task.smallest
                )
                seconds[invariant] += time.perf_counter() - start
                if board is not None:
                    boards[invariant] = board

    for this in unrolled.rounds():
        ask(Number(this.step))
    unrolled.finish()
    ask()
    found = [
        _Found(one, one not in boards, seconds[one], boards.get(one)) for one in invariants if one.name != ONE_ANSWER
    ]
    if strata is not None:
        start = time.perf_counter()
        unstratified = strata.unstratified()
        one_answer = next(one for one in invariants if one.name == ONE_ANSWER)
        found.append(_Found(one_answer, not unstratified, time.perf_counter() - start))
    return found


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
