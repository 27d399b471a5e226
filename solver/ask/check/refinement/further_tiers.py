"""Tiers about cards with several sets of characteristics, and about abilities that one effect gives to many objects."""

from __future__ import annotations

from solver.ask.check.refinement.tier import SECOND, TARGET, Form, Tier, everywhere, kind, to

_PUPIL: Form = {
    "name": "Pupil // Master",
    "layout": "flip",
    "card_faces": [
        {"name": "Pupil", "mana_cost": "{1}{U}", "type_line": "Creature — Human", "power": "1", "toughness": "2"},
        {
            "name": "Master",
            "type_line": "Legendary Creature — Elf",
            "power": "3",
            "toughness": "4",
            "abilities": [{"affects": {"type": "Creature", "other": True}, "set_colors": ["U"], "add_power": 1}],
        },
    ],
}
_ROOM: Form = {
    "name": "Cellar // Attic",
    "layout": "split",
    "card_faces": [
        {
            "name": "Cellar",
            "mana_cost": "{1}{U}",
            "type_line": "Enchantment — Room",
            "abilities": [{"affects": {"type": "Enchantment"}, "add_types": ["Creature"], "set_power": 1}],
        },
        {
            "name": "Attic",
            "mana_cost": "{2}{R}",
            "type_line": "Enchantment — Room",
            "abilities": [{"affects": {"color": "R"}, "set_types": ["Artifact"]}],
        },
    ],
}
_GATE: Form = {
    "name": "Gate // Passage",
    "layout": "modal_dfc",
    "card_faces": [
        {"name": "Gate", "mana_cost": "{2}{W}", "type_line": "Creature — Human", "power": "2", "toughness": "2"},
        {"name": "Passage", "type_line": "Land", "abilities": [{"affects": "this", "add_subtypes": ["Forest"]}]},
    ],
}
_BEAST: Form = {
    "name": "beast",
    "mana_cost": "{4}{U}",
    "type_line": "Creature — Elemental Beast",
    "power": "3",
    "toughness": "4",
    "abilities": ["mutate {3}{U}", {"affects": {"type": "Creature"}, "set_colors": ["U"], "add_power": 1}],
}
_CHARM: Form = {
    "name": "charm",
    "type_line": "Instant",
    "abilities": [
        {
            "kind": "spell",
            "chooses": "mode",
            "effects": [
                {"mode": 1, "affects": {"targets": {}}, "set_types": ["Artifact"]},
                {"mode": 2, "affects": {"targets": {}}, "add_types": ["Creature"], "set_power": 1, "set_toughness": 1},
            ],
        }
    ],
}
_CLAY: Form = {
    "name": "clay",
    "type_line": "Artifact Creature — Shapeshifter",
    "power": "*",
    "toughness": "*",
    "abilities": [
        {
            "kind": "as_enters",
            "chooses": "mode",
            "effects": [
                {"affects": "this", "set_power": 3, "set_toughness": 3, "set_colors": ["G"]},
                {"affects": "this", "set_types": ["Enchantment"], "add_abilities": ["flying"], "set_power": 1},
            ],
        }
    ],
}
_ANIMATES: Form = {"affects": {"type": "Land"}, "add_types": ["Creature"], "set_power": 2, "set_toughness": 2}
_BLUE: Form = {"affects": {"color": "U"}, "lose_all_abilities": True, "set_power": 0}
_LEGENDS: Form = {"affects": {"supertype": "Legendary"}, "set_types": ["Land"], "remove_supertypes": ["Legendary"]}
_LAW = kind("law", "Enchantment")
_COPY = to(TARGET, SECOND, becomes_copy={})
_SIZED: Form = {"affects": {"subtype": "Elf"}, "set_power": {"count": {"type": "Creature"}}}
_BY_COUNTERS: Form = {"affects": {"type": "Creature"}, "set_power": {"counters": "+1/+1"}}

FURTHER_TIERS = (
    Tier(
        "halves",
        "flip cards, Rooms and modal double-faced cards, copied and changed (709, 710, 712)",
        (
            kind("upright", bare=True, card=_PUPIL),
            kind("flipped", bare=True, enters={"status": ["flipped"]}, card=_PUPIL),
            kind("locked", bare=True, enters={"unlocked": ["left"]}, card=_ROOM),
            kind("open", bare=True, enters={"unlocked": ["left", "right"]}, card=_ROOM),
            kind("passage", bare=True, enters={"face": "back"}, card=_GATE),
            _LAW,
        ),
        (_BLUE, _LEGENDS, _ANIMATES),
        (_COPY, to(TARGET, lose_all_abilities=True)),
        most=((1, 0), (1, 0)),
    ),
    Tier(
        "merged",
        "merged permanents, over and under, copied, turned and changed (727)",
        (kind("elf", "Legendary Creature — Elf", power="1", toughness="2", mana_cost="{G}"), _LAW),
        (_BLUE, _LEGENDS, {"affects": {"subtype": "Elf"}, "add_abilities": ["flying"], "add_power": 1}),
        (
            {"mutates": "beast", "onto": TARGET},
            {"mutates": "beast", "onto": TARGET, "position": "under"},
            _COPY,
            {"turns": TARGET, "face": "down"},
            to(TARGET, lose_all_abilities=True),
        ),
        most=((1, 1), (1, 0)),
        cards=(_BEAST,),
    ),
    Tier(
        "modes",
        "modes chosen as an object enters and as a spell resolves, and copies of what was chosen (700.2, 707.2)",
        (
            kind("first", bare=True, enters={"chosen": {"mode": 1}}, card=_CLAY),
            kind("second", bare=True, enters={"chosen": {"mode": 2}}, card=_CLAY),
            _LAW,
        ),
        (
            {"affects": {"type": "Enchantment"}, "add_types": ["Creature"], "set_toughness": 1},
            {"affects": {"type": "Artifact"}, "lose_all_abilities": True, "set_colors": ["U"]},
            {"affects": {"color": "G"}, "set_types": ["Enchantment"], "add_power": 1},
        ),
        (
            {"resolves": "charm", "affects": TARGET, "chosen": {"mode": 1}},
            {"resolves": "charm", "affects": TARGET, "chosen": {"mode": 2}},
            _COPY,
        ),
        most=((1, 1), (1, 0)),
        cards=(_CHARM,),
    ),
    Tier(
        "granted",
        "abilities that one effect gives to several objects at once, each of which sets what the others set (613.7a)",
        (kind("elf", "Creature — Elf", power="1", toughness="2", mana_cost="{G}"), _LAW),
        (
            {"affects": {"type": "Creature"}, "add_abilities": [_SIZED]},
            {"affects": {"type": "Creature", "other": True}, "add_abilities": [_BY_COUNTERS]},
            {
                "affects": {"type": "Enchantment"},
                "add_types": ["Creature"],
                "add_abilities": [{"affects": {}, "set_power": 3, "add_toughness": 1}],
            },
            {"affects": {"type": "Creature", "power": {"at_least": 2}}, "add_power": 1},
        ),
        (
            everywhere({"type": "Creature"}, add_abilities=[_SIZED]),
            everywhere({"type": "Creature"}, add_abilities=[_BY_COUNTERS]),
            {"counters": {"+1/+1": 1}, "on": TARGET},
        ),
        most=((1, 1), (1, 1)),
    ),
)
"""The further tiers, each with its main words first."""
