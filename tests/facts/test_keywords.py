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
        ("Toxic Eel has reach as long as you control a Forest.", None),
        ("Champion of Tests gets +2/+2 for each Aura attached to it.", None),
        ("Crew Member is an artifact in addition to its other types.", None),
        ("Toxic Rain — Whenever you lose life, each opponent loses 1 life.", None),
        ("Station Guard's power is equal to the number of lands you control.", None),
        ("Equip abilities you activate cost {1} less to activate.", None),
        ("Firebending X, where X is the number of creatures that have firebending.", "firebending"),
        ("Ward {X}, where X is its power", "ward"),
        ("Companion — Each creature card in your starting deck has an even mana value.", "companion"),
        ("Protection from mana value 3 or greater", "protection"),
    ],
)
def test_a_keyword_ability_is_told_from_an_ability_after_a_keyword(text: str, keyword: str | None) -> None:
    assert keyword_of(text) == keyword
