"""Checks of boards that hardly differ: each state of a draft is derived once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from facts.board import Board
from facts.cards import CardSource
from facts.text import InputError
from solver.ask.check import BoardCheck, check_board

_MOST = 256
"""The most results kept."""


class CheckedBoards:
    """Checks boards, and keeps the results: the board after an answer was checked when the answer was tried."""

    def __init__(self, cards: CardSource | None, edition: str) -> None:
        """Begin with no results.

        Args:
            cards: The source of further cards.
            edition: The edition of the rules.
        """
        self.cards = cards
        self._edition = edition
        self._known: dict[str, BoardCheck | InputError] = {}

    def check(self, data: Mapping[str, Any]) -> BoardCheck:
        """Check a board, unless that was done before.

        Args:
            data: The board, as plain data.

        Returns:
            Its findings, and its answer.

        Raises:
            InputError: It is no board, or something on it is impossible.
        """
        key = json.dumps(_plain(data), default=str)
        found = self._known.get(key)
        if found is None:
            try:
                found = check_board(Board.of(dict(data), cards=self.cards), edition=self._edition)
            except InputError as error:
                found = error
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[key] = found
        if isinstance(found, InputError):
            raise found
        return found


def _plain(data: Any) -> Any:
    """Return data that is equal for equal boards: the keys of a mapping have no order."""
    if isinstance(data, Mapping):
        return sorted(([str(key), _plain(value)] for key, value in data.items()), key=lambda row: str(row[0]))
    if isinstance(data, list | tuple):
        return [_plain(one) for one in data]
    return data
