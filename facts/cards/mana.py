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


def symbol_parts(symbol: str) -> tuple[int | str, ...]:
    """Return what stands in a symbol: numbers and letters.

    Args:
        symbol: Without braces: ``2``, ``W``, ``2/W``, ``W/P``, ``X``.

    Returns:
        The parts. Half a mana has none: the rules count in whole numbers (107.1).
    """
    if symbol.startswith("H") and len(symbol) == 2:
        return ()
    return tuple(int(part) if part.isdecimal() else part for part in symbol.split("/"))


def symbol_colors(symbol: str) -> tuple[str, ...]:
    """Return the colors of a symbol (105.2).

    Args:
        symbol: Without braces.

    Returns:
        Letters in WUBRG order.
    """
    return tuple(color for color in _COLORS if color in symbol.split("/"))
