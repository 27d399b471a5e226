"""Sources of a board's cards: the board itself, then the built-in library, then a source such as a store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from facts.cards.built_in import card_names, find_token, token_names
from facts.cards.built_in import find_card as find_built_in
from facts.cards.card import Card
from facts.text import did_you_mean, normal


class CardSource(Protocol):
    """Something that finds cards by name. A source gives the same `Card` each time the same card is asked for."""

    @property
    def preferred(self) -> bool:
        """True if its cards take precedence over built-in cards of the same name."""

    @property
    def hint(self) -> str:
        """Advice on how to get more cards, as a sentence; empty if none is needed."""

    def find(self, name: str) -> Card | None:
        """Find a card.

        Args:
            name: Its name, or that of a face; case, accents and apostrophes do not matter.

        Returns:
            The card, or None.

        Raises:
            InputError: The source cannot be used.
        """

    def candidates(self, name: str) -> Iterable[str]:
        """Return the names that a mistyped name may have meant.

        Args:
            name: The name as given.

        Returns:
            Names in any order; names too many do no harm.
        """


def find_card(name: str, own: Mapping[str, Card], source: CardSource | None, *, token: bool = False) -> Card | None:
    """Find a card.

    Args:
        name: Its name, or that of a face.
        own: The cards defined on the board, by name (see `facts.text.names.normal`). They take precedence over the
            built-in cards, and these over the cards of the source, unless the source is preferred.
        source: A further source to search.
        token: Whether it is to be a token: then a predefined token (111.10) takes precedence over cards of that name;
            else it comes after them.

    Returns:
        The card, or None.

    Raises:
        InputError: The source was needed and cannot be used.
    """
    card = own.get(normal(name))
    if card is None and token:
        card = find_token(name)
    if card is None and source is not None and source.preferred:
        card = source.find(name)
    card = card or find_built_in(name)
    if card is None and source is not None and not source.preferred:
        card = source.find(name)
    return card or find_token(name)


def unknown_card_hint(name: str, own: Mapping[str, Card], source: CardSource | None) -> str:
    """Return the advice for a name that no card has.

    Args:
        name: The name as given.
        own: The cards defined on the board.
        source: The further source that was searched for the card.

    Returns:
        Similar card names, or the ways to supply a card.
    """
    hint = did_you_mean(name, known_names(name, own, source))
    more = source.hint if source is not None else ""
    if not more:
        return hint or "Cards can be defined on the board, under 'cards'"
    return f"{hint} {more}" if hint else f"{more}, or define the card on the board, under 'cards'"


def known_names(name: str, own: Mapping[str, Card], source: CardSource | None) -> list[str]:
    """Return the names among which a name that no card has may find the one that was meant.

    Args:
        name: The name as given.
        own: The cards defined on the board.
        source: The further source that was searched for the card.

    Returns:
        All names of cards on the board and in the library, and the similar names of the source.
    """
    return [
        *(card.name for card in own.values()),
        *card_names(),
        *(one.replace("_", " ").title() for one in token_names()),
        *(source.candidates(name) if source is not None else ()),
    ]
