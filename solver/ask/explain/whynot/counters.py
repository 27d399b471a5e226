"""What put the counters of a kind on an object, and abilities about counters that it lacked as it entered."""

from __future__ import annotations

from collections.abc import Iterator

from solver.ask.explain.fact import Goal, counters_meant
from solver.ask.explain.proof import Case, View
from solver.ask.explain.reasons import Obstacles, entered_without, no_counter_put, offered
from solver.ask.explain.rules import Term


def counters_there(case: Case, goal: Goal, obstacles: Obstacles) -> Iterator[View]:
    """Return what put the counters of a kind on an object and removed them, and what would have brought more.

    Args:
        case: The board.
        goal: The fact, which states another number.
        obstacles: Proves facts.
    """
    _, kind = counters_meant(str(goal.value))
    here: Term = ("o", 0, goal.label)
    atoms = case.prover.atoms
    for row in atoms.matching("amounts_to", 3, {0: here, 1: kind}):
        yield obstacles.proof(("amounts_to", *row))
        break
    else:
        yield View(0, "122.1", no_counter_put(case, goal.label, kind))
    for rule, text in offered(case, goal.label, kind):
        yield View(0, rule, text)
    for rule, text in entered_without(case, goal.label):
        yield View(0, rule, text)
