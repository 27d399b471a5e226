"""Effects that a card says in one breath: "instead", "otherwise", "your choice of", "and each other creature"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from facts.oracle.say.english import Form, as_list

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

    effect: Form
    otherwise: bool = False
    instead: bool = False
    options: tuple[Form, ...] = ()
    sharing: Form | None = None


def joined(effects: Sequence[Form], chooses: Any, kind: str) -> tuple[list[Part], list[Any]]:
    """Join effects as far as one sentence can say them, or one can refer to the other.

    Args:
        effects: The effects of an ability.
        chooses: The choices that it makes.
        kind: Its kind.

    Returns:
        The sentences to be, and the choices that remain to be said.
    """
    choices = as_list(chooses)
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
    return parts, choices


def _options(effects: Sequence[Form], kind: str) -> Part | None:
    """Make one sentence of modes that differ in the gains, losses or bonuses of the same object."""
    if kind not in ONE_SHOT or kind == "as_enters" or len(effects) < 2:
        return None
    if any("mode" not in effect or effect.get("affects") != effects[0].get("affects") for effect in effects):
        return None
    options = [{key: value for key, value in one.items() if key not in ("mode", "affects", "lasts")} for one in effects]
    kinds = {_kind_of_option(one) for one in options}
    if len(kinds) != 1 or None in kinds or len({str(one.get("lasts")) for one in effects}) != 1:
        return None
    rest = {key: value for key, value in effects[0].items() if key in ("affects", "lasts")}
    return Part(rest, options=tuple(options))


def _kind_of_option(option: Form) -> str | None:
    """Tell which verb an option has; None where no sentence of a card says it beside others."""
    if set(option) in ({"add_abilities"}, {"lose_abilities"}) and all(len(value) == 1 for value in option.values()):
        return next(iter(option))
    if option and set(option) <= {"add_power", "add_toughness"}:
        return None if any(isinstance(value, Mapping) for value in option.values()) else "gets"
    return None


def _further(before: Part | None, effect: Form) -> list[Part] | None:
    """Join an effect to the sentence before; None where it is a sentence of its own."""
    if before is None or before != Part(before.effect) or {"mode", "becomes_copy"} & {*before.effect, *effect}:
        return None
    one, other = _operations(before.effect), _operations(effect)
    plain = _plain_filter(effect)
    if "shares" in effect and one == other and plain and before.effect.get("affects") != "this":
        return [Part(before.effect, sharing=effect)]
    for key in ("if", "as_long_as"):
        first, second = before.effect.get(key), effect.get(key)
        if first is None or second is None or len({"if", "as_long_as"} & {*before.effect, *effect}) > 1:
            continue
        if (
            first == {"not": second}
            and before.effect.get("affects") == effect.get("affects")
            and set(one) <= set(other)
        ):
            return [Part(_without(before.effect, key)), Part(effect, instead=True)]
        if second == {"not": first}:
            return [before, Part(_without(effect, key), otherwise=True)]
    return None


def _operations(effect: Form) -> dict[str, Any]:
    return {key: value for key, value in effect.items() if key not in ("affects", "if", "as_long_as", "shares")}


def _plain_filter(effect: Form) -> bool:
    return isinstance(effect.get("affects"), Mapping) and "targets" not in effect["affects"]


def _without(effect: Form, key: str) -> dict[str, Any]:
    return {name: value for name, value in effect.items() if name != key}
