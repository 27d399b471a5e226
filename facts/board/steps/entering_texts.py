"""Texts of faces about how objects enter: their counters and controllers. Only texts that mention counters are read."""

from __future__ import annotations

import re
from functools import lru_cache

from facts.board.events import BATTLEFIELD
from facts.cards import Face, texts_within, without_card
from facts.effects import NOTHING, Read
from facts.runtime import pattern


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
def unread_of_others(face: Face) -> tuple[tuple[str, str], ...]:
    """Return the texts about the counters of other objects that enter that are not read, each with its zone.

    Args:
        face: The face with these texts, or with one that gives them to other objects.
    """
    within = [entering_with(one) for one in texts_within(face)]
    given = [(text, BATTLEFIELD) for one in within for text in one.unread]
    given += [unread for one in within for unread in one.unread_of_others]
    # What these texts give is looked at by itself.
    read = {one.text for one in face.abilities if texts_within(without_card([one]))}
    return (*(one for one in entering_with(face).unread_of_others if one[0] not in read), *given)


@lru_cache(maxsize=4096)
def counters_changed(face: Face) -> list[str]:
    """Return the texts of an object that say that more or fewer counters are put on something, and are not read.

    Args:
        face: The face of the object.
    """
    if not _speaks(face):
        return []
    from facts.cards import counters_changed as read

    return read(face)


@lru_cache(maxsize=4096)
def enters_for_an_opponent(face: Face) -> bool:
    """Tell whether an object enters under the control of an opponent of the player who put it there.

    Args:
        face: The face that it enters with.
    """
    return any(_FOR_AN_OPPONENT.search(ability.text) for ability in face.abilities)


_FOR_AN_OPPONENT = pattern(
    r"\benters (?:the battlefield )?under the control of an opponent of your choice\b|"
    r"^As [^.]*? enters(?: the battlefield)?, an opponent of your choice gains control of it\b",
    re.IGNORECASE,
)


def _speaks(face: Face) -> bool:
    return any("counter" in ability.text.lower() for ability in face.abilities)
