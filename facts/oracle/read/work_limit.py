"""Limit the work of reading, in steps, so that the reader reads a text or gives up in a predictable time.

A sentence can be split in very many ways, and the reader tries them. Each character that is parsed, or searched for
relevant words, is a step. The limit counts steps instead of seconds, so that every machine reads the same texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, update_wrapper
from typing import Any, Generic, TypeVar

FREE = 4_000
"""The steps that any text may take, however short."""
EACH = 12
"""The further steps that it may take for each of its characters."""

_T = TypeVar("_T")


class TooManySteps(Exception):
    """A sentence took more steps than its length allows."""


@dataclass
class Meter:
    """The steps of one text.

    Attributes:
        limit: The limit on its steps.
        strict: Whether to raise `TooManySteps` beyond the limit.
        taken: The number of steps taken.
        failed: Failed attempts: the kind of text, and the text.
        tried: Results for parts of a sentence: `facts.oracle.read.clauses`.
    """

    limit: int
    strict: bool
    taken: int = 0
    failed: set[tuple[str, str]] = field(default_factory=set)
    tried: dict[tuple[str, int], Any] = field(default_factory=dict)


_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)


def meter() -> Meter | None:
    """Return the meter of the text that is read now; None where none counts."""
    return _METER.get()


def count(steps: int) -> None:
    """Count steps of the text that is read now.

    Args:
        steps: The number of characters that are parsed or searched.

    Raises:
        TooManySteps: The sentence took too many.
    """
    now = _METER.get()
    if now is not None:
        now.taken += steps
        if now.strict and now.taken > now.limit:
            raise TooManySteps


def used_up() -> bool:
    """Tell whether the text that is read now took all the steps that it may take."""
    now = _METER.get()
    return now is not None and now.taken > now.limit


@contextmanager
def counted(length: int, strict: bool = False) -> Iterator[Meter]:
    """Count the steps that are taken inside of the ``with`` block.

    Args:
        length: The length of the text in characters.
        strict: Whether to raise `TooManySteps` beyond the limit.

    Yields:
        The meter.
    """
    now = Meter(FREE + EACH * length, strict)
    token = _METER.set(now)
    try:
        yield now
    finally:
        _METER.reset(token)


class Remembered(Generic[_T]):
    """A function of a text that keeps its results, each with its number of steps. These steps count each time.

    So texts that were read before do not change how much of this one is read.
    """

    def __init__(self, function: Callable[[str], _T], maxsize: int) -> None:
        """Cache the results of a function.

        Args:
            function: The function.
            maxsize: The number of texts to keep.
        """

        @lru_cache(maxsize)
        def made(text: str) -> tuple[_T | None, int]:
            with counted(len(text), strict=True) as now:
                try:
                    return function(text), now.taken
                except TooManySteps:
                    return None, now.taken

        self._made = made
        update_wrapper(self, function)

    def __call__(self, text: str) -> _T | None:
        """Return the function's result for a text; None if that would take too many steps."""
        found, taken = self._made(text)
        count(taken)
        return found

    def forget(self) -> None:
        """Forget all results that were kept."""
        self._made.cache_clear()


def remembered(maxsize: int) -> Callable[[Callable[[str], _T]], Remembered[_T]]:
    """Return a decorator that makes a function `Remembered`.

    Args:
        maxsize: The number of texts to keep.
    """
    return lambda function: Remembered(function, maxsize)
