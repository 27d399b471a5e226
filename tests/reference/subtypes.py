"""Which words are subtypes, of which set, and which card types a set goes with (205.3c, 205.3g-r)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "facts" / "words" / "data" / "subtypes.json"

STILL = {"2024": {"creature": ("Cephalid", "Naga", "Viashino")}}
"""Retired in June 2024, after an edition in which boards are compared."""

BASIC_LAND_TYPES: dict[str, str] = {
    "Plains": "W",
    "Island": "U",
    "Swamp": "B",
    "Mountain": "R",
    "Forest": "G",
}
"""305.6: the basic land types and the mana each gives."""

CARD_TYPES_OF_SET: dict[str, frozenset[str]] = {
    "artifact": frozenset({"Artifact"}),
    "enchantment": frozenset({"Enchantment"}),
    "land": frozenset({"Land"}),
    "planeswalker": frozenset({"Planeswalker"}),
    "spell": frozenset({"Instant", "Sorcery"}),
    "creature": frozenset({"Creature", "Kindred"}),
    "planar": frozenset({"Plane"}),
    "dungeon": frozenset({"Dungeon"}),
    "battle": frozenset({"Battle"}),
}
"""The card types that each set of subtypes is correlated with."""

SETS_IN_EVERY = ("artifact", "basic land", "creature", "enchantment", "land", "nonbasic land", "planeswalker")
"""The sets that ``add_every`` and ``lose_every`` may name."""


@cache
def words_by_set(edition: str = "2024") -> dict[str, frozenset[str]]:
    """The subtypes of each set in an edition of the rules; words that were retired before are not among them."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    still = STILL.get(edition, {})
    return {name: frozenset({*data[name], *still.get(name, ())}) for name in CARD_TYPES_OF_SET}


@cache
def _sets_by_word() -> dict[str, frozenset[str]]:
    """The sets of each word, current or retired."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    found: dict[str, set[str]] = {}
    for name, words in words_by_set().items():
        for word in words:
            found.setdefault(word, set()).add(name)
    for word, name in data.get("retired", {}).items():
        found.setdefault(word, set()).add(name)
    return {word: frozenset(names) for word, names in found.items()}


@cache
def sets_of(word: str) -> frozenset[str]:
    """The sets that ``word`` is a subtype of. A word that no list knows counts as a creature type."""
    return _sets_by_word().get(word, frozenset({"creature"}))


@cache
def card_types_of(word: str) -> frozenset[str]:
    """The card types with which an object can have ``word``."""
    return frozenset().union(*(CARD_TYPES_OF_SET[name] for name in sets_of(word)))


def every(name: str, edition: str = "2024") -> frozenset[str]:
    """All words of a set in an edition, as ``add_every`` names it."""
    basic = frozenset(BASIC_LAND_TYPES)
    if name == "basic land":
        return basic
    if name == "nonbasic land":
        return words_by_set(edition)["land"] - basic
    return words_by_set(edition)[name]


def lost_with(name: str, word: str) -> bool:
    """Whether ``word`` goes when an object loses every subtype of the set ``name``; retired words go too."""
    if name == "basic land":
        return word in BASIC_LAND_TYPES
    if name == "nonbasic land":
        return "land" in sets_of(word) and word not in BASIC_LAND_TYPES
    return name in sets_of(word)
