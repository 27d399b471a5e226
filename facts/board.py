"""Boards: reading one, and the timeline it tells."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from facts.cards import Card, read_card
from facts.errors import InputError, show
from facts.names import did_you_mean, normal
from facts.reading import MAX_BYTES, Document, plain_document, read_document
from facts.telling import tell
from facts.timeline import Timeline

DEFAULT_PLAYERS = ("you", "opponent")


class Board:
    """A board: players, cards of its own, and a timeline, oldest step first (613.7).

    Attributes:
        document: The board as it was given.
        timeline: What its steps amount to.
    """

    def __init__(self, document: Document) -> None:
        """Take a document.

        Args:
            document: A board.

        Raises:
            InputError: It is no board, or its steps make no sense.
        """
        from facts.schema import check

        check(document, "board")
        self.document = document
        self._own = _own_cards(document)
        self.timeline: Timeline = tell(document, self.players, self.turn, self._own)

    @classmethod
    def read(cls, text: str | bytes, source: str = "<board>") -> Board:
        """Read a board from text.

        Args:
            text: YAML or JSON.
            source: What messages call it.

        Returns:
            The board.

        Raises:
            InputError: The text is no board.
        """
        return cls(read_document(text, source))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Board:
        """Read a board from a file.

        Args:
            path: The file.

        Returns:
            The board.

        Raises:
            InputError: The file cannot be read or is no board.
        """
        name = os.fspath(path)
        try:
            with Path(name).open("rb") as file:
                text = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", source=name) from None
        return cls.read(text, name)

    @classmethod
    def of(cls, data: Mapping[str, Any], source: str = "<board>") -> Board:
        """Take a board that a program made.

        Args:
            data: The board as plain data.
            source: What messages call it.

        Returns:
            The board.

        Raises:
            InputError: It is no board.
        """
        return cls(plain_document(data, source))

    @classmethod
    def named(cls, names: Sequence[str]) -> Board:
        """Make a board of cards that enter one after the other.

        Args:
            names: Names of cards.

        Returns:
            The board.

        Raises:
            InputError: There is no such card.
        """
        return cls.of({"timeline": list(names)}, "<cards>")

    @property
    def players(self) -> tuple[str, ...]:
        """The players, in turn order."""
        return tuple(self.document.data.get("players") or DEFAULT_PLAYERS)

    @property
    def turn(self) -> str:
        """Whose turn it is: the first player's unless the board says otherwise."""
        turn = str(self.document.data.get("turn") or self.players[0])
        if turn not in self.players:
            raise self.document.error(("turn",), f"{show(turn)} is no player", did_you_mean(turn, self.players))
        return turn


def _own_cards(document: Document) -> dict[str, Card]:
    """Return the cards defined on the board, by name and by the names of their faces."""
    found: dict[str, Card] = {}
    for index, data in enumerate(document.data.get("cards") or ()):
        card = read_card(data)
        for name in {normal(card.name), *(normal(face.name) for face in card.faces)}:
            if name in found:
                raise document.error(("cards", index, "name"), f"the card {show(card.name)} is defined twice")
            found[name] = card
    return found
