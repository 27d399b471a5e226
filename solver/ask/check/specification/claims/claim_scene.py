"""The objects among which effects look for those that they affect, count or ask for."""

from __future__ import annotations

from typing import Any

from solver.ask.check.specification.claims.claim import Data

SOURCE, HOST = "source", "elf"
"""The labels of the object whose effect it is, and of the one that the attached source is attached to."""


def _card(name: str, type_line: str, **more: Any) -> Data:
    return {"name": name, "type_line": type_line, **more}


CARDS: tuple[Data, ...] = (
    _card("Elf", "Creature — Elf Druid", mana_cost="{G}", power="1", toughness="2", abilities=["flying"]),
    _card("Golem", "Artifact Creature — Golem", mana_cost="{4}", power="3", toughness="3"),
    _card("Wood", "Basic Land — Forest"),
    _card("Port", "Land — Island Swamp", abilities=["{T}, Sacrifice this: Draw a card."]),
    _card("Shrine", "Legendary Enchantment — Shrine", mana_cost="{1}{W}{U}", abilities=["hexproof"]),
    _card("Sapling", "Creature — Saproling", colors=["G"], power="1", toughness="1"),
    _card("Veil", "Enchantment — Aura", mana_cost="{U}", abilities=["enchant permanent"]),
    _card("Blade", "Artifact — Equipment", mana_cost="{2}", abilities=["equip {1}"]),
    _card("Wizard", "Creature — Human Wizard", mana_cost="{W}{W}{B}", power="2", toughness="4"),
    _card("Bolt", "Instant", mana_cost="{R}"),
    _card("Relic", "Legendary Snow Artifact", mana_cost="{3}", abilities=["{1}, {T}: Scry 1."]),
    _card("Walker", "Legendary Planeswalker — Jace", mana_cost="{2}{U}{U}", loyalty="4"),
    _card(
        "Day",
        "Creature — Human",
        layout="transform",
        card_faces=[
            _card("Day", "Creature — Human Rogue", power="1", toughness="1", mana_cost="{1}{R}"),
            _card("Night", "Creature — Wolf", power="5", toughness="4", color_indicator=["R"], abilities=["trample"]),
        ],
    ),
)  # fmt: skip

STEPS: tuple[Data, ...] = (
    {"enters": "Elf", "as": "elf"},
    {"enters": "Golem", "as": "golem", "controller": "opponent", "status": ["tapped"]},
    {"enters": "Wood", "as": "wood"},
    {"enters": "Wood", "as": "wood_2", "controller": "opponent", "owner": "you"},
    {"enters": "Port", "as": "port"},
    {"enters": "Shrine", "as": "shrine", "controller": "opponent"},
    {"enters": "Sapling", "as": "sapling", "token": True},
    {"enters": "Veil", "as": "veil", "attached_to": "elf"},
    {"enters": "Veil", "as": "veil_2", "attached_to": "golem"},
    {"enters": "Blade", "as": "blade", "attached_to": "elf"},
    {"enters": "Wizard", "as": "wizard", "status": ["attacking", "monstrous"]},
    {"counters": {"+1/+1": 2, "charge": 1}, "on": "wizard"},
    {"counters": {"+1/+1": 1}, "on": "golem"},
    {"enters": "Relic", "as": "relic"},
    {"counters": {"charge": 3}, "on": "relic"},
    {"enters": "Walker", "as": "walker"},
    {"enters": "Day", "as": "day"},
    {"transforms": "day"},
    {"enters": "Golem", "as": "hidden", "controller": "opponent", "face_down": True},
    {"enters": "Elf", "as": "buried", "zone": "graveyard"},
    {"enters": "Bolt", "as": "spent", "zone": "graveyard"},
    {"enters": "Relic", "as": "lost", "zone": "graveyard", "owner": "opponent"},
    {"enters": "Wizard", "as": "held", "zone": "hand"},
    {"enters": "Port", "as": "waiting", "zone": "library", "owner": "opponent"},
    {"enters": "Shrine", "as": "banished", "zone": "exile"},
    {"enters": "Golem", "as": "cast", "zone": "stack"},
)
"""The steps that put objects of most card types into each zone, with colors and counters. One object is face down, and
one has transformed."""


def scene(*last: Data, cards: tuple[Data, ...] = ()) -> Data:
    """Return the board of these objects.

    Args:
        last: Further steps.
        cards: The cards of these steps.
    """
    return {"cards": [*CARDS, *cards], "timeline": [*STEPS, *last]}
