"""Which spells and abilities cannot have something as their target: "black or red spells your opponents control"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from facts.words import COLORS

_COLOR = rf"(?:non)?(?:{'|'.join(COLORS)})"
SPELLS_OR_ABILITIES = (
    rf"(?:(?P<colors>{_COLOR}(?: or {_COLOR})*) |(?P<subtype>Aura) )?(?P<spells>spells)"
    r"(?P<whose> your opponents control)?|"
    rf"abilities(?: from (?:(?P<colors_>{_COLOR})|(?P<type>artifact)) sources)?(?P<whose_> your opponents control)?"
)
"""The pattern of a description of spells, or of abilities by their sources."""
PLAIN_PATTERN = re.sub(r"\?P<\w+>", "?:", SPELLS_OR_ABILITIES)
"""The same without names, for JSON Schema."""
_DESCRIBED = re.compile(SPELLS_OR_ABILITIES)


class Targeting(NamedTuple):
    """Some spells, or some abilities.

    Attributes:
        spells: Whether these are spells; else abilities.
        opponents: Whether only those of opponents are meant.
        qualities: Kinds and values of which the spell, or the source of the ability, has one; empty if any will do.
        lacks: Colors that it does not have.
    """

    spells: bool
    opponents: bool
    qualities: tuple[tuple[str, str], ...]
    lacks: tuple[str, ...]


def targeting(words: str) -> Targeting:
    """Read the description of some spells, or of some abilities.

    Args:
        words: As `SPELLS_OR_ABILITIES` has it.

    Raises:
        ValueError: The words are no such description.
    """
    said = _DESCRIBED.fullmatch(words)
    if said is None:
        raise ValueError(f"{words!r} describes no spells or abilities")
    colors = [word for word in (said["colors"] or said["colors_"] or "").split(" or ") if word]
    qualities = [("color", COLORS[word]) for word in colors if word in COLORS]
    qualities += [("subtype", said["subtype"])] if said["subtype"] else []
    qualities += [("type", said["type"].capitalize())] if said["type"] else []
    return Targeting(
        spells=said["spells"] is not None,
        opponents=bool(said["whose"] or said["whose_"]),
        qualities=tuple(qualities),
        lacks=tuple(COLORS[word.removeprefix("non")] for word in colors if word not in COLORS),
    )


def described(text: str) -> Iterator[str]:
    """Yield the descriptions in a text that joins them: "nongreen spells or abilities from nongreen sources".

    Args:
        text: The words after "can't be the target of".
    """
    yield from re.split(r" or (?=abilities\b)", text)
