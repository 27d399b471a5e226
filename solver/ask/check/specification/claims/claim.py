"""A claim about the answer to a board, or about the answers to two boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Data = dict[str, Any]
"""A board, or a part of it, as plain data."""
Objects = Mapping[str, Mapping[str, Any]]
"""The objects of an answer, by their labels."""


class Claim(NamedTuple):
    """A claim.

    Attributes:
        name: The statement that it belongs to.
        about: What it is about, in a few words.
        board: The board.
        other: The board to compare it with.
        holds: Tells from the objects of both answers whether the claim holds.
    """

    name: str
    about: str
    board: Data
    other: Data
    holds: Callable[[Objects, Objects], bool]
