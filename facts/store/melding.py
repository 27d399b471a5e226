"""Which cards meld into which, by what they say themselves (701.37, 712.4): files do not always say it otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_INTO = re.compile(r"\bmeld them into ([^.\n]+)\.")
_WITH = re.compile(r"\(Melds with ([^.\n]+)\.\)")


class Melding:
    """The cards of a file that meld."""

    def __init__(self) -> None:
        """Begin with none."""
        self._into: dict[str, str] = {}
        self._partner: dict[str, str] = {}

    def note(self, card: Mapping[str, Any]) -> None:
        """Take note of a card, if it melds.

        Args:
            card: The card, in Scryfall's shape.
        """
        text = card.get("oracle_text")
        if not isinstance(text, str) or card.get("layout") != "meld":
            return
        into, partner = _INTO.search(text), _WITH.search(text)
        if into is not None:
            self._into[card["name"]] = into[1]
        if partner is not None:
            self._partner[partner[1]] = card["name"]

    def results(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Go through what cards meld into.

        Yields:
            A name, and those of the two cards.
        """
        for name, result in self._into.items():
            if name in self._partner:
                yield result, (name, self._partner[name])
