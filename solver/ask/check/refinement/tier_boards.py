"""All boards of a tier up to a size, each once: boards that differ in nothing the rules can ask for count as one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

from solver.ask.check.refinement.tier import HOST, SECOND, TARGET, Form, Tier


class _Entry(NamedTuple):
    """An object that enters: its kind, its abilities and, for an attachment, its host, all by their places."""

    kind: int
    abilities: tuple[int, ...]
    host: int | None


class _Event(NamedTuple):
    """Something that happens to objects: which event of the tier, and to which objects."""

    event: int
    objects: tuple[int, ...]


_Plan = tuple["_Entry | _Event", ...]


def boards(tier: Tier, objects: int, effects: int) -> Iterator[dict[str, Any]]:
    """Return all boards of a tier up to a size, as plain data.

    A board is its timeline; its objects are named in the order in which they enter, so two boards never differ in names
    alone. The abilities of a card stand in the order of the vocabulary. Objects without effects enter first, ordered by
    their kinds (but see `Tier.timeless`). On boards of events alone, the first of two objects that enter as the same
    card is the first one that something happens to: no effect there has the timestamp of an object's entry.

    Args:
        tier: The tier.
        objects: The maximum number of objects.
        effects: The maximum number of effects and events.

    Returns:
        The boards, those with fewer effects first.
    """
    for count in range(effects + 1):
        for many in range(1, objects + 1):
            few = tier.limited(many, count)
            for plan in _plans(few, many, count, ()):
                yield _written(tier, plan)
            if (other := tier.of_events(many, count)) is not None:
                for plan in _plans(other, many, count, ()):
                    new = any(isinstance(one, _Event) and one.event >= len(few.events) for one in plan)
                    if new and not _is_mirrored(plan):
                        yield _written(tier, plan)


def _is_mirrored(plan: _Plan) -> bool:
    """Tell whether a board of events alone is another one with the names of its two objects exchanged."""
    entries = [one for one in plan if isinstance(one, _Entry)]
    happens = [one.objects for one in plan if isinstance(one, _Event)]
    return len(entries) == 2 and plan[:2] == (entries[0], entries[0]) and happens[0][0] == 1


def _plans(tier: Tier, objects: int, effects: int, before: _Plan) -> Iterator[_Plan]:
    """Return the ways to continue with a number of objects and effects, all of which are used."""
    if not objects and not effects:
        yield before
        return
    there = _there(tier, before)
    if objects:
        for entry in _entries(tier, effects, there):
            if not tier.timeless or _in_order(entry, before):
                yield from _plans(tier, objects - 1, effects - len(entry.abilities), (*before, entry))
    if effects:
        for event in _events(tier, there):
            yield from _plans(tier, objects, effects - 1, (*before, event))


def _there(tier: Tier, before: _Plan) -> dict[int, bool]:
    """Return the objects that have entered and not left, by their places, and whether each is phased out."""
    found: dict[int, bool] = {}
    entered = 0
    for one in before:
        if isinstance(one, _Entry):
            found[entered] = False
            entered += 1
        elif "leaves" in tier.events[one.event]:
            del found[one.objects[0]]
        elif "phases" in tier.events[one.event]:
            found[one.objects[0]] = not found[one.objects[0]]
    return found


def _entries(tier: Tier, effects: int, there: Mapping[int, bool]) -> Iterator[_Entry]:
    for kind, form in enumerate(tier.kinds):
        most = 0 if form.get("bare") else min(effects, len(tier.abilities))
        hosts: Sequence[int | None] = [one for one in there if not there[one]] if HOST in str(form) else (None,)
        for count in range(most + 1):
            for abilities in combinations(range(len(tier.abilities)), count):
                for host in hosts:
                    yield _Entry(kind, abilities, host)


def _events(tier: Tier, there: Mapping[int, bool]) -> Iterator[_Event]:
    for number, form in enumerate(tier.events):
        words = str(form)
        taken = 2 if SECOND in words else 1 if TARGET in words else 0
        comes_back = form.get("phases") == "in"
        for objects in permutations([one for one in there if there[one] == comes_back], taken):
            yield _Event(number, objects)


def _in_order(entry: _Entry, before: _Plan) -> bool:
    """Tell whether an object without effects enters before all else, and not before one of an earlier kind."""
    if entry.abilities:
        return True
    last = before[-1] if before else None
    if last is None:
        return True
    return isinstance(last, _Entry) and not last.abilities and last.kind <= entry.kind


def _written(tier: Tier, plan: _Plan) -> dict[str, Any]:
    cards: dict[str, Form] = {card["name"]: card for card in tier.cards}
    timeline: list[Form] = []
    number = 0
    for one in plan:
        if isinstance(one, _Event):
            timeline.append(_filled(tier.events[one.event], one.objects))
            continue
        number += 1
        form = tier.kinds[one.kind]
        name = form["card"].get("name") or "-".join([tier.name, form["name"], *map(str, one.abilities)])
        step = {"enters": name, "as": f"o{number}", **form.get("enters", {})}
        if one.host is not None:
            step = _filled(step, (one.host,))
        cards[name] = {**form["card"], "name": name}
        if one.abilities:
            own = [tier.abilities[place] for place in one.abilities]
            cards[name] = {**cards[name], "abilities": [*form["card"].get("abilities", ()), *own]}
        timeline.append(step)
    return {"cards": list(cards.values()), "timeline": timeline}


def _filled(form: Any, objects: Sequence[int]) -> Any:
    """Put labels in the place of the names for objects."""
    if isinstance(form, dict):
        return {key: _filled(value, objects) for key, value in form.items()}
    if isinstance(form, list):
        return [_filled(one, objects) for one in form]
    if form in (TARGET, HOST):
        return f"o{objects[0] + 1}"
    return f"o{objects[1] + 1}" if form == SECOND else form
