"""Finds the texts that have only players as targets, and speak of no permanent that a step could name (115.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.board.target_words import may_aim_at_objects, objects_said
from facts.runtime import pattern
from facts.text import without_quotes
from facts.words import CARD_TYPES

_AT_A_PLAYER = pattern(r"\btarget (?:player|opponent)s?\b", re.IGNORECASE)
_BEFORE = pattern(
    r"\([^)]*\)|^[^:.\"]*: |^(?:[^.,—]* — )?(?:When|Whenever|At)\b[^.,]*, |\bif [^.,]*, ", re.IGNORECASE | re.MULTILINE
)
"""Reminder text, a cost, the event of a trigger and a condition: they name objects, and do nothing to them."""
_NUMBERS = pattern(
    r"(?:,? where X is|,? equal to|,? for each)\b[^.]*|^[^.,:]*\bdeals? (?:\w+ )?damage\b", re.IGNORECASE
)
"""What only gives a number, and the source of damage."""
_OBJECTS = pattern(
    rf"\b(?:{'|'.join(sorted(CARD_TYPES))}|permanent|token|commander|source|cloak|manifest)s?\b|"
    r"\b(?:battlefield|controls?|it|them)\b|"
    r"\b(?:an?|all|each|another|other|that|this) (?-i:[A-Z])",
    re.IGNORECASE,
)
"""Words for permanents, also for those that come: the text may do something to one that is no target."""


def only_players_are_targets(texts: Sequence[str]) -> bool:
    """Tell whether some texts have only players as targets, and do nothing to a permanent.

    Args:
        texts: The texts of the abilities that a step may mean.
    """
    plain = [objects_said(without_quotes(one)) for one in texts]
    return any(map(_AT_A_PLAYER.search, plain)) and not any(map(_may_be_about_permanents, plain))


def _may_be_about_permanents(text: str) -> bool:
    """Tell whether a text has a target that may be an object, or does something to a permanent."""
    rest = text
    for words in (_BEFORE, _NUMBERS):
        rest = words.sub("", rest)
    return may_aim_at_objects(text) or _OBJECTS.search(rest) is not None
