"""Everything from clingo on: deriving, asking, and the command line.

A name of it is imported when it is first asked for: a program that needs one module of this package waits for no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.answer import AbilityAnswer, Answer, ObjectAnswer, Refusal
    from solver.ask import derive

__all__ = ["AbilityAnswer", "Answer", "ObjectAnswer", "Refusal", "derive"]

offer(__name__)
