"""Doing: abilities that make no continuous effect as they resolve, and have the result of another kind of step."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from facts.board.events import Event
from facts.board.steps.abilities_named import counted, said_elsewhere, says
from facts.board.steps.attaching import attaches, unattach
from facts.board.steps.copying import copied_face
from facts.board.steps.deeds import makes_effects
from facts.board.steps.doing_to import deeds_among, deeds_done
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.modes import named_modes
from facts.board.steps.named_objects import host_is_target, name_acting, name_lifted_guard
from facts.board.steps.named_targets import name_targets_of_step
from facts.board.steps.printed_abilities import Printed, given_keywords, printed_abilities, with_given
from facts.board.steps.returning import how_it_returns, returns_transformed
from facts.board.steps.stage import Stage
from facts.board.steps.turning import turn_over
from facts.board.steps.turning_conditions import condition_asked
from facts.board.steps.which_ability import (
    ATTACHING_ANOTHER,
    listed_abilities,
)
from facts.board.steps.which_face import may_show_another_face, meant_sides
from facts.cards import Card, deeds_of, has_target, level_given, level_named
from facts.runtime import pattern
from facts.text import show
from facts.words import ATTACHABLE, ATTACHING, ATTACHING_TO_A_NEW_TOKEN, EQUIPPING, GROWING, UNATTACHING, keyword_of

_TURNING_AND_ATTACHING = pattern(r"\btransform it\b[^:]*\battach it to target\b", re.IGNORECASE)
"""A text that transforms its permanent, and then attaches it to a target."""


def does_what_a_step_does(
    stage: Stage, step: Mapping[str, Any], card: Card, targets: tuple[str, ...] | None, source: ThingDraft | None
) -> bool:
    """Let an ability resolve that only turns objects over or face up, phases them out, attaches them, or the like.

    It may also give a designation or a level, or exile its permanent and return it transformed.

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        targets: Labels of the affected objects; None if the step names none.
        source: The permanent whose ability it is, if it is one of a permanent.

    Returns:
        Whether that is all that the step can mean.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    of_source = source is not None and targets in (None, (source.label,))
    if source is not None and of_source and _gains_level(stage, step, card, source):
        return True
    if source is not None and _returns_transformed(stage, step, card, source, of_source):
        return True
    found = _without_effects(stage, step, card, source if of_source else None, source)
    _check_faces(stage, step, card, found, source if of_source else None)
    meant = [one.ability for one in found]
    texts = [ability.text for ability in meant]
    host = step.get("attached_to", targets[0] if targets is not None and len(targets) == 1 else None)
    keyword = keyword_of(str(step.get("ability", "")))
    moving = keyword in EQUIPPING or (keyword in UNATTACHING and source is not None and not source.attached)
    if source is not None and host == source.label and moving:
        problem = f"{show(source.label)} cannot be attached to itself (301.5c)"
        stage.fail(("affects",) if targets else ("attached_to",), problem, "Name another object")
    if source is not None and host not in (None, source.label):
        attaching = tuple(one.text for one in meant if one.keyword in ATTACHING)
        if not attaching and keyword in ATTACHING:
            attaching = _given_texts(stage, card, keyword)
        if attaching and source.attached and host == source.attached[0] and "ability" not in step:
            _refuse_either(stage, card, found, host)
        if any(one.keyword in ATTACHING_TO_A_NEW_TOKEN for one in meant) and not attaching:
            attaches(stage, {"attaches": source.label, "to": host, **_chosen(step)}, otherwise=True)
            return True
        if attaching or (keyword in ATTACHING and _is_attachable(source)):
            attaches(stage, {"attaches": source.label, "to": host, **_chosen(step)})
            host_is_target(stage, source, host, attaching)
            own = [one for one in meant if one.keyword in ATTACHING]
            if len(own) == 1:
                name_acting(stage, card, own[0], source)
            return True
        if any(map(_TURNING_AND_ATTACHING.search, texts)):
            turn_over(stage, source, "transforms", because=f"resolved in step {stage.step}")
            attaches(stage, {"attaches": source.label, "to": host, **_chosen(step)})
            return True
    if of_source and source is not None and source.attached and any(one.keyword in UNATTACHING for one in meant):
        unattach(stage, source)
        return True
    if any(map(ATTACHING_ANOTHER.search, texts)) and _attaches_what_is_named(stage, step, targets):
        labels = [*(targets or ()), *([step["attached_to"]] if "attached_to" in step else [])]
        name_targets_of_step(stage, step, card, found, labels, source)
        return True
    if source is not None and name_lifted_guard(stage, step, texts, source):
        return True
    return deeds_done(stage, step, card, targets, source, found)


def _refuse_either(stage: Stage, card: Card, found: Sequence[Printed], host: str) -> None:
    """Refuse a step that names the host of a permanent, if it may mean to attach it or to do something to the host."""
    doing = [one for one in found if any(deed.whom == "attached" for deed in deeds_of(card, one.ability))]
    if doing:
        hint = listed_abilities([one for one in found if one in doing or one.ability.keyword in ATTACHING])
        stage.fail(("resolves",), f"several abilities of {card.name} could be meant, with {show(host)}", hint)


def _check_faces(
    stage: Stage, step: Mapping[str, Any], card: Card, found: Sequence[Printed], source: ThingDraft | None
) -> None:
    """Refuse a step whose ability depends on the face that is up, if nothing but the rules can say which that is."""
    if source is None or "ability" in step or _only_side(stage, source):
        return
    of_side = {side: [one for one in found if one.side == side] for side in {one.side for one in found}}
    if len({deeds for there in of_side.values() if (deeds := deeds_among(card, there))}) > 1:
        problem = f"several abilities of {card.name} could be meant, by the face that is up"
        stage.fail(("resolves",), problem, listed_abilities([one for one in found if deeds_among(card, [one])]))


def _attaches_what_is_named(stage: Stage, step: Mapping[str, Any], targets: tuple[str, ...] | None) -> bool:
    """Attach the objects that a step names to the host that it names: with 'attached_to', or as the second target."""
    named, host = list(targets or ()), step.get("attached_to")
    if host is None and len(named) == 2 and _is_attachable(stage.timeline.things[named[0]]):
        host = named.pop()
    if host is None:
        return False
    for label in named:
        attaches(stage, {"attaches": label, "to": host, **_chosen(step)}, otherwise=True)
    return bool(named)


def _returns_transformed(
    stage: Stage, step: Mapping[str, Any], card: Card, source: ThingDraft, of_source: bool
) -> bool:
    """Exile a permanent and return it transformed, if that is all that the step can mean.

    If the step names another object, the text must have a target.
    """
    sides = meant_sides(stage, step, card, source)
    there = [one.ability for one in _asked_for(stage, step, card) if one.side in sides]
    found = how_it_returns(there, by_keyword="ability" in step or "affects" in step)
    if found is None or any(makes_effects(one, step) for one in there):
        return False
    if not of_source and not has_target(found[0].text):
        return False
    name_acting(stage, card, found[0], source)
    by = stage.player(dict(step), "controller") or ""
    only_if = condition_asked(stage, source, card, found[0], by)
    returns_transformed(stage, step, source, found[1], only_if)
    return True


def _gains_level(stage: Stage, step: Mapping[str, Any], card: Card, source: ThingDraft) -> bool:
    """Let a level ability resolve: the one that the step names, or the next if it names only the Class (716.2a).

    The rules say which level is the next.
    """
    face = copied_face(stage, source)
    if not any(level_given(one.text) for one in face.abilities):  # the step may name what it has become a copy of
        face = next((one for one in card.faces if any(level_given(said.text) for said in one.abilities)), face)
    levels = {place: level for place, one in enumerate(face.abilities, 1) if (level := level_given(one.text))}
    wanted = step.get("ability")
    if wanted is None:
        named: int | str | None = "next" if levels and "affects" in step else None
    else:
        named = levels.get(wanted) if isinstance(wanted, int) else level_named(str(wanted))
    if named != "next" and named not in levels.values():
        return False
    source.events += (Event(stage.step, "level", str(named)),)
    place = next((place for place, level in levels.items() if level == named), None)
    if place is not None:
        name_acting(stage, card, face.abilities[place - 1], source)
    return True


def _chosen(step: Mapping[str, Any]) -> dict[str, Any]:
    return {"chosen": step["chosen"]} if "chosen" in step else {}


def _given_texts(stage: Stage, card: Card, keyword: str) -> tuple[str, ...]:
    """Return the texts of the keyword abilities of a kind that a card gives to others."""
    return tuple(text for outer in printed_abilities(stage, card) for text in given_keywords(outer, keyword))


def _is_attachable(source: ThingDraft) -> bool:
    """Tell whether a permanent can have been given an ability that attaches it."""
    return bool(ATTACHABLE & set(source.face.type_line.subtypes))


def _asked_for(stage: Stage, step: Mapping[str, Any], card: Card) -> list[Printed]:
    """Return the abilities of a card that a step asks for: by mode, by position, by a piece of the text, or all."""
    if modes := named_modes(stage, step, card):
        return modes
    found = printed_abilities(stage, card)
    wanted = step.get("ability")
    if isinstance(wanted, int):
        return counted(step, card, found, wanted)
    if wanted is None:
        return found
    needle = str(wanted)
    return [one for one in found if says(one.ability.text, needle)] or said_elsewhere(stage, card, found, needle)


def _without_effects(
    stage: Stage, step: Mapping[str, Any], card: Card, source: ThingDraft | None, bearer: ThingDraft | None
) -> list[Printed]:
    """Return the abilities that a step may mean; none if one of them makes a continuous effect as it resolves.

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        source: The permanent whose ability it is, if the step names no other object.
        bearer: The permanent whose ability it is, also if the step names other objects.
    """
    wanted = step.get("ability")
    asked = _asked_for(stage, step, card)
    keyword = keyword_of(str(wanted).lower())
    asked = [one for one in asked if keyword and one.ability.keyword == keyword] or asked  # no mere mentions
    if not isinstance(wanted, int) and bearer is not None and _only_side(stage, bearer):  # the other face is not up
        own = [one for one in asked if one.side in _sides(stage, step, card, bearer)]
        asked = own if deeds_among(card, own) else asked
    every = [one.ability for one in with_given(asked)]
    if any(makes_effects(one, step) and (wanted is not None or one.keyword not in GROWING) for one in every):
        return []
    sides = _sides(stage, step, card, source)
    return [one for one in asked if one.side in sides] or asked


def _sides(stage: Stage, step: Mapping[str, Any], card: Card, source: ThingDraft | None) -> list[str]:
    """Return the faces that a step may mean; only one, if the step names none and no other can be up."""
    sides = meant_sides(stage, step, card, source)
    side = "" if source is None else _only_side(stage, source)
    return [side] if side in sides else sides


def _only_side(stage: Stage, thing: ThingDraft) -> str:
    """Return the only face that a permanent can have up; empty if the rules must say which that is.

    A copy has the face up that the copied object had, if that could have no other face up.
    """
    first = thing.first_copy
    if not may_show_another_face(stage, thing):
        return thing.side
    changes = [one for one in thing.events if one.what in ("transform", "convert", "copy") and one is not first]
    if first is None or changes or first.of not in stage.timeline.things:
        return ""
    copied = stage.timeline.things[first.of]
    before = [one for one in copied.events if one.step <= first.step and one.what in ("transform", "convert", "copy")]
    return "" if before else copied.side
