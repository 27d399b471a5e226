"""The results of a resolving ability, its affected objects, and its questions, as far as its form tells."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from facts.cards import Ability
from facts.effects import SOURCE_OR_HOST
from facts.effects.form import Effect, TargetsOf
from facts.runtime import pattern
from facts.words import ATTACHABLE, OF_OTHERS, RESOLVING


def makes_attachable(effect: Effect) -> bool:
    """Tell whether an effect makes something of a kind that is attached to others.

    Args:
        effect: The effect.
    """
    return any(word in ATTACHABLE for word in (*(effect.set_subtypes or ()), *(effect.add_subtypes or ())))


def asked_choices(ability: Ability) -> list[str]:
    """Return the choices that an ability asks for.

    Args:
        ability: The ability.

    Returns:
        The keys of `chosen`.
    """
    return list(ability.chooses)


def makes_effects(ability: Ability, step: Mapping[str, Any]) -> bool:
    """Tell whether an ability makes a continuous effect as it resolves, of the kind that the step is about.

    Args:
        ability: The ability.
        step: The step.

    Returns:
        Whether it does.
    """
    if ability.keyword in RESOLVING:
        return "copy_of" not in step
    if ability.kind in ("static", "plain") or not ability.effects:
        return False
    if tells_others(ability):
        return False
    named = step.get("affects", [])
    count = len(named) if isinstance(named, list) else 1
    if count and not all(_exchanges(effect, count) for effect in ability.effects):
        return False
    copying = [effect.becomes_copy is not None for effect in ability.effects]
    return any(copying) if "copy_of" in step else not all(copying) or may_copy_nothing(ability)


_UP_TO_ONE = pattern(r"\bcop(?:y|ies) of up to one\b", re.IGNORECASE)
_ABOUT_AN_EFFECT = frozenset(("affects", "becomes_copy", "kind", "text", "lasts", "if"))


def may_copy_nothing(ability: Ability) -> bool:
    """Tell whether an ability makes its object a copy of up to one other, and does something to it besides (115.1).

    Args:
        ability: The ability.
    """
    does_more = any(
        one.becomes_copy is not None and not _ABOUT_AN_EFFECT.issuperset(one.given()) for one in ability.effects
    )
    return does_more and _UP_TO_ONE.search(ability.text) is not None


def _exchanges(effect: Effect, count: int) -> bool:
    """Tell whether an effect can exchange control of this number of named objects; True if it exchanges nothing."""
    whose = str(effect.gain_control)
    if whose == "exchange" and effect.affects == "targets":
        return count > 1  # a text that says "those creatures" lets there be several of each player
    return count == {"exchange": 2, "exchange_with_this": 1}.get(whose, count)


def names_targets(ability: Ability) -> bool:
    """Tell whether an ability affects its targets.

    Args:
        ability: The ability.

    Returns:
        Whether it does.
    """
    return any(effect.affects_targets for effect in ability.effects)


def tells_targets(ability: Ability) -> bool:
    """Tell whether an ability restricts its affected objects, or has a condition.

    Args:
        ability: The ability.

    Returns:
        Whether it does.
    """
    return any(effect.if_ is not None or isinstance(effect.affects, TargetsOf) for effect in ability.effects)


def finds_others(ability: Ability) -> bool:
    """Tell whether an ability affects only objects that its text describes: the board at that moment says which.

    Args:
        ability: The ability.

    Returns:
        Whether it does.
    """
    return bool(ability.effects) and all(effect.affects_filter for effect in ability.effects)


def whom_it_affects(ability: Ability) -> str:
    """Return in a word what an ability affects: ``this``, its own permanent; ``targets``, its targets; or ``others``.

    Args:
        ability: The ability.
    """
    if ability.keyword in RESOLVING:
        return "targets" if ability.keyword in OF_OTHERS else "this"
    own = all(effect.affected == "this" for effect in ability.effects)
    return "this" if own else "targets" if names_targets(ability) else "others"


def may_animate(ability: Ability) -> bool:
    """Tell whether an ability changes the types of its own permanent, as far as its form tells.

    Args:
        ability: The ability.
    """
    changing = any(effect.affected == "this" and (effect.set_types or effect.add_types) for effect in ability.effects)
    return changing or (whom_it_affects(ability) == "this" and not ability.effects)


_OF_A_CREATURE = pattern(r"\b(?:attacks|blocks|deals combat damage|is a creature)\b", re.IGNORECASE)


def triggers_as_creature(text: str) -> bool:
    """Tell whether an ability triggers, or does anything, only if its permanent is a creature (508.1a).

    Args:
        text: Its text.
    """
    return _OF_A_CREATURE.search(text) is not None


def same(one: Ability, other: Ability) -> bool:
    """Tell whether two abilities do the same.

    Args:
        one: An ability.
        other: Another.

    Returns:
        Whether they do.
    """
    return one.keyword == other.keyword and _deeds(one) == _deeds(other)


def _deeds(ability: Ability) -> list[Mapping[str, Any]]:
    """Return the operations of an ability."""
    return [
        {key: value for key, value in effect.given().items() if key not in ("kind", "text")}
        for effect in ability.effects
    ]


def do_the_same_to_targets(one: Ability, other: Ability) -> bool:
    """Tell whether two abilities have the same effect on any target.

    Args:
        one: An ability.
        other: Another.

    Returns:
        Whether they do.
    """
    alike = bool(one.effects) or one.keyword == other.keyword  # the rules say what a keyword does
    return alike and _deeds_to_targets(one) == _deeds_to_targets(other)


def _deeds_to_targets(ability: Ability) -> list[Mapping[str, Any]]:
    """Return the operations of an ability, without the restrictions of its targets."""
    return [{**deed, "affects": "targets"} if _at_targets(deed.get("affects")) else deed for deed in _deeds(ability)]


def _at_targets(affects: object) -> bool:
    """Tell whether an ability affects one set of targets, whichever these may be."""
    return isinstance(affects, TargetsOf) and affects.nth is None


def tells_others(ability: Ability) -> bool:
    """Tell whether an ability changes other objects as they enter.

    Args:
        ability: The ability.

    Returns:
        Whether it does.
    """
    return ability.kind == "as_enters" and bool(ability.effects) and all(map(_is_of_others, ability.effects))


def _is_of_others(effect: Effect) -> bool:
    """Tell whether an effect changes other objects as they enter."""
    others = effect.affects_filter or isinstance(effect.affects, TargetsOf)
    plain = effect.becomes_copy is None or effect.becomes_copy.of in SOURCE_OR_HOST
    return others and effect.turn is None and plain


def makes_copies(ability: Ability) -> bool:
    """Tell whether an ability makes its object or others copies, as by "this enters as a copy".

    Args:
        ability: The ability.
    """
    return any(effect.becomes_copy is not None for effect in ability.effects)
