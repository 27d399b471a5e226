"""The board that most tests of explanations ask about."""

from __future__ import annotations

from functools import cache

from facts import Board

BOARD = """
timeline:
  - Dryad Arbor
  - Urborg, Tomb of Yawgmoth
  - Blood Moon
  - {enters: Serra Angel, as: angel}
  - Glorious Anthem
  - {resolves: Turn to Frog, affects: angel, as: frog}
"""


@cache
def board() -> Board:
    """Return the board that most tests ask about: what is known of it is kept for the next question."""
    return fresh()


def fresh() -> Board:
    """Return an equal board of its own, about which nothing is known yet."""
    return Board.read(BOARD)
