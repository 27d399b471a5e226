"""Refinement: the program that users run answers as the law alone does, on all boards of a vocabulary up to a size."""

from solver.ask.check.refinement.program_comparison import Refined, refine
from solver.ask.check.refinement.refined_vocabulary import TIERS
from solver.ask.check.refinement.tier import Tier
from solver.ask.check.refinement.tier_boards import boards

__all__ = ["TIERS", "Refined", "Tier", "boards", "refine"]
