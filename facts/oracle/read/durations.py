"""The durations of effects, especially those that do not end with the turn (611.2b)."""

from __future__ import annotations

import re

from facts.effects.form import Duration
from facts.oracle.read.parts import NotRead
from facts.oracle.read.told_conditions import told_as
from facts.words import DURATIONS

_WHILES = {
    value: re.compile(rf"\b{pattern or said}(?=,? ?$|, (?:it|you may|that)\b)", re.IGNORECASE)
    for value, (said, pattern) in DURATIONS.items()
}
_WHILE_COUNTED = re.compile(
    r"\bfor as long as (?:it|they|he|she|each of them|(?:that|those|target) \w+) ha(?:s|ve) an? ([a-z]+|[+-]\d/[+-]\d) "
    r"counters? on (?:it|them|him|her)(?=,? ?$)",
    re.IGNORECASE,
)
_WHILE_TOLD = re.compile(
    r"\b(?:for as long as (?:(?! and (?:it|they|has|have|gains?|loses?)\b)[^,.⟦])+|"
    r"until an? (?:player|opponent) [^,.⟦]+)(?=,? ?$)",
    re.IGNORECASE,
)
"""A duration that a board tells to be over with ``ends``."""
_STAT_OF_THIS = re.compile(r"~ ?'s (power|toughness|mana value)")
_LASTS_FOR_A_PART = re.compile(
    r"\bfor as long as [^,.]*? and (?:it |they )?(?:gets?|gains?|becomes?|loses?) ", re.IGNORECASE
)
_ANOTHER_LASTING = re.compile(r"\bfor as long as\b", re.IGNORECASE)
_ELSE_LASTING = re.compile(r"\buntil end of|\bthis turn\b|\buntil your\b", re.IGNORECASE)


_UNTIL = re.compile(
    r"\b(?:until (?:end of turn|end of combat|(?:the end of )?your next turn)|this turn)\b", re.IGNORECASE
)
_DELAYED = re.compile(r"^until [^,]*, (?=when)", re.IGNORECASE)
"""The duration of a delayed triggered ability, which is not that of its effect."""


def untils_of(text: str) -> tuple[str, ...]:
    """Return the durations of a sentence that end with this turn or your next turn, each once.

    Args:
        text: A sentence.

    Returns:
        Their words, in the order of the sentence.
    """
    found = [one[0].lower() for one in _UNTIL.finditer(_DELAYED.sub("", text))]
    return tuple(dict.fromkeys("until end of turn" if one == "this turn" else one for one in found))


def lasting_of(text: str) -> str | Duration | None:
    """Return how long something lasts, if its duration is another than the turn (611.2b).

    Args:
        text: A clause, or a duration.

    Returns:
        A value of ``lasts``; None where the words give none that the effect form has.
    """
    if _ELSE_LASTING.search(text):
        if _ANOTHER_LASTING.search(text):
            raise NotRead("which part lasts how long?")
        return None
    if _LASTS_FOR_A_PART.search(text):
        raise NotRead("does only a part of it last so long?")
    counted = _WHILE_COUNTED.search(text)
    if counted is not None:
        return Duration(counter=counted[1])
    known = next((value for value, words in _WHILES.items() if words.search(text)), None)
    other = _WHILE_TOLD.search(text) if known is None else None
    if other is None:
        return known
    words = _STAT_OF_THIS.sub(r"the \1 of ~", other[0])  # "its power" would be that of the affected object
    return Duration(told=str(told_as(words[0].lower() + words[1:])["told"]))
