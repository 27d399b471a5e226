"""Which of the objects that a step names is copied, and which becomes the copy (707)."""

from __future__ import annotations

import re
from typing import Any

from facts.board.steps.deeds import makes_effects
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.printed_abilities import Printed
from facts.board.steps.stage import Stage
from facts.board.target_words import chooses_what_is_copied
from facts.cards import Ability
from facts.effects.form import TargetsOf
from facts.runtime import pattern
from facts.words import PERMANENT_NOUN, RESOLVING


def copying_what_is_named(
    stage: Stage, step: dict[str, Any], printed: list[Printed], targets: tuple[str, ...] | None, own: ThingDraft | None
) -> tuple[str, ...] | None:
    """Take 'affects' as naming the copied object, if the text says which objects become copies: "each other creature".

    The function then writes that object into the step, under ``copy_of``.

    Args:
        stage: The board so far.
        step: The step.
        printed: The abilities of the card, or the one that the step describes.
        targets: Labels of the affected objects; None if the step names none.
        own: The permanent whose ability it is, if it is one of a permanent.

    Returns:
        The objects that the step affects.
    """
    meant = _only_copying(step, printed)
    if meant and all(map(does_more_to_what_is_copied, meant)):
        named = {label for label in targets or () if own is None or label != own.label}
        if "copy_of" in step:
            named.add(stage.thing(step["copy_of"], "copy_of", left=True).label)
        if len(named) == 1:
            (step["copy_of"],) = named
            return tuple(named)
    if "copy_of" in step and targets == (stage.thing(step["copy_of"], "copy_of", left=True).label,):
        return _without_what_is_copied(printed, targets)
    if "copy_of" not in step and own is not None and _becomes_the_source(step, printed):
        step["copy_of"] = own.label
    host = own.attached[0] if own is not None and own.attached is not None else ""
    hosted = "copy_of" not in step and host in stage.timeline.things
    if hosted and _becomes_the_host(step, printed):
        step["copy_of"] = host
        return None if targets == (host,) else targets
    if targets is not None and len(targets) == 2 and "copy_of" not in step:
        becomes = _becomes_the_other_target(step, printed, targets, own)
        if becomes:
            step["copy_of"] = next(label for label in targets if label != becomes)
            return (becomes,)
    if targets is None or len(targets) != 1 or "copy_of" in step:
        return targets

    def others(ability: Ability) -> bool:  # such as crew: it changes the permanent that has it, not the named one
        return ability.keyword in RESOLVING and own is not None and own.label != targets[0]

    if any(makes_effects(one.ability, step) and not others(one.ability) for one in printed):
        return targets
    copying = {**step, "copy_of": targets[0]}
    meant = [one.ability for one in printed if makes_effects(one.ability, copying)]
    for ability in meant:
        effects = [effect for effect in ability.effects if effect.becomes_copy is not None]
        of_text = all(effect.affects_filter for effect in effects)
        of_itself = [effect.affected for effect in effects] == ["this"] and own is not None and own.label != targets[0]
        if of_text or of_itself:
            step["copy_of"] = targets[0]
            return None
    return targets


def _without_what_is_copied(printed: list[Printed], targets: tuple[str, ...]) -> tuple[str, ...] | None:
    """Leave out the target that is copied, if the text says what becomes the copy: "this", "each other creature"."""
    copying = [
        effect for one in printed for effect in one.ability.effects
        if effect.becomes_copy is not None and one.ability.kind != "as_enters"
    ]  # fmt: skip
    said = all(effect.affects == "this" or effect.affects_filter for effect in copying)
    return None if copying and said else targets


def does_more_to_what_is_copied(ability: Ability) -> bool:
    """Tell whether an ability makes its object a copy of a target, and then does something to that target, too.

    Args:
        ability: The ability.
    """
    copying = [effect.becomes_copy for effect in ability.effects if effect.becomes_copy is not None]
    own = all(isinstance(one.of, TargetsOf) for one in copying)
    own = own and all(effect.affected == "this" for effect in ability.effects if effect.becomes_copy is not None)
    return bool(copying) and own and any(effect.affects == "targets" for effect in ability.effects)


def _only_copying(step: dict[str, Any], printed: list[Printed]) -> list[Ability]:
    """Return the abilities by which something becomes a copy, if a step can mean no others."""
    copying = {**step, "copy_of": ""}
    meant = [one.ability for one in printed if makes_effects(one.ability, copying)]
    return [] if any(makes_effects(one.ability, step) for one in printed if one.ability not in meant) else meant


def _becomes_the_source(step: dict[str, Any], printed: list[Printed]) -> bool:
    """Tell whether, for every ability that a step can mean, the copies are copies of the source."""
    meant = _only_copying(step, printed)
    terms = [effect.becomes_copy for ability in meant for effect in ability.effects if effect.becomes_copy is not None]
    return bool(terms) and all(one.of == "this" for one in terms)


_OF_HOST = pattern(rf"\b(?:enchanted|equipped|attached to an?) (?:{PERMANENT_NOUN})\b", re.IGNORECASE)


def _becomes_the_host(step: dict[str, Any], printed: list[Printed]) -> bool:
    """Tell whether, for every ability that a step can mean, others become copies of the source's host."""
    meant = _only_copying(step, printed)
    return bool(meant) and all(
        _OF_HOST.search(ability.text)
        and not re.search(r"\btarget\b", ability.text)
        and any(effect.becomes_copy is not None and effect.besides is not None for effect in ability.effects)
        for ability in meant
    )


_OF_TARGET = pattern(r"\ba copy of (?:(?:an)?other |a second |up to one (?:other )?)?target\b", re.IGNORECASE)


def _becomes_the_other_target(
    step: dict[str, Any], printed: list[Printed], targets: tuple[str, ...], source: ThingDraft | None
) -> str:
    """Return which of two named objects becomes a copy of the other: the source, else the one that is named first."""
    meant = _only_copying(step, printed)
    texts = [ability.text for ability in meant]
    if not meant or targets[0] == targets[1]:
        return ""
    if not all(_OF_TARGET.search(one) or chooses_what_is_copied(one) for one in texts):
        return ""
    effects = [effect for one in meant for effect in one.effects if effect.becomes_copy is not None]
    if all(effect.affected == "this" for effect in effects):
        return source.label if source is not None and source.label in targets else ""
    return targets[0] if all(effect.affects_targets for effect in effects) else ""
