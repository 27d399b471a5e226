"""Boards beside the tiers of the refinement, for statements that have nothing to decide on the boards of a tier."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

Data = dict[str, Any]
"""A board as plain data."""

_TYPES = ("Artifact", "Land", "Creature", "Enchantment", "Planeswalker")
_CARD = {
    "name": "card",
    "layout": "transform",
    "card_faces": [
        {"name": "Day", "type_line": "Creature — Human", "power": "1", "toughness": "1", "mana_cost": "{W}"},
        {"name": "Night", "type_line": "Creature — Werewolf", "power": "3", "toughness": "2", "mana_cost": ""},
    ],
}


def further_boards() -> Iterator[Data]:
    """Return the boards: the first ones give something to decide to each statement that a small tier might not."""
    yield from _one_of_each()
    yield from _rings()
    yield from _beside_loops()
    yield from _transforming()
    yield from _renewed()
    yield from _put_there()


def _one_of_each() -> Iterator[Data]:
    """A board on which effects wait, define, go on without their ability, are granted, are renewed, do not interact."""
    yield _laws(
        {"affects": {"type": "Land"}, "set_subtypes": ["Mountain"]},
        {"affects": {"type": "Enchantment", "other": True}, "add_types": ["Land"]},
    )
    yield _laws("changeling", {"affects": {"type": "Enchantment"}, "add_types": ["Creature"], "add_subtypes": ["Elf"]})
    yield _laws(
        {"affects": {"type": "Enchantment"}, "set_types": ["Creature"], "lose_all_abilities": True, "set_power": 1}
    )
    yield _laws({"affects": {"type": "Enchantment"}, "add_abilities": [{"affects": "this", "set_colors": ["R"]}]})
    yield _laws(
        {"affects": {"type": "Enchantment"}, "add_types": ["Artifact"]},
        {"affects": {"type": "Enchantment"}, "add_supertypes": ["Legendary"]},
    )
    aura = {"name": "aura", "type_line": "Enchantment — Aura", "abilities": ["enchant permanent"]}
    yield {
        "cards": [aura, {"name": "elf", "type_line": "Creature — Elf", "power": "1", "toughness": "1"}],
        "timeline": [
            {"enters": "elf", "as": "o1"},
            {"enters": "aura", "as": "o2", "attached_to": "o1"},
            {"enters": "elf", "as": "o3"},
            {"attaches": "o2", "to": "o3"},
        ],
    }
    # The first effect would cease before it finds anything to apply to. If it waits, it comes back with a creature.
    yield _laws(
        {"as_long_as": {"count": {"type": "Artifact"}}, "affects": {"type": "Creature"}, "add_types": ["Enchantment"]},
        {"affects": {"type": "Artifact"}, "set_types": ["Land"]},
        {"affects": {"type": "Land"}, "add_types": ["Artifact", "Creature"]},
        site="Artifact",
    )


def _laws(*abilities: Data | str, site: str = "") -> Data:
    """Enchantments with an ability each, one after the other; where it is given, after an object of a type."""
    cards = [
        {"name": f"law {place}", "type_line": "Kindred Enchantment", "abilities": [one]}
        for place, one in enumerate(abilities, start=1)
    ]
    if site:
        cards.insert(0, {"name": "site", "type_line": site})
    steps = [{"enters": one["name"], "as": f"o{place}"} for place, one in enumerate(cards, start=1)]
    return {"cards": cards, "timeline": steps}


def _rings() -> Iterator[Data]:
    """Rings of three, four and five effects, each of which changes the affected set of the next one (613.8b).

    Those of three and four come in each order of their timestamps. Of those of five, the effect about artifacts is
    always the earliest: in a ring, the other orders are the same with other card types.
    """
    for length in (3, 4, 5):
        types = _TYPES[:length]
        ring: list[Data] = [
            {"affects": {"type": here}, "remove_types": [there]}
            for here, there in zip(types, (*types[1:], types[0]), strict=True)
        ]
        site = {"name": "site", "type_line": " ".join(types), "power": "1", "toughness": "1"}
        earliest = ring[:1] if length == 5 else []
        for others in permutations(ring[len(earliest) :]):
            laws = [
                {"name": f"law {place}", "type_line": "Sorcery", "abilities": [one]}
                for place, one in enumerate((*earliest, *others), start=1)
            ]
            steps = [{"enters": one["name"], "as": f"o{place}"} for place, one in enumerate(laws, start=1)]
            yield {"cards": [site, *laws], "timeline": [{"enters": "site", "as": "o0"}, *steps]}


def _beside_loops() -> Iterator[Data]:
    """A loop of two effects beside a third one that depends on it, or on which it depends, in each order (613.8b)."""
    loop: list[Data] = [
        {"affects": {"type": "Artifact"}, "remove_types": ["Land"]},
        {"affects": {"type": "Land"}, "remove_types": ["Artifact"]},
    ]
    sites = [{"name": f"site {types}", "type_line": types} for types in ("Artifact Land", "Enchantment Land")]
    for third in (
        {"affects": {"type": "Artifact"}, "add_types": ["Enchantment"]},
        {"affects": {"type": "Enchantment"}, "add_types": ["Artifact"]},
    ):
        for some in permutations((*loop, third)):
            laws = [
                {"name": f"law {place}", "type_line": "Sorcery", "abilities": [one]}
                for place, one in enumerate(some, start=1)
            ]
            cards: list[Data] = [*sites, *laws]
            steps = [{"enters": one["name"], "as": f"o{place}"} for place, one in enumerate(cards, start=1)]
            yield {"cards": cards, "timeline": steps}


def _transforming() -> Iterator[Data]:
    """An object that abilities of its own transform, and others, in each order (701.28f)."""
    entry = {"enters": "card", "as": "o1"}
    stacked = ({"stacks": "o1", "as": "first"}, {"stacks": "o1", "as": "second"})
    events: tuple[Data, ...] = (
        *stacked,
        {"transforms": "o1", "because": "first"},
        {"transforms": "o1", "because": "second"},
        {"transforms": "o1"},
    )
    for count in (2, 3, 4):  # the longest ones have both abilities and no other instruction
        for steps in product(events, repeat=count):
            if _can_happen(steps) and (count < 4 or sum("because" in step for step in steps) == 2):
                yield {"cards": [_CARD], "timeline": [entry, *steps]}
    # It also becomes a copy between a transformation and the ability.
    elf = {"name": "elf", "type_line": "Creature — Elf", "power": "1", "toughness": "1"}
    copying = {"effects": [{"affects": "targets", "becomes_copy": {}}]}
    copied = {"resolves": copying, "affects": ["o1"], "copy_of": "o2"}
    yield {
        "cards": [elf, _CARD],
        "timeline": [{"enters": "elf", "as": "o2"}, entry, stacked[0], events[4], copied, events[2]],
    }


def _can_happen(steps: tuple[Data, ...]) -> bool:
    """Tell whether each ability is stacked once, before it resolves, and resolves once; the first one first."""
    stacked: list[str] = []
    resolved: list[str] = []
    for step in steps:
        if "stacks" in step:
            stacked.append(step["as"])
        elif "because" in step:
            if step["because"] not in stacked:
                return False
            resolved.append(step["because"])
    return len(set(stacked)) == len(stacked) and len(set(resolved)) == len(resolved) and stacked == sorted(stacked)


def _renewed() -> Iterator[Data]:
    """An Aura with abilities of its own, given by one effect, or by two in each order, that moves (613.7a)."""
    own = {"affects": "attached", "set_power": 1}
    given: list[Data] = [
        {"affects": {"subtype": "Aura"}, "add_abilities": [{"affects": "attached", "set_power": power}]}
        for power in (5, 3)
    ]
    aura = {"name": "aura", "type_line": "Enchantment — Aura", "abilities": ["enchant creature", own]}
    elf = {"name": "elf", "type_line": "Creature — Elf", "power": "1", "toughness": "2"}
    laws = [
        {"name": f"law {place}", "type_line": "Enchantment", "abilities": [one]}
        for place, one in enumerate(given, start=1)
    ]
    for some in (laws[:1], laws, laws[::-1]):
        yield {
            "cards": [elf, aura, *laws],
            "timeline": [
                {"enters": "elf", "as": "o1"},
                {"enters": "elf", "as": "o2"},
                {"enters": "aura", "as": "o3", "attached_to": "o1"},
                *({"enters": law["name"], "as": f"o{place}"} for place, law in enumerate(some, start=4)),
                {"attaches": "o3", "to": "o2"},
            ],
        }


def _put_there() -> Iterator[Data]:
    """A token whose own ability and the spell that made it change the same characteristic (613.7n)."""
    for own in (
        {"affects": "this", "lose_abilities": ["haste"]},
        {"affects": "this", "lose_all_abilities": True},
        {"affects": "this", "add_abilities": ["flying"]},
    ):
        maker = {
            "name": "maker",
            "type_line": "Sorcery",
            "oracle_text": "Create a token that's a copy of target creature you control. That token gains haste.",
        }
        bear = {"name": "bear", "type_line": "Creature — Bear", "power": "2", "toughness": "2", "abilities": [own]}
        yield {
            "cards": [bear, maker],
            "timeline": [
                {"enters": "bear", "as": "o1"},
                {"enters": "token", "as": "o2", "copy_of": "o1", "made_by": "maker"},
            ],
        }
