"""Boards: reading one, and the timeline it tells."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from facts.board.steps import tell
from facts.board.timeline import Timeline
from facts.cards import Card, CardSource, check_given, described_card
from facts.text import MAX_BYTES, Document, InputError, normal, plain_document, read_document, show, with_corrected_line

DEFAULT_PLAYERS = ("you", "opponent")


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Board:
    """A board: players, cards of its own, and a timeline, oldest step first (613.7). It does not change.

    Attributes:
        document: The board as it was given.
        cards: The source of the cards that are neither defined on the board nor built in.
        timeline: The history that its steps describe.
    """

    document: Document
    cards: CardSource | None
    timeline: Timeline

    def __init__(self, document: Document, *, cards: CardSource | None = None, checked: bool = False) -> None:
        """Take a document.

        Args:
            document: A board.
            cards: The source of cards that are neither defined on the board nor built in, such as a
                `facts.cards.store.Store`.
            checked: The document is known to have the form of a board.

        Raises:
            InputError: It is no board, or its steps make no sense.
        """
        if not checked:
            from facts.schema import check

            check(document, "board")
        check_given(document)
        vars(self).update(document=document, cards=cards)
        timeline = tell(document, self.players, self.turn, _own_cards(document), cards)
        vars(self).update(timeline=timeline, document=timeline.document)  # which nothing can change

    @classmethod
    def read(cls, text: str | bytes, source: str = "<board>", *, cards: CardSource | None = None) -> Board:
        """Read a board from text.

        Args:
            text: YAML or JSON.
            source: Its name in messages.
            cards: The source of further cards.

        Returns:
            The board.

        Raises:
            InputError: The text is no board.
        """
        document = read_document(text, source)
        try:
            return cls(document, cards=cards)
        except InputError as error:
            raise with_corrected_line(error, text, document.data) from None

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, cards: CardSource | None = None) -> Board:
        """Read a board from a file.

        Args:
            path: The file.
            cards: The source of further cards.

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
        return cls.read(text, name, cards=cards)

    @classmethod
    def of(cls, data: Mapping[str, Any], source: str = "<board>", *, cards: CardSource | None = None) -> Board:
        """Take a board that a program made.

        Args:
            data: The board as plain data.
            source: Its name in messages.
            cards: The source of further cards.

        Returns:
            The board.

        Raises:
            InputError: It is no board.
        """
        return cls(plain_document(data, source), cards=cards)

    @classmethod
    def named(cls, names: Sequence[str], *, cards: CardSource | None = None) -> Board:
        """Make a board of cards that enter one after the other.

        Args:
            names: Names of cards.
            cards: The source of further cards.

        Returns:
            The board.

        Raises:
            InputError: There is no such card.
        """
        return cls.of({"timeline": list(names)}, "<cards>", cards=cards)

    def with_timeline(self, steps: Sequence[Any]) -> Board:
        """Return this board with another timeline.

        Args:
            steps: Steps of its own timeline, ``{"leaves": label}`` and ``{"ends": label}``. Their form is right, so no
                schema checks them.

        Returns:
            The board; messages about it name no lines.

        Raises:
            InputError: The steps make no sense.
        """
        document = Document({**self.document.data, "timeline": list(steps)}, self.document.source)
        return Board(document, cards=self.cards, checked=True)

    @property
    def players(self) -> tuple[str, ...]:
        """The players, in turn order."""
        return tuple(self.document.data.get("players") or DEFAULT_PLAYERS)

    @property
    def turn(self) -> str:
        """The active player: the first player unless the board names another.

        Raises:
            InputError: The board names somebody who is no player.
        """
        turn = str(self.document.data.get("turn") or self.players[0])
        if turn not in self.players:
            hint = f"The players are {', '.join(self.players)}"
            raise self.document.error(("turn",), f"{show(turn)} is no player", hint)
        return turn


def _own_cards(document: Document) -> dict[str, Card]:
    """Return the cards defined on the board, by name and by the names of their faces."""
    found: dict[str, Card] = {}
    for index, data in enumerate(document.data.get("cards") or ()):
        card = described_card(data)
        for name in {normal(card.name), *(normal(face.name) for face in card.faces)}:
            if name in found:
                raise document.error(("cards", index, "name"), f"the card {show(card.name)} is defined twice")
            found[name] = card
    return found
