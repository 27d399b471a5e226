"""All claims."""

from __future__ import annotations

from functools import lru_cache

from solver.ask.check.specification.claims.acting_claims import of_acting
from solver.ask.check.specification.claims.answer_claims import of_answers
from solver.ask.check.specification.claims.attachment_claims import of_attachments
from solver.ask.check.specification.claims.claim import Claim
from solver.ask.check.specification.claims.effect_claims import of_texts
from solver.ask.check.specification.claims.finding_claim import FindingClaim
from solver.ask.check.specification.claims.found_claims import of_what_boards_say
from solver.ask.check.specification.claims.meant_claims import of_steps
from solver.ask.check.specification.claims.own_names import OwnNames
from solver.ask.check.specification.claims.same_boards import of_same_boards
from solver.ask.check.specification.claims.spared_claims import of_spared
from solver.ask.check.specification.claims.state_claims import of_states
from solver.ask.check.specification.claims.suspicion_claims import of_suspicion, of_what_cannot_be_suspected
from solver.ask.check.specification.claims.target_claims import of_targets
from solver.ask.check.specification.claims.turned_claims import of_turning
from solver.ask.check.specification.claims.ward_claims import of_wards


@lru_cache(maxsize=1)
def claims() -> tuple[Claim, ...]:
    """Return the claims, each always in the same place."""
    texts = OwnNames().of_claims(of_texts())
    apart = OwnNames().of_claims((*of_steps(), *of_turning(), *of_suspicion()))
    every = (*texts, *of_same_boards(), *of_answers(), *apart)
    return tuple({(one.name, one.about): one for one in every}.values())


@lru_cache(maxsize=1)
def finding_claims() -> tuple[FindingClaim, ...]:
    """Return the claims about what `check BOARD` finds, each always in the same place."""
    about_targets = (*of_targets(), *of_wards())
    about_permanents = (*of_attachments(), *of_spared(), *of_states(), *of_what_cannot_be_suspected(), *of_acting())
    every = OwnNames().of_findings((*about_targets, *about_permanents, *of_what_boards_say()))
    return tuple({(one.name, one.about): one for one in every}.values())
