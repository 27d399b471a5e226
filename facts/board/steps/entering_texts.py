"""Texts of faces about counters that objects enter with. A text is read only if it mentions counters."""

from __future__ import annotations

from functools import lru_cache

from facts.cards import Face
from facts.effects import NOTHING, Read


@lru_cache(maxsize=4096)
def entering_with(face: Face) -> Read:
    """Return with which counters something enters, as a face says.

    Args:
        face: The face.
    """
    if not _speaks(face):
        return NOTHING
    from facts.cards import entering_with as read

    return read(face)


@lru_cache(maxsize=4096)
def counters_changed(face: Face) -> list[str]:
    """Return the texts of an object that say that more or fewer counters are put on something.

    Args:
        face: The face of the object.
    """
    if not _speaks(face):
        return []
    from facts.cards import counters_changed as read

    return read(face)


def _speaks(face: Face) -> bool:
    return any("counter" in ability.text.lower() for ability in face.abilities)
