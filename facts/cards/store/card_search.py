"""Searches the names of all cards: those of the store, and the built-in ones."""

from __future__ import annotations

from facts.cards.built_in import card_names, find_card
from facts.cards.store import Store
from facts.text import normal


def found_cards(pattern: str, cards: Store) -> list[tuple[str, str, bool]]:
    """Return the cards with a piece of text in their names.

    Args:
        pattern: The piece of text; case, accents and punctuation do not matter.
        cards: The user's own cards.

    Returns:
        The name, the type line and whether the card is built in, by name.

    Raises:
        InputError: The store cannot be read.
    """
    wanted = normal(pattern)
    found = {normal(name): (name, line, False) for name, line in cards.search(pattern)}
    for name in card_names():
        card = find_card(name) if wanted in normal(name) else None
        if card is not None:
            found[normal(card.name)] = card.name, " // ".join(face.type_line.text for face in card.faces), True
    return [found[name] for name in sorted(found)]
