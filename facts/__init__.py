"""Everything before clingo: boards, cards and effects, read and written as facts.

A name of it is imported when it is first asked for: who needs one module of this package waits for no other.
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
