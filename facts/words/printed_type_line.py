"""Reading a printed type line (205.1, 205.3b-c)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from facts.runtime import pattern
from facts.words.subtypes import CARD_TYPES, SET_OF_TYPE, SUPERTYPES, sets_by_word, words_of_several

_DASH = pattern(r"\s+[—–-]+\s+|\s*—\s*")
_TYPES = {word.lower(): word for word in CARD_TYPES}
_SUPERTYPES = {word.lower(): word for word in SUPERTYPES}


EMBLEM = "Emblem"
"""The text in place of the type line of an emblem, which has no types (114.3)."""


class TypeLine(NamedTuple):
    """A printed type line.

    Attributes:
        text: The line as printed, with a long dash.
        supertypes: In printed order.
        types: Card types in printed order.
        subtypes: In printed order.
        sets: The sets that each subtype is in, for the subtypes of this line.
        unknown: Words before the dash that are neither card type nor supertype, and subtypes no list knows.
    """

    text: str
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    sets: tuple[tuple[str, tuple[str, ...]], ...]
    unknown: tuple[str, ...]


@lru_cache(maxsize=4096)
def read_type_line(text: str) -> TypeLine:
    """Read a type line.

    A subtype that no list knows is kept, in the set of the line's card type (205.3c); of a creature's if
    there are several card types and one of them is creature or kindred.

    Args:
        text: Like ``Legendary Land Creature — Forest Dryad``; a hyphen may stand for the dash.

    Returns:
        The line.
    """
    before, _, after = _parted(text)
    if before.strip() == EMBLEM:
        return TypeLine(EMBLEM, (), (), (), (), ())
    supertypes: list[str] = []
    types: list[str] = []
    unknown: list[str] = []
    for word in before.split():
        if word.lower() in _SUPERTYPES:
            supertypes.append(_SUPERTYPES[word.lower()])
        elif word.lower() in _TYPES:
            types.append(_TYPES[word.lower()])
        elif word.lower() not in ("token", "//"):
            unknown.append(word)
    subtypes = _subtypes(after, types)
    sets: list[tuple[str, tuple[str, ...]]] = []
    for word in subtypes:
        known = sets_by_word().get(word)
        if known is None:
            unknown.append(word)
            known = _set_of_unknown(types)
        sets.append((word, known))
    line = " ".join([*supertypes, *types]) + (f" — {' '.join(subtypes)}" if subtypes else "")
    return TypeLine(line, tuple(supertypes), tuple(types), subtypes, tuple(sets), tuple(unknown))


def with_long_dash(text: str) -> str:
    """Return a type line with the long dash that cards have.

    Args:
        text: A type line; a hyphen may stand for the dash.
    """
    return " — ".join(_DASH.split(text, maxsplit=1))


def _parted(text: str) -> tuple[str, str, str]:
    """Split a type line at its dash."""
    parts = _DASH.split(text.replace("’", "'"), maxsplit=1)
    return (parts[0], "—", parts[1]) if len(parts) == 2 else (parts[0], "", "")


def _subtypes(after: str, types: list[str]) -> tuple[str, ...]:
    """Return the subtypes after the dash: single words, but for planes and a few creature types (205.3b)."""
    if "Plane" in types:
        return (after.strip(),) if after.strip() else ()
    words = after.split()
    found: list[str] = []
    while words:
        pair = next((several for several in words_of_several() if tuple(words[: len(several)]) == several), None)
        if pair is not None and " ".join(pair) in sets_by_word() and "creature" in sets_by_word()[" ".join(pair)]:
            found.append(" ".join(pair))
            words = words[len(pair) :]
        else:
            found.append(words.pop(0))
    return tuple(dict.fromkeys(found))


def _set_of_unknown(types: list[str]) -> tuple[str, ...]:
    """Return the set for a subtype that no list knows."""
    sets = [SET_OF_TYPE[word] for word in types if word in SET_OF_TYPE]
    if not sets:
        return ()
    return ("creature",) if "creature" in sets else (sets[0],)
