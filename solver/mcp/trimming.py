"""Answers short enough for a context window: a part is told, the rest is counted, and more can be asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from facts.text import shorten
from solver.answer import ObjectAnswer
from solver.ask.explain import View

Entry = TypeVar("Entry")

TEXT = 300
"""The most letters of a text, except in the full output."""
WARNINGS = 10
"""The most warnings in an answer."""


def first(entries: Sequence[Entry], limit: int) -> tuple[list[Entry], int]:
    """Return the first entries, and the number of the others.

    Args:
        entries: All of them.
        limit: The maximum number.
    """
    return list(entries[:limit]), max(0, len(entries) - limit)


def told(warnings: Sequence[str]) -> list[str]:
    """Return the first warnings, and a line with the number of the others.

    Args:
        warnings: All warnings.
    """
    some, more = first(warnings, WARNINGS)
    return [*(shorten(one, 2 * TEXT) for one in some), *([f"({more} more warnings)"] if more else [])]


def outline(views: Iterable[View], level: int = 0) -> list[str]:
    """Write trees as lines, each indented below its parent.

    Args:
        views: The trees.
        level: Their depth.
    """
    lines: list[str] = []
    waiting = [(level, one) for one in views][::-1]
    while waiting:  # a long proof is deeper than Python calls functions
        at, one = waiting.pop()
        lines.append(f"{'  ' * at}{one.line}")
        waiting += [(at + 1, child) for child in reversed(one.children)]
    return lines


def object_in_short(one: ObjectAnswer) -> dict[str, Any]:
    """Return an object's answer without its usual values. The keys are those of the whole answer.

    Args:
        one: The object.
    """
    data = one.as_data()
    found = {key: data[key] for key in ("name", "controller", "type_line", "colors")}
    if one.zone != "battlefield":
        found["zone"] = one.zone
    if one.power is not None or one.toughness is not None:
        found |= {"power": one.power, "toughness": one.toughness}
    found["abilities"] = [{**ability, "text": shorten(ability["text"], TEXT)} for ability in data["abilities"]]
    if one.lost:
        found["lost"] = [{**ability, "text": shorten(ability["text"], TEXT)} for ability in data["lost"]]
    if one.changed:
        changed = {key for what in one.changed for key in (what, *what.split("_"))}  # power_toughness: power, toughness
        printed = {key: value for key, value in data["printed"].items() if key in changed}
        found |= {"changed": data["changed"], "printed": printed}
    usual = {"face": "front", "token": False, "counters": {}, "damage": 0, "attached_to": None}
    found |= {key: data[key] for key, value in usual.items() if data[key] != value}
    return found | {key: data[key] for key in ("phased_out", "copied") if key in data}
