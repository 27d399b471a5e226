"""Which texts are keyword abilities (702)."""

from __future__ import annotations

import pytest

from facts.words.keywords import keyword_of, new_keyword


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
        ("Echo of the Lost — Creatures you control get +1/+1.", None),
        ("Crew of Heroes — Vehicles you control are creatures.", None),
        ("Splice onto Arcane — Exile a card from your hand.", "splice"),
        ("Squad — Exile three cards from your graveyard.", "squad"),
        ("Goatcycling {2}", "cycling"),
        ("Goat offering", "offering"),
    ],
)
def test_a_keyword_ability_is_told_from_an_ability_after_a_keyword(text: str, keyword: str | None) -> None:
    assert keyword_of(text) == keyword


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("Zest", True),
        ("zest 2", True),
        ("Zest {2}{G}", True),
        ("Quick zest", True),
        ("Flying", False),
        ("Draw a card", False),
        ("Draw", False),
        ("Creature", False),
        ("Zest.", False),
        ("Choose one —", False),
        ("You win the game", False),
    ],
)
def test_an_unknown_keyword_is_told_from_other_texts(text: str, new: bool) -> None:
    assert new_keyword(text) == new
