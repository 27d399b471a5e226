"""The conditions that texts of cards state about their permanents, where a board shows them (603.4, 603.8, 608.2c)."""

from __future__ import annotations

import re
from functools import lru_cache

from facts.cards import Card
from facts.effects.form import Condition
from facts.runtime import pattern
from facts.words import PERMANENT_NOUN

_IF = pattern(
    r"(?:^|[.,;] |\bthen )if (?P<what>[^.,;:]+), (?P<rest>[^.:]*?\b(?:(?:transform|convert)(?:ed)?|flip)\b)(?! target)",
    re.IGNORECASE,
)
"""A condition in the sentence that transforms the permanent, before the deed (603.4, 608.2c)."""
_AFTERWARDS = pattern(
    r"(?P<before>(?:^|[.,;] )(?:then )?)(?P<deed>(?:transform|convert) [^.,;:]+?) if (?P<what>[^.,;:]+)", re.IGNORECASE
)
"""A condition after the deed: "transform it if you control four or more artifacts"."""
_TO_SOLVE = pattern(r"^to solve — (?P<what>[^.,;:]+)", re.IGNORECASE)
"""The condition of a Case, which becomes solved by it."""
_AGAIN = pattern(r"\b(?:if|unless|when|target)\b", re.IGNORECASE)
"""Words by which the deed may depend on something else, or be about another object."""
_IT_HAS = pattern(r"^it (?=has .*\bcounters? on it$)", re.IGNORECASE)
_ON_IT = pattern(r"^(?:it has|there are) .*\bcounters? on it$", re.IGNORECASE)
"""Counters on "it": the permanent, where the text names no other object."""


def condition_said(what: str, card: Card) -> Condition | None:
    """Return the condition that some words of a card state; None if a board shows no such condition.

    Args:
        what: The words: "you control no Islands".
        card: The card, by whose names the words speak of its permanent.
    """
    return visible_condition(f"If {what}, transform this permanent.", tuple(face.name for face in card.faces))


@lru_cache(maxsize=1024)
def visible_condition(text: str, faces: tuple[str, ...]) -> Condition | None:
    """Return the condition under which a text turns over its permanent; None if there is none that a board shows.

    Args:
        text: The text of the ability.
        faces: The names of the faces of its card.
    """
    text = _TO_SOLVE.sub(r"If \g<what>, transform this permanent", text)  # 719.3a
    said = list(_IF.finditer(_AFTERWARDS.sub(r"\g<before>if \g<what>, \g<deed>", text)))
    if len(said) != 1 or _AGAIN.search(said[0]["rest"]) is not None:
        return None
    from facts.oracle import own_names, read_condition  # reading texts takes longer to import than a small board

    what = said[0]["what"]
    if _ON_IT.match(what) is not None:
        if "target" in text.lower():
            return None
        what = _IT_HAS.sub("this permanent ", what)
        what = what if what.startswith("this") else re.sub(r"\bit$", "this permanent", what)
    for name in (one for face in faces for one in own_names(face)):
        what = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "this permanent", what)
    what = re.sub(r"^you have (?=.* cards? in your (?:graveyard|hand)$)", "there are ", what)
    what = re.sub(r"^this permanent's (power|toughness) is ", r"this permanent has \1 ", what)
    what = re.sub(rf"\bthis (?:{PERMANENT_NOUN})\b|^this(?= (?:has|is)\b)", "this permanent", what)
    condition = read_condition(what)
    return None if condition is None or _is_told(condition) else condition


def _is_told(condition: Condition) -> bool:
    """Tell whether a condition has a part that only the board tells: the step itself says then that it holds."""
    parts = (*(condition.all or ()), *(condition.any or ()))
    return condition.told is not None or any(map(_is_told, parts))
