"""With which counters something enters or is turned face up, as the abilities of a face say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

from facts.cards.card import Face
from facts.cards.texts_within import texts_within
from facts.effects import NOTHING, Entering, EnteringWith, Read, speaks_of_counters
from facts.effects.form import COUNTER_ACTIONS
from facts.runtime import pattern

FILE = Path(__file__).parent / "data" / "entering.json"
"""What the texts of the built-in library say, read in advance: ``python -m facts.cards`` writes it."""
_PUT_INSTEAD = pattern(
    r"\bcounters?(?:[\w' ]+)? (?:would|can't) be put\b|\bwould put [^.,]*\bcounters?\b|"
    r"\bcan't have (?:[^.,]* )?counters put\b|\bfor each kind of counter on\b[^.]* enters?\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def entering_with(face: Face) -> Read:
    """Return with which counters something enters, as a face says.

    Args:
        face: The face.
    """
    read = [(place, face.abilities[place - 1].text, said) for place, said in _said(face)]
    if not read:
        return NOTHING
    return Read(
        tuple(EnteringWith(place, *one) for place, _, said in read for one in said.forms),
        tuple(text for _, text, said in read if said.unread),
        tuple(text for _, text, said in read if said.unread_of_copy),
        tuple((text, said.unread_of_others) for _, text, said in read if said.unread_of_others is not None),
    )


def turned_up_with(face: Face) -> Iterator[tuple[int, str, int]]:
    """Return which counters a face puts on its permanent as that is turned face up.

    Args:
        face: The face.

    Yields:
        The place of the ability, the kind of counter, and how many there are.
    """
    for place, said in _said(face):
        yield from ((place, kind, count) for kind, count in said.turned_up)


@lru_cache(maxsize=4096)
def counters_changed(face: Face) -> list[str]:
    """Return the texts of an object that say that more or fewer counters are put on something, and are not read.

    They replace a number by another one (614.1a).

    Args:
        face: The face of the object.
    """
    texts = [
        one.text
        for one in face.abilities
        if one.kind in ("plain", "static")
        and "counter" in one.text.lower()
        and not any(COUNTER_ACTIONS & set(effect.cannot or ()) or effect.counters_put for effect in one.effects)
    ]
    return [text for text in texts if _PUT_INSTEAD.search(text)]


def _said(face: Face) -> Iterator[tuple[int, Entering]]:
    """Return what the abilities of a face say, each with its place; a text that was not read before is read now."""
    for place, ability in enumerate(face.abilities, start=1):
        said = ability.entering
        if said is None and speaks_of_counters(ability.text):
            said = _of_text(ability.text, face.name, face.type_line.text)
        if said is not None:
            yield place, said


@lru_cache(maxsize=4096)
def _of_text(text: str, name: str, type_line: str) -> Entering:
    if text in _in_library():
        return _in_library()[text]
    from facts.oracle import read_entering

    return read_entering(text, name, type_line)


@cache
def _in_library() -> dict[str, Entering]:
    """Return what the texts of the built-in library say: reading them here would take longer than a small board."""
    found = json.loads(FILE.read_text(encoding="utf-8"))
    return {text: Entering.from_data(data) for text, data in found.items()}


def read_in_advance(faces: Iterable[Face]) -> str:
    """Return what the abilities of faces say, as the file holds it.

    Args:
        faces: The faces of the built-in library.
    """
    from facts.oracle import read_entering

    found = {
        one.text: read_entering(one.text, face.name, face.type_line.text).to_data()
        for printed in faces
        for face in (printed, *texts_within(printed))
        for one in face.abilities
        if one.entering is None and speaks_of_counters(one.text)
    }
    return json.dumps(dict(sorted(found.items())), indent=1, ensure_ascii=False) + "\n"
