"""The part of a walk that matters to facts that someone asks about."""

from __future__ import annotations

from collections.abc import Iterable

from solver.ask.explain.fact import OF_ABILITIES, TYPES, Goal
from solver.ask.explain.walk_values import OF_CONTROL, Applied, Change, Look, Walk


def walk_about(walk: Walk, goals: Iterable[Goal]) -> Walk:
    """Return the steps of a walk that changed the facts.

    Args:
        walk: The walk.
        goals: The facts.
    """
    parts = [part for goal in goals for part in goal.parts]
    labels = list(dict.fromkeys(part.label for part in parts))
    applied: list[Applied] = []
    for one in walk.applied:
        changes: list[Change] = []
        for change in one.changes:
            touched = [label for label in labels if label in change.objects and _matters(change, label, parts)]
            if touched:
                changes.append(change._replace(objects=tuple(touched)))
        if changes:
            applied.append(one._replace(changes=tuple(changes)))
    left_out = () if any(part.predicate == "controller" for part in parts) else OF_CONTROL
    starts = [one for one in walk.starts if one.object in labels and one.what not in left_out]
    objects = {label: walk.objects[label] for label in labels}
    return walk._replace(objects=objects, starts=tuple(starts), applied=tuple(applied), idle=(), missed=(), refused=())


def _matters(change: Change, label: str, goals: Iterable[Goal]) -> bool:
    """Tell whether a change affects the facts about an object."""
    before, after = change.before, change.after
    return any(_aspect(goal, before) != _aspect(goal, after) for goal in goals if goal.label == label)


def _aspect(goal: Goal, look: Look) -> object:
    """Return the characteristic that a fact is about."""
    if goal.predicate in ("subtype", "every"):
        return look.type_line
    if goal.predicate in (*TYPES, "property"):
        return look.supertypes, look.types
    if goal.predicate == "color":
        return look.colors
    if goal.predicate == "keyword":
        return goal.value in look.keywords
    if goal.predicate in ("ability", "lost"):
        return [text for text in look.abilities if str(goal.value).lower() in text.lower()]
    if goal.predicate in OF_ABILITIES:
        return look.abilities
    if goal.predicate in ("power", "toughness"):
        return look.power, look.toughness
    return None
