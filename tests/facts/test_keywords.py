"""Which texts are keyword abilities (702)."""

from __future__ import annotations

import pytest

from facts.keywords import keyword_of


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("Flying", "flying"),
        ("Ward—Discard a card", "ward"),
        ("Crew 3", "crew"),
        ("Desertwalk", "desertwalk"),
        ("Snow swampwalk", "snow swampwalk"),
        ("Landwalk of the chosen type", "landwalk"),
        ("Exhaust", "exhaust"),
        ("Solved — This permanent gets +1/+1.", None),
        ("Max speed — This creature has menace.", None),
        ("Exhaust — {3}: Draw a card.", None),
        ("Boast — {1}{R}: Draw a card.", None),
        ("Flying creatures get +1/+1.", None),
    ],
)
def test_a_keyword_ability_is_told_from_an_ability_after_a_keyword(text: str, keyword: str | None) -> None:
    assert keyword_of(text) == keyword
