"""Reading cards: faces, abilities, numbers."""

from __future__ import annotations

from typing import Any

import pytest

from facts.cards.card import letter, printed_number, read_ability, read_card
from facts.words.keywords import keyword_of
from facts.words.rules_text_paragraphs import paragraphs

FRONT = {"name": "A", "type_line": "Creature — Elf"}
BACK = {"name": "B", "type_line": "Land"}


@pytest.mark.parametrize(
    ("layout", "sides"),
    [
        ("transform", ["front", "back"]),
        ("modal_dfc", ["front", "back"]),
        ("double_faced_token", ["front", "back"]),
        ("split", ["left", "right"]),
        ("room", ["left", "right"]),
        ("adventure", ["front", "adventure"]),
        ("flip", ["front", "flipped"]),
        (None, ["front", "back"]),
        ("normal", ["front", "back"]),
    ],
)
def test_the_sides_of_layouts(layout: str | None, sides: list[str]) -> None:
    card = read_card({"name": "A // B", "layout": layout, "card_faces": [FRONT, BACK]})
    assert [face.side for face in card.faces] == sides
    assert [face.name for face in card.faces] == ["A", "B"]
    assert card.face(sides[1]) is card.faces[1]
    assert card.face("nowhere") is None
    assert card.layout == (layout if layout not in (None, "normal") else "transform")


def test_a_card_of_one_face() -> None:
    card = read_card({**FRONT, "power": 2, "toughness": "1+*", "loyalty": "3", "mana_cost": "{G}"})
    (face,) = card.faces
    assert (card.name, card.layout, face.side) == ("A", "normal", "front")
    assert (face.power, face.toughness, face.loyalty, face.defense) == ("2", "1+*", "3", None)


def test_a_card_without_a_name_is_called_by_its_faces() -> None:
    assert read_card({"layout": "transform", "card_faces": [FRONT, BACK]}).name == "A // B"


def test_a_melded_card_is_one_face() -> None:
    card = read_card({"name": "AB", "type_line": "Creature", "layout": "meld", "melds_from": ["A", "B"]})
    assert (len(card.faces), card.melds_from) == (1, ("A", "B"))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (None, None),
        ("3", 3),
        ("0", 0),
        ("-1", -1),
        ("+1", 1),
        ("*", 0),
        ("1+*", 1),
        ("*+1", 1),
        ("7-*", 7),
        ("?", 0),
        ("X", 0),
        ("1.5", 1),
        (".5", 0),
    ],
)
def test_printed_numbers(text: str | None, number: int | None) -> None:
    assert printed_number(text) == number


@pytest.mark.parametrize(("given", "found"), [("g", "G"), ("W", "W"), ("blue", "U"), ("Black", "B")])
def test_letters_of_colors(given: str, found: str) -> None:
    assert letter(given) == found


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("flying", "flying"),
        ("Flying", "flying"),
        ("First strike", "first strike"),
        ("Crew 3", "crew"),
        ("bestow {3}{G}{G}", "bestow"),
        ("Morph—Discard a card.", "morph"),
        ("Protection from red", "protection"),
        ("Enchant creature", "enchant"),
        ("Equip {2}", "equip"),
        ("Ward—Pay 2 life.", "ward"),
        ("Partner with Toothy", "partner with"),
        ("Living metal", "living metal"),
        ("Changeling", "changeling"),
        ("Flying creatures get +1/+1.", None),
        ("Draw a card.", None),
        ("", None),
        ("Crewed this turn", None),
    ],
)
def test_keywords(text: str, keyword: str | None) -> None:
    assert keyword_of(text) == keyword


def test_paragraphs() -> None:
    text = "Flying, first strike (Reminder.)\nDraw a card, then another.\n(All of it.)\n\nWard {2}, haste"
    assert paragraphs(text) == ["Flying", "first strike", "Draw a card, then another.", "Ward {2}", "haste"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Flying, zest", ["Flying", "zest"]),
        ("Zest, flying", ["Zest", "flying"]),
        ("Flying, zest 2, haste", ["Flying", "zest 2", "haste"]),
        ("Zest, verve", ["Zest, verve"]),
        ("It has flying.\nThe same is true for reach.", ["It has flying. The same is true for reach."]),
        ("If it's red, draw.\nOtherwise, scry 1.\nHaste", ["If it's red, draw. Otherwise, scry 1.", "Haste"]),
        ("Enchant creature, land, or artifact", ["Enchant creature, land, or artifact"]),
        ("Partner with Arvel, Tester", ["Partner with Arvel, Tester"]),
        ("Echo—Pay {2}, discard a card", ["Echo—Pay {2}, discard a card"]),
    ],
)
def test_a_list_with_a_keyword_goes_on_with_keywords_that_no_list_has(text: str, expected: list[str]) -> None:
    assert paragraphs(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Flying, protection from white and from blue", ["Flying", "protection from white", "protection from blue"]),
        (
            "Protection from red, from Cats, and from black",
            ["Protection from red", "protection from Cats", "protection from black"],
        ),
        ("Hexproof from white and from black, haste", ["Hexproof from white", "hexproof from black", "haste"]),
        ("Protection from everything", ["Protection from everything"]),
        ("Destroy it and from it draw.", ["Destroy it and from it draw."]),
    ],
)
def test_protection_from_several_is_several(text: str, expected: list[str]) -> None:
    assert paragraphs(text) == expected


@pytest.mark.parametrize(
    ("form", "kind", "keyword", "effects", "modelled"),
    [
        ("flying", "plain", "flying", 0, True),
        ("Draw a card.", "plain", None, 0, True),
        ("All lands are Islands.", "plain", None, 0, False),
        ({"affects": {"type": "Land"}, "set_subtypes": ["Island"]}, "static", None, 1, True),
        ({"kind": "spell", "effects": [{"set_power": 1}, {"set_toughness": 1}]}, "spell", None, 2, True),
        (
            {"text": "As this enters, choose a color.", "kind": "as_enters", "chooses": "color"},
            "as_enters",
            None,
            0,
            True,
        ),
    ],
)
def test_abilities(form: Any, kind: str, keyword: str | None, effects: int, modelled: bool) -> None:
    ability = read_ability(form)
    assert (ability.kind, ability.keyword, len(ability.effects), ability.modelled) == (kind, keyword, effects, modelled)
    assert ability.not_modelled == (() if modelled else (ability.text,))
    assert ability.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{T}: Add {G}.", "adds"),
        ("{T}, Sacrifice this: Add one mana of any color.", "adds"),
        ("{T}: Draw a card.", ""),
        ("{T}: Add {G}. Target player loses 1 life.", "adds, has a target"),
        ("Whenever you tap a land for mana, add {G}.", "adds, triggers for mana"),
        (
            "Whenever a player taps a Forest, Swamp, or Plains for mana, that player adds an additional {G}.",
            "adds, triggers for mana",
        ),
        ("Whenever you cast a spell, add {G}.", "adds"),
        ("{T}: Choose a color. Add one mana of that color.", "adds"),
        (
            "{T}: Add {G}. When that mana is spent to cast a spell, copy it. You may choose new targets for the copy.",
            "adds",
        ),
        ("+1: Add {R}{R}.", "adds"),
        ('Lands have "{T}: Add {G}."', ""),
        ('Lands have "{T}: Tap target creature."', ""),
    ],
)
def test_what_a_text_says_of_mana(text: str, said: str) -> None:
    ability = read_ability(text)
    words = {
        "adds": ability.adds_mana,
        "has a target": ability.has_own_target,
        "triggers for mana": ability.triggers_for_mana,
    }
    assert ", ".join(word for word, is_so in words.items() if is_so) == said


@pytest.mark.parametrize(
    ("data", "colors"),
    [
        ({"color_indicator": ["G", "W"]}, "WG"),
        ({"mana_cost": "{G}", "colors": ["G"]}, ""),
        ({"mana_cost": "{G}", "colors": ["G", "U"]}, "U"),
        ({"colors": ["R", "W"]}, "WR"),
        ({}, ""),
    ],
)
def test_the_color_indicator(data: dict[str, Any], colors: str) -> None:
    assert "".join(read_card({**FRONT, **data}).faces[0].indicator) == colors


def test_an_ability_speaks_of_what_it_is_on() -> None:
    given = {"affects": "attached", "add_power": 1}
    aura = {"name": "A", "type_line": "Enchantment — Aura", "abilities": ["enchant land", given]}
    equipment = {"name": "A", "type_line": "Artifact — Equipment", "abilities": [given, "equip {1}"]}
    assert read_card(aura).faces[0].abilities[1].text.startswith("Enchanted land")
    assert read_card(equipment).faces[0].abilities[0].text.startswith("Equipped creature")
