"""The small but adversarial vocabulary that boards are made of in bounded proofs: data, in the forms of boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Form = Mapping[str, Any]

KINDS: tuple[Form, ...] = (
    {"type_line": "Basic Land — Forest"},
    {"type_line": "Land — Mountain"},
    {"type_line": "Land Creature — Forest Elf", "power": 1, "toughness": 1, "colors": ["G"]},
    {"type_line": "Creature — Elf", "power": 1, "toughness": 2},
    {"type_line": "Artifact — Equipment"},
    {"type_line": "Legendary Artifact Creature — Golem", "power": 2, "toughness": 2},
    {"type_line": "Enchantment"},
)
"""What an object may be."""

BACK: Form = {"type_line": "Legendary Land — Mountain"}
"""The back face of the double-faced kind, whose front is the last but two of `KINDS`."""
DOUBLE_FACED = 3
"""Which of `KINDS` is the front of a transforming double-faced card."""

KEYWORD = "vigilance"
"""The ability that may be printed on an object, beside those with effects."""

FILTERS: tuple[Any, ...] = (
    "this",
    "attached",
    {"type": "Land"},
    {"type": "Creature"},
    {"type": "Artifact"},
    {"subtype": "Forest"},
    {"type": "Land", "not": {"supertype": "Basic"}},
    {"type": "Creature", "other": True},
    {"keyword": "flying"},
)
"""What an effect of a static ability may affect; one of a spell affects its target."""

OPERATIONS: tuple[Form, ...] = (
    {"set_subtypes": ["Mountain"]},
    {"set_subtypes": ["Elf"]},
    {"add_subtypes": ["Forest"]},
    {"add_subtypes": ["Golem"]},
    {"remove_subtypes": ["Forest"]},
    {"set_types": ["Artifact"]},
    {"set_types": ["Land"]},
    {"add_types": ["Creature"]},
    {"remove_types": ["Creature"]},
    {"add_supertypes": ["Legendary"]},
    {"remove_supertypes": ["Basic"]},
    {"set_colors": ["R"]},
    {"add_colors": ["U"]},
    {"add_abilities": ["flying"]},
    {"lose_all_abilities": True},
    {"set_power": 0},
    {"set_toughness": 3},
    {"add_power": 2},
    {"switch": True},
)
"""What an effect may do: up to two of these."""

LAYER_OF = {
    "set_subtypes": 4, "add_subtypes": 4, "remove_subtypes": 4, "set_types": 4, "add_types": 4, "remove_types": 4,
    "add_supertypes": 4, "remove_supertypes": 4, "set_colors": 5, "add_colors": 5, "add_abilities": 6,
    "lose_all_abilities": 6, "set_power": 72, "set_toughness": 72, "add_power": 73, "switch": 74,
}  # fmt: skip
"""In which layer each operation is (613.1); 72 to 74 are 7b to 7d."""
MOST_OPERATIONS = 2
EVENTS = ("none", "face_down", "transform", "transform_twice", "copy")
"""What may have happened to an object."""
