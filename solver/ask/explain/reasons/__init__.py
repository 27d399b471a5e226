"""Why a fact holds: its answer, the reason in a sentence or two, and the effects that act against a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.explain.reasons.counted import no_counter_put, offered
    from solver.ask.explain.reasons.giving import gives, giving
    from solver.ask.explain.reasons.looks import looks_so
    from solver.ask.explain.reasons.obstacles import ONE_AT_MOST, Obstacles
    from solver.ask.explain.reasons.part_of_walk import walk_about
    from solver.ask.explain.reasons.reasons import Reasons
    from solver.ask.explain.reasons.sizes import is_own
    from solver.ask.explain.reasons.taken_then import decided_as_it_entered, entered_without, said_lacked
    from solver.ask.explain.reasons.why import Why, why
    from solver.ask.explain.reasons.withheld import withheld_from

__all__ = [
    "ONE_AT_MOST", "Obstacles", "Reasons", "Why", "decided_as_it_entered", "entered_without", "gives", "giving",
    "is_own", "looks_so", "no_counter_put", "offered", "said_lacked", "walk_about", "why",
    "withheld_from",
]  # fmt: skip

offer(__name__)
