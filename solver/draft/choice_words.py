"""The words that a choice of a board may be: creature types, colors, and so on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from facts.words import BASIC_LAND_TYPES, CARD_TYPES, COLORS, words_of

COUNTERS = (
    "+1/+1", "-1/-1", "charge", "deathtouch", "double strike", "first strike", "flying", "haste", "hexproof", "ice",
    "indestructible", "level", "lifelink", "lore", "loyalty", "menace", "reach", "shield", "stun", "time", "trample",
    "vigilance",
)  # fmt: skip
"""Kinds of counters that boards name most: completion offers them, and a board may name others."""


@lru_cache(maxsize=1)
def choice_words() -> dict[str, Sequence[str]]:
    """Return the words of each key of ``chosen`` that has a list of them."""
    changed = (*COLORS, *BASIC_LAND_TYPES, *words_of("creature"))
    return {
        "basic_land_type": BASIC_LAND_TYPES,
        "card_type": CARD_TYPES,
        "color": tuple(COLORS),
        "creature_type": words_of("creature"),
        "land_type": words_of("land"),
        "from": changed,
        "to": changed,
    }


@lru_cache(maxsize=1)
def words_text() -> str:
    """Return these words, and kinds of counters, as JSON: the editor of a board's text completes them."""
    return json.dumps({**choice_words(), "counters": COUNTERS}, ensure_ascii=False, separators=(",", ":"))
