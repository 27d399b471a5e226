"""Conditions of the effect form as facts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from facts.effects.board_questions import shown_by_cards
from facts.effects.filter_facts import FilterWriter
from facts.effects.form import Condition, Filters, FormError
from facts.text import Facts, quoted


class ConditionWriter:
    """Writes the conditions of one effect: every one of them must hold."""

    def __init__(self, facts: Facts, effect: str) -> None:
        self._facts = facts
        self._effect = effect
        self._number = 0

    def write(self, form: Condition, *, inverted: bool = False) -> list[str]:
        """Write a condition.

        Args:
            form: The condition.
            inverted: Whether it must not hold.

        Returns:
            The terms of its parts, without those that must not hold.
        """
        if form.not_ is not None:
            self.write(form.not_, inverted=not inverted)
        group: list[str] = []
        for key, value in form.given().items():
            if key in ("not", *_COMPARISONS):
                continue
            if key == "any":
                self._write_any(value, inverted=inverted)
                continue
            if key == "all":
                group += [term for one in value for term in self.write(one, inverted=inverted)]
                continue
            for side, number in comparisons(form):
                group.append(self._write_one(key, value, side, number, inverted=inverted))
                if key not in COMPARED:
                    break
        if inverted:
            for one, other in permutations(group, 2):
                self._facts.say("together", one, other)
        return group

    def _write_any(self, conditions: tuple[Condition, ...], *, inverted: bool) -> None:
        """Write conditions of which at least one must hold; if inverted, none of them may hold.

        Each has one part, which the condition asks for or excludes.
        """
        parts = []
        for one in conditions:
            barred = one.not_ is not None
            (key,), about = self._only_key(one.not_ if one.not_ is not None else one)
            ((side, number),) = comparisons(about)
            parts.append(self._write_one(key, about.given()[key], side, number, inverted=barred != inverted))
        if not inverted:
            for one_, other in permutations(parts, 2):
                self._facts.say("either", one_, other)

    @staticmethod
    def _only_key(form: Condition) -> tuple[list[str], Condition]:
        """Return the one key of a condition besides its bound."""
        keys = [key for key in form.given() if key not in _COMPARISONS]
        if len(keys) != 1 or keys[0] in ("not", "all", "any"):
            raise FormError(f"each condition under 'any' has one key besides its bound, and not {' and '.join(keys)}")
        return keys, form

    def _write_one(self, key: str, value: Any, side: str, number: int, *, inverted: bool) -> str:
        self._number += 1
        term = f"condition({self._effect},{self._number})"
        self._facts.say("condition", self._effect, self._number)
        if inverted:
            self._facts.say("inverted", term)
        if key in COMPARED:
            self._facts.say("asks_for", term, side, number)
        elif key in _OBJECTS:
            self._facts.say("asks_for", term, "at_least", 1)
        if key == "count" or key in _OBJECTS:
            self._write_number(term, value, "count", "objects", _OBJECTS.get(key, ()))
        elif key in ("count_types", "count_party"):
            self._write_number(term, value, key, "objects")
        elif key == "count_kinds":
            sort, kind = _KINDS[value.of]
            self._write_number(term, value.among, sort, kind)
        elif key == "most_common_color":
            zone = FilterWriter(self._facts, self._effect).write("condition", value.among, self._number)
            self._facts.say("common_condition", term, zone, quoted(value.color))
        elif key == "devotion":
            self._facts.say("devotion_condition", term)
            for color in value:
                self._facts.say("devotion_color", term, quoted(color))
        elif key == "turn":
            self._facts.say("turn_condition", term, value)
        elif key == "status":
            self._facts.say("status_condition", term, quoted(value))
        elif key == "told":
            self._facts.say("told_condition", term, quoted(value))
            if shown := shown_by_cards(value):
                self._facts.say("opponents_cards", quoted(value), *shown)
        elif key == "counters" and value.among is not None:
            self._write_number(term, value.among, "counters_among", quoted(value.kind))
        elif key == "counters":
            self._facts.say("counter_condition", term, quoted(value.kind))
        elif key == "class_level":
            self._facts.say("level_condition", term)
        elif key == "symbol":
            self._facts.say("symbol_condition", term, value)
        elif key == "x":
            self._facts.say("x_condition", term)
        return term

    def _write_number(
        self, term: str, among: Filters, sort: str, kind: str, also: Sequence[tuple[str, str]] = ()
    ) -> None:
        """Write that a condition is about a number among objects; an amount of this sort has the same words.

        Args:
            term: The condition.
            among: The objects.
            sort: What the number is.
            kind: Which counters, or which size; ``objects`` where there is no choice.
            also: What the filter says besides.
        """
        zone = FilterWriter(self._facts, self._effect).write("condition", among, self._number, also)
        self._facts.say("number_condition", term, zone, sort, kind)


_KINDS = {
    "counters": ("count_counter_kinds", "objects"),
    "mana_values": ("count_mana_values", "objects"),
    "powers": ("count_powers", "objects"),
    "names": ("count_names", "objects"),
    "one_player": ("count_of_one_player", "objects"),
    "lead": ("lead_of_one_player", "objects"),
    "your_lead": ("lead_of_you", "objects"),
    "total_power": ("total", "power"),
    "total_toughness": ("total", "toughness"),
}
"""The number that a condition is about, by what it counts the kinds of."""
_OBJECTS = {"this": (("self", "true"),), "attached": (("host", "true"),), "affected": (("told_to_affect", "true"),)}
"""Keys that ask whether one object meets a filter, and what the filter says of that object."""
_COMPARISONS = ("at_least", "at_most", "exactly")
COMPARED = ("count", "count_types", "count_party", "count_kinds", "devotion", "counters", "class_level", "symbol", "x")
"""The keys of a condition that are compared with a number."""


def comparisons(form: Condition) -> list[tuple[str, int]]:
    """Return how many a condition asks for: at least one where it says nothing.

    Args:
        form: The condition.
    """
    given = form.given()
    return [(side, int(given[side])) for side in _COMPARISONS if side in given] or [("at_least", 1)]
