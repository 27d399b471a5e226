"""What an ability does to permanents as it resolves, beside continuous effects: each text is read once.

It turns them over or face up, phases them out, or gives its own permanent a designation (701.28, 701.31, 702.26,
702.112, 702.171, 708, 710, 719).
"""

from __future__ import annotations

import re
from functools import lru_cache

from facts.runtime import pattern

_TURNING_OVER = pattern(r"(?:^|: |, |; |\. |— |\b(?:and|may|then|else|you) )(transform|convert) ", re.IGNORECASE)
_OTHERS = {
    "up": pattern(r"\bturn(?:ed)?\b[^.:]* face up\b", re.IGNORECASE),
    "out": pattern(r"\bphases? out\b", re.IGNORECASE),
}
_DESIGNATING = {
    "monstrous": pattern(r"(?:^|: |, |\. |— )monstrosity (?:\d+|x)\b", re.IGNORECASE),
    "renowned": pattern(r"^renown \d+", re.IGNORECASE),
    "saddled": pattern(
        r"^saddle \d+|(?:^|: |, )(?:(?:up to one )?target [^.:,]*|it) becomes saddled\b(?! if)", re.IGNORECASE
    ),
    "solved": pattern(r"^to solve\b", re.IGNORECASE),
    "flipped": pattern(r"\bflip (?:it|~|this|[A-Z])"),
}
TURNING_OVER = frozenset(("transform", "convert"))
"""The deeds by which a permanent has its other face up."""
_OUTLASTING = pattern(r"\b(?:this effect continues|that goes on) until end of turn\b", re.IGNORECASE)
DESIGNATIONS = frozenset(_DESIGNATING)
"""The deeds that are designations, as the rules name them."""


@lru_cache(maxsize=4096)
def deeds_said(text: str) -> frozenset[str]:
    """Return what an ability does as it resolves.

    Args:
        text: The text of the ability.

    Returns:
        ``transform``, ``convert``, ``up``, ``out`` (it phases something out), and designations: ``monstrous`` ...
    """
    over = {said[1].lower() for said in _TURNING_OVER.finditer(text)}
    return frozenset((*over, *(name for name, said in {**_OTHERS, **_DESIGNATING}.items() if said.search(text))))


def outlasts_its_source(text: str) -> bool:
    """Tell whether an ability says that its effect continues for the turn after its permanent has left.

    Args:
        text: The text of the ability.
    """
    return _OUTLASTING.search(text) is not None
