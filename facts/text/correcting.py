"""The corrected line of a text that was refused for one mistyped word."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from facts.text.errors import InputError, Path, path_text
from facts.text.reading import read_document

_LONGEST = 160
"""A longer line is not repeated: the word alone says it better."""


def with_corrected_line(error: InputError, text: str | bytes, data: Any) -> InputError:
    """Return an error that also shows its line, corrected.

    Args:
        error: The error; it has the probable meaning, if that is known.
        text: The YAML or JSON text, from its first line on.
        data: The data in the text.

    Returns:
        An error whose hint ends with the corrected line. The given error, if it does not know the word that was meant,
        or if the wrong word cannot be found on its line for certain.
    """
    if not error.meant or error.line is None:
        return error
    lines = (text.decode("utf-8", "replace") if isinstance(text, bytes) else text).split("\n")
    if not 1 <= error.line <= len(lines) or len(lines[error.line - 1]) > _LONGEST:
        return error
    line = lines[error.line - 1]
    for wrong in _quoted(error.problem):
        for found in re.finditer(rf"(?<!\w){re.escape(wrong)}(?!\w)", line):
            for written in (error.meant, json.dumps(error.meant, ensure_ascii=False)):
                corrected = line[: found.start()] + written + line[found.end() :]
                again = "\n".join([*lines[: error.line - 1], corrected, *lines[error.line :]])
                found_there = list(_differences(data, _read(again)))
                if _is_at(error.path, found_there, wrong, error.meant):
                    stop = "." if error.hint and not error.hint.endswith((".", "?", "!")) else ""
                    hint = f"{error.hint}{stop} Write: {corrected.strip()}".strip()
                    return InputError(error.problem, hint, error.path, error.line, error.source, error.meant)
    return error


def _quoted(problem: str) -> list[str]:
    """Return the quoted text at the beginning of a message: the word that was refused."""
    found = re.match(r"""'([^']+)'|"([^"]+)\"""", problem)
    return [found[1] or found[2]] if found else []


def _read(text: str) -> Any:
    try:
        return read_document(text, "").data
    except InputError:
        return None


def _is_at(path: str, differences: list[tuple[str, Any, Any]], wrong: str, right: str) -> bool:
    """Tell whether two documents differ in one word only, at a place or on the way to it."""
    return len(differences) == 1 and differences[0][1:] == (wrong, right) and path.startswith(differences[0][0])


def _differences(before: Any, after: Any, path: Path = ()) -> Iterator[tuple[str, Any, Any]]:
    """Yield where two documents differ: the place, and the two values or keys."""
    if isinstance(before, dict) and isinstance(after, dict) and len(before) == len(after):
        for (key, value), (other_key, other) in zip(before.items(), after.items(), strict=True):
            if key != other_key:
                yield path_text((*path, key)), key, other_key
            yield from _differences(value, other, (*path, key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for at, (value, other) in enumerate(zip(before, after, strict=True)):
            yield from _differences(value, other, (*path, at))
    elif type(before) is not type(after) or before != after:
        yield path_text(path), before, after
