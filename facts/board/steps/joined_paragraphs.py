"""Several paragraphs of an instant or sorcery that change something: one spell ability, followed in order (608.2c)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from facts.board.steps.joined_modes import Joined
from facts.board.steps.printed_abilities import Printed, printed_abilities
from facts.board.steps.stage import Stage
from facts.board.target_words import (
    has_targets,
    how_many_targets,
    may_aim_at_objects,
    targets_in_places,
    without_the_word,
)
from facts.board.timeline_terms import AbilityOf, Moment
from facts.cards import Card, with_ability_conditions
from facts.effects.form import Ability as AbilityForm
from facts.effects.form import Effect, TargetsOf
from facts.runtime import pattern
from facts.text import normal

_FORM = AbilityForm.from_data({"kind": "spell"})


def several_paragraphs(
    stage: Stage, step: Mapping[str, Any], card: Card, targets: tuple[str, ...] | None
) -> Joined | None:
    """Return what the paragraphs of an instant or sorcery do together, each to its own targets.

    The reader of texts joins most paragraphs itself. It leaves apart those with a choice of their own, and those that
    begin with "that creature".

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        targets: Labels of the affected objects; None if the step names none.

    Returns:
        The paragraphs as one ability; None where at most one of them makes a continuous effect, where the step names an
        ability, or where it is not clear which paragraph has which targets. The abilities of a card in the effect form
        are none: each of them may be a mode.
    """
    if "ability" in step or "copy_of" in step:
        return None
    own = _spell_ability(stage, step, card)
    acting = [one for one in own if one.ability.effects]
    if len(acting) < 2 or any(map(_is_one_of_several, own)) or any(one.ability.unread is None for one in acting):
        return None
    placed = _placed(acting)
    if placed is None or any(may_aim_at_objects(one.ability.text) for one in own if one not in acting):
        return None
    text = "\n".join(one.ability.text for one in own)
    unread = tuple(sentence for one in own for sentence in one.ability.not_modelled)
    ability = replace(acting[0].ability, given=text, effects=tuple(placed), unread=unread, form=_FORM)
    return Joined(Printed(acting[0].side, acting[0].number, ability, AbilityOf(Moment(stage.step), 1)), targets, ())


def _spell_ability(stage: Stage, step: Mapping[str, Any], card: Card) -> list[Printed]:
    """Return the paragraphs that happen as a card resolves as a spell: no keywords, and no abilities of other kinds."""
    sides = [face.side for face in card.faces if face.is_instant_or_sorcery]
    if len(card.faces) > 1:
        sides = [
            face.side for face in card.faces if face.side in sides and normal(face.name) == normal(step["resolves"])
        ]
    every = [one for one in printed_abilities(stage, card) if one.side in sides]
    return [one for one in every if one.ability.kind in ("spell", "plain") and one.ability.keyword is None]


def _is_one_of_several(one: Printed) -> bool:
    """Tell whether a paragraph is one of several of which only some happen: a mode, or a result of a die."""
    return bool(one.mode) or _OF_SEVERAL.search(one.ability.text) is not None


def _placed(acting: Sequence[Printed]) -> list[Effect] | None:
    """Return the effects of paragraphs, with the places of their targets among all that a step names.

    A paragraph without the word "target" is about the target before it.
    """
    effects: list[tuple[int, Effect]] = []
    places: list[Printed] = []
    before = None
    for one in acting:
        aimed = [effect.affects for effect in one.ability.effects if effect.affects_targets]
        if not all(isinstance(affects, TargetsOf) and affects.nth is None for affects in aimed):
            return None
        if aimed and _has_place(one.ability.text):
            places.append(one)
            before = aimed[-1]
        elif any(affects != before for affects in aimed):
            return None
        effects += [
            (len(places) if effect.affects_targets else 0, with_ability_conditions(one.ability, effect))
            for effect in one.ability.effects
        ]
    if len(places) < 2:
        return [effect for _, effect in effects]
    if not all(_has_one_place(one.ability.text) for one in places):
        return None
    return [_at(effect, place, places[place - 1].ability.text) if place else effect for place, effect in effects]


def _has_place(text: str) -> bool:
    """Tell whether a text has a target, or names an object of its own without that word."""
    return has_targets((text,)) or without_the_word(text) != ""


def _has_one_place(text: str) -> bool:
    """Tell whether a text has one target, or one object that it names without that word."""
    return len(targets_in_places((text,))) + bool(without_the_word(text)) == 1


def _at(effect: Effect, place: int, text: str) -> Effect:
    """Return an effect on the target at a place."""
    affects = effect.affects
    optional = True if how_many_targets((text,))[0] == 0 else None
    wanted = affects.targets if isinstance(affects, TargetsOf) else None
    return effect.changed(affects=TargetsOf(targets=wanted, nth=place, optional=optional))


_OF_SEVERAL = pattern(
    r"^\d+(?:[-\N{EN DASH}+]\d*)? ?[|\N{EM DASH}]|\bmodes?\b|\broll\b|^choose (?:one|two)\b", re.IGNORECASE
)
