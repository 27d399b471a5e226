"""A board as programs hand it over: an object, or a text in YAML or JSON or with a card's name on each line."""

from __future__ import annotations

import json
from collections.abc import Mapping

from facts.board.board import Board
from facts.cards import CardSource
from facts.runtime import pattern
from facts.text import MAX_BYTES, InputError, read_document, show, with_corrected_line
from facts.words import shown_examples as examples

SOURCE = "<board>"
"""The name, in messages, of a board that came without a file."""
_HINT = f"Wanted: an object like {examples.BOARD}, or a text in YAML or with a card a line"
_YAML = pattern(r"""(?:\{|\[|-(?:\s|$)|%|"?[a-z_]+"?\s*:(?:\s|$))""")
"""The beginning of YAML or JSON: no card's name begins with a bracket, a dash, or one small word and a colon."""


def given_board(given: object, *, cards: CardSource | None = None, limit: int = MAX_BYTES) -> Board:
    """Read a board that a program handed over.

    Args:
        given: The board as plain data; or a text: a board in YAML or JSON, a list of steps, or names of cards that
            enter in that order, one on each line (blank lines, and those that begin with ``#``, do not count).
        cards: The source of cards that are neither defined on the board nor built in.
        limit: The most bytes of a text.

    Returns:
        The board.

    Raises:
        InputError: It is no board.
    """
    if isinstance(given, Mapping):
        return Board.of(given, SOURCE, cards=cards)
    if not isinstance(given, str):
        raise InputError(f"{show(given)} is no board", _HINT, source=SOURCE)
    if len(given) > limit or len(given.encode("utf-8", "replace")) > limit:
        raise InputError(f"the text is longer than {limit:,} bytes", source=SOURCE)
    lines = given.split("\n")
    first = next((line.strip() for line in lines if _counts(line)), None)
    if first is None:
        raise InputError("the text is empty", _HINT, source=SOURCE)
    if not _YAML.match(first):
        return Board.read(_as_json(lines), SOURCE, cards=cards)
    document = read_document(given, SOURCE, limit=limit)
    if isinstance(document.data, list):
        return Board.of({"timeline": document.data}, SOURCE, cards=cards)
    try:
        return Board(document, cards=cards)
    except InputError as error:
        raise with_corrected_line(error, given, document.data) from None


def _counts(line: str) -> bool:
    """Tell whether a line says something."""
    return bool(line.strip()) and not line.lstrip().startswith("#") and line.strip() != "---"


def _as_json(lines: list[str]) -> str:
    """Write names as the timeline of a board in JSON, each on its own line, so that messages know the line."""
    written: list[str] = []
    comma = ""
    for line in lines:
        written.append(f"{comma}{json.dumps(line.strip())}" if _counts(line) else "")
        comma = comma or ("," if written[-1] else "")
    text = "\n".join(written)
    return f'{{"timeline":[{text}]}}'
