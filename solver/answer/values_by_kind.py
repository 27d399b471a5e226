"""Reading the atoms about one object: words, a text or a number of a kind, and the controller."""

from __future__ import annotations

from solver.answer.symbols import Kinds, term

NOTHING: Kinds = {}
"""The values of an object of which the rules say nothing."""


def words_in(values: Kinds, kind: str) -> list[str]:
    """Return all values of a kind, as texts.

    Args:
        values: The values that the rules derive for an object.
        kind: The kind: ``type``, ``subtype`` ...
    """
    return [str(value) for value in values.get(kind, ())]


def text_in(values: Kinds, kind: str) -> str:
    """Return the value of a kind that has one at most; empty if there is none.

    Args:
        values: The values that the rules derive for an object.
        kind: The kind: ``name``, ``face`` ...
    """
    found = values.get(kind)
    return str(found[0]) if found else ""


def number_in(values: Kinds, kind: str) -> int | None:
    """Return the number of a kind, if there is one.

    Args:
        values: The values that the rules derive for an object.
        kind: The kind: ``power``, ``mana_value`` ...
    """
    found = values.get(kind)
    return int(found[0]) if found else None


def controller_in(values: Kinds, default: str) -> str:
    """Return the name of the controller.

    Args:
        values: The values that the rules derive for an object.
        default: The controller if the rules say nothing.
    """
    found = values.get("controller")
    return str(term(found[0]).arguments[1].string) if found else default
