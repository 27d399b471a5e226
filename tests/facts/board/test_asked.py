"""Which choices a text asks for, and which of them it rules out (205.3e, 201.4)."""

from __future__ import annotations

from typing import Any

import pytest

from facts import Board
from facts.board.asked import asked_by
from facts.text.errors import InputError

_AS = "As this enchantment enters, choose "
_ABILITIES = _AS + "two abilities from among first strike, vigilance, and lifelink."
_REFUSED = [
    (_AS + "a creature type.", {"creature_type": ["Elf", "Goblin"]}, "2 values are chosen, and the text asks for one"),
    (_AS + "a creature type other than Wall.", {"creature_type": "Wall"}, "'Wall' cannot be chosen"),
    (_AS + "a color.", {"color": ["W", "U"]}, "2 values are chosen"),
    (_AS + "a color other than white.", {"color": "W"}, "'white' cannot be chosen"),
    (_AS + "two colors.", {"color": ["W"]}, "the text asks for two colors"),
    (_AS + "30 colors.", {"color": ["W", "U"]}, "the text asks for 30 colors"),
    (_AS + "two players.", {"player": "ann"}, "the text asks for two players"),
    (_AS + "two basic land types.", {"basic_land_type": ["Forest", "Forest"]}, "'Forest' is chosen twice"),
    (_ABILITIES, {"mode": "vigilance"}, "the text asks for two abilities"),
    (_ABILITIES, {"mode": ["vigilance", "flying"]}, "'flying' cannot be chosen"),
    (_ABILITIES, {"mode": ["vigilance", "lifelink", "first strike"]}, "Choose two abilities"),
    (_AS + "two colors.", {"color": ["W", "U", "B"]}, "the text asks for two"),
    (_AS + "two colors.", {"color": ["W", "W"]}, "'white' is chosen twice"),
    (_AS + "a color and a creature type.", {"color": ["W", "U"], "creature_type": "Elf"}, "chosen.color"),
    (_AS + "a card type other than creature or land.", {"card_type": "Land"}, "'Land' cannot be chosen"),
    (_AS + "a permanent type.", {"card_type": "Instant"}, "'Instant' cannot be chosen"),
    (_AS + "a nonbasic land type.", {"land_type": "Forest"}, "'Forest' cannot be chosen"),
    (_AS + "two basic land types.", {"basic_land_type": ["Forest", "Island", "Swamp"]}, "3 values are chosen"),
    (_AS + "a number between 1 and 10.", {"number": 11}, "'11' cannot be chosen"),
    (_AS + "a number greater than 0.", {"number": 0}, "'0' cannot be chosen"),
    (_AS + "an opponent.", {"player": "ann"}, "'ann' cannot be chosen"),
    (_AS + "a color and an opponent.", {"color": "W", "player": "ann"}, "'ann' cannot be chosen"),
    (_AS + "a nonland card name.", {"card_name": "dryad arbor"}, "'Dryad Arbor' cannot be chosen"),
    (_AS + "a nonbasic land card name.", {"card_name": "Forest"}, "'Forest' cannot be chosen"),
    (_AS + "a noncreature, nonland card name.", {"card_name": "Grizzly Bears"}, "'Grizzly Bears' cannot be chosen"),
    (_AS + "a card name other than a basic land card name.", {"card_name": "Forest"}, "'Forest' cannot be chosen"),
    (_AS + "an artifact card name.", {"card_name": "Forest"}, "'Forest' cannot be chosen"),
    (_AS + "odd or even.", {"mode": "maybe"}, "'maybe' cannot be chosen"),
    (_AS + "a color that isn't blue.", {"color": "U"}, "'blue' cannot be chosen"),
    ("When this enters, each player chooses a nonland card name.", {"card_name": ["Forest"]}, "(201.4a)"),
]
_ACCEPTED = [
    (_AS + "a creature type other than Wall.", {"creature_type": "Elf"}),
    (_AS + "two colors.", {"color": ["W", "U"]}),
    (_ABILITIES, {"mode": ["first strike", "lifelink"]}),
    (_AS + "a color and a creature type.", {"color": "W", "creature_type": "Elf"}),
    (_AS + "a card type other than creature or land.", {"card_type": "Artifact"}),
    (_AS + "a number between 1 and 10.", {"number": 10}),
    (_AS + "an opponent.", {"player": "ben"}),
    (_AS + "a player.", {"player": "ann"}),
    (_AS + "a nonbasic land card name.", {"card_name": "Dryad Arbor"}),
    (_AS + "a noncreature, nonland card name.", {"card_name": "Blood Moon"}),
    (_AS + "a nonland card name.", {"card_name": "A card of next year"}),
    (_AS + "odd or even.", {"mode": "odd"}),
    ("When this enchantment enters, each player chooses a creature type.", {"creature_type": ["Elf", "Goblin"]}),
    ("As this enters, you and an opponent each choose a color.", {"color": ["W", "W"]}),
    ("When this enchantment enters, choose a color or colors.", {"color": "W"}),
]


def _board(text: str, chosen: dict[str, Any]) -> Board:
    card = {"name": "Test Sign", "type_line": "Enchantment", "oracle_text": text}
    step = {"enters": "Test Sign", "chosen": chosen}
    return Board.of({"players": ["ann", "ben"], "cards": [card], "timeline": [step]})


@pytest.mark.parametrize(("text", "chosen", "said"), _REFUSED)
def test_a_choice_that_the_text_rules_out_is_refused(text: str, chosen: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match="timeline") as caught:
        _ = _board(text, chosen).timeline
    assert said in str(caught.value)


@pytest.mark.parametrize(("text", "chosen"), _ACCEPTED)
def test_a_choice_that_the_text_allows_is_accepted(text: str, chosen: dict[str, Any]) -> None:
    assert _board(text, chosen).timeline.things


def test_a_name_is_chosen_as_it_is_printed() -> None:
    board = _board(_AS + "a nonland card name.", {"card_name": "grizzly bears"})
    assert board.timeline.things["test_sign"].chosen == {"card_name": ("Grizzly Bears",)}


def test_a_choice_that_nothing_asks_for_is_warned_of() -> None:
    board = Board.of({"timeline": [{"enters": "Grizzly Bears", "chosen": {"color": "W"}}]})
    assert list(board.timeline.warnings) == [
        "Grizzly Bears (step 1): 'chosen' names a color, and no text of it asks for one"
    ]


def test_the_choices_of_a_text() -> None:
    asked = asked_by("As this enters, choose two creature types and a color other than white. Choose an opponent.")
    assert [(one.key, one.count, one.barred) for one in asked] == [
        ("creature_type", 2, ()), ("color", 1, ("white",)), ("player", 1, ()),
    ]  # fmt: skip
