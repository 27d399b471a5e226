"""The examples: boards that people ask about."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from facts.board import board_text
from facts.text import read_document, slug


class Example(NamedTuple):
    """A board that people ask about.

    Attributes:
        name: Its name in the address.
        title: Its name for people.
        text: The board.
        cards: The names of its cards.
    """

    name: str
    title: str
    text: str
    cards: str


@lru_cache(maxsize=1)
def examples() -> tuple[Example, ...]:
    """Return the examples, in the order of their file."""
    path = Path(__file__).parent / "examples.yaml"
    found = read_document(path.read_bytes(), path.name).data
    return tuple(
        Example(
            slug(title),
            title,
            board_text({"name": title, **(board if isinstance(board, dict) else {"timeline": board})}),
            _cards(board["timeline"] if isinstance(board, dict) else board),
        )
        for title, board in found.items()
    )


def _cards(timeline: list[Any]) -> str:
    """Return the names of the cards that enter or resolve, each once."""
    named = [step if isinstance(step, str) else step.get("enters") or step.get("resolves") for step in timeline]
    return " · ".join(dict.fromkeys(name for name in named if name))
