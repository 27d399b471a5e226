"""Plain data, as a YAML or JSON text can say it: its limits, and copies of data that a program hands over."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from facts.runtime import pattern
from facts.text.errors import InputError, shorten, show

MAX_DEPTH = 60
MAX_VALUES = 2_000_000
"""The most values in data that a program hands over."""

_UNFIT = pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
TOO_DEEP = f"lists and mappings nest more than {MAX_DEPTH} levels deep"


def unfit_in(text: str) -> re.Match[str] | None:
    """Find a character that has no place in a text; printable characters have one."""
    return None if text.replace("\n", " ").isprintable() else _UNFIT.search(text)


def unfit_problem(character: str) -> str:
    """Say that a character has no place in a text."""
    return f"the character U+{ord(character):04X} has no place in a text"


def whole(digits: str, base: int) -> int | None:
    """Return the integer; None if it does not fit 64 bits."""
    value = int(digits, base) if len(digits) < 25 else 2**64
    return value if abs(value) < 2**63 else None


def fraction_of(digits: str) -> float | None:
    """Return the number, a whole one as an integer however it is written; None if it is too large."""
    value = float(digits)
    if not math.isfinite(value):
        return None
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def too_large(digits: str) -> str:
    """Say that a number is too large."""
    return f"the number {shorten(digits)} is too large"


class PlainCopy:
    """Copies data, and refuses values that no YAML or JSON text can have."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._count = 0
        self._path: list[str | int] = []

    def of(self, value: object) -> Any:
        """Return the copy of a value.

        Args:
            value: The value.

        Raises:
            InputError: It is no plain data.
        """
        self._count += 1
        if self._count > MAX_VALUES:
            self._fail(f"there are more than {MAX_VALUES:,} values")
        if isinstance(value, str):
            return self._text(value)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            if abs(value) >= 2**63:
                self._fail("the number is too large")
            return int(value)
        if isinstance(value, float):
            if not math.isfinite(value):
                self._fail(f"{value} is no number", "Numbers are finite")
            return int(value) if value.is_integer() and abs(value) < 2**53 else float(value)
        if len(self._path) >= MAX_DEPTH:
            self._fail(TOO_DEEP)
        if isinstance(value, (dict, Mapping)):
            copied: dict[str, Any] = {}
            for key, inner in value.items():
                name = key if type(key) is str and key.isprintable() else self._key(key)
                copied[name] = self._inside(inner, key)
            return copied
        if isinstance(value, (list, tuple)):
            return [self._inside(inner, index) for index, inner in enumerate(value)]
        return self._fail(f"a {type(value).__name__} is no plain data", "Texts, numbers, lists and mappings")

    def _inside(self, value: object, step: str | int) -> Any:
        """Return the copy of a value of a list or mapping."""
        if type(value) is str and value.isprintable() and self._count < MAX_VALUES:  # as most are
            self._count += 1
            return value
        self._path.append(step)
        copied = self.of(value)
        self._path.pop()
        return copied

    def _key(self, key: object) -> str:
        return self._text(key) if isinstance(key, str) else self._fail(f"the key {show(key)} is no text")

    def _text(self, text: str) -> str:
        if unfit := unfit_in(text):
            self._fail(unfit_problem(unfit[0]))
        return str(text)

    def _fail(self, problem: str, hint: str = "") -> NoReturn:
        path = tuple(self._path)
        raise InputError(problem, hint, path[:3] if problem == TOO_DEEP else path, None, self._source)
