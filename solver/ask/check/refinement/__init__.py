"""Refinement: the program that users run answers as the law alone does, on all boards of a vocabulary up to a size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.check.refinement.program_comparison import NAME, Refined, refine, tallied
    from solver.ask.check.refinement.refined_vocabulary import TIERS
    from solver.ask.check.refinement.tier import Tier
    from solver.ask.check.refinement.tier_boards import boards

__all__ = ["NAME", "TIERS", "Refined", "Tier", "boards", "refine", "tallied"]

offer(__name__)
