"""Choosing: by hypothesis, which makes a failing board smaller, or by rolling, which makes many boards quickly."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st


class Chooser(ABC):
    """The source of the choices of a random board."""

    @abstractmethod
    def number(self, least: int, most: int) -> int:
        """Return a number of a range, both ends in it."""

    @abstractmethod
    def places(self, of: int, least: int, most: int) -> list[int]:
        """Return ``least`` to ``most`` different places out of a number of places, in order."""

    def one(self, values: Sequence[Any]) -> Any:
        """Return one of several values."""
        return values[self.number(0, len(values) - 1)]

    def some(self, values: Sequence[Any], most: int = 2) -> list[Any]:
        """Return one or more different values, in the order given."""
        return [values[place] for place in self.places(len(values), 1, most)]

    def chance(self, of: int) -> bool:
        """Return True with a chance of one in a number."""
        return self.number(1, of) == of


class Drawn(Chooser):
    """Choices that hypothesis makes, and makes smaller."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def number(self, least: int, most: int) -> int:
        return self._draw(st.integers(least, most))

    def places(self, of: int, least: int, most: int) -> list[int]:
        return sorted(self._draw(st.sets(st.sampled_from(range(of)), min_size=least, max_size=most)))


class Rolled(Chooser):
    """Choices of a random generator."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def number(self, least: int, most: int) -> int:
        return self._random.randint(least, most)

    def places(self, of: int, least: int, most: int) -> list[int]:
        return sorted(self._random.sample(range(of), self._random.randint(least, min(of, most))))
