"""Everything before clingo: boards, cards and effects, read and written as facts.

A name is imported when it is first used, so code that needs one module of the package does not wait for the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from facts.board import Board
    from facts.cards import Ability, Card, Face
    from facts.text import InputError

__all__ = ["Ability", "Board", "Card", "Face", "InputError"]

offer(__name__)
