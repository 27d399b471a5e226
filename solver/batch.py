"""Many boards: one a line, in order; a bad one gets an error on its line and the run goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from facts.board import Board
from facts.errors import InputError
from facts.reading import MAX_BYTES, read_document
from solver.derive import DEFAULT_EDITION, derive


def batch(lines: Iterable[bytes], source: str, *, edition: str = DEFAULT_EDITION) -> Iterator[dict[str, Any]]:
    """Derive one board after the other.

    Args:
        lines: Each a JSON object: a board, with an ``id`` if wished, or ``{"id": ..., "board": {...}}``.
            Empty lines are passed over.
        source: What messages call the input.
        edition: The edition of the rules.

    Returns:
        For each line, in order, the answer with its ``id``, or ``{"id": ..., "error": ...}``.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _one(line, f"{source}:{number}", edition)


def _one(line: bytes, source: str, edition: str) -> dict[str, Any]:
    name: Any = None
    try:
        data = read_document(line.strip(), f"{source}.json", limit=MAX_BYTES).data
        if not isinstance(data, dict):
            raise InputError("a line is a JSON object: a board")
        name = data.get("id")
        board = data["board"] if set(data) <= {"id", "board"} and "board" in data else data
        if board is data:
            board = {key: value for key, value in data.items() if key != "id"}
        answer = derive(Board.of(board), edition=edition)
    except InputError as error:
        told = InputError(error.problem, error.hint, error.path, None, source)
        return {"id": name, "error": str(told)}
    except json.JSONDecodeError as error:
        return {"id": name, "error": f"{source}: not readable as JSON: {error.msg}"}
    return {"id": name, **answer.as_data()}
