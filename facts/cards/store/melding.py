"""Find meld partners and results from the texts of the cards (701.37, 712.4), as card files may omit the links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from facts.runtime import pattern

_INTO = pattern(r"\bmeld them into ([^.\n]+)\.")


class Melding:
    """The cards of a file that meld."""

    def __init__(self) -> None:
        """Begin with none."""
        self._texts: dict[str, str] = {}

    def note(self, card: Mapping[str, Any]) -> None:
        """Take note of a card, if it melds.

        Args:
            card: The card, in Scryfall's shape.
        """
        if card.get("layout") == "meld" and "melds_from" not in card:
            self._texts[str(card["name"])] = str(card.get("oracle_text", ""))

    def results(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Go through the cards that result from melding.

        Yields:
            A name, and those of the two cards: the one whose text says so, and the one that it names.
        """
        for name, text in self._texts.items():
            into = _INTO.search(text)
            if into is None:
                continue
            others = [other for other in self._texts if other not in (name, into[1]) and other in text]
            if len(others) == 1:
                yield into[1], (name, others[0])
