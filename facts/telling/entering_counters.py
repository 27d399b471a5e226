"""What an object enters the battlefield with by its own text: counters (122.6, 614.1c)."""

from __future__ import annotations

import re

from facts.cards import Face

_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
# Most boards ask for none of these: they are compiled where they are first asked for, and `re` keeps them.
_WITH = r" enters(?: the battlefield)?(?: tapped)? with (\w+) ([+-]\d+/[+-]\d+|[a-z' -]+) counters?(?: on it)?\.?$"
_MORE = (
    r"\bcopy of\b.*\bwith (\w+)(?: additional)? ([+-]\d+/[+-]\d+) counters?(?: more)?"
    r"(?: on it)?(?P<creature> if it(?:'s| is) a creature| on a creature)?"
)
_IMPENDING = r"impending (\d+)"
_BY_KEYWORD = {"fading": "fade", "graft": "+1/+1", "modular": "+1/+1", "vanishing": "time"}
"""The counters that a keyword with a number stands for (702.32a, 702.43a, 702.58a, 702.63a)."""
_NUMBERED = r"[a-z]+ (\d+)"


def entering_counters(face: Face, status: list[str], x: int | None) -> dict[str, int]:
    """Return the counters that an object enters with, where its text gives a plain number of them.

    Args:
        face: The face that is up as it enters.
        status: What the board says of it; with ``impending`` it was cast for that cost (702.176a).
        x: The X of its mana cost, if the board says it.

    Returns:
        How many of each kind.
    """
    found: dict[str, int] = {}
    for ability in face.abilities:
        if ability.keyword == "impending" and "impending" in status:
            number = re.match(_IMPENDING, ability.text, re.IGNORECASE)
            if number is not None:
                found["time"] = _count(number[1], x) or 0
        elif ability.keyword in _BY_KEYWORD:
            number = re.match(_NUMBERED, ability.text, re.IGNORECASE)
            if number is not None:
                kind = _BY_KEYWORD[ability.keyword]
                found[kind] = found.get(kind, 0) + (_count(number[1], x) or 0)
        elif "counter" in ability.text:
            said = re.search(_WITH, ability.text, re.IGNORECASE)
            count = _count(said[1], x) if said is not None else None
            if said is not None and count is not None and _is_itself(ability.text[: said.start()], face.name):
                found[said[2]] = found.get(said[2], 0) + count
    return found


def counters_of_copy(own: Face, copied: Face, x: int | None) -> dict[str, int]:
    """Return the counters that an object which enters as a copy enters with by its own text (707.5, 122.6).

    Args:
        own: Its own face, which says that it enters as a copy.
        copied: The face that it copies.
        x: The X of its mana cost, if the board says it.

    Returns:
        How many of each kind.
    """
    found: dict[str, int] = {}
    for ability in own.abilities:
        said = re.search(_MORE, ability.text, re.IGNORECASE) if "counter" in ability.text else None
        count = None if said is None else _count(said[1], x)
        if said is not None and count is not None and ("Creature" in copied.type_line.types or not said["creature"]):
            found[said[2]] = found.get(said[2], 0) + count
    return found


def _count(word: str, x: int | None) -> int | None:
    if word == "X":
        return x
    if word.lower() in ("a", "an"):
        return 1
    if word.isdigit():
        return int(word) if len(word) < 7 else None
    return _NUMBERS.index(word.lower()) if word.lower() in _NUMBERS else None


def _is_itself(subject: str, name: str) -> bool:
    """Tell whether the subject of a sentence is the card: by its name, the name's first part, or "this creature"."""
    return bool(re.fullmatch(r"this(?: \w+)?", subject, re.IGNORECASE)) or subject in (name, name.split(",")[0])
