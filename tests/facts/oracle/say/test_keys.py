"""Each key of the effect form leaves words in the sentence, and each documented key is tried."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from facts.words import FILTER_WORDS
from tests.facts.oracle.say.said_forms import (
    CREATURES,
    FORESTS_OF_MINE,
    ability_sentence,
    amount_phrase,
    condition_phrase,
    effect_sentence,
    filter_phrase,
)

ROOT = Path(__file__).parents[4]


FORM = ROOT / "docs" / "effect_form.md"


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
    "change_words_to": ({"chosen": "color"}, "are changed to the chosen color word"),
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
    "counters_put": (
        {"number": "half", "kind": "charge", "by": "opponent"},
        "an opponent would put one or more charge counters on",
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
    "name_unlike": ("token", "that don't have the same name as a token you control"),
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
    "base_power": ({"exactly": 1}, "with base power 1"),
    "base_toughness": ({"at_most": 2}, "with base toughness 2 or less"),
    "highest": ("mana_value", "with the highest mana value"),
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
    "mana_symbols": ("W", "the number of white mana symbols in its mana cost"),
    "x": (True, "X"),
    "chosen": ("number", "the chosen number"),
    "colors": ("affected", "the number of its colors"),
    "type_words": ("affected", "the number of its supertypes, card types, and subtypes"),
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
