"""Claims: what an effect does according to its text, and which boards are the same, in the terms of the rulebook.

The other statements look at the steps of the law. Claims look at its answers only, so they also speak of what the steps
take for granted: which objects a filter means, whether a condition is met, how much an amount is, what an operation
does, and what a card is that is face down, turned over, a copy or merged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.check.specification.claims.acting_claims import ACTS
    from solver.ask.check.specification.claims.answer_claims import FOLLOWING
    from solver.ask.check.specification.claims.asked_claims import (
        broken_claims,
        broken_finding_claims,
        claimed_boards,
        claims_about,
    )
    from solver.ask.check.specification.claims.attachment_claims import ATTACHED
    from solver.ask.check.specification.claims.claim import Claim
    from solver.ask.check.specification.claims.effect_claims import CONDITIONAL, COUNTED, FILTERED, OPERATED
    from solver.ask.check.specification.claims.every import claims, finding_claims
    from solver.ask.check.specification.claims.finding_claim import FindingClaim
    from solver.ask.check.specification.claims.found_claims import FOUND
    from solver.ask.check.specification.claims.meant_claims import MEANT
    from solver.ask.check.specification.claims.same_boards import SAME
    from solver.ask.check.specification.claims.state_claims import STATES
    from solver.ask.check.specification.claims.suspicion_claims import SUSPECTED, SUSPECTED_FINDINGS
    from solver.ask.check.specification.claims.target_claims import TARGETS
    from solver.ask.check.specification.claims.turned_claims import TURNED

__all__ = [
    "ACTS", "ATTACHED", "CONDITIONAL", "COUNTED", "FILTERED", "FOLLOWING", "FOUND", "MEANT", "OPERATED", "SAME",
    "STATES", "SUSPECTED", "SUSPECTED_FINDINGS", "TARGETS", "TURNED", "Claim", "FindingClaim", "broken_claims",
    "broken_finding_claims", "claimed_boards", "claims", "claims_about", "finding_claims",
]  # fmt: skip

offer(__name__)
