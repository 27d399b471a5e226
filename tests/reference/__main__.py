"""Random boards in bulk, through the rules and through the reference: ``python -m tests.reference --boards N``.

What differs is made as small as it can be and written to a file that ``typeline derive`` reads. Exit code 1 where
something differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import yaml

from facts import Board, InputError
from solver import Answer
from solver.grouping import derive_all
from tests.reference.boards import make_board
from tests.reference.choosing import Rolled
from tests.reference.comparing import differences, mismatches
from tests.reference.shrinking import shrink
from tests.reference.tangles import make_tangle

_AT_A_TIME = 1000
_Maker = Callable[..., dict[str, Any]]
TINY: tuple[_Maker, ...] = (partial(make_board, max_objects=2, max_effects=1, exotic=True),)
"""Boards of one or two objects: most of what can go wrong goes wrong on one of these."""
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare random boards.

    Args:
        arguments: Of the command line.

    Returns:
        1 where something differs, else 0.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.reference", description=__doc__)
    parser.add_argument("--boards", type=int, default=1000, help="how many (default: 1000)")
    parser.add_argument("--small", action="store_true", help="only boards of up to three objects: much faster")
    parser.add_argument("--seed", type=int, default=0, help="which (default: 0)")
    parser.add_argument("--edition", default="2024", help="of the rules (default: 2024)")
    parser.add_argument("--output", default="disagreements", help="folder for what differs (default: disagreements)")
    given_ = parser.parse_args(arguments)
    start, found = time.monotonic(), 0
    kinds = SMALL if given_.small else (*SMALL, *LARGE)
    for number, board in enumerate(disagreements(given_.boards, given_.seed, given_.edition, kinds), start=1):
        found = number
        path = Path(given_.output) / f"{given_.seed}-{number}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(yaml.safe_dump(board, sort_keys=False, allow_unicode=True), encoding="utf-8")
        print(f"{path}: {'; '.join(_told(board, given_.edition))}", flush=True)
    seconds = time.monotonic() - start
    print(f"{given_.boards} boards, {found} disagreements, {seconds:.0f} s", file=sys.stderr)
    return 1 if found else 0


def disagreements(
    count: int, seed: int, edition: str = "2024", kinds: Sequence[_Maker] = (*SMALL, *LARGE)
) -> Iterator[dict[str, Any]]:
    """Find boards on which the rules and the reference differ.

    Args:
        count: How many random boards to look at.
        seed: Which.
        edition: The edition of the rules.
        kinds: What makes them.

    Returns:
        Each such board, as small as it can be made.
    """
    for first in range(0, count, _AT_A_TIME):
        random = random_boards(min(_AT_A_TIME, count - first), seed * 1_000_003 + first, kinds)
        read = [Board.of(board) for board in random]
        for board, answer in zip(random, derive_all(read, edition=edition), strict=True):
            if not isinstance(answer, Answer) or differences(board, answer, edition):
                yield shrink(board, _differs(edition, _kinds(_told(board, edition))))


def random_boards(count: int, seed: int, kinds: Sequence[_Maker]) -> list[dict[str, Any]]:
    """Return random boards; their cards have different names, so that they can be derived together.

    Args:
        count: How many.
        seed: Which.
        kinds: What makes them.
    """
    choose = Rolled(Random(seed))
    return [choose.one(kinds)(choose, name=f"Testling {number}") for number in range(1, count + 1)]


def _differs(edition: str, kinds: set[str]) -> Callable[[dict[str, Any]], bool]:
    """Tell whether a board still differs in the same: a smaller one may differ in something else."""
    return lambda board: bool(_kinds(_told(board, edition)) & kinds)


def _kinds(told: Sequence[str]) -> set[str]:
    """Return what differs: power, types, ..."""
    return {line.split(": ")[1] if line.count(": ") > 1 else line for line in told}


def _told(board: dict[str, Any], edition: str) -> list[str]:
    """Return what differs on a board, nothing where one of the two cannot read it."""
    try:
        return mismatches(board, edition)
    except InputError:
        return []
    except RuntimeError as error:
        return [str(error)]
    except (KeyError, TypeError, ValueError, AttributeError, StopIteration):  # the reference checks nothing
        return []


if __name__ == "__main__":
    sys.exit(main())
