"""The census of what is read, on made-up cards."""

from __future__ import annotations

import gzip
import json
import os

import pytest

from facts.oracle.census import kinds_of, take_census, template_of

CARDS: list[dict[str, object]] = [
    {"name": "Moonlet", "type_line": "Enchantment", "oracle_text": "Nonbasic lands are Mountains.\nDraw a card."},
    {"name": "Sunlet", "type_line": "Enchantment", "oracle_text": "Nonbasic lands are Plains."},
    {"name": "Odd", "type_line": "Enchantment", "oracle_text": "Lands that dream are Islands.\nFlying"},
    {
        "name": "Two // Faces",
        "card_faces": [
            {"name": "Two", "type_line": "Creature — Elf", "oracle_text": "Two gets +1/+1 and loses its mind."},
            {"name": "Faces", "type_line": "Artifact", "oracle_text": 'Creatures have "{T}: This creature is blue."'},
        ],
    },
    {"name": "Plain", "type_line": "Creature — Elf"},
]


@pytest.mark.parametrize(
    ("sentence", "kinds"),
    [
        ("Nonbasic lands are Mountains", ("types",)),
        ("~ is every creature type", ("types",)),
        ("~ becomes a copy of target creature", ("copying",)),
        ("Create a token that's a copy of target creature", ("copying",)),
        ("Destroy each token that's a copy of ~", ("copying",)),
        ("Each creature with a gold counter on it is a Wall", ("types",)),
        (
            "Enchanted creature is a Toad with base power and toughness 1/1 and loses all abilities",
            ("types", "loss of abilities"),
        ),
        ("Destroy each creature that is a Goblin", ()),
        ("All creatures lose infect", ("loss of abilities",)),
        ("You lose 3 life", ()),
        ("Artifacts you control become artifact creatures", ("types",)),
        ("Each land you control becomes that type", ("types",)),
        ("Amass Orcs 2", ("types",)),
        ("Target creature loses all abilities", ("loss of abilities",)),
        ("Target creature becomes blue and gets +1/+1", ("colors", "power and toughness")),
        ("Enchanted creature has flying", ("granted abilities",)),
        ("Draw a card", ()),
        ("You gain X life, where X is that creature's power", ()),
        ("Destroy target creature that's an Elf", ()),
        ("If it's a creature, draw a card", ()),
    ],
)
def test_kinds(sentence: str, kinds: tuple[str, ...]) -> None:
    assert kinds_of(sentence) == kinds


@pytest.mark.parametrize(
    ("sentence", "template"),
    [
        ("Elves get +2/+1 and have first strike", "Elves get P/T and have KEYWORD"),
        ("{1}{G}: ~ becomes a 3/3 green Elf creature", "COST: ~ becomes a P/T COLOR SUBTYPE creature"),
        ("Two lands named ⟪Old Quarry⟫ have ⟦0⟧", "Two lands named NAME have QUOTE"),
    ],
)
def test_templates(sentence: str, template: str) -> None:
    assert template_of(sentence) == template


def test_a_census() -> None:
    census = take_census(CARDS)
    assert (census.cards, census.faces) == (5, 5)
    data = census.as_data()
    assert data["kinds"]["types"] == {"total": 3, "read": 2, "unread": 1, "percent": 66.67}
    assert data["main"]["total"] == data["main"]["read"] + data["main"]["unread"] == 4
    first, *rest = data["templates"]
    assert first["unread"] == 1
    assert {"template": "Nonbasic lands are SUBTYPE", "kinds": ["types"], "read": 2, "unread": 0} in [
        {key: value for key, value in one.items() if key != "example"} for one in rest
    ]
    assert [one.unread for _, one in census.unread()] == [1, 1]
    assert {one.card for _, one in census.unread()} == {"Odd", "Two"}


def test_granted_abilities_count() -> None:
    assert take_census(CARDS[3:4]).kinds["colors"].total == 1


def test_an_empty_census() -> None:
    data = take_census([]).as_data()
    assert (data["main"]["percent"], data["templates"]) == (100.0, [])


def test_abilities_with_continuous_effects() -> None:
    data = take_census(CARDS).as_data()
    assert data["continuous"] == {"total": 5, "read": 3, "unread": 2, "percent": 60.0}


def test_a_modal_ability_is_one_ability() -> None:
    text = "Flying\nWhen Odd enters, choose one —\n• Target creature gets +1/+1 until end of turn.\n• Draw a card."
    abilities = take_census([{"name": "Odd", "type_line": "Creature — Elf", "oracle_text": text}]).abilities
    assert (abilities.total, abilities.read) == (2, 2)


FILE = "TYPELINE_SCRYFALL_FILE"


@pytest.mark.skipif(FILE not in os.environ, reason=f"{FILE} does not name a bulk file of Scryfall")
def test_so_much_of_a_card_file_is_read() -> None:
    opened = gzip.open if os.environ[FILE].endswith(".gz") else open
    with opened(os.environ[FILE], "rt", encoding="utf-8") as file:
        census = take_census(json.load(file))
    assert (census.main.share >= 99.5, census.continuous.share >= 99.1) == (True, True)
