"""The questions that effects ask: filters, conditions and amounts, at one moment of the process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .values import (
    Ability,
    Effect,
    Form,
    GameObject,
    Now,
    State,
)


def controller_of(thing: GameObject) -> str:
    """Who controls it; a card that nobody controls counts as its owner's (108.4a)."""
    return thing.controller if thing.zone in ("battlefield", "stack") else thing.owner


def host_of(state: State, source: str | None) -> str | None:
    if source is None or source not in state.objects:
        return None
    host = state.objects[source].attached_to
    return host if host in state.objects else None


@dataclass(frozen=True)
class Asker:
    """The context of a filter: the source ("this"), its controller ("you"), and the choices."""

    source: str | None
    controller: str
    chosen: Mapping[str, Any]


def listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def words_of(values: Any, chosen: Mapping[str, Any]) -> list[str]:
    """The words of a list, with ``{chosen: ...}`` replaced by the choice (left out if there is none)."""
    found = []
    for value in listed(values):
        if isinstance(value, Mapping):
            found += [str(word) for word in listed(chosen.get(value["chosen"], []))]
        else:
            found.append(str(value))
    return found


def matches(state: State, label: str, filters: Any, asker: Asker, zone: str | None = "battlefield") -> bool:
    """Whether an object satisfies a filter: any mapping of a list, every key of a mapping.

    ``zone`` is where to look when the filter names no zone; None is anywhere.
    """
    if not isinstance(filters, Mapping):
        return any(matches(state, label, one, asker, zone) for one in filters)
    if zone is not None and "zone" not in filters and state.objects[label].zone != zone:
        return False
    return all(_has(state, label, key, value, asker) for key, value in filters.items())


def _has(state: State, label: str, key: str, value: Any, asker: Asker) -> bool:
    """Whether an object satisfies one key of a filter."""
    thing, now = state.objects[label], state.now[label]
    match key:
        case "type":
            return any(word in now.types for word in words_of(value, asker.chosen))
        case "subtype":
            visible = now.visible_subtypes()
            return any(word in visible for word in words_of(value, asker.chosen))
        case "supertype":
            return any(word in now.supertypes for word in words_of(value, asker.chosen))
        case "color":
            return any(word in now.colors for word in words_of(value, asker.chosen))
        case "not":
            forms = [value] if isinstance(value, Mapping) else value
            return not any(_has(state, label, k, v, asker) for form in forms for k, v in form.items())
        case "also":
            return matches(state, label, value, asker, None)
        case "name":
            return thing.printed.name in words_of(value, asker.chosen)
        case "keyword":
            return any(is_keyword(held.ability, word) for word in listed(value) for held in now.abilities)
        case "abilities":
            if value != "none":
                raise NotImplementedError(f"abilities: {value}")
            return not now.abilities and not now.mana_abilities()
        case "colors":
            counts = {"colorless": {0}, "monocolored": {1}, "multicolored": {2, 3, 4, 5}}
            return any(len(now.colors) in counts[one] for one in listed(value))
        case "controller":
            return any(_is_player(controller_of(thing), who, asker) for who in listed(value))
        case "owner":
            return any(_is_player(thing.owner, who, asker) for who in listed(value))
        case "zone":
            return thing.zone in listed(value)
        case "token":
            return thing.token is bool(value)
        case "other":
            return (label != asker.source) is bool(value)
        case "self":
            return (label == asker.source) is bool(value)
        case "attached_to_this":
            return (label == host_of(state, asker.source)) is bool(value)
        case "mana_value":
            return _within(thing.printed.mana_value, value)
        case "power" | "toughness":
            # 208.3: a noncreature permanent has neither.
            if "Creature" not in now.types and (thing.zone == "battlefield" or getattr(thing.printed, key) is None):
                return False
            return _within((now.power if key == "power" else now.toughness) or 0, value)
        case "counter":
            return any(thing.counters.get(kind, 0) > 0 for kind in listed(value))
    raise NotImplementedError(f"the reference does not know the filter key {key!r}")


def _size(now: Now, key: str) -> int:
    """The power or toughness; 0 where there is none (107.2, 208.3)."""
    return ((now.power if key == "power" else now.toughness) or 0) if "Creature" in now.types else 0


def _is_player(player: str, who: Any, asker: Asker) -> bool:
    if who == "you":
        return player == asker.controller
    if who == "opponent":
        return player != asker.controller
    if isinstance(who, Mapping):
        return player in words_of(who, asker.chosen)
    raise NotImplementedError(f"player {who!r}")


def is_keyword(ability: Ability, keyword: str) -> bool:
    """Whether an ability is that keyword, with or without a number or cost after it."""
    if not isinstance(ability, str):
        return False
    text, word = ability.lower(), keyword.lower()
    return text == word or text.startswith(word + " ")


def _within(number: int, bounds: Form) -> bool:
    least, most, exact = (int(bounds.get(key, number)) for key in ("at_least", "at_most", "exactly"))
    return least <= number <= most and number == exact


def condition_holds(state: State, effect: Effect, condition: Form | None) -> bool:
    """Whether an ``as_long_as`` holds; without one, it does."""
    if condition is None:
        return True
    asker = Asker(effect.source, effect.controller, effect.chosen)
    for key, value in condition.items():
        match key:
            case "not":
                holds = not condition_holds(state, effect, value)
            case "count":
                holds = _within(_count(state, value, asker), _bounds(condition))
            case "at_least" | "at_most" | "exactly":
                holds = True
            case "this":
                holds = effect.source in state.objects and matches(state, str(effect.source), value, asker, None)
            case "attached":
                host = host_of(state, effect.source)
                holds = host is not None and matches(state, host, value, asker, None)
            case "counters":
                thing = state.objects.get(str(effect.source))
                number = thing.counters.get(value["kind"], 0) if thing else 0
                holds = _within(number, _bounds(condition))
            case "turn":
                if state.turn is None:
                    raise ValueError("a condition asks whose turn it is, and nobody said")
                holds = (state.turn == effect.controller) is (value == "yours")
            case _:
                raise NotImplementedError(f"the reference does not know the condition {key!r}")
        if not holds:
            return False
    return True


def _bounds(condition: Form) -> Form:
    """How many a condition asks for: at least one where it says nothing."""
    found = {one: condition[one] for one in ("at_least", "at_most", "exactly") if one in condition}
    return found or {"at_least": 1}


def _count(state: State, filters: Any, asker: Asker) -> int:
    return sum(matches(state, label, filters, asker) for label in state.objects)


def amount(state: State, value: Any, asker: Asker, on: str | None) -> int:
    """The number that an amount is now; ``on`` is the affected object."""
    if isinstance(value, int):
        return value
    if "count" in value:
        number = _count(state, value["count"], asker)
    elif "count_types" in value:
        there = (label for label in state.objects if matches(state, label, value["count_types"], asker))
        number = len({word for label in there for word in state.now[label].types})
    elif "greatest" in value:
        among = [label for label in state.objects if matches(state, label, value["among"], asker)]
        number = max([0, *(_greatness(state, label, value["greatest"]) for label in among)])
    elif "power" in value or "toughness" in value:
        key = "power" if "power" in value else "toughness"
        number = _size(state.now[asker.source], key) if asker.source in state.now else 0
    elif "counters" in value:
        thing = state.objects.get(asker.source or "")
        number = thing.counters.get(value["counters"], 0) if thing is not None else 0
    elif "mana_value" in value:
        of = on if value["mana_value"] == "affected" else asker.source
        number = state.objects[of].printed.mana_value if of in state.objects and of is not None else 0
    else:
        raise NotImplementedError(f"the reference does not know the amount {dict(value)!r}")
    return number * int(value.get("times", 1)) + int(value.get("plus", 0))


def change(state: State, value: Any, asker: Asker, on: str | None) -> int:
    """The number by which an amount changes power or toughness: a calculated X below 0 counts as 0 (107.1b)."""
    found = amount(state, value, asker, on)
    if isinstance(value, int):
        return found
    times, plus = int(value.get("times", 1)), int(value.get("plus", 0))
    if times > 0:
        return max(found, 0)
    return min(found, 0) if plus == 0 else found


def _greatness(state: State, label: str, key: str) -> int:
    return state.objects[label].printed.mana_value if key == "mana_value" else _size(state.now[label], key)
