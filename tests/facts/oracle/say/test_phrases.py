"""Filters, conditions and amounts read as plain phrases."""

from __future__ import annotations

from typing import Any

import pytest

from tests.facts.oracle.say.said_forms import (
    ARTIFACT_CREATURES,
    CREATURES,
    EVERYWHERE_ELSE,
    FORESTS_OF_MINE,
    MINE,
    PERMANENT_TYPES,
    amount_phrase,
    condition_phrase,
    filter_phrase,
)

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
