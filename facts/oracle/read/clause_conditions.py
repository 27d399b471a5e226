"""The condition of a clause: one that the rules ask, one that a board tells, or both."""

from __future__ import annotations

import re

from facts.oracle.read.condition_joining import either
from facts.oracle.read.parts import Form, NotRead
from facts.oracle.read.sentences import parsed
from facts.oracle.read.told_conditions import told, told_as
from facts.words import NUMBERS

PAST = re.compile(
    r"^if (?:[^,]*\b(?:was|were|wasn't|weren't|didn't|cast|died|dealt|entered|lost|gained|attacked|paid|spent|drew|"
    r"discarded|sacrificed|"
    r"this turn|"
    r"put|revealed|exiled|did|been|had|won|this way|kicked|entwined|blocked|played|left|bargained|destroyed|"
    r"descended)\b[^,]*|you (?:do|don't|win|(?:win|lose) the flip)), ",
    re.IGNORECASE,
)
PRESENT = re.compile(r"\b(?:is|isn't|are|aren't|controls?|has|you're|it's|X is)\b")


def condition_in(text: str) -> Form | None:
    """Read the condition of a clause.

    Args:
        text: The words after "if" or "as long as".

    Returns:
        A condition of the effect form; None where the effect form has none for the words.
    """
    found: Form | None = parsed(text, "condition")
    if found is not None:
        return found
    return both_in_graveyard(text) or _each_of_one(text) or _half_told(text) or _of_x(text) or one_of_two(text)


def _each_of_one(text: str) -> Form | None:
    """Read ``~ is enchanted, equipped, and has a counter on it``: all three of one object."""
    several = _SEVERAL_OF_ONE.match(text)
    if several is None:
        return None
    who, first, second, last = several.groups()
    parts: list[Form | None] = [
        parsed(f"{who} {one}", "condition") for one in (f"is {first}", f"is {second}", f"has {last}")
    ]
    found: Form = {}
    for part in parts:
        ((key, about),) = (part or {"": None}).items() if part is None or len(part) == 1 else (("", None),)
        if not isinstance(about, dict) or set(found) - {key} or set(about) & set(found.get(key, {})):
            return None
        found = {key: {**found.get(key, {}), **about}}
    return found


_SEVERAL_OF_ONE = re.compile(r"(~|it) is (\w+), (\w+), and has (.+)$")


_OF_X = re.compile(r"X is (?:exactly )?(\d+|[a-z]+)(?: or (more|greater|less|fewer))?$")
_BOUNDS = {"more": "at_least", "greater": "at_least", "less": "at_most", "fewer": "at_most"}


def _of_x(text: str) -> Form | None:
    """Read ``X is 10 or more``."""
    bound = _OF_X.match(text)
    if bound is None or not (bound[1].isdigit() or bound[1] in NUMBERS):
        return None
    how_many = int(bound[1]) if bound[1].isdigit() else NUMBERS[bound[1]]
    return {"x": True, _BOUNDS.get(bound[2], "exactly"): how_many}


def both_in_graveyard(text: str) -> Form | None:
    """Read ``an instant card and a sorcery card are in your graveyard``."""
    both = _TWO_IN_GRAVEYARD.match(text)
    each = [parsed(f"{one} is in your graveyard", "condition") for one in both.groups()] if both is not None else []
    return {"all": each} if each and all(each) else None


_OR = re.compile(r",? or (?:if |as long as )?(?=(?:you|an?|it|~|that|your|there|enchanted|equipped)\b)")


def one_of_two(text: str) -> Form | None:
    """Read ``you control a Forest or you gained life this turn``, of which the rules ask one or both.

    Args:
        text: The words after "if" or "as long as".

    Returns:
        A condition with "any"; None where the words are not two conditions.
    """
    for match in _OR.finditer(text):
        parts = (text[: match.start()], text[match.end() :])
        read: list[Form | None] = [parsed(part, "condition") or _told_alone(part) for part in parts]
        both = [one for one in read if one]
        if len(both) == 2 and not all("told" in one for one in both):
            try:
                return either(both)
            except NotRead:
                continue
    return None


def _told_alone(text: str) -> Form | None:
    return told(text) or (told_as(text) if happened(text) else None)


_TWO_IN_GRAVEYARD = re.compile(r"(an? [^,]*? card) and (an? [^,]*? card) are in your graveyard$")


def _half_told(text: str) -> Form | None:
    """Read two conditions, of which a board tells one: "you attacked this turn and it isn't a creature"."""
    for match in re.finditer(" and ", text):
        for seen, said in (
            (text[match.end() :], text[: match.start()]),
            (text[: match.start()], text[match.end() :]),
        ):
            condition = told(said)
            if condition is None:
                continue
            found: Form | None = parsed(seen, "condition")
            if found is not None and "told" not in found and "not" not in found:
                return {**found, **condition}
    return None


def happened(condition: str) -> bool:
    """Tell whether a condition is about earlier events, which only a board can tell.

    Args:
        condition: The condition, without "if".
    """
    past = PAST.match(f"if {condition}, ")
    return past is not None and PRESENT.search(past[0]) is None
