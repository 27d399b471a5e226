"""The error that refuses input, and how user text is shown in it."""

from __future__ import annotations

import json

Path = tuple[str | int, ...]
"""The path of a value in a document: keys of mappings and 0-based indexes of lists, outermost first."""

SHOWN = 80
"""The most characters that messages show of a user's value."""

_LONGEST_PART = 600
"""The greatest length of a part of a message, even of a part that the user wrote."""


class InputError(ValueError):
    """Something that the user gave cannot be used. ``str()`` of it is one line, fit for a terminal.

    Attributes:
        problem: The fault, with the offending value; no full stop at its end.
        hint: The accepted values, as a sentence; empty if there is no advice.
        path: Where in the document, like ``timeline[3].zone``; empty when unknown.
        line: The 1-based line; None when unknown.
        source: The file's name, ``<stdin>`` or ``<board>``; empty when unknown.
        meant: The word that was probably meant instead of the one at this place; empty when unknown.
    """

    def __init__(
        self,
        problem: str,
        hint: str = "",
        path: str | Path = "",
        line: int | None = None,
        source: str = "",
        meant: str = "",
    ) -> None:
        """Make the error.

        Args:
            problem: The fault.
            hint: The accepted values.
            path: Where in the document; a tuple is written out by `path_text`.
            line: The 1-based line.
            source: The file's name, ``<stdin>`` or ``<board>``.
            meant: The word that was probably meant.
        """
        written = path if isinstance(path, str) else path_text(path)
        # All as arguments: so the error survives pickling, from one process to another.
        super().__init__(problem, hint, written, line, source, meant)
        self.problem = problem
        self.hint = hint
        self.path = written
        self.line = line
        self.source = source
        self.meant = meant

    def __str__(self) -> str:
        """Return the one line: source, line, path, problem and hint, as far as they are known."""
        where = _part(self.source)
        if self.line is not None:
            where = f"{where}:{self.line}" if where else f"line {self.line}"
        before = [part for part in (where, _part(self.path)) if part]
        message = _part(self.problem)
        if self.hint:
            stop = "" if message.endswith((".", "?", "!")) else "."
            message = f"{message}{stop} {_part(self.hint)}"
        return ": ".join([*before, message])


def path_text(path: Path) -> str:
    """Write a path the way messages name it.

    Args:
        path: Keys and indexes, outermost first.

    Returns:
        Text like ``timeline[3].zone``; keys that are no plain words stand in brackets:
        ``timeline[3].counters["+1/+1"]``.
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.replace("_", "a").replace("-", "a").isalnum():
            text += f".{shorten(step)}" if text else shorten(step)
        else:
            text += f'["{shorten(printable(step))}"]'
    return text


def show(value: object) -> str:
    """Write a value that the user gave so that it can stand in a message.

    Args:
        value: Text, number, truth value, None, list or mapping.

    Returns:
        Text in quotes, everything else the way a board spells it; one line, at most about 80 characters.
    """
    if isinstance(value, str):
        quote = '"' if "'" in value and '"' not in value else "'"
        return f"{quote}{shorten(printable(_ends(value, 2 * SHOWN)))}{quote}"
    try:
        return shorten(printable(json.dumps(value, ensure_ascii=False)))
    except (TypeError, ValueError, RecursionError):
        return f"a {type(value).__name__}"


def printable(text: str) -> str:
    """Replace everything that a terminal would not show as itself by its escape.

    Args:
        text: Any text.

    Returns:
        The text with line ends, control characters and the like as escapes: a backslash and a letter or
        a number.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shorten(text: str, limit: int = SHOWN) -> str:
    """Cut a long text, keeping its beginning and a little of its end, from the beginning of a word.

    Args:
        text: Any text.
        limit: The greatest length of the result.

    Returns:
        The text itself, or its beginning, an ellipsis and its end.
    """
    if len(text) <= limit:
        return text
    tail = limit // 4
    end = text[-tail:]
    if not (text[-tail - 1].isspace() or end[0].isspace()):
        end = end.partition(" ")[2] or end
    return f"{text[: limit - tail - 1]}…{end}"


def _part(text: str) -> str:
    """Return one part of a message, on one line and of bounded length."""
    return shorten(printable(_ends(text, 4 * _LONGEST_PART)), _LONGEST_PART)


def _ends(text: str, length: int) -> str:
    """Return the beginning and the end of a text, which may be a whole file: more of it would not be shown."""
    return text if len(text) <= 2 * length else text[:length] + text[-length:]
