"""Making a board smaller while something stays true of it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

Path = tuple[str | int, ...]


def shrink(board: dict[str, Any], still: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Take parts out of a board, large ones first, as long as something stays true of it.

    Args:
        board: The board as plain data.
        still: The property to keep; false for a board that cannot be read.

    Returns:
        A board from which no single part can be taken any more.
    """
    changed = True
    while changed:
        changed = False
        for path in list(_parts(board, ())):
            smaller = _without(board, path)
            if smaller is not None and still(smaller):
                board, changed = smaller, True
                break
    return board


def _parts(value: Any, path: Path) -> Iterator[Path]:
    """Return the paths of all parts, outer ones before inner ones, later steps before earlier ones."""
    if isinstance(value, dict):
        keys: list[Any] = list(value)
    elif isinstance(value, list):
        keys = list(reversed(range(len(value))))
    else:
        return
    for key in keys:
        yield (*path, key)
    for key in keys:
        yield from _parts(value[key], (*path, key))


def _without(board: dict[str, Any], path: Path) -> dict[str, Any] | None:
    smaller = copy.deepcopy(board)
    inner: Any = smaller
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return smaller
