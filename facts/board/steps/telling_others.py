"""Texts about other objects that enter, and the objects that may have them (614.1, 614.12).

Python notes each object that may have such a text: as a copy, by merging, or with another face up. The rules say
whether it has it as the other object enters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from facts.board.events import BATTLEFIELD
from facts.board.steps.deeds import tells_others
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.entering_texts import entering_with, unread_of_others
from facts.board.steps.printed_abilities import given_abilities, printed_abilities
from facts.board.steps.stage import Stage, Telling
from facts.board.timeline_terms import AbilityOf, ExceptionOf, FaceOf, Moment
from facts.cards import Ability, Card, Face, read_ability, texts_within
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
    _note(stage, (one for one in things if _may_tell(one) and one.left is None), stage.texts_ever(copied))


def _note(stage: Stage, things: Iterable[ThingDraft], texts: Mapping[str, Card]) -> None:
    found = [(key, card) for key, card in texts.items() if _tells(card)]
    for thing in things if found else ():
        for key, card in found:
            for face in card.faces:
                told = Telling(thing, card, key, face)
                if _tells_of_counters(face) and told not in stage.telling_counters:
                    stage.telling_counters.append(told)
                if _may_tell(thing) and telling_others(face) and told not in stage.telling_others:
                    stage.telling_others.append(told)


def _may_tell(thing: ThingDraft) -> bool:
    """Tell whether an object is where its texts may be about others that enter; the rules say whether they are."""
    return thing.zone in (BATTLEFIELD, "command")


class Said(NamedTuple):
    """A text about other objects that enter, and an object that may have it.

    Attributes:
        thing: The object.
        card: The card with the text, and its key; None if a step tells the text.
        term: The ability.
        ability: What it says.
    """

    thing: ThingDraft
    card: tuple[Card, str] | None
    term: AbilityOf
    ability: Ability


def said_of_entering(stage: Stage) -> list[Said]:
    """Return the texts so far about objects that enter, each with the objects that may have it: more rather than fewer.

    A text that another one gives to objects, or that is an exception of a copy, may be of any permanent. So may each
    text, if something has the full text of a card.

    Args:
        stage: The board so far.
    """
    said = [
        Said(one.thing, (one.card, one.key), AbilityOf(FaceOf(one.key, one.face.side), number), ability)
        for one in stage.telling_others
        for number, ability in telling_others(one.face)
    ]
    if not may_speak_of_entering(stage):
        return said
    given: list[tuple[tuple[Card, str] | None, AbilityOf, Ability]] = [
        (None, AbilityOf(ExceptionOf(Moment(step)), number), ability)
        for step, exceptions in stage.told_exceptions
        for number, ability in enumerate(map(read_ability, exceptions.add_abilities or ()), start=1)
        if tells_others(ability)
    ]
    lent = stage.says(has_full_text)
    for key, card in stage.timeline.cards.items():
        for outer in printed_abilities(stage, card):
            within = (outer, *given_abilities(outer, plain=True)) if lent else given_abilities(outer, plain=True)
            given += [((card, key), one.term, one.ability) for one in within if tells_others(one.ability)]
    there = [one for one in stage.timeline.things.values() if _may_tell(one)] if given else []
    known = {(one.thing.label, one.term) for one in said}
    return said + [Said(one, *text) for one in there for text in given if (one.label, text[1]) not in known]


def may_speak_of_entering(stage: Stage) -> bool:
    """Tell whether an object may have a text about others that enter, though it is neither its own nor a copied one.

    Args:
        stage: The board so far.
    """
    if stage.says(gives_telling) or (stage.says(has_full_text) and stage.says(_is_telling)):
        return True
    return bool(stage.told_exceptions) and any(map(_is_telling, stage.told_texts))


def _is_telling(face: Face) -> bool:
    return bool(telling_others(face))


@lru_cache(maxsize=4096)
def gives_telling(face: Face) -> bool:
    """Tell whether a face gives a text about other objects that enter.

    Args:
        face: The face.
    """
    return any(telling_others(one) for one in texts_within(face))


@lru_cache(maxsize=4096)
def has_full_text(face: Face) -> bool:
    """Tell whether an object with a face has the full text of another card.

    Args:
        face: The face.
    """
    return any(effect.full_text_of is not None for one in face.abilities for effect in one.effects)


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
    return bool(unread_of_others(face)) or gives_counters_to_others(face)


@lru_cache(maxsize=4096)
def gives_counters_to_others(face: Face) -> bool:
    """Tell whether a face says with which counters others enter, or gives them a text or keyword that says so (614.12).

    Args:
        face: The face.
    """
    given = (form for one in texts_within(face) for form in entering_with(one).forms)
    return gives_counting_keyword(face) or any(one.of_others for one in entering_with(face).forms) or any(given)


@lru_cache(maxsize=4096)
def gives_counting_keyword(face: Face) -> bool:
    """Tell whether a face gives an object, or a copy, a keyword ability with which it enters with counters.

    Args:
        face: The face.
    """
    parts = (part for ability in face.abilities for _, part in form_parts(ability.effects))
    given = (one for part in parts if isinstance(part, Operations) for one in part.add_abilities or ())
    return any(isinstance(one, str) and keyword_of(one) in ENTERING for one in given)
