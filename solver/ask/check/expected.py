"""Comparing an answer with the expectations of a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from facts.board import flow
from facts.words import keyword_of
from solver.answer import Answer, ObjectAnswer

_SETS = ("types", "subtypes", "supertypes", "colors", "properties", "changed")
_EXACT = ("type_line", "power", "toughness", "mana_value", "name", "face", "controller", "zone", "damage",
          "attached_to", "every_creature_type", "phased_out")  # fmt: skip


class Difference(NamedTuple):
    """A value of an answer that differs from what a case expects.

    Attributes:
        label: The object; empty for the whole board.
        key: The expectation, as the case names it: ``type_line``, ``has_abilities`` ...
        expected: The expected value in the case.
        actual: The value in the answer.
    """

    label: str
    key: str
    expected: object
    actual: object

    def said(self) -> str:
        """Say it in one line."""
        where = f"{self.label}: {self.key}" if self.label else self.key
        return f"{where}: expected {shown(self.expected)}, got {shown(self.actual)}"


def shown(value: object) -> str:
    """Write a value as a case does, on one line.

    Args:
        value: Plain data.
    """
    return value if isinstance(value, str) and value else flow(value)


def compared(case: Mapping[str, Any], answer: Answer) -> list[Difference]:
    """Compare an answer with what a case expects.

    Args:
        case: The case.
        answer: The answer.

    Returns:
        The differences, in the order of the case.
    """
    found: list[Difference] = []
    for label, expected in (case.get("expect") or {}).items():
        one = answer.objects.get(label)
        if one is None:
            found.append(Difference(label, "object", "on the board", "not in the answer"))
            continue
        found.extend(
            Difference(label, key, value, actual)
            for key, value in expected.items()
            if (actual := _unlike(key, value, one)) is not _AS_EXPECTED
        )
    if "refused" in case:
        keys = ("object", "rule", "step") if all("step" in one for one in case["refused"]) else ("object", "rule")
        got = sorted({tuple(one.as_data()[key] for key in keys) for one in answer.refused})
        wanted = sorted({tuple(one[key] for key in keys) for one in case["refused"]})
        if got != wanted:
            found.append(Difference("", "refused", [*map(list, wanted)], [*map(list, got)]))
    if "warnings" in case and not _warned_of(case["warnings"], answer.warnings):
        found.append(Difference("", "warnings", list(case["warnings"]), list(answer.warnings)))
    return found


def differences(case: Mapping[str, Any], answer: Answer) -> list[str]:
    """Compare an answer with what a case expects.

    Args:
        case: The case.
        answer: The answer.

    Returns:
        One line for each thing that is not as expected.
    """
    return [one.said() for one in compared(case, answer)]


_AS_EXPECTED: Final = object()
"""In the place of an object's value that is as expected."""


def _warned_of(pieces: Sequence[str], warnings: Sequence[str]) -> bool:
    """Tell whether each piece of text is in a warning, and each warning has a piece."""
    return all(any(piece in warning for warning in warnings) for piece in pieces) and all(
        any(piece in warning for piece in pieces) for warning in warnings
    )


def _unlike(key: str, value: Any, one: ObjectAnswer) -> object:
    """Return an object's values that differ from those that a case expects.

    Args:
        key: The name in the case.
        value: The expected value.
        one: The object.
    """
    texts = [ability.text for ability in one.abilities]
    if key in _SETS:
        actual = sorted(set(getattr(one, key)))
        return _AS_EXPECTED if actual == sorted(set(value)) else actual
    if key in _EXACT:
        actual = getattr(one, key)
        return _AS_EXPECTED if actual == value else actual
    if key == "counters":
        return _AS_EXPECTED if dict(one.counters) == value else dict(one.counters)
    if key == "lost":
        return _unlike_lost(value, one)
    if key == "abilities":
        return _AS_EXPECTED if texts == value else texts
    if key == "has_abilities":
        found = all(any(_says(text, piece) for text in texts) for piece in value)
        return _AS_EXPECTED if found else texts
    if key == "lacks_abilities":
        found = any(texts if piece == "any" else any(_says(text, piece) for text in texts) for piece in value)
        return texts if found else _AS_EXPECTED
    verb, _, name = key.partition("_")
    if name in _SETS and verb in ("has", "lacks"):
        there = list(getattr(one, name))
        wrong = set(value) - set(there) if verb == "has" else set(value) & set(there)
        return there if wrong else _AS_EXPECTED
    return _AS_EXPECTED if key in ("note", "object") else "no such expectation (docs/cases.md has them)"


def _unlike_lost(expected: Sequence[Mapping[str, Any]], one: ObjectAnswer) -> object:
    """Compare the lost abilities, in order; of each only the given keys."""
    got = [ability._asdict() for ability in one.lost]
    alike = len(got) == len(expected) and all(
        found.get(key) == value for wanted, found in zip(expected, got, strict=True) for key, value in wanted.items()
    )
    return _AS_EXPECTED if alike else [ability.as_data() for ability in one.lost]


def _says(text: str, piece: str) -> bool:
    """Tell whether an ability is meant by a piece of text: a keyword is an ability of its own, not a mention."""
    if keyword_of(piece) is not None:
        return text.lower() == piece.lower() or (keyword_of(text) == piece.lower())
    return piece.lower() in text.lower()
