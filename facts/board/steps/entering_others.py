"""Abilities about other objects that enter: changed, or face down (614.1, 614.12)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from facts.board.events import BATTLEFIELD, Claim, Event
from facts.board.steps.copying import copied_by_text, copied_card, enters_as_copy
from facts.board.steps.deeds import makes_copies
from facts.board.steps.drafts import ResolutionDraft, ThingDraft
from facts.board.steps.named_objects import name_copied_by_spell, name_what_no_text_copies
from facts.board.steps.printed_abilities import printed_abilities
from facts.board.steps.stage import Stage
from facts.board.steps.telling_others import Said, said_of_entering
from facts.board.steps.turning import turn_by
from facts.board.timeline_terms import AbilityOf, ExceptionOf, FaceOf, Moment
from facts.cards import Ability, Card, Face, read_ability
from facts.effects.form import TargetsOf, plain_data
from facts.runtime import NO_ENTRIES, pattern


def face_of(card: Card, side: str) -> Face:
    """Return the face of a card on a side; the first, where it has no such side.

    Args:
        card: The card.
        side: The side.

    Returns:
        The face.
    """
    return card.face(side) or card.faces[0]


def as_it_enters(stage: Stage, thing: ThingDraft) -> None:
    """Let an object turn others face down as it enters: the board before it decides which.

    Args:
        stage: The board so far.
        thing: The object. Where it may have one of several texts, the rules say which.
    """
    if thing.face_down or thing.zone != BATTLEFIELD:
        return
    own = copied_card(stage, thing)
    for key, card in stage.texts_ever(thing).items():
        for side, number, ability in turning_others(card):
            term = AbilityOf(FaceOf(key, side), number)
            resolution = _by_text(stage, thing, Said(thing, (card, key), term, ability))
            turn_by(stage, {}, resolution)
            stage.timeline.resolutions.append(resolution)
            by_steps = card is own and side == face_of(own, thing.side).side
            asked = "enters_by" if by_steps else "turns_others_by"
            stage.timeline.claims.append(Claim(thing.label, stage.step, (term,), asked=asked, must=not by_steps))


@lru_cache(maxsize=4096)
def turning_others(card: Card) -> tuple[tuple[str, int, Ability], ...]:
    """Return the abilities by which others are turned face down as an object enters, each with its place.

    Args:
        card: The card.

    Returns:
        The abilities, each with its face and its position from 1.
    """
    return tuple(
        (face.side, number, ability)
        for face in card.faces
        for number, ability in enumerate(face.abilities, start=1)
        if ability.kind == "as_enters" and any(effect.turn is not None for effect in ability.effects)
    )


def as_others_say(stage: Stage, thing: ThingDraft) -> None:
    """Let others change an object as it enters, if the board says that it meets their filters (614.12).

    The rules say which of them comes first.

    Args:
        stage: The board so far.
        thing: The object.
    """
    if thing.zone != BATTLEFIELD:
        return
    for said in said_of_entering(stage):
        other = _still_telling(stage, said.thing)
        if other is None or other is thing:
            continue
        resolution = _by_text(stage, other, said)
        resolution.source, resolution.entering = other.label, thing.label
        if enters_as_copy(stage, thing, other, resolution):
            stage.timeline.resolutions.append(resolution)
            if resolution.does is not None and resolution.does.of == other.label:
                stage.heirs.setdefault(said.thing.label, []).append(thing)
    of = thing.first_copy.of if thing.first_copy is not None else ""
    for heirs in stage.heirs.values():
        heirs += [thing] if any(one.label == of for one in heirs) else []


def told_by_others(stage: Stage, step: Mapping[str, Any], thing: ThingDraft, copied: ThingDraft) -> bool:
    """Tell whether an object on the battlefield lets objects enter as copies of the one that a step names (614.12).

    If so, its text decides whether the entering object is a copy, as if the step named nothing. If such texts let
    objects enter only as copies of something else, the check of the board gets a question that no object passes.

    Args:
        stage: The board so far.
        step: The step; ``made_by`` names the card with that text.
        thing: The object that enters.
        copied: The object that the step names.
    """
    if "made_by" not in step:
        return False
    maker = stage.card(step["made_by"], "made_by")
    of = [
        copied_by_text(other, said.ability)
        for said in said_of_entering(stage)
        if said.card is not None
        and said.card[0] == maker
        and (other := _still_telling(stage, said.thing)) is not None
        and makes_copies(said.ability)
    ]
    if of and copied.label not in of and stage.key(copied_card(stage, copied)) != stage.key(maker):
        name_what_no_text_copies(stage, thing, copied)
    return copied.label in of


def told_by_spell(stage: Stage, step: Mapping[str, Any], thing: ThingDraft, copied: ThingDraft) -> bool:
    """Let an object enter as a copy because an earlier spell says so, if the spell means this object.

    The rules decide that by the object as it would exist on the battlefield (614.12).

    Args:
        stage: The board so far.
        step: The step; ``made_by`` names the spell.
        thing: The object that enters.
        copied: The object that the step names.

    Returns:
        Whether the spell has such a text.
    """
    maker = stage.card(step["made_by"], "made_by") if "made_by" in step and thing.zone == BATTLEFIELD else None
    printed = printed_abilities(stage, maker) if maker is not None else []
    for one in printed:
        for effect in one.ability.effects if _ENTER_AS_COPIES.search(one.ability.text) else ():
            terms = effect.becomes_copy
            if terms is None or not isinstance(effect.affects, TargetsOf) or effect.affects.targets is None:
                continue
            name_copied_by_spell(stage, printed, thing, copied)
            means = {"affects": plain_data(effect.affects.targets), "becomes_copy": {}}
            ability = read_ability({"kind": "spell", "effects": [means]})
            term = AbilityOf(Moment(stage.step), 1)
            resolution = ResolutionDraft(
                stage.step, "", step["made_by"], ability, term, None, None, "", thing.controller, NO_ENTRIES, None,
                candidates=[(term, ability)],
            )  # fmt: skip
            resolution.entering = thing.label
            resolution.does = Event(
                stage.step, "copy", of=copied.label, exception=terms.except_, said_in=ExceptionOf(one.term)
            )
            stage.timeline.resolutions.append(resolution)
            return True
    return False


_ENTER_AS_COPIES = pattern(r"\bthe next time\b[^.]*\bthey enters? as (?:a copy|copies)\b", re.IGNORECASE)


def _still_telling(stage: Stage, thing: ThingDraft) -> ThingDraft | None:
    """Return an object whose text affects entering ones; if it has left, an object that entered as its copy by that."""
    heirs = (one for one in stage.heirs.get(thing.label, ()) if one.left is None)
    return thing if thing.left is None else next(heirs, None)


def _by_text(stage: Stage, speaking: ThingDraft, said: Said) -> ResolutionDraft:
    """Return the effect of an object's text on entering objects; the text names the affected set."""
    name = speaking.card.name if said.card is None else said.card[0].name
    return ResolutionDraft(
        stage.step, "", name, said.ability, said.term, said.card, None, "", speaking.controller,
        speaking.chosen, speaking.x, candidates=[(said.term, said.ability)],
    )  # fmt: skip
