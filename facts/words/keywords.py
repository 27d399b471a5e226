"""Keyword abilities (702): recognising them in the text of an ability."""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from pathlib import Path

from facts.runtime import pattern


@cache
def _kinds() -> dict[str, list[str]]:
    """Return the keywords of `facts/words/data/keyword_kinds.json` by the kind of ability that they stand for."""
    text = (Path(__file__).parent / "data" / "keyword_kinds.json").read_text(encoding="utf-8")
    kinds: dict[str, list[str]] = json.loads(text)
    return kinds


GROWING = frozenset(_kinds()["growing"])
"""Keywords that stand for a triggered ability which changes power and toughness."""
OF_OTHERS = frozenset(_kinds()["growing others"])
"""Those of `GROWING` that change the power and toughness of other objects, which the board names."""
BY_X = frozenset(_kinds()["growing by a told number"])
"""Those of `GROWING` that need a number which only the board can tell."""
RESOLVING = frozenset(_kinds()["resolving"]) | GROWING
"""Keywords that make a continuous effect as a spell or ability resolves."""
OF_THEIR_OWN = frozenset(_kinds()["changing their own permanent"]) | GROWING - OF_OTHERS
"""Those of `RESOLVING` that change the permanent they are on."""
WHILE_CONTROLLED = frozenset(_kinds()["lasting while a player controls their permanent"])
"""Those of `OF_THEIR_OWN` whose effect ends as that player loses control of their permanent."""
OF_A_TARGET = RESOLVING - GROWING - OF_THEIR_OWN
"""Those of `RESOLVING` that change a target of their own."""
CHANGING_TYPES = frozenset(_kinds()["changing its card types"])
"""Those of `OF_THEIR_OWN` that change the card types of their permanent."""
USED = frozenset(_kinds()["used on the battlefield"])
"""Keywords of permanents whose ability a step uses."""
PAID = {keyword: f"its {keyword} cost was paid" for keyword in _kinds()["with a cost that a board tells"]}
"""Keywords that do something if their cost was paid, which a board tells (702.109a, 702.152a)."""
OF_TOKENS = frozenset(_kinds()["changing the tokens that they create"])
"""Keywords with a continuous effect on the tokens that they create. It is no part of the copy."""
EQUIPPING = frozenset(_kinds()["equipping"])
"""Keywords that attach their object to a target."""
ATTACHING = EQUIPPING | frozenset(_kinds()["attaching their object otherwise"])
"""Keywords that attach their object: those of `EQUIPPING`, and one that also unattaches it."""
ATTACHING_TO_A_NEW_TOKEN = frozenset(_kinds()["attaching their object to a token that they create"])
"""Keywords that stand for a triggered ability which creates a token and attaches the object to that."""
RETURNING = frozenset(_kinds()["returning their object transformed"])
"""Keywords whose cost exiles their object, which then returns transformed under its owner's control."""
COPYING = frozenset(_kinds()["copying"])
"""Keywords that make a token which is a copy, with exceptions."""
COPYING_ITS_OWN = frozenset(_kinds()["copying its own object"])
"""Keywords that make a token which is a copy of the object that has the keyword, and of nothing else."""

COPYING_CARDS = frozenset(_kinds()["copying the card that has them"])
"""Keywords that make a token which is a copy of the card that has them, in another zone."""
SPREADING = frozenset(_kinds()["with other targets than the text says"])
"""Keywords by which a spell has other targets than its text says."""
MORE_MODES = frozenset(_kinds()["letting a player choose more modes"])
"""Keywords by which a spell has more modes than its text says, and no further targets in one of them."""
ATTACHABLE_BY = frozenset(_kinds()["making their permanent attachable"])
"""Keywords by which a permanent is attached that is no Aura, Equipment or Fortification by its card."""
UNATTACHING = frozenset(_kinds()["unattaching their permanent"])
"""Keywords that unattach their permanent again."""
OF_A_QUALITY = frozenset(_kinds()["from a quality"])
"""Keywords that a text may name together with a quality: "loses protection from black"."""
ENTERING = frozenset(_kinds()["entering with counters"])
"""Keywords by which an object enters with counters. The rules say how many (chapter 614)."""
TURNING_UP = frozenset(_kinds()["counters as it is turned face up"])
"""Keywords by which an object gets counters as it is turned face up."""
OFFERING = frozenset(_kinds()["offering counters"])
"""Keywords by which an object enters with counters if the board says that a player chose so."""

_ACTIVATED = frozenset(_kinds()["activated"])
TRIGGERED = frozenset(_kinds()["triggered"])
"""Keywords that stand for triggered abilities, and for nothing else."""

_SENTENCE = pattern(
    r" (?!onto\b)[^—:.{]*[a-z]{2}[^—:.{]* — |"
    r" (?![—-])(?:(?!where x is\b)[^—:.{])*?\b(?:gets?|gains?|has|have|becomes?|loses?|enters?|attacks|blocks|dies|"
    r"deals?|can't|costs? (?:up to )?\{|(?:is|are|isn't) (?:an?|all|every|legendary|equal|each)\b)"
)
"""Words after a keyword that begins a name or an ability word: "Toxic Eel has reach", "Toxic Rain — Whenever ..."."""
_COST = pattern(r"[\s—-]*(?:\{|\d|from\b|—|x\b)|$")
_QUALITY = frozenset(_kinds()["before a quality"])
"""Keywords that a quality or a cost in words may follow."""
CONDITIONS = frozenset(_kinds()["conditions before an ability"])
"""Those of the keywords before an ability that say under which condition its object has it."""
_BEFORE_ABILITY = frozenset(_kinds()["before an ability"])
"""Keywords that stand before an ability with a dash: the text is that ability, and no keyword ability (702.172a)."""


def is_activated(keyword: str | None) -> bool:
    """Tell whether a keyword stands for an activated ability; each kind of cycling does (702.29e).

    Args:
        keyword: The keyword; None for an ability that is none.
    """
    return keyword is not None and (keyword in _ACTIVATED or keyword.endswith("cycling"))


def keyword_number(text: str) -> int | None:
    """Return the number beside a keyword.

    Args:
        text: The text of a keyword ability: ``Bushido 2``.

    Returns:
        The number; None where it says none.
    """
    found = re.match(r"(?:[^—:.]+ — )?[a-z ]+ (\d+)(?:\s*—|$)", text.strip().rstrip("."), re.IGNORECASE)
    return int(found[1]) if found else None


@lru_cache(maxsize=1)
def keyword_names() -> tuple[str, ...]:
    """Return the names of all keyword abilities, longest first."""
    text = (Path(__file__).parent / "data" / "keywords.json").read_text(encoding="utf-8")
    names: list[str] = json.loads(text)
    return tuple(sorted(names, key=len, reverse=True))


@lru_cache(maxsize=1)
def landwalks() -> tuple[str, ...]:
    """Return the names of all landwalk abilities, the shortest first (702.14a)."""
    return tuple(name for name in reversed(keyword_names()) if name.endswith("walk") and name != "landwalk")


@lru_cache(maxsize=1)
def _by_first_word() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name in keyword_names():
        found.setdefault(name.split()[0], []).append(name)
    return {word: tuple(names) for word, names in found.items()}


@lru_cache(maxsize=8192)
def keyword_of(text: str) -> str | None:
    """Return the keyword ability that a text is.

    Args:
        text: The text of one ability, without reminder text: ``flying``, ``Crew 3``, ``bestow {3}{G}``.

    Returns:
        The keyword in lower case, or None where the text is no keyword ability.
    """
    lowered = text.strip().rstrip(".").lower()
    if not lowered:
        return None
    first = re.split(r"[\s—{]", lowered, maxsplit=1)[0]
    for name in _by_first_word().get(first, ()):
        if not lowered.startswith(name):
            continue
        rest = lowered[len(name) :]
        if rest and name in _BEFORE_ABILITY:
            return None
        if _SENTENCE.match(rest):
            return None
        if not rest or _COST.match(rest) or (name in _QUALITY and rest[0] in " —" and ":" not in rest):
            return name
    named = _WITH_FLAVOR.fullmatch(lowered)
    if named is not None:
        return keyword_of(named[1] or named[2])
    of_type = _OF_TYPE.fullmatch(lowered)
    return None if of_type is None else of_type[1] or "cycling"


_WITH_FLAVOR = pattern(
    rf"[^—:.,{{\"]+— ?((?:{'|'.join(sorted(ATTACHING))})\b.*)|"
    r"(?![ivx]+ —)[a-z][a-z' -]* — ([a-z][^:.,{\"]*)"
)
"""A keyword after a flavor word: one that attaches its object, with its cost, or another one that stands alone."""


_OF_TYPE = pattern(r"[a-z]+(?:cycling[\s—]*\{.*| (offering))")
"""A keyword with a type before it: "goblincycling {2}" (702.29e), "goblin offering" (702.48a)."""


def new_keyword(text: str) -> bool:
    """Tell whether a text without a full stop looks like a keyword ability that no list has yet: ``Zest``, ``Zest 2``.

    Args:
        text: The text of one ability, without reminder text.
    """
    found = _NEW.fullmatch(text.strip())
    return found is not None and found[1].lower() not in _NO_NEW and keyword_of(text) is None


_NEW = pattern(r"([A-Za-z][a-z-]+)(?: (?!choose\b)[a-z-]+)?(?: (?:\d+|X))?(?: ?(?:\{[^}]+\})+)?")
_NO_NEW = frozenset(_kinds()["no keywords"])
"""Words that are no keywords, though a line may begin with them, or a list after a keyword may go on with them."""
