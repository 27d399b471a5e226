"""Everything from clingo on: deriving, asking, and the command line.

Python imports each name of this package when it is first used: a program that needs one module waits for no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.answer import AbilityAnswer, Answer, ObjectAnswer, Refusal
    from solver.ask import derive

__all__ = ["AbilityAnswer", "Answer", "ObjectAnswer", "Refusal", "derive"]

offer(__name__)
