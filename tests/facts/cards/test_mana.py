"""Mana symbols: the value and the colors of a cost."""

from __future__ import annotations

import pytest

from facts.cards.mana import symbol_colors, symbol_value, symbols

SYMBOLS = [
    ("0", 0, ""),
    ("1", 1, ""),
    ("15", 15, ""),
    ("W", 1, "W"),
    ("G", 1, "G"),
    ("C", 1, ""),
    ("S", 1, ""),
    ("X", 0, ""),
    ("Y", 0, ""),
    ("Z", 0, ""),
    ("W/U", 1, "WU"),
    ("G/W", 1, "WG"),
    ("2/B", 2, "B"),
    ("C/R", 1, "R"),
    ("R/P", 1, "R"),
    ("G/U/P", 1, "UG"),
    ("HW", 0, ""),
    ("²", 1, ""),
]


@pytest.mark.parametrize(("symbol", "value", "colors"), SYMBOLS)
def test_a_symbol(symbol: str, value: int, colors: str) -> None:
    assert symbol_value(symbol) == value
    assert "".join(symbol_colors(symbol)) == colors


@pytest.mark.parametrize(
    ("cost", "counts"),
    [
        ("", {}),
        ("{2}{R}{R}", {"2": 1, "R": 2}),
        ("{x}{w/u}", {"X": 1, "W/U": 1}),
        ("{10}", {"10": 1}),
        ("2RR", {}),
        ("{}{{R}}", {"R": 1}),
        ("{R} // {U}", {"R": 1, "U": 1}),
    ],
)
def test_the_symbols_of_a_cost(cost: str, counts: dict[str, int]) -> None:
    found = symbols(cost)
    assert dict(found) == counts
    assert list(found) == list(counts)
