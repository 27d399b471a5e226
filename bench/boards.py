"""The boards that are measured: made from cards of the built-in library, always the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import Any

Step = str | Mapping[str, Any]
Data = dict[str, Any]
"""A board as plain data, as in docs/board.md."""

PLAYERS = ("Ann", "Ben")

VARIED: tuple[Step, ...] = (
    "Forest", "Grizzly Bears", "Steam Vents", "Serra Angel", "Sol Ring", "Dryad Arbor", "Plains", "Llanowar Elves",
    "Darksteel Citadel", "Air Elemental", "Swamp", "Hill Giant", "Breeding Pool", "Ornithopter", "Mountain",
    "Sengir Vampire", "Indatha Triome", "Memnite", "Island", "Goblin Piker", "Karakas", "Avian Changeling",
    "Snow-Covered Forest", "Isamaru, Hound of Konda", "Mind Stone", "Ancient Tomb", "Royal Assassin", "Bitterblossom",
    "Azorius Guildgate", "Giant Spider", "Skysovereign, Consul Flagship", "Giant Spider", "Tundra", "Prodigal Sorcerer",
    "Howling Mine", "Savannah Lions",
)  # fmt: skip
"""Permanents without effects on others: lands basic and nonbasic, creatures, artifacts, one changeling."""

FEW: tuple[Step, ...] = ("Forest", "Grizzly Bears", "Steam Vents", "Serra Angel", "Sol Ring", "Plains")
"""The kinds of which large boards have hundreds."""

ORDERED: tuple[Step, ...] = (
    "Blood Moon", "Leyline of Singularity", "Enchanted Evening", "March of the Machines", "Natural Emergence",
    {"enters": "Xenograft", "chosen": {"creature_type": "Goblin"}}, "Mycosynth Lattice",
    {"enters": "Conspiracy", "chosen": {"creature_type": "Elf"}}, "Dune Chanter", "Rootpath Purifier",
)  # fmt: skip
"""Ten effects in layer 4, few of which meet."""

ENTANGLED: tuple[Step, ...] = (
    "Urborg, Tomb of Yawgmoth", "Blood Moon", "Yavimaya, Cradle of Growth", "Life and Limb",
    "Ashaya, Soul of the Wild", "Kormus Bell", "Enchanted Evening", "Opalescence",
    {"enters": "Arcane Adaptation", "chosen": {"creature_type": "Saproling"}}, "Prismatic Omen",
)  # fmt: skip
"""Ten effects in layer 4, most of which could depend on others (613.8)."""

ANTHEMS: tuple[Step, ...] = (
    "Glorious Anthem", "Crusade", "Levitation", "Bad Moon", "Honor of the Pure", "Muraganda Petroglyphs",
    "Concordant Crossroads", "Elvish Champion", "Elesh Norn, Grand Cenobite", "Humility",
)  # fmt: skip
"""Ten effects in layers 6 and 7."""


def board(steps: Sequence[Step]) -> Data:
    """Return a board: permanents enter in turn for one player and the other.

    Args:
        steps: Cards, or whole steps; a step that names no controller gets one, if it is one that enters.

    Returns:
        The board as plain data.
    """
    timeline: list[Data] = []
    for step, player in zip(steps, cycle(PLAYERS), strict=False):
        whole = {"enters": step} if isinstance(step, str) else dict(step)
        if "enters" in whole:
            whole.setdefault("controller", player)
        timeline.append(whole)
    return {"players": list(PLAYERS), "timeline": timeline}


def mixed(kinds: Sequence[Step], effects: Sequence[Step], count: int) -> Data:
    """Return a board of many permanents with effects spread among them.

    Args:
        kinds: The kinds of the permanents, over and over.
        effects: Permanents with effects.
        count: How many objects there are, with those that have effects.

    Returns:
        The board as plain data.
    """
    plain = list(islice(cycle(kinds), count - len(effects)))
    every = max(1, len(plain) // (len(effects) + 1))
    steps: list[Step] = []
    for number, effect in enumerate(effects):
        steps += [*plain[number * every : (number + 1) * every], effect]
    return board([*steps, *plain[len(effects) * every :]])


def tokens() -> Data:
    """Return ten thousand tokens of twenty kinds under three effects."""
    words = ("Saproling", "Goblin", "Elf", "Soldier", "Zombie", "Thopter", "Beast", "Cat", "Snake", "Spirit")
    kinds = [
        {"enters": {"name": word, "type_line": f"Creature — {word}", "colors": ["G"], "power": size, "toughness": size},
         "token": True}
        for word in words for size in ("1", "2")
    ]  # fmt: skip
    goblins = {"enters": "Xenograft", "chosen": {"creature_type": "Goblin"}}
    return mixed(kinds, ("Blood Moon", "Glorious Anthem", goblins), 10_000)


def small_types() -> Data:
    """Return ten objects under three effects of layer 4, one of which depends on another."""
    goblins = {"enters": "Xenograft", "chosen": {"creature_type": "Goblin"}}
    return mixed(VARIED, ("Urborg, Tomb of Yawgmoth", goblins, "Blood Moon"), 10)


def small_manland() -> Data:
    """Return ten objects with an animated land, an effect on lands and one on the size of creatures."""
    colonnade = {"enters": "Celestial Colonnade", "as": "colonnade", "controller": PLAYERS[0]}
    animated = {"resolves": "Celestial Colonnade", "affects": ["colonnade"], "source": "colonnade"}
    return board(["Forest", "Serra Angel", colonnade, "Grizzly Bears", "Glorious Anthem", "Steam Vents", "Sol Ring",
                  animated, "Blood Moon", "Plains", "Hill Giant"])  # fmt: skip


def small_humility() -> Data:
    """Return ten objects under effects that take abilities, some of their own kind."""
    return mixed(VARIED, ("Humility", "Opalescence", "Glorious Anthem"), 10)


def small_batch(count: int) -> list[Data]:
    """Return boards of ten objects, of different cards, with two effects each; no two of them are equal.

    Args:
        count: How many: up to 500.

    Returns:
        The boards as plain data.
    """
    effects = (*ORDERED[:8], *ANTHEMS[:8], *ENTANGLED[:4])
    found: list[Data] = []
    for number in range(count):
        kinds = [VARIED[(number * 7 + place * 5) % len(VARIED)] for place in range(8)]
        # Values that depend on the number alone repeat after 180.
        pair = (effects[number % len(effects)], effects[(number * 3 + 5 + number // 180) % len(effects)])
        found.append(mixed(kinds, pair, 10))
    return found
