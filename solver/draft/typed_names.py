"""Find the cards for typed names: first by the exact name, then by its beginning, then by similar names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from facts.cards import Card, CardSource, find_card
from facts.text import normal
from solver.draft.card_names import suggestions

_SEPARATORS = (r"[\n;]+", r"\s+(?:and|&|\+)\s+", r"\s*,\s*")
"""Separators between two names, the most certain first: names have commas, and some an "and"."""
_MOST_NAMES = 50
_LONGEST = 2000


class Meant(NamedTuple):
    """The card that a typed name means.

    Attributes:
        typed: The name as typed.
        card: The card; None where it is not certain which.
        name: Its name on the board.
        near: The names of similar cards.
    """

    typed: str
    card: Card | None
    name: str
    near: tuple[str, ...] = ()


def meant(typed: str, own: Mapping[str, Card], cards: CardSource | None) -> list[Meant]:
    """Find the cards that somebody means.

    Args:
        typed: One name, or several with commas, line ends or "and" between them.
        own: The cards defined on the board, by name as `facts.text.names.normal` writes it.
        cards: The user's own cards.

    Returns:
        One entry for each name.
    """
    return _split(typed[:_LONGEST].strip(), 0, own, cards)[:_MOST_NAMES]


def _split(typed: str, level: int, own: Mapping[str, Card], cards: CardSource | None) -> list[Meant]:
    if not typed:
        return []
    card = find_card(typed, own, cards)
    if card is not None:
        return [Meant(typed, card, spelled(card, typed))]
    for further in range(level, len(_SEPARATORS)):
        parts = [part for part in re.split(_SEPARATORS[further], typed) if part.strip()]
        if len(parts) > 1:
            found = [one for part in parts[:_MOST_NAMES] for one in _split(part.strip(), further, own, cards)]
            if further < 2 or _fits(found):
                return found
    return [_near(typed, own, cards)]


def _fits(found: list[Meant]) -> bool:
    """Tell whether the texts between commas are names, and not the pieces of one name with a comma."""
    names = [one.name for one in found]
    return all(one.card is not None for one in found) and not any(
        normal(one.typed) != normal(one.name) and names.count(one.name) > 1 for one in found
    )


def _near(typed: str, own: Mapping[str, Card], cards: CardSource | None) -> Meant:
    """Return the one card that begins like the text, or those that may have been meant."""
    found = suggestions(typed, cards, 6)
    names: list[str] = found["cards"]
    if not names:
        return Meant(typed, None, typed)
    beginning = [name for name in names if normal(name).startswith(normal(typed))]
    certain = beginning if len(beginning) == 1 else names if len(names) == 1 else []
    if not any(letter.isalpha() for letter in typed):  # a number is the answer to a question, and no name
        certain = []
    card = find_card(certain[0], own, cards) if certain else None
    if card is None:
        return Meant(typed, None, typed, tuple(names))
    return Meant(typed, card, spelled(card, certain[0]))


def spelled(card: Card, typed: str) -> str:
    """Return how a board names a card: by the face that was typed, or its front face.

    Args:
        card: The card.
        typed: The name as typed.
    """
    if card.layout == "split":
        return card.name
    return next((face.name for face in card.faces if normal(face.name) == normal(typed)), card.faces[0].name)
