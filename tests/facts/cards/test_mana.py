"""Mana symbols: the parts and the colors of a cost."""

from __future__ import annotations

import pytest

from facts.cards.mana import symbol_colors, symbol_parts, symbols

SYMBOLS: list[tuple[str, tuple[int | str, ...], str]] = [
    ("0", (0,), ""),
    ("15", (15,), ""),
    ("W", ("W",), "W"),
    ("C", ("C",), ""),
    ("X", ("X",), ""),
    ("W/U", ("W", "U"), "WU"),
    ("G/W", ("G", "W"), "WG"),
    ("2/B", (2, "B"), "B"),
    ("C/R", ("C", "R"), "R"),
    ("G/U/P", ("G", "U", "P"), "UG"),
    ("HW", (), ""),
    ("²", ("²",), ""),
]


@pytest.mark.parametrize(("symbol", "parts", "colors"), SYMBOLS)
def test_a_symbol(symbol: str, parts: tuple[int | str, ...], colors: str) -> None:
    assert symbol_parts(symbol) == parts
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
