"""The designations that a permanent gets when an ability of its own resolves (701.31, 702.112, 702.171, 710, 719)."""

from __future__ import annotations

import re
from functools import lru_cache

from facts.runtime.patterns import pattern

_SAID = {
    "monstrous": pattern(r"(?:^|: |, |\. |— )monstrosity (?:\d+|x)\b", re.IGNORECASE),
    "renowned": pattern(r"^renown \d+", re.IGNORECASE),
    "saddled": pattern(
        r"^saddle \d+|(?:^|: |, )(?:(?:up to one )?target [^.:,]*|it) becomes saddled\b(?! if)", re.IGNORECASE
    ),
    "solved": pattern(r"^to solve\b", re.IGNORECASE),
    "flipped": pattern(r"\bflip (?:it|~|this|[A-Z])"),
}


@lru_cache(maxsize=4096)
def designations_said(text: str) -> tuple[str, ...]:
    """Return the designations that an ability gives as it resolves.

    Args:
        text: The text of the ability.

    Returns:
        As the rules name them: ``monstrous``, ``renowned`` ...
    """
    return tuple(name for name, said in _SAID.items() if said.search(text))
