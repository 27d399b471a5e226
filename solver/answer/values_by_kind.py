"""Reading the atoms about one object: words, a text or a number of a kind, and the controller."""

from __future__ import annotations

from collections.abc import Sequence

from solver.answer.symbols import Kinds, Value, term

NOTHING: Kinds = {}
"""The values of an object of which the rules say nothing."""


def words_in(values: Kinds, kind: str) -> list[str]:
    """Return all values of a kind, as texts.

    Args:
        values: The values that the rules derive for an object.
        kind: The kind: ``type``, ``subtype`` ...
    """
    return [str(value) for value in values.get(kind, ())]


def first_in(values: Kinds, kind: str) -> str:
    """Return the first value of a kind as a text; empty if there is none.

    Args:
        values: The values that the rules derive for an object.
        kind: The kind: ``name``, of which a split card has two.
    """
    found = values.get(kind)
    return str(found[0]) if found else ""


def text_in(values: Kinds, kind: str) -> str:
    """Return the only value of a kind as a text; empty if there is none.

    Args:
        values: The values that the rules derive for an object.
        kind: The kind: ``face`` ...

    Raises:
        RuntimeError: The rules give several, so some rule is wrong.
    """
    found = values.get(kind)
    return str(_single(found, kind)) if found else ""


def number_in(values: Kinds, kind: str) -> int | None:
    """Return the number of a kind, if there is one.

    Args:
        values: The values that the rules derive for an object.
        kind: The kind: ``power``, ``mana_value`` ...

    Raises:
        RuntimeError: The rules give several numbers, so some rule is wrong.
    """
    found = values.get(kind)
    return int(_single(found, kind)) if found else None


def controller_in(values: Kinds, default: str) -> str:
    """Return the name of the controller.

    Args:
        values: The values that the rules derive for an object.
        default: The controller if the rules say nothing.

    Raises:
        RuntimeError: The rules give several controllers, so some rule is wrong.
    """
    found = values.get("controller")
    return str(term(_single(found, "controller")).arguments[1].string) if found else default


def _single(found: Sequence[Value], kind: str) -> Value:
    """Return the only value. To take one of several would hide a wrong rule behind an answer."""
    if len(found) > 1:
        raise RuntimeError(f"the rules give one object {len(found)} values of {kind}: {', '.join(map(str, found))}")
    return found[0]
