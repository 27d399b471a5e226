"""Everything before clingo: boards, cards and effects, read and written as facts."""

from facts.board import Board
from facts.cards import Ability, Card, Face
from facts.errors import InputError

__all__ = ["Ability", "Board", "Card", "Face", "InputError"]
