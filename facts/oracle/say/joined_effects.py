"""Effects that a card joins in words: "instead", "otherwise", "your choice of", "and each other creature"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from facts.effects.form import Amount, AmountOf, Condition, Effect, Filter

ONE_SHOT = ("activated", "triggered", "loyalty", "spell", "as_enters")
"""Kinds of abilities whose effects begin once, when they resolve or as something enters."""


@dataclass(frozen=True)
class Part:
    """A sentence to be.

    Attributes:
        effect: The effect, without the parts in the other attributes.
        otherwise: It happens where the condition of the sentence before does not hold.
        instead: It happens instead of the sentence before, under its own condition.
        options: Operations of which the player chooses one.
        sharing: The effect also affects objects that share something with its object.
    """

    effect: Effect
    otherwise: bool = False
    instead: bool = False
    options: tuple[Effect, ...] = ()
    sharing: Effect | None = None


def joined(effects: Sequence[Effect], choices: Sequence[str], kind: str) -> tuple[list[Part], list[str]]:
    """Join effects as far as one sentence can say them, or one can refer to the other.

    Args:
        effects: The effects of an ability.
        choices: The choices that it makes.
        kind: Its kind.

    Returns:
        The sentences to be, and the choices that remain to be said.
    """
    options = _options(effects, kind)
    if options is not None:
        return [options], [one for one in choices if one != "mode"]
    parts: list[Part] = []
    for effect in effects:
        before = parts[-1] if parts else None
        further = _further(before, effect)
        if further is not None:
            parts[-1:] = further
        else:
            parts.append(Part(effect))
    return parts, list(choices)


def _options(effects: Sequence[Effect], kind: str) -> Part | None:
    """Make one sentence of modes that differ in the gains, losses or bonuses of the same object."""
    if kind not in ONE_SHOT or kind == "as_enters" or len(effects) < 2:
        return None
    if any(effect.mode is None or effect.affects != effects[0].affects for effect in effects):
        return None
    options = [one.changed(mode=None, affects=None, lasts=None) for one in effects]
    shared = _shared(options)
    options = [one.changed(**dict.fromkeys(shared)) for one in options]
    kinds = {_kind_of_option(one) for one in options}
    if len(kinds) != 1 or None in kinds or any(one.lasts != effects[0].lasts for one in effects):
        return None
    return Part(Effect(affects=effects[0].affects, lasts=effects[0].lasts, **shared), options=tuple(options))


def _shared(options: Sequence[Effect]) -> dict[str, Any]:
    """Return the bonus that options of abilities share: "gets -1/-1 and gains your choice of flying or banding"."""
    if not all(one.add_abilities is not None for one in options):
        return {}
    each = [{key: one.given().get(key) for key in ("add_power", "add_toughness")} for one in options]
    return {key: value for key, value in each[0].items() if value is not None} if each[1:] == each[:-1] else {}


def _kind_of_option(option: Effect) -> str | None:
    """Tell which verb an option has; None where no sentence of a card says it beside others."""
    given = option.given()
    if given.keys() in ({"add_abilities"}, {"lose_abilities"}) and all(len(value) == 1 for value in given.values()):
        return next(iter(given))
    if given and given.keys() <= {"add_power", "add_toughness"}:
        return None if any(isinstance(value, AmountOf) for value in given.values()) else "gets"
    return None


def _further(before: Part | None, effect: Effect) -> list[Part] | None:
    """Join an effect to the sentence before; None where it is a sentence of its own."""
    if (
        before is None
        or before != Part(before.effect)
        or any(one.mode is not None or one.becomes_copy is not None for one in (before.effect, effect))
    ):
        return None
    one, other = _operations(before.effect), _operations(effect)
    both_told = _is_told(one.add_power, one, "add_power") and _is_told(other.add_toughness, other, "add_toughness")
    if both_told and before.effect.changed(add_power=None) == effect.changed(add_toughness=None):
        return [Part(before.effect.changed(add_toughness=other.add_toughness))]
    plain = isinstance(effect.affects, Filter)
    own = effect.shares is not None and set(effect.shares.given().values()) == {"this"}
    if effect.shares is not None and one == other and plain and (before.effect.affects == "this") == own:
        return [Part(before.effect, sharing=effect)]
    conditions = [(each.if_, each.as_long_as) for each in (before.effect, effect)]
    for (first, further), (second, beside) in (conditions, [pair[::-1] for pair in conditions]):
        if first is None or second is None or further is not None or beside is not None:
            continue
        same = before.effect.affects == effect.affects
        if _denies(first, second) and same and one.given().keys() <= other.given().keys():
            return [Part(before.effect.changed(if_=None, as_long_as=None)), Part(effect, instead=True)]
        if _denies(second, first):
            return [before, Part(effect.changed(if_=None, as_long_as=None), otherwise=True)]
    return None


def _denies(condition: Condition, other: Condition) -> bool:
    """Tell whether a condition holds just where another does not: "it isn't tapped", "it's tapped"."""
    if condition == Condition(not_=other):
        return True
    given, asked = condition.to_data(), other.to_data()
    ((key, value),) = asked.items() if len(asked) == 1 else [("", None)]
    return key in ("this", "affected") and given == {key: {"not": value}}


def _is_told(amount: Amount | None, effect: Effect, key: str) -> bool:
    """Tell whether a bonus is all that an effect does, and a board tells how large it is."""
    return isinstance(amount, AmountOf) and amount == AmountOf(told=amount.told) and effect.given().keys() == {key}


def _operations(effect: Effect) -> Effect:
    return effect.changed(affects=None, if_=None, as_long_as=None, shares=None)
