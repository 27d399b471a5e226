"""Names of cards for somebody who types one: by their beginning, by a word in them, or similar to the text."""

from __future__ import annotations

from typing import Any

from facts.cards import CardSource, card_names, token_names
from facts.cards.store import Store
from facts.text import InputError, nearest, normal

_LONGEST = 200
"""The characters of the typed text that count."""


def suggestions(begun: str, cards: CardSource | None, most: int) -> dict[str, Any]:
    """Find the cards that somebody may mean.

    Args:
        begun: The typed text.
        cards: The user's own cards.
        most: The maximum number.

    Returns:
        ``cards``, their names, best first, and ``near``: whether these only resemble the text.
    """
    wanted = normal(begun[:_LONGEST])
    if not wanted:
        return {"cards": [], "near": False}
    known = {normal(name): name for name in (*card_names(), *(one.replace("_", " ").title() for one in token_names()))}
    known = {plain: name for plain, name in known.items() if " // " not in name}  # its faces are there, too
    first = sorted(plain for plain in known if plain.startswith(wanted))
    names = [known[plain] for plain in first] + _stored_beginning(wanted, cards, most)
    if len(names) < most:
        names += [known[plain] for plain in sorted(known) if f" {wanted}" in plain]
    if names:
        return {"cards": list(dict.fromkeys(names))[:most], "near": False}
    return {"cards": nearest(begun[:_LONGEST], [*known.values(), *_stored_near(begun, cards)], most), "near": True}


def _stored_beginning(wanted: str, cards: CardSource | None, most: int) -> list[str]:
    """Return names of the store with this beginning; none where there is no store, or it cannot be read."""
    try:
        return cards.beginning(wanted, most) if isinstance(cards, Store) else []
    except (InputError, OSError):
        return []


def _stored_near(begun: str, cards: CardSource | None) -> list[str]:
    try:
        return list(cards.candidates(begun[:_LONGEST])) if cards is not None else []
    except (InputError, OSError):
        return []
