"""Counters with which something enters: the kind, and how many."""

from __future__ import annotations

from typing import Any

from facts.oracle.read.amount_forms import Amount, scaled, unknown
from facts.oracle.read.parts import Brought
from facts.oracle.read.tree_words import number, values


class CounterMaker:
    """The part of the transformer for counters with which something enters. Methods are named as in the grammar."""

    def counters(self, parts: list[Any]) -> list[Brought]:  # noqa: D102
        return [one for one in parts if isinstance(one, Brought)]

    def brings(self, parts: list[Any]) -> Brought:  # noqa: D102
        many, each = parts[0], parts[-1]
        if not isinstance(each, dict):
            return Brought(_kind(parts), many)
        if not isinstance(many, int):
            return Brought(_kind(parts), None)  # no form multiplies X by an amount
        return Brought(_kind(parts), scaled(each, many))

    def brings_x(self, parts: list[Any]) -> Brought:  # noqa: D102
        defined = parts[-1] if isinstance(parts[-1], (dict, int)) else unknown()
        return Brought(_kind(parts), defined if parts[0] == unknown() else None, called_x=True)

    def brings_as_many(self, parts: list[Any]) -> Brought:  # noqa: D102
        return Brought(_kind(parts), parts[-1])

    def so_many(self, parts: list[Any]) -> Amount:  # noqa: D102
        told = values(parts, "NUMBER")
        return number(told[0]) if told else 1

    def x_many(self, parts: list[Any]) -> Amount:  # noqa: D102
        return unknown()

    def twice_x_many(self, parts: list[Any]) -> Amount:  # noqa: D102
        return scaled(unknown(), 2)


def _kind(parts: list[Any]) -> str:
    return str(values(parts, "COUNTER")[0].value)
