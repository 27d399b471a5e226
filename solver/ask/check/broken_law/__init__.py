"""Break the rules of the law, one at a time: do the statements, the cases, and other people's rulings notice?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.check.broken_law.law_score import score_law
    from solver.ask.check.broken_law.law_verdict import ENDS, counted
    from solver.ask.check.broken_law.tried_boards import BOUND, pool

__all__ = ["BOUND", "ENDS", "counted", "pool", "score_law"]

offer(__name__)
