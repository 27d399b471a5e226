"""Reads how many loyalty counters the cost of a loyalty ability removes (606.4)."""

from __future__ import annotations

import re

from facts.board.timeline import Timeline
from facts.runtime import pattern

_REMOVES = pattern("^\\[?[\u2212-](?P<number>\\d+|X)\\]?: ")
_COSTS_OTHERWISE = pattern(r"\bloyalty abilit(?:y|ies)\b[^.]*\bcosts?\b", re.IGNORECASE)
"""Words that change the costs of loyalty abilities."""


def loyalty_removed(timeline: Timeline, text: str, x: int | None) -> int | None:
    """Return how many loyalty counters the cost of an ability removes.

    Args:
        timeline: The board.
        text: The text of the ability.
        x: The value of X, if the step tells it.

    Returns:
        The number; None for another ability, if the board does not tell X, or if a text on the board may change costs.
    """
    said = _REMOVES.match(text)
    if said is None or timeline.says(_COSTS_OTHERWISE):
        return None
    return x if said["number"] == "X" else int(said["number"])
