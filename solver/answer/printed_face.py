"""The printed face of an object's card, and whether the object is still as the card says."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from facts.board import Thing
from facts.cards import Card, Face, printed_number, symbol_colors, symbols, usual_words_of
from facts.words import SIZED
from solver.answer.symbols import Kinds, Value
from solver.answer.type_line_order import COLOR_ORDER
from solver.answer.values_by_kind import text_in

Line = tuple[Collection[str], Collection[str], Collection[str], Collection[str], Collection[str]]
"""Supertypes, card types, single subtypes, the sets of which every subtype counts, and those that do not count."""
Size = tuple[Value | None, Value | None]
"""Power and toughness."""


class Printed(NamedTuple):
    """The printed characteristics of an object's card.

    Attributes:
        faces: The faces that count, the one that is up first.
        defined: The values from its own characteristic-defining abilities (604.3), by kind. They count as printed.
    """

    faces: Sequence[Face]
    defined: Mapping[str, tuple[Value, ...]]

    @property
    def type_line(self) -> str:
        """The printed type line; of two halves that differ both, with `` // `` between."""
        return " // ".join(dict.fromkeys(one.type_line.text for one in self.faces))

    @property
    def colors(self) -> tuple[str, ...]:
        """The colors by mana cost and color indicator (202.2, 204.2)."""
        if len(self.faces) == 1:
            return _colors(self.faces[0])
        found = {color for one in self.faces for color in _colors(one)}
        return tuple(color for color in COLOR_ORDER if color in found)

    def unlike(self, line: Line, colors: Sequence[str], size: Size) -> tuple[str, ...]:
        """Return the characteristics of an object that differ from its card.

        Args:
            line: The words on its type line.
            colors: Its colors.
            size: Its power and toughness; None for both where it has none.

        Returns:
            Some of ``type_line``, ``colors`` and ``power_toughness``.
        """
        return tuple(self._unlike(line, colors, size))

    def _unlike(self, line: Line, colors: Sequence[str], size: Size) -> Iterator[str]:
        if tuple(map(frozenset, line)) != tuple(map(frozenset, self._line())):
            yield "type_line"
        if set(colors) != self._colors():
            yield "colors"
        if size != self._size(size):
            yield "power_toughness"

    def _line(self) -> Line:
        lines = [one.type_line for one in self.faces]
        every = self._words("every")
        covered = {word for name in every for word in usual_words_of(name)}
        single = self._words("subtype").union(*(line.subtypes for line in lines)) - covered
        supertypes = {word for line in lines for word in line.supertypes}
        types = {word for line in lines for word in line.types}
        return supertypes, types, single, every, ()

    def _colors(self) -> set[str]:
        defined = self._words("color")
        return defined - {"none"} if "none" in defined else defined.union(self.colors)

    def _size(self, size: Size) -> Size:
        """Return the printed size; none if no size is printed, or no creature (a Vehicle)."""
        face = self.faces[0]
        if size[0] is None and SIZED.isdisjoint(face.type_line.types):
            return size
        (power,) = self.defined.get("power", (printed_number(face.power),))
        (toughness,) = self.defined.get("toughness", (printed_number(face.toughness),))
        return power, toughness

    def _words(self, kind: str) -> set[str]:
        return set(map(str, self.defined.get(kind, ())))


def counting_faces(card: Card, face: Face, names: Collection[str]) -> tuple[Face, ...]:
    """Return the faces whose printed values an object has: of a split card off the stack both halves (709.4).

    Args:
        card: The card.
        face: The face that is up.
        names: The names of the object.
    """
    if card.layout in ("split", "room"):
        return tuple(one for one in card.faces if one.name in names) or (face,)
    return (face,)


def as_printed(text: str | None) -> int | str | None:
    """Return a printed power or toughness: a number if one is printed, else the printed text (``*``, ``1+*``).

    Args:
        text: The printed value, or None.
    """
    return int(text) if text is not None and re.fullmatch(r"-?[0-9]+", text) else text


@lru_cache(maxsize=4096)
def _colors(face: Face) -> tuple[str, ...]:
    found = {color for symbol in symbols(face.mana_cost) for color in symbol_colors(symbol)}.union(face.indicator)
    return tuple(color for color in COLOR_ORDER if color in found)


def up_or_under(thing: Thing, values: Kinds) -> Face:
    """Return the face of an object's card that is up, or would be if the object were face up.

    Args:
        thing: The object.
        values: The values that the rules derive for it.
    """
    side = text_in(values, "face") or thing.side
    return thing.card.face(side) or thing.card.face(thing.side) or thing.card.faces[0]
