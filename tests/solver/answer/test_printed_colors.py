"""The printed colors that an answer shows for a card are those that the rules derive for it (105.2, 204.1)."""

from __future__ import annotations

import pytest

from facts import Board
from facts.cards import all_cards
from solver import derive

NAMES = [card.name for card in all_cards()]
SIZE = 100


@pytest.mark.parametrize("first", range(0, len(NAMES), SIZE))
def test_the_colors_of_cards_in_a_hand_are_their_printed_ones(first: int) -> None:
    names = NAMES[first : first + SIZE]
    board = Board.of({"timeline": [{"enters": name, "zone": "hand"} for name in names]})
    objects = derive(board).objects.values()
    assert len(objects) == len(names)
    assert [one.name for one in objects if "colors" in one.changed] == []
