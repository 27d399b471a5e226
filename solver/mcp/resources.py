"""Resources for assistants: the manual of boards, their schema, and the examples."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from facts.schema import schema_text
from facts.text import InputError, did_you_mean, show, there_are
from solver.program import root

_SCHEME = "typeline://"
_COMMENT = re.compile(r"\A# (?P<said>.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Page:
    """Something to read.

    Attributes:
        uri: Its address.
        name: Its short name.
        description: Its description.
        media_type: The kind of text.
        read: Returns its text.
    """

    uri: str
    name: str
    description: str
    media_type: str
    read: Callable[[], str]


def pages() -> dict[str, Page]:
    """Return all there is to read, by address."""
    found = [
        Page(
            f"{_SCHEME}board/format",
            "board format",
            "How to write a board, on one page.",
            "text/markdown",
            board_format,
        ),
        Page(
            f"{_SCHEME}board/schema",
            "board schema",
            "The JSON Schema of boards (large).",
            "application/schema+json",
            lambda: schema_text("board"),
        ),
        Page(
            f"{_SCHEME}answer/schema",
            "answer schema",
            "The JSON Schema of the full answer of derive.",
            "application/schema+json",
            lambda: schema_text("answer"),
        ),
    ]
    manual = root() / "docs" / "board.md"
    if manual.is_file():
        found.append(_page("board/manual", manual, "Every kind of step, with all its keys.", "text/markdown"))
    examples = root() / "examples"
    if (examples / "README.md").is_file():
        found.append(_page("examples", examples / "README.md", "Which examples there are.", "text/markdown"))
    for path in sorted(examples.glob("*.yaml")):
        found.append(_page(f"examples/{path.stem}", path, _what(path), "application/yaml"))
    return {page.uri: page for page in found}


def page(uri: str) -> Page:
    """Return something to read.

    Args:
        uri: Its address.

    Raises:
        InputError: There is nothing there.
    """
    known = pages()
    if uri not in known:
        raise InputError(f"{show(uri)}: nothing to read is there", did_you_mean(uri, known) or there_are(known))
    return known[uri]


def board_format() -> str:
    """Return how a board is written, on one page."""
    return (Path(__file__).parent / "board_format.md").read_text(encoding="utf-8")


def _page(address: str, path: Path, description: str, media_type: str) -> Page:
    name = address.replace("/", " ").replace("_", " ")
    return Page(_SCHEME + address, name, description, media_type, lambda: path.read_text(encoding="utf-8"))


def _what(path: Path) -> str:
    """Return the description of an example, which is its first comment."""
    said = _COMMENT.search(path.read_text(encoding="utf-8"))
    return said["said"] if said is not None else "A board."
