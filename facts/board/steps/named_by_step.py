"""Finds which of the named objects an ability is about, by what its text does to them (608.2c)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from facts.board.steps.drafts import ThingDraft
from facts.board.steps.printed_abilities import Printed
from facts.board.steps.stage import Stage
from facts.board.timeline_terms import AbilityOf, Resolving
from facts.cards import Ability, Card
from facts.effects import asks_of_target
from facts.effects.form import Chosen, Effect
from facts.runtime import pattern
from facts.text import show, without_quotes
from facts.words import OF_THEIR_OWN


def host_of(stage: Stage, attached: ThingDraft | None, meant: Sequence[Printed]) -> ThingDraft | None:
    """Return a permanent's host, if the permanent gave its host the resolving ability.

    Args:
        stage: The board so far.
        attached: The permanent.
        meant: The abilities that the step can mean.
    """
    if attached is None or attached.attached is None or not all(one.to_host for one in meant):
        return None
    return stage.timeline.things.get(attached.attached[0])


def is_of_what_is_named(targets: tuple[str, ...] | None, source: ThingDraft | None, meant: Sequence[Ability]) -> bool:
    """Tell whether the ability can only be that of the named object, such as a copy: it changes its own permanent.

    Args:
        targets: Labels of the named objects; None if the step names none.
        source: The permanent whose ability it is, if the step says so.
        meant: The abilities that the step can mean.
    """
    if targets is None or len(targets) != 1 or (source is not None and targets == (source.label,)):
        return False
    effects = [effect for ability in meant for effect in ability.effects]
    if any(map(asks_of_target, effects)):  # the text refers to the named object: "that creature's power"
        return False
    if not effects:
        return bool(meant) and all(ability.keyword in OF_THEIR_OWN for ability in meant)
    return all(effect.affected == "this" for effect in effects)


_TARGET = pattern(r"\btarget\b", re.IGNORECASE)
WITH_ANOTHER = frozenset(
    ("becomes_copy", "turn", "gain_control", "emblem", "creates_copy", "change_words", "full_text_of")
)
"""Operations that involve a second object, or that do more than change the first one."""


def without_others(
    stage: Stage,
    name: str,
    candidates: list[tuple[Resolving, Ability]],
    targets: tuple[str, ...] | None,
    source: ThingDraft | None,
) -> tuple[str, ...] | None:
    """For an ability that only changes its own permanent, leave out targets of another part of its text.

    Args:
        stage: The board so far.
        name: The name of the card.
        candidates: The abilities that the step can mean, with their terms.
        targets: Labels of the named objects; None if the step names none.
        source: The permanent whose ability it is, if it is one of a permanent.

    Returns:
        The objects that the step affects.

    Raises:
        InputError: The step names other objects, and the text has no target.
    """
    if targets is None or source is None or len(candidates) > 1 or set(targets) == {source.label}:
        return targets
    term, ability = candidates[0]
    effects = ability.effects
    # An ability that another object gives may be that of the named object.
    if not (isinstance(term, AbilityOf) and term.is_printed) or not all(
        WITH_ANOTHER.isdisjoint({*effect.given()} - ({"gain_control"} if _is_given_away(effect) else set()))
        for effect in effects
    ):
        return targets
    if not effects and ability.keyword not in OF_THEIR_OWN:
        return targets
    if any(effect.affected != "this" for effect in effects):
        return targets
    if any(map(asks_of_target, effects)):
        return tuple(label for label in targets if label != source.label)  # it looks at another object
    if any(effect.if_ is not None and effect.if_.affected is not None for effect in effects):
        return targets
    if not _TARGET.search(without_quotes(ability.text)):
        other = next(label for label in targets if label != source.label)
        stage.fail(("affects",), f"this ability of {name} changes only {show(source.label)}, and not {show(other)}")
    return (source.label,)


def host_of_source(targets: tuple[str, ...] | None, source: ThingDraft | None, meant: Sequence[Ability]) -> str:
    """Return the target that a step names where the text only attaches the source to it, and changes the source.

    Args:
        targets: Labels of the named objects; None if the step names none.
        source: The permanent whose ability it is, if it is one of a permanent.
        meant: The abilities that the step can mean.
    """
    if targets is not None and len(targets) == 2 and source is not None and source.label in targets:
        targets = tuple(label for label in targets if label != source.label)  # it may be named beside its target
    own = is_of_what_is_named(targets, source, meant)
    attached = all(re.search(r"\battach it to target\b", ability.text, re.IGNORECASE) for ability in meant)
    return (targets or ("",))[0] if own and attached else ""


def without_itself(
    stage: Stage, step: dict[str, Any], card: Card, targets: tuple[str, ...] | None
) -> tuple[str, ...] | None:
    """Of two named objects that exchange control, leave out the one whose ability it is: its text names it anyway.

    Args:
        stage: The board so far.
        step: The step; its key ``affects`` then names the other object only.
        card: The card.
        targets: Labels of the named objects; None if the step names none.

    Returns:
        The objects that the step affects.
    """
    exchanging = any(
        effect.gain_control == "exchange_with_this"
        for face in card.faces for ability in face.abilities for effect in ability.effects
    )  # fmt: skip
    if not exchanging or targets is None or len(targets) != 2:
        return targets
    things = [stage.timeline.things[label] for label in targets]
    others = tuple(one.label for one in things if one.card.name != card.name and not stage.has_text(one, card))
    if len(others) != 1:
        return targets
    step["affects"] = list(others)
    return others


def _is_given_away(effect: Effect) -> bool:
    """Tell whether a player whom the text describes gains control, so that the effect needs no other object."""
    return isinstance(effect.gain_control, Chosen)
