"""The vocabulary of the refinement: tiers of kinds, abilities and events that get in each other's way."""

from __future__ import annotations

from solver.ask.check.refinement.further_tiers import FURTHER_TIERS
from solver.ask.check.refinement.tier import HOST, SECOND, TARGET, Tier, everywhere, kind, to

_SITE = kind("site", "Artifact Land Creature — Forest", power="1", toughness="1")
_LAW = kind("law", "Enchantment")
_ELF = kind("elf", "Creature — Elf", power="1", toughness="2", mana_cost="{G}")
_BURIED = kind("buried", "Creature — Elf", power="1", toughness="1", mana_cost="{G}", enters={"zone": "graveyard"})
_FOREST = kind("forest", "Land — Forest")
_AURA = kind("aura", "Enchantment — Aura", abilities=["enchant permanent"], enters={"attached_to": HOST})
_CLONE = kind("clone", "Creature — Shapeshifter", power="0", toughness="0", enters={"copy_of": HOST}, bare=True)
_FACES = kind(
    "card",
    "Creature — Human",
    layout="transform",
    card_faces=[
        {"name": "Day", "type_line": "Creature — Human", "power": "1", "toughness": "1", "mana_cost": "{W}"},
        {
            "name": "Night",
            "type_line": "Land Creature — Forest Elf",
            "power": "3",
            "toughness": "2",
            "abilities": [{"affects": {"type": "Creature"}, "set_power": 0, "add_subtypes": ["Elf"]}],
        },
    ],
    bare=True,
)
_REWORDED = {
    **to(TARGET, change_words=["basic_land_type"]),
    "chosen": {"from": "Forest", "to": "Mountain"},
}
_FLYING_ELVES = {"affects": {"subtype": "Elf"}, "add_abilities": ["flying"]}

TIERS = (
    Tier(
        "types",
        "card types given, set and taken, in loops of any length (layer 4)",
        ({**_SITE, "bare": True}, _LAW),
        (
            {"affects": {"type": "Artifact"}, "remove_types": ["Land"]},
            {"affects": {"type": "Land"}, "remove_types": ["Creature"]},
            {"affects": {"type": "Creature"}, "remove_types": ["Artifact"]},
            {"affects": {"type": "Enchantment"}, "add_types": ["Creature"], "add_subtypes": ["Elf"]},
            {"affects": {"type": "Artifact"}, "set_types": ["Land"]},
            {"affects": {"type": "Creature", "other": True}, "set_types": ["Artifact"], "still": True},
            {"affects": {"type": "Artifact"}, "set_types": ["Artifact", "Creature"], "set_subtypes": ["Golem"]},
            {"affects": {"type": "Enchantment"}, "loses_other_types": True, "set_types": ["Land"]},
            {"affects": {"subtype": "Elf"}, "remove_types": ["Enchantment"], "add_supertypes": ["Legendary"]},
            {"affects": {"supertype": "Legendary"}, "add_types": ["Artifact"], "remove_supertypes": ["Legendary"]},
        ),
        (to(TARGET, set_types=["Land"]), to(TARGET, remove_types=["Creature"])),
        timeless=True,
        most=((3, 1), (3, 0)),
    ),
    Tier(
        "lands",
        "subtypes, and the abilities that basic land types take and bring (305.6, 305.7)",
        (_FOREST, _LAW),
        (
            {"affects": {"type": "Land"}, "set_subtypes": ["Mountain"]},
            {"affects": {"subtype": "Forest"}, "add_types": ["Enchantment"]},
            {"affects": {"type": "Enchantment"}, "add_types": ["Land"], "add_subtypes": ["Forest"]},
            {"affects": {"type": "Land", "not": {"subtype": "Mountain"}}, "add_subtypes": ["Swamp"]},
            {"affects": {"subtype": "Mountain"}, "remove_subtypes": ["Mountain"], "remove_types": ["Enchantment"]},
            {"affects": "this", "set_subtypes": ["Swamp"], "still": True},
            {"affects": {"type": "Land"}, "add_every": ["basic land"]},
            {"affects": {"type": "Land"}, "lose_every": ["land"]},
            {"affects": {"subtype": "Swamp"}, "set_subtypes": ["Forest"], "set_colors": ["B"]},
        ),
        (to(TARGET, set_subtypes=["Mountain"]), everywhere({"type": "Land"}, set_subtypes=["Swamp"])),
        most=((3, 0), (3, 0)),
    ),
    Tier(
        "abilities",
        "abilities given, taken and forbidden; abilities given that make effects themselves (layer 6)",
        (_ELF, _LAW),
        (
            {"affects": {"type": "Creature"}, "add_abilities": [_FLYING_ELVES]},
            {"affects": {"type": "Creature"}, "lose_all_abilities": True},
            {"affects": {"keyword": "flying"}, "add_abilities": ["trample"]},
            {"affects": {"type": "Enchantment"}, "add_types": ["Creature"], "add_subtypes": ["Elf"]},
            {"affects": {"type": "Creature"}, "cannot_have": ["flying"]},
            {"affects": {"keyword": "trample"}, "lose_abilities": ["flying"]},
            {"affects": {"abilities": "none"}, "add_abilities": ["flying"]},
            {"affects": {"subtype": "Elf", "other": True}, "add_abilities": [{"affects": "this", "add_power": 1}]},
            {"affects": {"keyword": "flying"}, "set_power": 0, "lose_all_abilities": True},
        ),
        (to(TARGET, lose_all_abilities=True), to(TARGET, add_abilities=[_FLYING_ELVES])),
    ),
    Tier(
        "numbers",
        "power and toughness set, changed, switched, counted and defined (layer 7)",
        (_ELF, kind("star", "Artifact Creature", power="2", toughness="0")),
        (
            {"cda": True, "affects": "this", "set_power": {"count": {"type": "Creature"}}, "set_toughness": 3},
            {"affects": {"type": "Creature", "power": {"at_least": 2}}, "set_power": 1, "add_toughness": 1},
            {"affects": {"type": "Creature"}, "switch": True},
            {"affects": {"type": "Creature", "toughness": {"at_most": 1}}, "add_power": 2},
            {"affects": {"type": "Artifact"}, "set_power": {"power": "this"}, "set_toughness": 4},
            {
                "affects": {"type": "Creature", "power": {"exactly": 0}},
                "set_toughness": {"count": {"type": "Artifact"}},
            },
            {"affects": "this", "add_power": {"greatest": "power", "among": {"type": "Creature"}}},
        ),
        ({"counters": {"+1/+1": 1}, "on": TARGET}, to(TARGET, set_power=0, set_toughness=1), to(TARGET, switch=True)),
        timeless=True,
        most=((3, 0), (2, 0)),
    ),
    Tier(
        "conditions",
        "effects that exist only while a condition holds, and effects that count objects",
        (_FOREST, _ELF),
        (
            {"as_long_as": {"count": {"type": "Land"}}, "affects": {"type": "Creature"}, "set_types": ["Land"]},
            {"as_long_as": {"not": {"this": {"type": "Land"}}}, "affects": {"type": "Land"}, "add_types": ["Creature"]},
            {
                "as_long_as": {"count": {"type": "Creature"}, "at_least": 2},
                "affects": {"type": "Creature"},
                "remove_types": ["Creature"],
            },
            {
                "as_long_as": {"count": {"subtype": "Forest"}, "at_most": 1},
                "affects": {"type": "Land"},
                "set_subtypes": ["Mountain"],
            },
            {
                "as_long_as": {"this": {"keyword": "flying"}},
                "affects": {"type": "Creature"},
                "lose_all_abilities": True,
            },
            {"as_long_as": {"count": {"subtype": "Elf"}}, "affects": {"type": "Creature"}, "add_abilities": ["flying"]},
            {
                "as_long_as": {"count": {"type": "Creature", "power": {"at_least": 2}}, "exactly": 1},
                "affects": {"type": "Creature"},
                "add_power": 1,
            },
            {"as_long_as": {"counters": {"kind": "+1/+1"}}, "affects": "this", "set_types": ["Artifact"]},
        ),
        ({"counters": {"+1/+1": 1}, "on": TARGET}, to(TARGET, add_types=["Creature"])),
        timeless=True,
        eventful=True,
    ),
    Tier(
        "copies",
        "copies, text changes and counters together (layers 1 and 3)",
        (_FOREST, _CLONE),
        (
            {"affects": {"subtype": "Forest"}, "add_types": ["Creature"], "set_power": 1, "set_toughness": 1},
            {"affects": {"type": "Land", "other": True}, "set_subtypes": ["Forest"]},
            {"affects": "this", "set_types": ["Enchantment"], "add_abilities": ["flying"]},
        ),
        (
            to(TARGET, SECOND, becomes_copy={}),
            _REWORDED,
            {"counters": {"+1/+1": 1}, "on": TARGET},
            to(TARGET, set_types=["Artifact"]),
        ),
        most=((2, 1), (2, 0)),
        eventful=True,
    ),
    Tier(
        "control",
        "control, attachments, and timestamps that attaching renews (layer 2, 613.7e)",
        (_FOREST, _AURA),
        (
            {"affects": "attached", "set_types": ["Creature"], "set_power": 1, "set_toughness": 1},
            {"affects": "attached", "gain_control": "you"},
            {"affects": {"type": "Land", "controller": "you"}, "set_subtypes": ["Mountain"]},
            {"affects": "attached", "set_types": ["Land"], "set_subtypes": ["Swamp"]},
            {"affects": "attached", "lose_all_abilities": True},
        ),
        (
            {"attaches": TARGET, "to": SECOND},
            {**to(TARGET, gain_control="you"), "controller": "opponent"},
        ),
        eventful=True,
    ),
    Tier(
        "faces",
        "transforming, turning face down and up, and the timestamps that these renew (613.7f, 613.7g, 701.28, 708)",
        (_FACES, _ELF),
        (
            {"affects": {"type": "Creature"}, "set_power": 2, "set_types": ["Artifact", "Creature"]},
            {"affects": {"type": "Land"}, "set_subtypes": ["Mountain"]},
            {"affects": {"subtype": "Elf"}, "lose_all_abilities": True},
        ),
        (
            {"transforms": TARGET},
            {"turns": TARGET, "face": "down"},
            {"turns": TARGET, "face": "up"},
            to(TARGET, set_power=4, set_subtypes=["Elf"]),
        ),
        most=((2, 1), (2, 1)),
        eventful=True,
    ),
    Tier(
        "defining",
        "characteristic-defining abilities beside others (604.3, 613.3)",
        (_ELF, kind("golem", "Artifact Creature — Golem", power="0", toughness="2", mana_cost="{2}")),
        (
            "changeling",
            {"affects": {"subtype": "Golem"}, "set_subtypes": ["Elf"]},
            {"affects": {"color": "G"}, "set_colors": ["U"], "add_power": 1},
            "devoid",
            {"affects": {"subtype": "Elf"}, "set_types": ["Artifact"], "set_power": 3},
            {"cda": True, "affects": "this", "set_power": {"count": {"subtype": "Elf"}}},
            {"affects": {"colors": "colorless"}, "add_colors": ["G"], "add_abilities": ["changeling"]},
            {"affects": {"type": "Creature"}, "lose_every": ["creature"], "set_power": 1},
        ),
        (to(TARGET, lose_all_abilities=True), to(TARGET, set_subtypes=["Golem"], set_colors=["R"])),
        timeless=True,
    ),
    Tier(
        "spanning",
        "effects with parts in several layers, which go on once they have started (613.6)",
        (_FOREST, _LAW),
        (
            {
                "affects": {"type": "Enchantment"},
                "add_types": ["Creature"],
                "lose_all_abilities": True,
                "set_power": 1,
                "set_toughness": 1,
            },
            {"affects": {"type": "Creature"}, "set_types": ["Land"], "set_colors": ["R"], "add_power": 1},
            {
                "affects": {"type": "Land"},
                "set_types": ["Creature"],
                "still": True,
                "add_abilities": [_FLYING_ELVES],
                "set_power": 2,
                "set_toughness": 2,
            },
            {"affects": {"color": "R"}, "add_abilities": ["flying"], "switch": True},
        ),
        (everywhere({"type": "Enchantment"}, set_types=["Creature"], lose_all_abilities=True, set_power=3),),
        most=((2, 0), (2, 0)),
    ),
    Tier(
        "zones",
        "objects that leave, phase out and in, and objects in graveyards (113.6, 400.7, 611.3a, 702.26)",
        (_ELF, _LAW, _BURIED),
        (
            {"affects": {"type": "Creature"}, "set_types": ["Enchantment"], "set_colors": ["R"]},
            {"affects": {"type": "Creature", "zone": ["battlefield", "graveyard"]}, "add_types": ["Artifact"]},
            {
                "as_long_as": {"count": {"type": "Enchantment"}, "at_least": 2},
                "affects": {"type": "Enchantment"},
                "lose_all_abilities": True,
            },
            {"affects": {"type": "Artifact"}, "works_in": ["graveyard"], "set_subtypes": ["Food"], "add_power": 1},
            {"affects": {"type": "Creature", "other": True}, "add_abilities": [_FLYING_ELVES]},
        ),
        (
            {"leaves": TARGET},
            {"phases": "out", "object": TARGET},
            {"phases": "in", "object": TARGET},
            to(TARGET, add_types=["Enchantment"]),
        ),
        most=((1, 1), (2, 0)),
        eventful=True,
    ),
    *FURTHER_TIERS,
)
"""The tiers, each with its main words first, and the words of small boards only last."""
