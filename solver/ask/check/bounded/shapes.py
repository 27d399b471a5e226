"""Which objects have which effects: the shapes by which the boards of a universe are divided."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

SPELL = 0
"""In the place of an object: the effect is that of a spell."""


class Shape(NamedTuple):
    """The shape that all boards of one part of a universe share.

    Attributes:
        owners: The object that each effect is of, by its number, or `SPELL`: the lowest first, spells last.
        copies: For each object, the earlier one that it became a copy of, or 0.
    """

    owners: tuple[int, ...]
    copies: tuple[int, ...]


class Holders(NamedTuple):
    """The objects that have each effect, in a round that begins in any state.

    Attributes:
        own: For each printed effect, the objects that have it; several if they are copies of each other. Objects with
            printed effects have lower numbers than the others. Cards follow the order of their first objects.
        lent: The same for each effect of a granted ability. Objects without printed effects are numbered in the order
            in which this list first names them.
        spells: The number of effects of spells.
    """

    own: tuple[tuple[int, ...], ...]
    lent: tuple[tuple[int, ...], ...]
    spells: int


def ways_to_hold(count: int, objects: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Return the ways to give objects a number of printed effects, as the objects that have each effect.

    Cards have effects, and each object is of a card: the first of a new one, or of one that was there before it.

    Args:
        count: The number of effects: each object of a card has all effects of the card.
        objects: The maximum number of objects.
    """
    waiting: list[tuple[tuple[tuple[int, ...], int], ...]] = [()]
    while waiting:
        cards = waiting.pop()
        left = count - sum(len(those) * many for those, many in cards)
        if left == 0:
            yield tuple(those for those, many in cards for _ in range(many))
        place = sum(len(those) for those, _ in cards) + 1
        if left == 0 or place > objects:
            continue
        for which, (those, many) in enumerate(cards):
            if many <= left:
                waiting.append((*cards[:which], ((*those, place), many), *cards[which + 1 :]))
        waiting += [(*cards, ((place,), many)) for many in range(1, left + 1)]


def ways_to_lend(count: int, known: int, objects: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Return the ways to grant objects a number of effects, as the objects that get each effect.

    Args:
        count: The number of effects then: one for each object that gets one of them.
        known: The number of objects named so far; the others are numbered when they are first named.
        objects: The number of all objects.
    """
    if not count:
        yield ()
    for many in range(1, count + 1):
        for new in range(min(many, objects - known) + 1):
            for old in combinations(range(1, known + 1), many - new):
                those = (*old, *range(known + 1, known + new + 1))
                yield from ((those, *rest) for rest in ways_to_lend(count - many, known + new, objects))


def number_of_copies(place: int, copies: tuple[int, ...]) -> int:
    """Return how many objects are copies of one, directly or through others.

    Args:
        place: The number of the object.
        copies: As in `Shape`.
    """
    return sum(1 + number_of_copies(other, copies) for other, copied in enumerate(copies, start=1) if copied == place)
