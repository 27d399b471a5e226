"""Every effect form reads as a plain sentence, and no key of it is lost on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from facts.effects.form import Ability, AmountOf, Condition, Effect, Filter
from facts.oracle import say
from facts.text.reading import read_document
from facts.words import FILTER_WORDS

ROOT = Path(__file__).parents[4]
LIBRARY = ROOT / "facts" / "cards" / "library"
FORM = ROOT / "docs" / "effect_form.md"

FROG = {
    "affects": "attached",
    "lose_all_abilities": True,
    "set_types": ["Creature"],
    "set_subtypes": ["Frog"],
    "set_colors": ["U"],
    "set_power": 1,
    "set_toughness": 1,
}
MINE: dict[str, Any] = {"controller": "you"}
CREATURES = {"type": "Creature"}
ARTIFACT_CREATURES = {"type": "Artifact", "also": CREATURES}
CHOSEN_TYPE = [{"chosen": "creature_type"}]
EVERYWHERE_ELSE = ["stack", "hand", "graveyard", "library", "exile", "command"]
PERMANENT_TYPES = ["Artifact", "Battle", "Creature", "Enchantment", "Planeswalker"]
FORESTS_OF_MINE = {"count": {"subtype": "Forest", **MINE}}

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

FILTERS: list[tuple[Any, str, str]] = [
    ({}, "permanents", "permanent"),
    (
        {"subtype": ["Equipment", "Hero", "Spacecraft"]},
        "Equipment, Heroes, and Spacecraft",
        "Equipment, Hero, or Spacecraft",
    ),
    (
        {"subtype": ["Child", "Cyberman", "Spawn", "Primarch"]},
        "Children, Cybermen, Spawn, and Primarchs",
        "Child, Cyberman, Spawn, or Primarch",
    ),
    ({"type": ["Artifact", "Enchantment"]}, "artifacts and enchantments", "artifact or enchantment"),
    ({"subtype": ["Elf", "Plains"]}, "Elves and Plains", "Elf or Plains"),
    ({"subtype": "Sliver", "type": "Creature"}, "Sliver creatures", "Sliver creature"),
    (
        {"not": {"type": ["Creature", "Land"], "supertype": "Basic"}},
        "nonbasic, noncreature, nonland permanents",
        "nonbasic, noncreature, nonland permanent",
    ),
    (
        [CREATURES, {"type": "Land", **MINE}],
        "creatures as well as lands you control",
        "creature, or land you control",
    ),
    (
        {"type": "Creature", "zone": "graveyard", "owner": "you"},
        "creature cards in your graveyard",
        "creature card in your graveyard",
    ),
    ({"zone": "stack", "type": "Instant"}, "instant spells", "instant spell"),
    ({"zone": "battlefield"}, "permanents", "permanent"),
    (
        {"zone": EVERYWHERE_ELSE, "type": "Creature", "owner": "you"},
        "creature cards you own that aren't on the battlefield",
        "creature card you own that isn't on the battlefield",
    ),
    (
        {"zone": "stack", "type": PERMANENT_TYPES, **MINE},
        "permanent spells you control",
        "permanent spell you control",
    ),
    (
        {"type": "Creature", "controller": "opponent"},
        "creatures your opponents control",
        "creature an opponent controls",
    ),
    ({"is": "commander", **MINE}, "commanders you control", "commander you control"),
    (
        [{"self": True}, {"attached_to_this": True}],
        "this permanent and the attached object",
        "this permanent or the attached object",
    ),
    (
        [{"type": "Land", **MINE}, {"type": "Land", "zone": "library", "owner": "you"}],
        "lands you control and land cards in your library",
        "land you control, or land card in your library",
    ),
    ({"zone": ["hand", "exile"]}, "cards in all players' hands and in exile", "card in a hand or in exile"),
    ({"token": True, **CREATURES}, "creature tokens", "creature token"),
    (
        {**CREATURES, "keyword": "flying", "power": {"at_least": 4}, **MINE},
        "creatures you control with flying and power 4 or greater",
        "creature you control with flying and power 4 or greater",
    ),
    (
        {**CREATURES, "counter": "+1/+1"},
        "creatures with +1/+1 counters on them",
        "creature with a +1/+1 counter on it",
    ),
    ({"is": "face_down", **CREATURES}, "face-down creatures", "face-down creature"),
    (ARTIFACT_CREATURES, "artifact creatures", "artifact creature"),
    (
        {"type": ["Artifact", "Enchantment"], "also": {**CREATURES, "color": "R"}, **MINE},
        "red artifact or enchantment creatures you control",
        "red artifact or enchantment creature you control",
    ),
    ({"subtype": "Goblin", "also": {"subtype": "Scout"}}, "Goblin Scouts", "Goblin Scout"),
    (
        {**ARTIFACT_CREATURES, "subtype": "Golem", "zone": "graveyard", "owner": "you"},
        "Golem artifact creature cards in your graveyard",
        "Golem artifact creature card in your graveyard",
    ),
    ({"type": "Land", "also": {"is": "tapped"}}, "tapped lands", "tapped land"),
    ({"not": {"is": "attacking"}}, "permanents that aren't attacking", "permanent that isn't attacking"),
]

CONDITIONS: list[tuple[dict[str, Any], str]] = [
    ({"count": {"subtype": "Plains", **MINE}}, "you control a Plains"),
    ({"count": {"other": True, "subtype": "Elf", **MINE}}, "you control another Elf"),
    ({"not": {"count": {"subtype": "Plains", **MINE}}}, "you control no Plains"),
    (
        {"count": {"type": "Land", "controller": "opponent"}, "at_least": 7},
        "an opponent controls seven or more lands",
    ),
    ({"not": {"count": {"type": "Land", **MINE}, "at_least": 7}}, "you control fewer than seven lands"),
    ({"count": CREATURES}, "there is a creature on the battlefield"),
    ({"count": CREATURES, "exactly": 0}, "there are no creatures on the battlefield"),
    (
        {"count": {"zone": "graveyard", "owner": "you"}, "at_least": 7},
        "there are seven or more cards in your graveyard",
    ),
    ({"this": {"subtype": "Spirit"}}, "this permanent is a Spirit"),
    ({"not": {"this": {"keyword": "flying"}}}, "this permanent doesn't have flying"),
    ({"this": ARTIFACT_CREATURES}, "this permanent is an artifact creature"),
    ({"not": {"this": ARTIFACT_CREATURES}}, "this permanent isn't an artifact creature"),
    ({"this": {"not": CREATURES}}, "this permanent isn't a creature"),
    ({"attached": {"supertype": "Legendary"}}, "the attached object is legendary"),
    ({"affected": {"power": {"at_most": 2}}}, "the target has power 2 or less"),
    ({"not": {"devotion": ["G"], "at_least": 5}}, "your devotion to green is less than five"),
    ({"turn": "yours"}, "it's your turn"),
    ({"not": {"turn": "opponents"}}, "it's not an opponent's turn"),
    ({"status": "monstrous"}, "this permanent is monstrous"),
    ({"not": {"status": "was_cast"}}, "this permanent wasn't cast"),
    ({"counters": {"kind": "level"}, "at_least": 4}, "this permanent has four or more level counters on it"),
    ({"class_level": "this", "at_least": 2}, "the level of this permanent is two or greater"),
    ({"x": True, "at_least": 6}, "X is six or greater"),
    ({"not": {"x": True, "at_least": 6}}, "X is less than six"),
    ({"told": "it's night"}, "it's night"),
    ({"told": "this is the third time it attacked"}, "this is the third time it attacked"),
    ({"told": "you cast this during your main phase"}, "you cast this permanent during your main phase"),
    ({"count": {**CREATURES, "controller": "opponent"}, "at_most": 0}, "your opponents control no creatures"),
    ({"this": [{"subtype": "Elf"}, {"subtype": "Orc"}]}, "this permanent is an Elf or an Orc"),
    ({"attached": MINE}, "you control the attached object"),
    (
        {"count": {**CREATURES, "zone": "library", "owner": "you", "is": "top"}},
        "the top card of your library is a creature card",
    ),
    ({"not": {"told": "it's night"}}, "it isn't so that it's night"),
    ({"turn": "yours", "status": "solved"}, "it's your turn and this permanent is solved"),
]

AMOUNTS: list[tuple[Any, str]] = [
    (3, "3"),
    (FORESTS_OF_MINE, "the number of Forests you control"),
    ({**FORESTS_OF_MINE, "times": 2, "plus": -1}, "twice the number of Forests you control minus 1"),
    ({"greatest": "power", "among": CREATURES}, "the greatest power among creatures"),
    ({"total": "power", "among": CREATURES}, "the total power of creatures"),
    ({"mana_value": "affected"}, "its mana value"),
    ({"power": "this"}, "this permanent's power"),
    ({"counters": "charge"}, "the number of charge counters on this permanent"),
    ({**FORESTS_OF_MINE, "half": "down"}, "half the number of Forests you control, rounded down"),
    (
        {"count": {"zone": ["exile", "graveyard"], "owner": "you"}},
        "the number of cards you own in exile and in your graveyard",
    ),
    ({"devotion": ["R"]}, "your devotion to red"),
    ({"counters": "any", "on": "affected"}, "the number of counters on it"),
    ({"x": True}, "X"),
    ({"chosen": "number"}, "the chosen number"),
]

# For every key of the form, an instance and words that only this key puts into the sentence.
EFFECT_KEYS: dict[str, tuple[Any, str]] = {
    "affects": (CREATURES, "creatures"),
    "as_long_as": ({"turn": "yours"}, "As long as it's your turn"),
    "if": ({"affected": {"color": "G"}}, "if the target is green"),
    "becomes_copy": ({"except": {"set_name": "Bob"}}, "a copy of another object, except its name is Bob"),
    "turn": ("face_down", "is turned face down"),
    "face_down_values": ({"types": ["Land"], "subtypes": ["Forest"]}, "face down. It's a Forest land"),
    "shares": ({"color": "target"}, "that shares a color with it"),
    "besides": ("target", "other than the target"),
    "target_power_at_most": ({"power": "this"}, "with power less than or equal to this permanent's power"),
    "target_toughness_at_most": ({"counters": "charge", "plus": -1}, "with toughness less than the number of charge"),
    "target_mana_value_at_most": ({"count": {"subtype": "Elf"}}, "with mana value less than or equal to the number"),
    "gain_control": ("you", "You control"),
    "change_words": (["color", "creature_type"], "one color word or creature type in its text replaced"),
    "full_text_of": ({"zone": "library", "owner": "you"}, "the full text of the top card in your library"),
    "emblem": (["vigilance"], "ou get an emblem with vigilance"),
    "emblem_for": ("each_opponent", "ach opponent gets an emblem"),
    "creates_copy": (
        {"except": {"add_types": ["Artifact"]}},
        "reate a token that's a copy of another object, except it's an artifact",
    ),
    "creature_types_of": (
        {"type": "Creature", "zone": "exile", "exiled_with": "last"},
        "the creature types of the creature card exiled last with",
    ),
    "add_abilities_of": (
        {"type": "Creature", "zone": "graveyard"},
        "has all activated abilities of all creature cards",
    ),
    "set_name": ("Mileva", "has the name Mileva"),
    "set_types": (["Artifact", "Creature"], "is an artifact creature"),
    "still": (True, "It keeps its other card types"),
    "add_types": (["Artifact"], "is an artifact in addition to its other types"),
    "remove_types": (["Creature", "Land"], "isn't a creature or a land"),
    "loses_other_types": (True, "loses all other card types"),
    "set_subtypes": (["Human", "Knight"], "is a Human Knight"),
    "add_subtypes": (["Island"], "is an Island in addition to its other types"),
    "remove_subtypes": (["Ally"], "isn't an Ally"),
    "add_every": (["creature"], "is every creature type"),
    "lose_every": (["creature", "land"], "loses all creature types and all land types"),
    "add_supertypes": (["Snow"], "is snow"),
    "remove_supertypes": (["Legendary"], "isn't legendary"),
    "set_colors": (["W", "U", "B", "R", "G"], "is all colors"),
    "add_colors": (["R"], "is red in addition to its other colors"),
    "lose_all_abilities": (True, "loses all abilities"),
    "loses_this_ability": (True, "loses this ability"),
    "add_abilities": (["flying"], "has flying"),
    "lose_abilities": (["trample"], "loses trample"),
    "lose_texts": (["Draw a card."], 'loses "Draw a card."'),
    "cannot": (["transform", "be_equipped"], "can't transform and can't be equipped"),
    "cannot_be_target_of": (
        ["nonblue spells", "abilities from artifact sources"],
        "can't be the target of nonblue spells or abilities from artifact sources",
    ),
    "cannot_have": (["reach"], "can't have or gain reach"),
    "suspect": (True, "becomes suspected"),
    "end_suspicion": (True, "is no longer suspected"),
    "set_power": (4, "has base power 4"),
    "set_toughness": (FORESTS_OF_MINE, "has base toughness equal to the number of Forests"),
    "add_power": (2, "gets +2/+0"),
    "add_toughness": (-3, "gets -0/-3"),
    "switch": (True, "has its power and toughness switched"),
}
ABILITY_KEYS: dict[str, tuple[Any, str]] = {
    "kind": ("loyalty", "Change its loyalty: "),
    "text": ("Words of ours.", "Words of ours."),
    "works_in": (["hand", "command"], "in your hand or in the command zone"),
    "cda": (True, "In every zone"),
    "chooses": (["color", "player"], "choose a color and a player"),
    "makes_token": (True, "Create a token"),
    "effects": ([{"affects": CREATURES, "switch": True}], "All creatures"),
}
FILTER_KEYS: dict[str, tuple[Any, str]] = {
    "type": ({"chosen": "card_type"}, "of the chosen card type"),
    "subtype": ("Elf", "Elves"),
    "supertype": (["Snow", "Basic"], "snow or basic"),
    "color": ("W", "white"),
    "not": ({"color": "W", "zone": "exile", "owner": "you"}, "nonwhite"),
    "also": ({"color": "R", "keyword": "reach"}, "red permanents with reach"),
    "paired": (True, "this permanent or paired with it"),
    "name": ({"chosen": "card_name"}, "with the chosen name"),
    "keyword": (["flying", "reach"], "with flying or reach"),
    "abilities": ("none", "with no abilities"),
    "colors": ("multicolored", "multicolored"),
    "controller": ({"chosen": "player"}, "the chosen player controls"),
    "owner": ("opponent", "your opponents own"),
    "zone": ("command", "in the command zone"),
    "token": (False, "nontoken"),
    "other": (True, "other"),
    "self": (True, "this permanent"),
    "attached_to_this": (True, "the attached object"),
    "attached_to": ("this", "attached to this permanent"),
    "exiled_with": ("this", "exiled with this permanent"),
    "as_told": ("attacking you", "attacking you"),
    "enchanted": (True, "enchanted"),
    "mana_value": ({"at_most": 3}, "with mana value 3 or less"),
    "mana_value_x": ("at_most", "with mana value X or less"),
    "power": ({"exactly": 2}, "with power 2"),
    "toughness": ({"at_least": 2, "at_most": 4}, "with toughness 2 to 4"),
    "counter": ("ice", "with ice counters on them"),
    "counters": ({"ice": 3}, "with three or more ice counters on them"),
    "is": ("transformed", "transformed"),
} | {word: (True, word) for word in FILTER_WORDS}
CONDITION_KEYS: dict[str, tuple[Any, str]] = {
    "count": ({"name": "Bob"}, "a permanent named Bob"),
    "count_types": (CREATURES, "one or more card types among creatures"),
    "count_party": (CREATURES, "the party among creatures has one or more creatures"),
    "count_kinds": ({"of": "counters", "among": CREATURES}, "one or more different kinds of counters among creatures"),
    "most_common_color": (
        {"color": "B", "among": CREATURES},
        "black is the most common color among all creatures or is tied for most common",
    ),
    "all": ([{"count": {"name": "Bob"}}, {"turn": "opponents"}], "a permanent named Bob on the battlefield and it's"),
    "any": ([{"count": {"name": "Bob"}}, {"turn": "opponents"}], "a permanent named Bob on the battlefield or it's"),
    "this": ({"colors": "colorless"}, "this permanent is colorless"),
    "attached": ({"token": True}, "the attached object is a token"),
    "affected": (CREATURES, "the target is a creature"),
    "devotion": (["U"], "your devotion to blue is one or greater"),
    "turn": ("opponents", "it's an opponent's turn"),
    "status": ("renowned", "this permanent is renowned"),
    "counters": ({"kind": "quest"}, "this permanent has one or more quest counters on it"),
    "class_level": ("this", "the level of this permanent"),
    "symbol": ("station", "this permanent has one or more charge counters on it"),
    "x": (True, "X is one or greater"),
    "told": ("you gained life", "you gained life"),
    "not": ({"turn": "yours"}, "it's not your turn"),
}
BOUND_KEYS = {"at_least": "three or more", "at_most": "three or fewer", "exactly": "exactly three"}
AMOUNT_KEYS: dict[str, tuple[Any, str]] = {
    "count": (CREATURES, "the number of creatures"),
    "count_each": ([{"type": "Land"}, CREATURES], "the number of lands plus the number of creatures"),
    "count_types": (CREATURES, "the number of card types among creatures"),
    "count_names": (CREATURES, "the number of differently named creatures"),
    "count_colors": (CREATURES, "the number of colors among creatures"),
    "count_basic_land_types": ({"type": "Land"}, "the number of basic land types among lands"),
    "count_party": (CREATURES, "the number of creatures in the party among creatures"),
    "mana_value": ("this", "this permanent's mana value"),
    "power": ("this", "this permanent's power"),
    "toughness": ("this", "this permanent's toughness"),
    "greatest": ("mana_value", "the greatest mana value"),
    "total": ("toughness", "the total toughness"),
    "counters": ("loyalty", "loyalty counters"),
    "devotion": (["B"], "your devotion to black"),
    "x": (True, "X"),
    "chosen": ("number", "the chosen number"),
    "colors": ("affected", "the number of its colors"),
    "creature_types": ("affected", "the number of its creature types"),
    "told": ("your life total", "your life total"),
}
AMOUNT_EXTRAS: dict[str, tuple[Any, str]] = {
    "among": ({"type": "Land"}, "among lands"),
    "times": (3, "three times"),
    "plus": (2, "plus 2"),
    "attached_to": ("affected", "attached to it"),
    "sharing": ("name", "with the same name as it"),
    "half": ("up", ", rounded up"),
    "at_most": (4, "up to 4"),
}


def ability_sentence(data: Any, **names: str) -> str:
    """An ability as a sentence, read from plain data."""
    return say.ability_sentence(data if isinstance(data, str) else Ability.from_data(data), **names)


def effect_sentence(data: Any) -> str:
    """An effect as a sentence, read from plain data."""
    return say.effect_sentence(Effect.from_data(data))


def filter_phrase(data: Any, plural: bool = True) -> str:
    """A filter as a phrase, read from plain data."""
    wanted = tuple(map(Filter.from_data, data)) if isinstance(data, list) else Filter.from_data(data)
    return say.filter_phrase(wanted, plural)


def condition_phrase(data: Any) -> str:
    """A condition as a clause, read from plain data."""
    return say.condition_phrase(Condition.from_data(data))


def amount_phrase(data: Any) -> str:
    """An amount as a phrase, read from plain data."""
    return say.amount_phrase(data if isinstance(data, int) else AmountOf.from_data(data))


@pytest.mark.parametrize(("ability", "sentence"), ABILITIES, ids=[sentence[:60] for _, sentence in ABILITIES])
def test_ability_reads(ability: Any, sentence: str) -> None:
    assert ability_sentence(ability) == sentence


@pytest.mark.parametrize(("wanted", "many", "one"), FILTERS, ids=[many for _, many, _ in FILTERS])
def test_filter_reads(wanted: Any, many: str, one: str) -> None:
    assert filter_phrase(wanted) == many
    assert filter_phrase(wanted, plural=False) == one


@pytest.mark.parametrize(("condition", "clause"), CONDITIONS, ids=[clause for _, clause in CONDITIONS])
def test_condition_reads(condition: dict[str, Any], clause: str) -> None:
    assert condition_phrase(condition) == clause


@pytest.mark.parametrize(("amount", "phrase"), AMOUNTS, ids=[phrase for _, phrase in AMOUNTS])
def test_amount_reads(amount: Any, phrase: str) -> None:
    assert amount_phrase(amount) == phrase


def test_names_are_filled_in() -> None:
    ability = {"affects": "attached", "as_long_as": {"this": {"color": "R"}}, "add_power": 1}
    sentence = ability_sentence(ability, name="Bob", attached_phrase="enchanted creature")
    assert sentence == "As long as Bob is red, enchanted creature gets +1/+0."


@pytest.mark.parametrize("key", EFFECT_KEYS)
def test_effect_key_leaves_a_trace(key: str) -> None:
    value, trace = EFFECT_KEYS[key]
    rest: dict[str, Any] = {"affects": "this"}
    if key in ("affects", "if", "as_long_as", "still"):
        rest = {"lose_abilities": ["x"]}
    if key == "emblem_for":
        rest["emblem"] = ["vigilance"]
    said = ability_sentence if key == "makes_token" else effect_sentence
    assert trace in said({**rest, key: value})
    assert trace not in said({**rest, "lose_abilities": ["x"]})


@pytest.mark.parametrize("key", ABILITY_KEYS)
def test_ability_key_leaves_a_trace(key: str) -> None:
    value, trace = ABILITY_KEYS[key]
    rest = {} if key == "effects" else {"affects": "this", "lose_abilities": ["x"]}
    assert trace in ability_sentence({**rest, key: value})


@pytest.mark.parametrize("key", FILTER_KEYS)
def test_filter_key_leaves_a_trace(key: str) -> None:
    value, trace = FILTER_KEYS[key]
    assert trace in filter_phrase({key: value})


@pytest.mark.parametrize("key", [key for key in FILTER_KEYS if key not in ("not", "also")])
def test_filter_key_can_be_denied(key: str) -> None:
    value, _ = FILTER_KEYS[key]
    phrases = {filter_phrase(form) for form in ({}, {key: value}, {"not": {key: value}})}
    assert len(phrases) == 3


@pytest.mark.parametrize("key", FILTER_KEYS)
def test_filter_key_can_be_said_of_one_object(key: str) -> None:
    value, _ = FILTER_KEYS[key]
    told = condition_phrase({"this": {key: value}})
    denied = condition_phrase({"not": {"this": {key: value}}})
    assert told != denied
    assert told.startswith("this permanent ")
    assert denied.startswith("this permanent ")


@pytest.mark.parametrize("key", CONDITION_KEYS)
def test_condition_key_leaves_a_trace(key: str) -> None:
    value, trace = CONDITION_KEYS[key]
    assert trace in condition_phrase({key: value})
    assert condition_phrase({"not": {key: value}}) != condition_phrase({key: value})


@pytest.mark.parametrize("key", BOUND_KEYS)
def test_bound_leaves_a_trace(key: str) -> None:
    assert BOUND_KEYS[key] in condition_phrase({"count": CREATURES, key: 3})
    assert "three" in condition_phrase({"counters": {"kind": "level"}, key: 3})


@pytest.mark.parametrize("key", [*AMOUNT_KEYS, *AMOUNT_EXTRAS])
def test_amount_key_leaves_a_trace(key: str) -> None:
    value, trace = {**AMOUNT_KEYS, **AMOUNT_EXTRAS}[key]
    counted = {"count": CREATURES} if key in ("sharing", "attached_to") else {"greatest": "power"}
    rest = counted if key in AMOUNT_EXTRAS else {}
    assert trace in amount_phrase({**rest, key: value})


@pytest.mark.parametrize(
    ("heading", "column", "known"),
    [
        ("An ability", 0, ABILITY_KEYS),
        ("An effect", 1, EFFECT_KEYS),
        ("A filter", 0, FILTER_KEYS),
        ("A condition", 0, {**CONDITION_KEYS, **BOUND_KEYS}),
        ("An amount", 0, {**AMOUNT_KEYS, **AMOUNT_EXTRAS}),
    ],
)
def test_every_documented_key_is_tried(heading: str, column: int, known: dict[str, Any]) -> None:
    documented = set(_documented_keys(heading, column))
    assert documented
    assert documented <= set(known)


def _documented_keys(heading: str, column: int) -> Iterator[str]:
    """The keys in one column of the tables under a heading of ``docs/effect_form.md``."""
    section = FORM.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    for row in re.findall(r"^\|(.*)\|$", section, re.MULTILINE):
        cell = row.split("|")[column].strip()
        for before, key, after in re.findall(r"(^|, |\s)`([a-z_]+)(:?)", cell):
            if after or before != " ":
                yield key


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
