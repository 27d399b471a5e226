"""Mana symbols: the parts of a printed mana cost (107.4)."""

from __future__ import annotations

from collections import Counter

from facts.runtime import pattern

_SYMBOL = pattern(r"\{([^{}]+)\}")
_COLORS = "WUBRG"


def symbols(cost: str) -> Counter[str]:
    """Count the symbols of a mana cost.

    Args:
        cost: Like ``{2}{W/U}{R}``.

    Returns:
        The number of each symbol, without braces, in the order they stand.
    """
    return Counter(symbol.upper() for symbol in _SYMBOL.findall(cost))


def symbol_value(symbol: str) -> int:
    """Return the mana value of a symbol (202.3d-f): the larger part of a hybrid, nothing for X.

    Args:
        symbol: Without braces: ``2``, ``W``, ``2/W``, ``W/P``, ``X``.

    Returns:
        The number.
    """
    if symbol.isdecimal():
        return int(symbol)
    parts = symbol.split("/")
    if any(part.isdecimal() for part in parts):
        return max(int(part) for part in parts if part.isdecimal())
    return 0 if symbol in ("X", "Y", "Z") or (symbol.startswith("H") and len(symbol) == 2) else 1


def symbol_colors(symbol: str) -> tuple[str, ...]:
    """Return the colors of a symbol (105.2).

    Args:
        symbol: Without braces.

    Returns:
        Letters in WUBRG order.
    """
    return tuple(color for color in _COLORS if color in symbol.split("/"))
