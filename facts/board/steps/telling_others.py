"""Texts about other objects that enter, and the objects that may have them (614.1, 614.12).

Python notes each object that may have such a text: as a copy, by merging, or with another face up. The rules say
whether it has it as the other object enters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from facts.board.events import BATTLEFIELD
from facts.board.steps.deeds import tells_others
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.entering_texts import entering_with
from facts.board.steps.stage import Stage, Telling
from facts.cards import Ability, Card, Face
from facts.effects.form import Operations, form_parts
from facts.words import ENTERING, keyword_of


def note_texts(stage: Stage, thing: ThingDraft) -> None:
    """Note that an object may have texts about other objects that enter: those of its card, or of what it copies.

    Args:
        stage: The board so far.
        thing: The object.
    """
    plain = len(thing.events) == 1 and not thing.copied_token
    _note(stage, [thing], {thing.key: thing.card} if plain else stage.texts_ever(thing))


def note_copies(stage: Stage, things: Iterable[ThingDraft], copied: ThingDraft) -> None:
    """Note that objects may have texts about other objects that enter, because they may become copies (614.12).

    Args:
        stage: The board so far.
        things: The objects.
        copied: The object that they become copies of.
    """
    _note(stage, (one for one in things if one.zone == BATTLEFIELD and one.left is None), stage.texts_ever(copied))


def _note(stage: Stage, things: Iterable[ThingDraft], texts: Mapping[str, Card]) -> None:
    found = [(key, card) for key, card in texts.items() if _tells(card)]
    for thing in things if found else ():
        for key, card in found:
            for face in card.faces:
                told = Telling(thing, card, key, face)
                if _tells_of_counters(face) and told not in stage.telling_counters:
                    stage.telling_counters.append(told)
                if thing.zone == BATTLEFIELD and telling_others(face) and told not in stage.telling_others:
                    stage.telling_others.append(told)


@lru_cache(maxsize=4096)
def _tells(card: Card) -> bool:
    return any(telling_others(face) or _tells_of_counters(face) for face in card.faces)


@lru_cache(maxsize=4096)
def telling_others(face: Face) -> tuple[tuple[int, Ability], ...]:
    """Return the abilities that change entering objects, each with its place on the face.

    Args:
        face: The face.

    Returns:
        The abilities, each with its position from 1.
    """
    return tuple(placed for placed in enumerate(face.abilities, start=1) if tells_others(placed[1]))


def _tells_of_counters(face: Face) -> bool:
    return bool(entering_with(face).unread_of_others) or gives_counters_to_others(face)


@lru_cache(maxsize=4096)
def gives_counters_to_others(face: Face) -> bool:
    """Tell whether a face says with which counters others enter, or gives them such a keyword: modular (614.12).

    Args:
        face: The face.
    """
    return gives_counting_keyword(face) or any(one.of_others for one in entering_with(face).forms)


@lru_cache(maxsize=4096)
def gives_counting_keyword(face: Face) -> bool:
    """Tell whether a face gives an object, or a copy, a keyword ability with which it enters with counters.

    Args:
        face: The face.
    """
    parts = (part for ability in face.abilities for _, part in form_parts(ability.effects))
    given = (one for part in parts if isinstance(part, Operations) for one in part.add_abilities or ())
    return any(isinstance(one, str) and keyword_of(one) in ENTERING for one in given)
