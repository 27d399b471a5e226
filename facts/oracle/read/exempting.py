"""Reading sentences that have no effect form: what an Equipment may be attached to, and what the legend rule spares."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from facts.effects.form import Filters
from facts.oracle.read.sentence_parts import read_group, read_quality
from facts.runtime import pattern
from facts.text import NUMBER_WORDS

_ONLY_ON = pattern(r"\bcan be attached only to (?:an? )?(?P<what>[^.(]+)", re.IGNORECASE)
_LEGENDS = pattern(r'the ["“]legend rule["”] does(?:n[’\']t| not) apply(?: to (?P<what>[^.]+))?', re.IGNORECASE)
_SO_MANY = pattern(
    r"\bif there are exactly (?P<number>\w+) permanents (?P<which>named [^,]+?)(?: on the battlefield)?,", re.IGNORECASE
)
"""A text that exempts "them" from the legend rule only while there is an exact number of them."""


@lru_cache(maxsize=1024)
def read_only_host(text: str) -> Filters | None:
    """Read the only objects to which an ability lets its Equipment be attached (301.5b).

    Args:
        text: The ability.

    Returns:
        The filter; None if it says nothing of the kind, or the words are not read.
    """
    found = _ONLY_ON.search(text)
    return read_quality(found["what"].strip()) if found is not None else None


class Legends(NamedTuple):
    """What an ability exempts from the legend rule (704.5j).

    Attributes:
        what: The filter of the permanents; None for all of them.
        exactly: How many of them there must be; None for any number.
    """

    what: Filters | None
    exactly: int | None = None


@lru_cache(maxsize=1024)
def read_spared_legends(text: str) -> Legends | None:
    """Read which permanents an ability exempts from the legend rule.

    Args:
        text: The ability.

    Returns:
        The permanents; None if it exempts none, or the words are not read.
    """
    found = _LEGENDS.search(text)
    if found is None:
        return None
    if found["what"] is None:
        return Legends(None)
    counted = _SO_MANY.match(text)
    if counted is not None and counted["number"].lower() in NUMBER_WORDS:
        named = read_quality(f"permanent {counted['which']}")
        return None if named is None else Legends(named, NUMBER_WORDS.index(counted["number"].lower()))
    spared = read_group(found["what"])
    return None if spared is None else Legends(spared)
