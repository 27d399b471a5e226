"""The order in which a walk tells the effects of a step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from clingo import Symbol

from solver.ask.explain.walk_values import Applied, Change, Dependency

Waited = dict[tuple[str, int], dict[str, "Dependency"]]
"""Dependencies, by effect and layer, and then by the other effect."""


class Told(NamedTuple):
    """An effect that was applied, with the values that decide when it is told.

    Attributes:
        applied: The effect, with all that the walk tells of it.
        key: The effect, as the rules write it.
        step: The step in which the rules applied it.
        labels: The objects that it reached.
        after: The effects to describe before it.
        rank: Its place among effects of one timestamp, as the law compares them.
    """

    applied: Applied
    key: str
    step: int
    labels: frozenset[str]
    after: set[str]
    rank: tuple[Symbol, Symbol]


def awaited(effect: str, layer: int, waited: Waited) -> set[str]:
    """Return the effects to describe before one: its dependencies, and theirs (613.8b).

    An effect that ended before it applied is not told; the effects that it waited for still came first.

    Args:
        effect: The effect, as the rules write it.
        layer: The layer.
        waited: The dependencies of effects.
    """
    found: set[str] = set()
    stack = [effect]
    while stack:
        behind = waited.get((stack.pop(), layer), {})
        new = {other for other, one in behind.items() if not one.loop} - found
        found |= new
        stack += new
    return found


def giver(effect: Symbol) -> str:
    """Return the effect that granted the ability of an effect; empty where none did.

    Args:
        effect: The effect.
    """
    if effect.name == "static" and effect.arguments[1].name == "given":
        return str(effect.arguments[1].arguments[0])
    return ""


def in_sequence(told: Sequence[Told]) -> Iterator[Applied]:
    """Put effects of a layer in the law's order: by timestamp and rank, but after the awaited effects.

    Effects that reached the same object earlier also come first.

    Args:
        told: The effects of one layer.
    """
    left = list(told)
    while left:
        free = [
            one for one in left
            if not any(
                other.step < one.step and (other.labels & one.labels or other.key in one.after) for other in left
            )
        ]  # fmt: skip
        first = min(free, key=lambda one: (not one.applied.defining, one.applied.effect.timestamp, one.rank))
        left.remove(first)
        yield first.applied


def alike(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Tell equal changes of several objects once.

    Args:
        changes: The changes.
    """
    found: dict[tuple[Any, ...], list[str]] = {}
    for change in changes:
        found.setdefault(change[1:], []).extend(change.objects)
    return tuple(Change(tuple(labels), *rest) for rest, labels in found.items())
