"""All claims."""

from __future__ import annotations

from functools import lru_cache

from solver.ask.check.specification.claims.answer_claims import of_answers
from solver.ask.check.specification.claims.attachment_claims import of_attachments
from solver.ask.check.specification.claims.claim import Claim
from solver.ask.check.specification.claims.effect_claims import of_texts
from solver.ask.check.specification.claims.finding_claim import FindingClaim
from solver.ask.check.specification.claims.same_boards import of_same_boards
from solver.ask.check.specification.claims.target_claims import of_targets


@lru_cache(maxsize=1)
def claims() -> tuple[Claim, ...]:
    """Return the claims, each always in the same place."""
    every = (*of_texts(), *of_same_boards(), *of_answers())
    return tuple({(one.name, one.about): one for one in every}.values())


@lru_cache(maxsize=1)
def finding_claims() -> tuple[FindingClaim, ...]:
    """Return the claims about what `check BOARD` finds, each always in the same place."""
    return tuple({(one.name, one.about): one for one in (*of_targets(), *of_attachments())}.values())
