"""The keys of a step that a type or keyword of its card brings (docs/board.md), and what those keys may say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_KEYS: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "step_keys.json").read_text(encoding="utf-8"))
USUAL_COUNTERS: tuple[str, ...] = tuple(_KEYS["usual counters"])
"""Kinds of counters that boards name most; a board may name others."""
COUNTERS_OF_TYPES: dict[str, list[str]] = _KEYS["counters of a type"]
"""The kinds of counters that matter to an object of a card type or subtype."""
COUNTERS_TOLD_BY: dict[str, str] = _KEYS["counters told by"]
"""Keywords that bring a number of counters which only a board can tell, each with the key that may tell it."""
TURNED_DOWN: tuple[str, ...] = tuple(_KEYS["face_down"])
"""Keywords by which a card can be face down."""
STATUS_BY: dict[str, str] = _KEYS["status"]
"""Keywords that give a status which a board tells."""
UNLOCKED = frozenset(_KEYS["unlocked"])
"""Subtypes of a card whose halves are unlocked."""
LEVELED = frozenset(_KEYS["level"])
"""Subtypes of an object that has a level."""
NEEDING_HOST = frozenset(_KEYS["attached_to"])
"""Subtypes of an object that is attached to something as long as it is on the battlefield."""
NAMING_HOST = frozenset(_KEYS["attached_to by the text of"])
"""Keywords that say what such an object may be attached to."""
MERGING = frozenset(_KEYS["onto"])
"""Keywords by which an object merges with another."""
PAIRING = frozenset(_KEYS["paired_with"])
"""Keywords by which two objects are paired."""
COUNTERS_TAKEN = r"(?:an? )?(?:\+1/\+1 )?counters?|\+1/\+1|unleash(?:ed)?|tribute(?: (?:is|was))?(?: paid)?"
"""How a step says that an object takes the counters which a keyword offers, as alternatives of a pattern."""
OFFERED = rf"{COUNTERS_TAKEN}|haste|.*counters?|tribute.*"
"""How a step names what such a keyword offers: the counters, or the other choice."""
