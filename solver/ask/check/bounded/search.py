"""Looking for the smallest board on which an invariant does not hold: all rounds of all layers are unrolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from clingo import Control, Symbol

from facts.cards import DEFAULT_EDITION
from solver.ask.check.bounded.choice_grounding import all_hold, check_choices_left, holds, violation
from solver.ask.check.bounded.cores import on_cores
from solver.ask.check.bounded.counterexample import board_of
from solver.ask.check.bounded.invariants import ONE_ANSWER, Invariant
from solver.ask.check.bounded.proof_vocabulary import WORDS
from solver.ask.check.bounded.universe import Universe
from solver.ask.check.bounded.unrolled import Unrolled

SPLIT = 3
"""From this number of objects or effects on, boards are searched shape by shape."""


class Found(NamedTuple):
    """A board on which an invariant does not hold.

    Attributes:
        invariant: The invariant.
        board: The board, as plain data.
    """

    invariant: Invariant
    board: dict[str, Any]


class _Task(NamedTuple):
    universe: Universe
    invariants: tuple[Invariant, ...]
    smallest: bool


def search(
    objects: int,
    effects: int,
    invariants: Sequence[Invariant],
    *,
    smallest: bool = True,
    edition: str = DEFAULT_EDITION,
    words: Sequence[str] = (),
    processes: int = 1,
) -> Iterator[Found]:
    """Look through all boards up to a size for one on which an invariant does not hold.

    Args:
        objects: The maximum number of objects on a board.
        effects: The number of effects.
        invariants: The invariants.
        smallest: Whether the board is to be a smallest one. Otherwise an invariant is not asked any further once there
            is a board.
        edition: The edition of the rules.
        words: The parts of the vocabulary to use (keys of `proof_vocabulary.WORDS`); all by default.
        processes: The number of cores to use.

    Returns:
        For each invariant that does not hold on one of the boards, such a board.

    Raises:
        RuntimeError: Clingo does not accept the rules.
    """
    tasks = [
        _Task(part, tuple(one for one in invariants if name in one.words and one.name != ONE_ANSWER), smallest)
        for name, these in WORDS.items()
        if (not words or name in words) and any(name in one.words for one in invariants)
        for part in _parts(Universe(objects, effects, these, edition=edition))
    ]
    boards: dict[Invariant, dict[str, Any]] = {}
    looked = on_cores(_look_through, tasks, processes) if smallest else _until_found(tasks, processes)
    for invariant, board in chain.from_iterable(looked):
        if invariant not in boards or len(str(board)) < len(str(boards[invariant])):
            boards[invariant] = board
    for invariant, board in boards.items():
        yield Found(invariant, board)


def _until_found(tasks: Sequence[_Task], processes: int) -> Iterator[list[Found]]:
    """Do the tasks with small vocabularies first, and ask no invariant for which there is a board."""
    waiting = list(reversed(tasks))  # the last shapes have the most copies
    waiting.sort(key=lambda one: len(one.universe.words.operations))
    found: set[Invariant] = set()
    while waiting:
        some: list[_Task] = []
        while waiting and len(some) < processes:
            task = waiting.pop(0)
            left = tuple(one for one in task.invariants if one not in found)
            if left:
                some.append(task._replace(invariants=left))
        for each in on_cores(_look_through, some, processes):
            found.update(one.invariant for one in each)
            yield each


def _parts(universe: Universe) -> Iterator[Universe]:
    """Return a universe, or the parts of a large one."""
    return universe.shapes() if max(universe.objects, universe.effects) >= SPLIT else iter((universe,))


def _look_through(task: _Task) -> list[Found]:
    """Look through boards round by round: the invariants so far help with the next round."""
    unrolled = Unrolled(task.universe, asking=True)
    boards: dict[Invariant, dict[str, Any]] = {}
    for places in unrolled.rounds():
        left = [one for one in task.invariants if one not in boards]
        if all_hold(unrolled.control, [violation(one.asked, place) for place in places for one in left]):
            continue  # mostly all hold, and asking about each takes longer than everything else
        for place in places:
            for one in left:
                if one not in boards and not holds(unrolled.control, one.asked, place):
                    boards[one] = _board(unrolled.control, one, place, smallest=task.smallest)
    check_choices_left(unrolled.control)
    return [Found(*one) for one in boards.items()]


def _board(control: Control, invariant: Invariant, place: Symbol, *, smallest: bool) -> dict[str, Any]:
    """Return a board on which an invariant does not hold."""
    control.configuration.solve.opt_mode = "opt" if smallest else "ignore"  # type: ignore[union-attr]
    board: dict[str, Any] = {}
    with control.solve(assumptions=[(violation(invariant.asked, place), True)], yield_=True) as handle:
        for model in handle:
            board = board_of(model.symbols(atoms=True))
    return board
