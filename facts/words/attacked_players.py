"""Words of a text for a player whom a creature attacks: only opponents can be attacked (506.2)."""

from __future__ import annotations

import re

from facts.runtime import pattern

_ATTACKED = pattern(r"\battacks? a player\b", re.IGNORECASE)


def attacks_a_player(text: str) -> bool:
    """Tell whether a text speaks of a player who is attacked.

    Args:
        text: The text.
    """
    return _ATTACKED.search(text) is not None


def with_attacked_opponent(text: str) -> str:
    """Return a text that says "an opponent" where it speaks of a player who is attacked (506.2).

    Args:
        text: The text.
    """
    return _ATTACKED.sub("attacks an opponent", text)
