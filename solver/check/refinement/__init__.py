"""Refinement: the program that users run answers as the law alone does, on all boards of a vocabulary up to a size."""

from solver.check.refinement.boards import boards
from solver.check.refinement.comparing import Refined, refine
from solver.check.refinement.vocabulary import TIERS, Tier

__all__ = ["TIERS", "Refined", "Tier", "boards", "refine"]
