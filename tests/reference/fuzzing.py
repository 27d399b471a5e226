"""Random boards through the rules and through the reference: those on which they differ, made small."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from facts import Board, InputError
from solver import Answer, derive
from solver.ask.together.grouping import derive_all
from tests.reference.boards import make_board
from tests.reference.choosing import Rolled
from tests.reference.comparing import differences
from tests.reference.events import make_events
from tests.reference.shrinking import shrink
from tests.reference.tangles import make_tangle

AT_A_TIME = 2400
"""The number of boards that are derived together. The more there are, the more alike are those of one grounding."""
_Maker = Callable[..., dict[str, Any]]
TINY: tuple[_Maker, ...] = (partial(make_board, max_objects=2, max_effects=1, exotic=True),)
"""Boards of one or two objects: most mistakes show on one of these."""
SMALL: tuple[_Maker, ...] = (
    *TINY,
    partial(make_board, max_objects=3, max_effects=1),
    partial(make_board, max_objects=3, max_effects=2, layers="4"),
    partial(make_tangle, max_objects=2, max_resolved=1),
)
"""Boards of up to three objects."""
LARGE: tuple[_Maker, ...] = (
    partial(make_board, max_objects=6),
    partial(make_board, max_objects=5, exotic=True),
    partial(make_board, max_objects=4, layers="4"),
    make_tangle,
    partial(make_tangle, layers="46"),
    partial(make_tangle, layers="67"),
)
"""Boards of up to six objects, with more in each other's way."""

EVENTFUL: tuple[_Maker, ...] = (
    partial(make_events, most_objects=3, most_events=3),
    partial(make_events, most_objects=5, most_events=5),
)
"""Boards with rings, counted conditions, copies, exchanged words, and objects that attach, transform and turn."""


class Piece(NamedTuple):
    """Some of the random boards of a seed.

    Attributes:
        seed: The seed.
        first: The number of the first.
        many: How many.
        edition: The edition of the rules.
        kinds: What makes them.
    """

    seed: int
    first: int
    many: int
    edition: str
    kinds: tuple[_Maker, ...]


def pieces(
    count: int,
    seed: int,
    edition: str = "2024",
    kinds: tuple[_Maker, ...] = (*SMALL, *LARGE),
    first: int = 0,
) -> Iterator[Piece]:
    """Divide random boards into pieces. A seed gives the same boards, wherever a piece begins.

    Args:
        count: How many boards there are.
        seed: The seed.
        edition: The edition of the rules.
        kinds: What makes them.
        first: The number of the first to look at, a multiple of `AT_A_TIME`.
    """
    for begins in range(first, count, AT_A_TIME):
        yield Piece(seed, begins, min(AT_A_TIME, count - begins), edition, kinds)


def differing(piece: Piece) -> list[dict[str, Any]]:
    """Find boards on which the rules and the reference differ.

    Args:
        piece: The boards to look at.

    Returns:
        Each such board, as small as it can be made.
    """
    random = random_boards(piece.many, piece.seed * 1_000_003 + piece.first, piece.kinds)
    read = [Board.of(board) for board in random]
    edition = piece.edition
    return [
        shrink(board, _differs(edition, _kinds(told(board, edition))))
        for board, answer in zip(random, derive_all(read, edition=edition), strict=True)
        if not isinstance(answer, Answer) or differences(board, answer, edition)
    ]


def random_boards(count: int, seed: int, kinds: Sequence[_Maker]) -> list[dict[str, Any]]:
    """Return random boards; their cards have different names, so that they can be derived together.

    Args:
        count: How many.
        seed: The seed.
        kinds: What makes them.
    """
    choose = Rolled(Random(seed))
    return [choose.one(kinds)(choose, name=f"Testling {number}") for number in range(1, count + 1)]


def _differs(edition: str, kinds: set[str]) -> Callable[[dict[str, Any]], bool]:
    """Tell whether a board still differs in the same characteristics: a smaller one may differ in others."""
    return lambda board: bool(_kinds(told(board, edition)) & kinds)


def _kinds(told: Sequence[str]) -> set[str]:
    """Return the differing characteristics: power, types, ..."""
    return {line.split(": ")[1] if line.count(": ") > 1 else line for line in told}


def told(board: dict[str, Any], edition: str) -> list[str]:
    """Return what differs on a board, also if it can be read but not derived; nothing where one cannot read it.

    Args:
        board: The board as plain data.
        edition: The edition of the rules.
    """
    try:
        read = Board.of(board)
    except InputError:
        return []
    try:
        answer = derive(read, edition=edition)
    except (InputError, RuntimeError) as error:  # neither may happen, since the board could be read
        return [f"{type(error).__name__}: not derived: {error}"]
    try:
        return differences(board, answer, edition)
    except (KeyError, TypeError, ValueError, AttributeError, StopIteration):  # the reference checks nothing
        return []
