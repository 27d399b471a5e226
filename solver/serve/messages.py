"""The messages to and from the processes that answer."""

from __future__ import annotations

import json
import traceback
from dataclasses import dataclass, field
from typing import Any

MOST_BYTES = 1 << 20
"""The most bytes of a request: one megabyte."""
MOST_ANSWERED = 16 << 20
"""The most bytes of an answer: a page cannot use the answer for a larger board."""

WRONG = "something went wrong here, and not with what you asked: please report it"
"""The message for a fault of the program."""

JSON = "application/json"
HTML = "text/html; charset=utf-8"
SVG = "image/svg+xml"
TEXT = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class Request:
    """A request.

    Attributes:
        what: The name of its service: an operation of the API, ``page``, ``picture``, ``cards``.
        body: The body, as it came.
        about: The rest of the address: the name of an example, the beginning of a card's name.
    """

    what: str
    body: bytes = b""
    about: str = ""


@dataclass(frozen=True)
class Reply:
    """A response.

    Attributes:
        status: The status of HTTP.
        type: The type of the body.
        body: The body.
        headers: Further headers.
        noted: Its log line, which never quotes the board; empty if there was no error.
    """

    status: int
    type: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    noted: str = ""


def json_reply(data: Any, status: int = 200) -> Reply:
    """Return data as an answer.

    Args:
        data: Plain data.
        status: The status of HTTP.
    """
    return Reply(status, JSON, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def refusal(line: str, status: int = 400, at: int | None = None) -> Reply:
    """Return the answer to a request that is refused.

    Args:
        line: The line that the command prints.
        status: The status of HTTP.
        at: The line of the board that is wrong, where one is known.
    """
    return json_reply({"error": line} if at is None else {"error": line, "line": at}, status)


def place(error: BaseException) -> str:
    """Return the log line of an error: its place, without its message, which may quote a board.

    Args:
        error: The error.
    """
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = f" ({last[0].filename.rpartition('/')[2]}:{last[0].lineno})" if last else ""
    return f"{type(error).__name__}{where}"
