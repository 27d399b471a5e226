"""The words and numbers among the parts of a parse tree."""

from __future__ import annotations

from typing import Any

from lark import Token

from facts.oracle.read.parts import NotRead
from facts.words import Word


def values(parts: list[Any], *types: str) -> list[Any]:
    """Return the values of the tokens of some types.

    Args:
        parts: The children of a rule.
        types: Names of terminals.
    """
    return [part.value for part in parts if isinstance(part, Token) and part.type in types]


def stat_key(word: object) -> str:
    """Return the key of power, toughness, mana value."""
    return str(word).replace(" ", "_")


def number(word: Any) -> int:
    """Return the number that a word stands for."""
    value = word.value if isinstance(word, Token) else word
    return int(value.value if isinstance(value, Word) else value)


def fixed_size(text: Any) -> tuple[int, int]:
    """Return power and toughness; X has no place in a filter."""
    power, toughness = str(text).split("/")
    if "X" in (power, toughness):
        raise NotRead("size X")
    return int(power), int(toughness)
