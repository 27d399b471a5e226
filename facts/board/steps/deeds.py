"""The results of a resolving ability, its affected objects, and its questions, as far as its form tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from facts.cards.card import Ability
from facts.cards.keywords import CREWED, RESOLVING
from facts.effects.effect_facts import SOURCE_OR_HOST
from facts.effects.targets import affects_targets, restricts_targets

ATTACHABLE = frozenset(("Aura", "Equipment", "Fortification"))


def makes_attachable(effect: Mapping[str, Any]) -> bool:
    """Tell whether an effect makes something of a kind that is attached to others.

    Args:
        effect: The effect.
    """
    return any(
        word in ATTACHABLE for key in ("set_subtypes", "add_subtypes") for word in map(str, effect.get(key) or ())
    )


def asked_choices(ability: Ability) -> list[str]:
    """Return the choices that an ability asks for.

    Args:
        ability: The ability.

    Returns:
        The keys of `chosen`.
    """
    asked = (ability.form or {}).get("chooses") or []
    return [asked] if isinstance(asked, str) else list(asked)


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
    copying = ["becomes_copy" in effect for effect in ability.effects]
    return any(copying) if "copy_of" in step else not all(copying)


def _exchanges(effect: Mapping[str, Any], count: int) -> bool:
    """Tell whether so many named objects can be exchanged, if an exchange is what the effect makes."""
    whose = str(effect.get("gain_control"))
    if whose == "exchange" and effect.get("affects") == "targets":
        return count > 1  # a text that says "those creatures" lets there be several of each player
    return count == {"exchange": 2, "exchange_with_this": 1}.get(whose, count)


def names_targets(ability: Ability) -> bool:
    """Tell whether an ability affects its targets.

    Args:
        ability: The ability.

    Returns:
        Whether it does.
    """
    return any(affects_targets(effect.get("affects")) for effect in ability.effects)


def tells_targets(ability: Ability) -> bool:
    """Tell whether an ability restricts its affected objects, or has a condition.

    Args:
        ability: The ability.

    Returns:
        Whether it does.
    """
    return any("if" in effect or restricts_targets(effect.get("affects")) for effect in ability.effects)


def finds_others(ability: Ability) -> bool:
    """Tell whether an ability affects only objects that its text finds: the board says which.

    Args:
        ability: The ability.

    Returns:
        Whether it does.
    """
    affects = [effect.get("affects") for effect in ability.effects]
    return bool(affects) and all(isinstance(one, Mapping) and "targets" not in one for one in affects)


def same(one: Ability, other: Ability) -> bool:
    """Tell whether two abilities do the same.

    Args:
        one: An ability.
        other: Another.

    Returns:
        Whether they do.
    """
    return _deeds(one) == _deeds(other) and (one.keyword == other.keyword or "crew" in (one.keyword, other.keyword))


def _deeds(ability: Ability) -> list[Mapping[str, Any]]:
    """Return the operations of an ability."""
    effects: Sequence[Mapping[str, Any]] = [CREWED] if ability.keyword == "crew" else ability.effects
    return [{key: value for key, value in effect.items() if key not in ("kind", "text")} for effect in effects]


def do_the_same_to_targets(one: Ability, other: Ability) -> bool:
    """Tell whether two abilities have the same effect on any target.

    Args:
        one: An ability.
        other: Another.

    Returns:
        Whether they do.
    """
    return _deeds_to_targets(one) == _deeds_to_targets(other)


def _deeds_to_targets(ability: Ability) -> list[Mapping[str, Any]]:
    """Return the operations of an ability, without the restrictions of its targets."""
    return [{**deed, "affects": "targets"} if _at_targets(deed.get("affects")) else deed for deed in _deeds(ability)]


def _at_targets(affects: Any) -> bool:
    """Tell whether an ability affects one set of targets, whichever these may be."""
    return restricts_targets(affects) and "nth" not in affects


def tells_others(ability: Ability) -> bool:
    """Tell whether an ability changes other objects as they enter.

    Args:
        ability: The ability.

    Returns:
        Whether it does.
    """
    return ability.kind == "as_enters" and bool(ability.effects) and all(map(_is_of_others, ability.effects))


def _is_of_others(effect: Mapping[str, Any]) -> bool:
    """Tell whether an effect changes other objects as they enter."""
    filters = isinstance(effect.get("affects"), (list, Mapping))
    return filters and "turn" not in effect and effect.get("becomes_copy", {"of": "this"}).get("of") in SOURCE_OR_HOST
