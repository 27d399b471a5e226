"""``python -m facts.cards``: reads texts of the built-in library in advance, after a change of them or the grammar."""

from __future__ import annotations

from facts.cards.built_in import all_cards
from facts.cards.entering_with import FILE, read_in_advance

if __name__ == "__main__":
    FILE.write_text(read_in_advance(face for card in all_cards() for face in card.faces), encoding="utf-8")
