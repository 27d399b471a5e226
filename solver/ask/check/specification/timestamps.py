"""Derive the timestamps of a board's objects and effects from its timeline (613.7a to 613.7g).

This is a second reading of 613.7. The law derives timestamps from facts about objects; this module derives them from
the written steps of a board. The timestamp is the position of the step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from clingo import Symbol, SymbolType

from solver.ask.together import PlainTogether


class Due(NamedTuple):
    """The timestamps that are due on a board.

    Attributes:
        objects: The timestamp of each object, by its label.
        counters: The timestamp of the counters of a kind on an object, by its label and the kind.
        renewed: The objects that received a timestamp again.
    """

    objects: Mapping[str, int]
    counters: Mapping[tuple[str, str], int]
    renewed: frozenset[str]


def due(board: Mapping[str, Any], turned: Mapping[str, Collection[int]]) -> Due:
    """Tell the timestamps that are due on a board.

    Args:
        board: The board as plain data; each object that enters has a label (``as``).
        turned: The times at which an object transformed, or turned face up or down: not each instruction does it.

    Returns:
        The timestamps.
    """
    objects: dict[str, int] = {}
    counters: dict[tuple[str, str], int] = {}
    hosts: dict[str, str] = {}
    renewed: set[str] = set()
    for time, step in enumerate(board["timeline"], start=1):
        if "enters" in step:
            objects[step["as"]] = time  # 613.7d
            if "attached_to" in step:
                hosts[step["as"]] = step["attached_to"]
            counters.update(dict.fromkeys(((step["as"], kind) for kind in step.get("counters", {})), time))
        elif "attaches" in step:
            if hosts.get(step["attaches"]) != step["to"]:  # 613.7e; to its host it does not become attached (701.3b)
                objects[step["attaches"]] = time
                hosts[step["attaches"]] = step["to"]
                renewed.add(step["attaches"])
        elif "counters" in step and "on" in step:
            counters.update(dict.fromkeys(((step["on"], kind) for kind in step["counters"]), time))  # 613.7c
        for label in (step.get("transforms"), step.get("turns")):
            if label is not None and time in turned.get(label, ()):  # 613.7f, 613.7g
                objects[label] = time
                renewed.add(label)
    return Due(objects, counters, frozenset(renewed))


class Given(NamedTuple):
    """The timestamps that the law gives on a board.

    Attributes:
        objects: The timestamps of each object, by its label.
        effects: The timestamp of each effect; None where it has none.
        turned: The times at which an object transformed, or turned face up or down, by its label.
    """

    objects: dict[str, list[int]]
    effects: dict[Symbol, int | None]
    turned: dict[str, set[int]]


def given(grounding: PlainTogether) -> dict[int, Given]:
    """Return the timestamps that the law gives.

    Args:
        grounding: The law over several boards.

    Returns:
        The timestamps of each board, by its number.
    """
    found: dict[int, Given] = {}

    def of(number: int) -> Given:
        return found.setdefault(number, Given({}, {}, {}))

    for thing, time in grounding.atoms("object_timestamp", 2):
        board, label = thing.arguments
        of(board.number).objects.setdefault(label.string, []).append(time.number)
    times = {effect: time.number for effect, time in grounding.atoms("timestamp", 2)}
    for effect, board in grounding.atoms("of_board", 2):
        of(board.number).effects[effect] = times.get(effect)
    began = {(thing, version): time.number for thing, version, time in grounding.atoms("version", 3)}
    for name in ("transformed", "turned_up", "turned_down"):
        for thing, version in grounding.atoms(name, 2):
            board, label = thing.arguments
            if (thing, version) in began:
                of(board.number).turned.setdefault(label.string, set()).add(began[thing, version])
    return found


def wrong_timestamps(told: Given, expected: Due) -> Iterator[str]:
    """Find the timestamps of a board that are not due.

    Args:
        told: The timestamps that the law gives.
        expected: The timestamps that are due.

    Returns:
        Each object or effect with a wrong timestamp.
    """
    for label, times in told.objects.items():
        if times != [expected.objects.get(label)]:
            yield label
    for effect, time in told.effects.items():
        if time != _wanted(effect, expected):
            yield str(effect)


def _wanted(effect: Symbol, expected: Due) -> int | None:
    """Return the timestamp that an effect must have."""
    if effect.name == "resolved":
        return effect.arguments[0].arguments[1].number  # 613.7b
    label = effect.arguments[1 if effect.name == "ruled" else 0].arguments[1].string
    if effect.name == "ruled":
        rule = effect.arguments[0]
        kinds = [one.string for one in rule.arguments if one.type is SymbolType.String]
        return expected.counters.get((label, kinds[0])) if kinds else None  # 613.7c
    own = expected.objects[label]
    ability = effect.arguments[1]
    if ability.name != "given":
        return own  # 613.7a
    grantor = _wanted(ability.arguments[0], expected)
    return own if grantor is None else max(own, grantor)  # 613.7a: whichever is later
