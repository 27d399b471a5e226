"""The lists of card types, supertypes and subtypes (205.2a, 205.3g-p, 205.4a), as data."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

_TYPES: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "card_types.json").read_text(encoding="utf-8"))
CARD_TYPES: tuple[str, ...] = tuple(_TYPES["card types"])
SUPERTYPES: tuple[str, ...] = tuple(_TYPES["supertypes"])
PERMANENT_TYPES: tuple[str, ...] = tuple(_TYPES["permanent types"])
"""The permanent types (110.4)."""
PERMANENT_NOUN = "permanent|" + "|".join(map(str.lower, PERMANENT_TYPES))
"""The nouns by which a text speaks of a permanent, as alternatives of a pattern."""
OF_SPELLS = frozenset(_TYPES["types of spells"])
"""The card types of spells that do not become permanents."""
ATTACHABLE = frozenset(_TYPES["attachable"])
"""The subtypes of what can be attached to something."""
TYPE_ORDER: tuple[str, ...] = tuple(_TYPES["as printed"])
"""The order in which cards print their types."""
BASIC_LAND_TYPES: tuple[str, ...] = tuple(_TYPES["basic land types"])
COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
COLOR_WORDS = {letter: word for word, letter in COLORS.items()}
"""The word for a color, by its letter."""

SET_OF_TYPE: dict[str, str] = _TYPES["set of subtypes"]
"""The set of subtypes of each card type; used only for words that no list knows."""
SETS = tuple(dict.fromkeys(SET_OF_TYPE.values()))
"""The sets of subtypes."""
NAMED_SETS = tuple(sorted((*SETS, "nonbasic_land")))
"""These sets, and the part of one that the rules name by itself."""
SIZED = frozenset(_TYPES["with power and toughness"])
"""The card types whose objects have power and toughness."""
SIZED_TYPE: str = _TYPES["with power and toughness"][0]
"""The first of these: an object without power and toughness lacks it."""
COUNTED = frozenset(_TYPES["entering with counters"])
"""The card types and subtypes whose objects enter with counters of their own."""
KEPT_NOUNS = frozenset(map(str.lower, PERMANENT_TYPES)) - frozenset(map(str.lower, SIZED))
"""Nouns of the card types that an object may keep when it becomes a creature."""
HOST_NOUNS = frozenset((*PERMANENT_NOUN.split("|"), "player", "vehicle"))
"""Nouns of what an Aura can enchant."""
HOST_PHRASES: dict[str, str] = _TYPES["words for a host"]
"""The words in a text for the host of its object, by a subtype."""


@lru_cache(maxsize=1)
def _lists() -> dict[str, Any]:
    """Return the lists as `facts/words/data/subtypes.json` has them: the newest (2026-09), and retired words."""
    found: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "subtypes.json").read_text(encoding="utf-8"))
    return found


@lru_cache(maxsize=1)
def sets_by_word() -> dict[str, tuple[str, ...]]:
    """Return the sets that each subtype is in.

    Returns:
        Sets (``creature``, ``land``, ...) by subtype as printed; retired words are among them.
    """
    found: dict[str, tuple[str, ...]] = {}
    for name, words in _lists().items():
        if name == "retired":
            continue
        for word in words:
            found[word] = (*found.get(word, ()), name)
    for word, name in _lists()["retired"].items():
        found.setdefault(word, (name,))
    return found


@cache
def words_of(name: str) -> tuple[str, ...]:
    """Return the subtypes of a set, in the order of the rulebook.

    Args:
        name: ``creature``, ``land``, ``nonbasic_land``, ...

    Returns:
        The subtypes; retired words are not among them.
    """
    if name == "nonbasic_land":
        return tuple(word for word in words_of("land") if word not in BASIC_LAND_TYPES)
    return tuple(_lists().get(name, ()))


@cache
def words_of_all_editions(name: str) -> tuple[str, ...]:
    """Return the subtypes of a set that some edition of the rules has: retired words are among them.

    Args:
        name: ``creature``, ``land``, ...
    """
    return (*words_of(name), *(word for word, one in _lists()["retired"].items() if one == name))


@lru_cache(maxsize=1)
def words_of_several() -> tuple[tuple[str, ...], ...]:
    """Return the subtypes of more than one word (Time Lord), each split into its words."""
    return tuple(tuple(word.split()) for word in sets_by_word() if " " in word)
