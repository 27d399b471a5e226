"""The words that a choice of a board may be: creature types, colors, and so on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from facts.words import USUAL_COUNTERS, words_to_choose

_LISTED = ("basic_land_type", "card_type", "color", "creature_type", "land_type")


@lru_cache(maxsize=1)
def choice_words() -> dict[str, Sequence[str]]:
    """Return the words of each key of ``chosen`` that has a list of them."""
    changed = [word for key in ("color", "basic_land_type", "creature_type") for word in words_to_choose(key)]
    return {**{key: words_to_choose(key) for key in _LISTED}, "from": changed, "to": changed}


@lru_cache(maxsize=1)
def words_text() -> str:
    """Return these words, and kinds of counters, as JSON: the editor of a board's text completes them."""
    return json.dumps({**choice_words(), "counters": USUAL_COUNTERS}, ensure_ascii=False, separators=(",", ":"))
