"""Claims: what an effect does according to its text, and which boards are the same, in the terms of the rulebook.

The other statements look at the steps of the law. Claims look at its answers only, so they also speak of what the steps
take for granted: which objects a filter means, whether a condition is met, how much an amount is, what an operation
does, and what a card is that is face down, turned over, a copy or merged.
"""

from solver.ask.check.specification.claims.claim import Claim
from solver.ask.check.specification.claims.every import claims

__all__ = ["Claim", "claims"]
