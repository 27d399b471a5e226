"""Many boards: one a line, in order; a bad one gets an error on its line and the run goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from facts.board import Board
from facts.errors import InputError
from facts.reading import MAX_BYTES, read_document
from facts.sources import CardSource
from solver.derive import DEFAULT_EDITION, derive


def batch(
    lines: Iterable[bytes], source: str, *, edition: str = DEFAULT_EDITION, cards: CardSource | None = None
) -> Iterator[dict[str, Any]]:
    """Derive one board after the other.

    Args:
        lines: Each a JSON object: a board, with an ``id`` if wished, or ``{"id": ..., "board": {...}}``.
            Empty lines are passed over.
        source: What messages call the input.
        edition: The edition of the rules.
        cards: Where to look for cards that are neither defined on a board nor built in.

    Returns:
        For each line, in order, the answer with its ``id``, or ``{"id": ..., "error": ...}``.
    """
    for number, line in enumerate(lines, start=1):
        line = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if line.strip():
            yield _one(line.strip(), f"{source}:{number}", edition, cards)


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """Iterate over the lines of a file; one that is too long for a board is cut, not kept in memory.

    Args:
        file: The file.

    Returns:
        Its lines, of which none has more than one byte more than a board may have.
    """
    while line := file.readline(MAX_BYTES + 1):
        yield line
        while line and not line.endswith(b"\n"):
            line = file.readline(MAX_BYTES)


def _one(line: bytes, source: str, edition: str, cards: CardSource | None) -> dict[str, Any]:
    name: Any = None
    try:
        if not line.startswith(b"{"):
            raise InputError("a line is a JSON object: a board")
        data = read_document(line, f"{source}.json", limit=MAX_BYTES).data
        name = data.get("id")
        board = data["board"] if set(data) <= {"id", "board"} and "board" in data else data
        if board is data:
            board = {key: value for key, value in data.items() if key != "id"}
        answer = derive(Board.of(board, cards=cards), edition=edition)
    except InputError as error:
        problem = error.problem.removesuffix(", in line 1")
        told = InputError(problem, error.hint, error.path, None, source)
        return {"id": _id_in(line) if name is None else name, "error": str(told)}
    except RuntimeError as error:
        # Not the board's fault, but no reason to leave out the others.
        return {"id": name, "error": str(InputError(f"cannot be derived: {error}", source=source))}
    return {"id": name, **answer.as_data()}


def _id_in(line: bytes) -> Any:
    """Return the id of a line that cannot be used, if that much of it can be read."""
    try:
        data = json.loads(line, parse_constant=lambda word: None)
        return data.get("id") if isinstance(data, dict) else None
    except (ValueError, RecursionError):
        return None
