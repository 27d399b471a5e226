"""Every effect form reads as a plain sentence, and words that no form has are refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from facts.text.reading import read_document
from tests.facts.oracle.say.said_forms import (
    ARTIFACT_CREATURES,
    CHOSEN_TYPE,
    CREATURES,
    EVERYWHERE_ELSE,
    FROG,
    MINE,
    ability_sentence,
    amount_phrase,
    condition_phrase,
    effect_sentence,
    filter_phrase,
)

LIBRARY = Path(__file__).parents[4] / "facts" / "cards" / "library"


ABILITIES: list[tuple[Any, str]] = [
    (
        {
            "affects": [
                {**CREATURES, **MINE},
                {**CREATURES, **MINE, "zone": "stack"},
                {**CREATURES, "owner": "you", "zone": EVERYWHERE_ELSE},
            ],
            "add_every": ["creature"],
        },
        "Creatures you control are every creature type. The same is true for creature spells you control and creature"
        " cards you own that aren't on the battlefield.",
    ),
    (
        {"affects": {"zone": ["battlefield", *EVERYWHERE_ELSE]}, "set_colors": []},
        "All cards that aren't on the battlefield, spells, and permanents are colorless.",
    ),
    (
        {
            "affects": {"subtype": "Forest"},
            "set_types": ["Creature"],
            "still": True,
            "set_power": 1,
            "set_toughness": 1,
        },
        "All Forests are 1/1 creatures. They're still lands.",
    ),
    (
        {"affects": {"type": "Land"}, "set_subtypes": ["Mountain", "Forest", "Plains"]},
        "All lands are Mountains, Forests, and Plains.",
    ),
    (
        {"affects": {**CREATURES, **MINE}, "becomes_copy": {"of": "this"}, "kind": "as_enters"},
        "Creatures you control enter as copies of this permanent.",
    ),
    (
        {
            "affects": "this",
            "cda": True,
            "set_power": {"counters": "oil"},
            "set_toughness": {"counters": "oil", "times": -1, "plus": 7},
        },
        "This permanent's power is equal to the number of oil counters on this permanent"
        " and its toughness is equal to 7 minus that number.",
    ),
    ("flying", "flying"),
    (
        {"affects": {"zone": "stack", "controller": "you", "as_told": "the first spell you cast this turn"}}
        | {"add_abilities": ["cascade"]},
        "The first spell you cast each turn has cascade.",
    ),
    (
        {"affects": {"zone": "stack", "controller": "you", "as_told": "cast from exile"}, "add_abilities": ["convoke"]},
        "Spells you cast from exile have convoke.",
    ),
    (
        {"affects": {**CREATURES, "as_told": "blocking or blocked by this"}, "add_abilities": ["lifelink"]},
        "Creatures blocking or blocked by this permanent have lifelink.",
    ),
    (
        {
            "kind": "spell",
            "affects": {"targets": CREATURES | {"other": True}, "nth": 2, "optional": True},
            "add_power": 1,
        },
        "Up to one other target creature (the second that is named) gets +1/+0.",
    ),
    ({"affects": CREATURES, "add_abilities": ["ward—Pay 2 life"]}, 'All creatures have "Ward—Pay 2 life."'),
    (
        {"kind": "spell", "affects": "targets", "set_name": "Bob", "set_types": ["Creature"]},
        "That permanent becomes a creature named Bob.",
    ),
    ({"kind": "spell", "affects": CREATURES, "switch": True}, "Switch the power and toughness of all creatures."),
    (
        {"kind": "spell", "affects": "targets", "add_power": {"x": True, "times": -1}, "add_toughness": {"x": True}},
        "That permanent gets -X/+X.",
    ),
    (
        {"kind": "activated", "affects": CREATURES, "add_power": {"x": True, "times": 2}},
        "Pay {X}: All creatures get +2X/+0.",
    ),
    (
        {"affects": "this", "set_power": {"power": "this"}, "set_toughness": {"toughness": "this"}},
        "This permanent has base power and toughness equal to this permanent's power and toughness.",
    ),
    (
        {"affects": {"subtype": "Spawn", "also": {"subtype": "Eldrazi"}}, "add_power": 1},
        "Spawn Eldrazi get +1/+0.",
    ),
    (
        {"kind": "spell", "affects": "targets", "lasts": "while_enchanted", "add_power": 1},
        "For as long as it's enchanted, that permanent gets +1/+0.",
    ),
    (
        {"kind": "spell", "affects": "targets", "lasts": {"counter": "oil"}, "add_power": 1},
        "For as long as it has an oil counter on it, that permanent gets +1/+0.",
    ),
    (
        {
            "kind": "spell",
            "chooses": "mode",
            "effects": [
                {"affects": "targets", "add_power": 1, "add_abilities": ["flying"], "mode": 1},
                {"affects": "targets", "add_power": 1, "add_abilities": ["haste"], "mode": 2},
            ],
        },
        "That permanent gets +1/+0 and gains your choice of flying or haste.",
    ),
    (
        {
            "affects": "this",
            "add_power": {
                "greatest": "mana_value",
                "among": {
                    "is": "commander",
                    "owner": "you",
                    "zone": ["battlefield", "stack", "hand", "graveyard", "library", "exile", "command"],
                },
            },
        },
        "This permanent gets +X/+0, where X is the greatest mana value among your commanders.",
    ),
    (
        {
            "kind": "as_enters",
            "chooses": "mode",
            "effects": [
                {"affects": "this", "set_power": 3, "set_toughness": 3, "set_types": ["Artifact", "Creature"]},
                {
                    "affects": "this",
                    "set_power": 8,
                    "set_toughness": 1,
                    "set_types": ["Creature"],
                    "add_abilities": ["flying"],
                },
                {
                    "affects": "this",
                    "set_power": 1,
                    "set_toughness": 6,
                    "add_types": ["Artifact", "Creature"],
                    "add_subtypes": ["Wall"],
                    "add_abilities": ["defender"],
                },
            ],
        },
        "As this permanent enters, it becomes your choice of a 3/3 artifact creature, an 8/1 creature with flying, or "
        "a 1/6 Wall artifact creature with defender in addition to its other types.",
    ),
    (
        {
            "kind": "as_enters",
            "chooses": "mode",
            "effects": [
                {"affects": "this", "set_power": 5, "set_toughness": 1},
                {"affects": "this", "set_power": 1, "set_toughness": 5},
            ],
        },
        "As this permanent enters, it becomes your choice of 5/1 or 1/5.",
    ),
    (
        {"kind": "spell", "affects": "targets", "lasts": "while_tapped", "add_power": 1},
        "For as long as this permanent remains tapped, that permanent gets +1/+0.",
    ),
    (
        {"kind": "spell", "affects": "targets", "if": {"not": {"told": "it's night"}}, "add_power": 1},
        "That permanent gets +1/+0 unless it's night.",
    ),
    (
        {
            "kind": "spell",
            "affects": "targets",
            "add_power": {"counters": "oil", "times": -1},
            "add_toughness": {"counters": "oil", "times": -2, "plus": -1},
        },
        "That permanent gets -X/-Y, where X is the number of oil counters on this permanent"
        " and Y is 1 plus twice the number of oil counters on this permanent.",
    ),
    (
        {
            "kind": "as_enters",
            "affects": "this",
            "becomes_copy": {"except": {"add_supertypes": ["Snow"], "if_creature": {"add_abilities": ["changeling"]}}},
        },
        "As this permanent enters, it becomes a copy of another object, except it's snow,"
        " and if it's a creature, it has changeling.",
    ),
    (
        {
            "kind": "spell",
            "affects": {"targets": {"type": "Creature"}},
            "turn": "face_down",
            "face_down_values": {"types": ["Artifact", "Creature"], "subtypes": ["Golem"], "power": 2, "toughness": 2},
        },
        "Turn target creature face down. It's a 2/2 Golem artifact creature.",
    ),
    ({"text": "As written.", "affects": "this", "switch": True}, "As written."),
    (
        {"affects": {"type": "Land", "not": {"supertype": "Basic"}}, "set_subtypes": ["Mountain"]},
        "Nonbasic lands are Mountains.",
    ),
    (
        {"affects": CREATURES, "lose_all_abilities": True, "set_power": 1, "set_toughness": 1},
        "All creatures lose all abilities and have base power and toughness 1/1.",
    ),
    (
        FROG,
        ("The attached object loses all abilities and is a blue Frog creature with base power and toughness 1/1."),
    ),
    (
        {**FROG, "affects": {"targets": CREATURES}, "kind": "spell"},
        ("Target creature loses all abilities and becomes a blue Frog creature with base power and toughness 1/1."),
    ),
    (
        {
            "affects": {"other": True, "subtype": "Elf", **MINE},
            "add_power": 1,
            "add_toughness": 1,
            "add_abilities": ["forestwalk"],
        },
        "Other Elves you control get +1/+1 and have forestwalk.",
    ),
    (
        {
            "affects": "this",
            "as_long_as": {"count": {"subtype": "Plains", **MINE}},
            "add_abilities": ["first strike", "lifelink"],
        },
        "As long as you control a Plains, this permanent has first strike and lifelink.",
    ),
    (
        {
            "affects": "this",
            "as_long_as": {"devotion": ["W", "B"], "at_most": 6},
            "remove_types": ["Creature"],
        },
        "As long as your devotion to white and black is less than seven, this permanent isn't a creature.",
    ),
    (
        {"affects": "attached", "as_long_as": {"attached": {"color": "R"}}, "add_power": 2},
        "As long as the attached object is red, it gets +2/+0.",
    ),
    (
        {
            "affects": {"type": "Land"},
            "set_types": ["Creature"],
            "still": True,
            "set_power": 1,
            "set_toughness": 1,
        },
        "All lands are 1/1 creatures. They're still lands.",
    ),
    (
        {
            "kind": "activated",
            "affects": "this",
            "set_types": ["Creature"],
            "still": True,
            "set_subtypes": ["Elemental"],
            "set_colors": ["W"],
            "set_power": 4,
            "set_toughness": 4,
        },
        ("Pay its cost: This permanent becomes a 4/4 white Elemental creature. It keeps its other card types."),
    ),
    (
        {
            "affects": {"type": "Artifact", "not": CREATURES},
            "set_types": ["Artifact", "Creature"],
            "set_power": {"mana_value": "affected"},
            "set_toughness": {"mana_value": "affected"},
        },
        ("Noncreature artifacts are artifact creatures with base power and toughness each equal to their mana value."),
    ),
    (
        {"affects": [{"self": True}, {"other": True, "subtype": "Sliver"}], "add_power": 1},
        "This permanent and other Slivers get +1/+0.",
    ),
    (
        {"affects": {"targets": [CREATURES, {"type": "Land", **MINE}]}, "switch": True},
        "Target creature or target land you control has its power and toughness switched.",
    ),
    ({"affects": {"type": "Vehicle"}, "remove_types": ["Creature"]}, "Vehicles aren't creatures."),
    (
        {"affects": {"type": "Land"}, "add_subtypes": ["Swamp"]},
        "All lands are Swamps in addition to their other types.",
    ),
    (
        {"affects": {"type": "Land", **MINE}, "add_every": ["basic land"]},
        "Lands you control are every basic land type in addition to their other types.",
    ),
    (
        {
            "chooses": "creature_type",
            "effects": [
                {"affects": {**CREATURES, **MINE}, "set_subtypes": CHOSEN_TYPE},
                {"affects": {"subtype": CHOSEN_TYPE[0]}, "add_power": 1, "add_toughness": 1},
            ],
        },
        (
            "As this permanent enters, choose a creature type. Creatures you control are the "
            "chosen creature type. "
            "Permanents of the chosen creature type get +1/+1."
        ),
    ),
    (
        {"affects": "attached", "set_types": ["Land"], "set_colors": [], "loses_other_types": True},
        "The attached object is a colorless land and loses all other card types.",
    ),
    (
        {"affects": "attached", "add_subtypes": ["Zombie"], "add_colors": ["B"]},
        "The attached object is a black Zombie in addition to its other colors and types.",
    ),
    (
        {
            "affects": "this",
            "cda": True,
            "set_power": {"count_types": {"zone": "graveyard"}},
            "set_toughness": {"count_types": {"zone": "graveyard"}, "plus": 1},
        },
        (
            "This permanent's power is equal to the number of card types among cards in all graveyards "
            "and its toughness is equal to that number plus 1."
        ),
    ),
    (
        {"affects": "this", "cda": True, "add_every": ["creature"]},
        "In every zone, this permanent is every creature type.",
    ),
    (
        {
            "works_in": ["graveyard"],
            "as_long_as": {"count": {"subtype": "Island", **MINE}},
            "affects": {**CREATURES, **MINE},
            "add_abilities": ["flying"],
        },
        (
            "As long as this permanent is in your graveyard and you control an Island, creatures "
            "you control have flying."
        ),
    ),
    (
        {
            "affects": "attached",
            "add_abilities": [{"kind": "static", "affects": {"type": "Land"}, "set_colors": []}],
        },
        'The attached object has "All lands are colorless."',
    ),
    (
        {
            "affects": "this",
            "add_abilities": [{"affects": CREATURES, "add_abilities": ["{T}: Add {G}."]}, "haste"],
        },
        "This permanent has \"All creatures have '{T}: Add {G}.'\" and haste.",
    ),
    (
        {
            "kind": "as_enters",
            "affects": "this",
            "becomes_copy": {"except": {"add_types": ["Artifact"], "set_power": 7, "set_toughness": 7}},
        },
        (
            "As this permanent enters, it becomes a copy of another object, except it's a 7/7 "
            "artifact in addition to its other types."
        ),
    ),
    (
        {"kind": "spell", "affects": {"targets": {"other": True, **CREATURES}}, "gain_control": "you"},
        "You gain control of another target creature.",
    ),
    (
        {"affects": "attached", "gain_control": "you", "add_subtypes": ["Thrull"]},
        "You control the attached object, and it is a Thrull in addition to its other types.",
    ),
    (
        {
            "kind": "spell",
            "if": {"affected": {"subtype": "Goblin"}},
            "affects": {"targets": CREATURES},
            "add_power": {"x": True},
            "add_toughness": {"x": True},
        },
        "Target creature gets +X/+X if it's a Goblin.",
    ),
    (
        {
            "affects": "attached",
            "add_power": {"count": {"type": "Artifact", **MINE}},
            "add_toughness": 0,
        },
        "The attached object gets +1/+0 for each artifact you control.",
    ),
    (
        {
            "affects": "this",
            "add_power": -2,
            "add_toughness": {"devotion": ["G"]},
            "add_abilities": ["reach"],
        },
        "This permanent gets -2/+X and has reach, where X is your devotion to green.",
    ),
    (
        {"affects": {"type": "Land"}, "lose_all_abilities": {"except": "mana"}},
        "All lands lose all abilities except mana abilities.",
    ),
    (
        {"affects": {"other": True, **MINE, **ARTIFACT_CREATURES}, "add_power": 1, "add_toughness": 1},
        "Other artifact creatures you control get +1/+1.",
    ),
    (
        {"kind": "activated", "affects": {"targets": ARTIFACT_CREATURES}, "remove_types": ["Artifact"]},
        "Pay its cost: Target artifact creature isn't an artifact.",
    ),
    (
        {"affects": {"paired": True}, "add_abilities": ["reach"]},
        "As long as this permanent is paired with another creature, each of those creatures has reach.",
    ),
    (
        {"kind": "spell", "affects": {"targets": {**CREATURES, "keyword": "morph"}}, "turn": "face_down"},
        "Turn target creature with morph face down.",
    ),
    (
        {"kind": "as_enters", "affects": {**CREATURES, "token": False, "other": True}, "turn": "face_down"},
        "As this permanent enters, turn other nontoken creatures face down.",
    ),
]


@pytest.mark.parametrize(("ability", "sentence"), ABILITIES, ids=[sentence[:60] for _, sentence in ABILITIES])
def test_ability_reads(ability: Any, sentence: str) -> None:
    assert ability_sentence(ability) == sentence


def test_names_are_filled_in() -> None:
    ability = {"affects": "attached", "as_long_as": {"this": {"color": "R"}}, "add_power": 1}
    sentence = ability_sentence(ability, name="Bob", attached_phrase="enchanted creature")
    assert sentence == "As long as Bob is red, enchanted creature gets +1/+0."


@pytest.mark.parametrize(
    ("render", "form"),
    [
        (ability_sentence, {"affects": "this", "flavor": 1}),
        (ability_sentence, {"kind": "odd"}),
        (ability_sentence, {"affects": "this", "effects": []}),
        (effect_sentence, {"affects": "nobody", "switch": True}),
        (effect_sentence, {"affects": "this", "becomes_copy": {"as": 1}}),
        (effect_sentence, {"affects": "this", "becomes_copy": {"except": {"affects": "this"}}}),
        (filter_phrase, {"colour": "W"}),
        (filter_phrase, {"not": {"colour": "W"}}),
        (filter_phrase, {"also": {"colour": "W"}}),
        (condition_phrase, {"whenever": 1}),
        (condition_phrase, {"turn": "yours", "at_least": 2}),
        (amount_phrase, {"sum": 1}),
    ],
)
def test_unknown_words_are_refused(render: Callable[[Any], str], form: Any) -> None:
    with pytest.raises(ValueError, match=r"no key|not be|no such kind|stands beside|is none of"):
        render(form)


def test_the_library_reads() -> None:
    assert len(list(_library_abilities())) > 1_000
    for where, ability in _library_abilities():
        for shown in (ability, _without_text(ability)):
            sentence = ability_sentence(shown)
            assert "\n" not in sentence.strip(), where
            assert not re.search(r"\{'|\['|\bNone\b|\bTrue\b|  |\.\.$", sentence), f"{where}: {sentence}"


def _library_abilities() -> Iterator[tuple[str, Any]]:
    """Every ability of the built-in library, with the file it is in."""
    for file in sorted(LIBRARY.glob("*.yaml")):
        content = read_document(file.read_bytes(), file.name).data
        for card in content if isinstance(content, list) else [content]:
            for face in [card, *card.get("card_faces", [])]:
                for ability in face.get("abilities") or []:
                    yield file.name, ability


def _without_text(ability: Any) -> Any:
    """The ability as its effects alone tell it."""
    if isinstance(ability, str):
        return ability
    return {key: value for key, value in ability.items() if key != "text"}
