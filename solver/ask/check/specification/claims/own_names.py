"""Giving different cards of one name names of their own: only boards without such cards share a grounding."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from solver.ask.check.specification.claims.claim import Claim, Data
from solver.ask.check.specification.claims.finding_claim import FindingClaim


class OwnNames:
    """The cards of some claims, each with a name that no other one has."""

    def __init__(self) -> None:
        """Begin with no cards."""
        self._known: dict[str, dict[str, str]] = {}

    def of_claims(self, some: Iterable[Claim]) -> Iterator[Claim]:
        """Rename the cards of claims about answers.

        Args:
            some: The claims.
        """
        for one in some:
            yield one._replace(board=self._renamed(one.board), other=self._renamed(one.other))

    def of_findings(self, some: Iterable[FindingClaim]) -> Iterator[FindingClaim]:
        """Rename the cards of claims about findings.

        Args:
            some: The claims.
        """
        for one in some:
            yield one._replace(board=self._renamed(one.board))

    def _renamed(self, board: Data) -> Data:
        new = {card["name"]: self._name(card) for card in board["cards"]}
        new = {old: name for old, name in new.items() if old != name}
        if not new:
            return board
        found: Data = _replaced(board, re.compile(rf"\b({'|'.join(map(re.escape, new))})\b"), new)
        return found

    def _name(self, card: Data) -> str:
        """Return the name of a card: a number stands behind it if another card has this name."""
        name: str = card["name"]
        known = self._known.setdefault(name, {})
        text = str(card)
        if text not in known:
            known[text] = f"{name} {len(known)}" if known and " // " not in name else name
        return known[text]


def _replaced(value: Any, old: re.Pattern[str], new: dict[str, str]) -> Any:
    """Replace names in all texts but type lines, which may have words that are names of cards, too."""
    if isinstance(value, str):
        return old.sub(lambda found: new[found[0]], value)
    if isinstance(value, list | tuple):
        return [_replaced(one, old, new) for one in value]
    if isinstance(value, dict):
        return {key: one if key == "type_line" else _replaced(one, old, new) for key, one in value.items()}
    return value
