"""Everything from clingo on: deriving, asking, and the command line."""

from solver.answer import AbilityAnswer, Answer, ObjectAnswer, Refusal
from solver.derive import derive

__all__ = ["AbilityAnswer", "Answer", "ObjectAnswer", "Refusal", "derive"]
