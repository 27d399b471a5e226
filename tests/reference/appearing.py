"""The values of an object before layer 4: its face, the copied object, its words (613.2, 707, 708).

This module is written from the rulebook, like the rest of the reference, without reading the rules. It knows
single-faced and double-faced cards, objects turned face down and up, copies of objects, and exchanged words. A
double-faced card is neither copied nor turned face down, and nothing that was face down becomes a copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .values import Ability, Printed

FACE_DOWN = Printed(name="", types=frozenset({"Creature"}), power=2, toughness=2)
"""A 2/2 creature without text, name, subtypes or mana cost (708.2a)."""


@dataclass(frozen=True)
class Appearance:
    """The appearance of an object.

    Attributes:
        faces: Its faces: the front, and the back if there is one. A copy shows the copied ones instead (707.2).
        back: Whether the back is up.
        face_down: Whether it is face down.
        swaps: The words that were exchanged on it, the oldest first: each the word, and its replacement.
    """

    faces: tuple[Printed, ...]
    back: bool = False
    face_down: bool = False
    swaps: tuple[tuple[str, str], ...] = ()

    @property
    def copiable(self) -> Printed:
        """The copiable values: text changes and counters are none of them (707.2)."""
        return FACE_DOWN if self.face_down else self.faces[self.back]

    @property
    def shown(self) -> Printed:
        """The values that layers from 4 on begin with: the exchanged words are those of layer 3 (613.1c)."""
        found = self.copiable
        for word, other in self.swaps:
            found = _reworded(found, word, other)
        return found

    def transformed(self) -> Appearance | None:
        """Return it with the other face up; None where it has no other face, and nothing happens (701.28c)."""
        return replace(self, back=not self.back) if len(self.faces) > 1 else None

    def turned(self, down: bool) -> Appearance | None:
        """Return it face down or face up; None where it is so already.

        Args:
            down: Whether it is turned face down.
        """
        return replace(self, face_down=down) if down != self.face_down else None

    def copying(self, other: Appearance) -> Appearance:
        """Return it as a copy of another object: its own exchanged words stay (layer 3 comes after layer 1).

        Args:
            other: How the other looks.
        """
        return replace(self, faces=(other.copiable,), back=False)

    def exchanging(self, word: str, other: str) -> Appearance:
        """Return it with a word exchanged.

        Args:
            word: The word.
            other: The replacement.
        """
        return replace(self, swaps=(*self.swaps, (word, other)))


def _reworded(printed: Printed, word: str, other: str) -> Printed:
    """Exchange a word in the type line and in the rules text (612.1, 612.2)."""
    return replace(
        printed,
        subtypes=frozenset(other if one == word else one for one in printed.subtypes),
        abilities=tuple(_reworded_ability(one, word, other) for one in printed.abilities),
    )


def _reworded_ability(ability: Ability, word: str, other: str) -> Ability:
    if isinstance(ability, str):
        return ability
    return {key: value if key == "text" else _within(value, word, other) for key, value in ability.items()}


def _within(value: Any, word: str, other: str) -> Any:
    if isinstance(value, str):
        return other if value == word else value
    if isinstance(value, Mapping):
        return {key: inner if key == "text" else _within(inner, word, other) for key, inner in value.items()}
    return [_within(one, word, other) for one in value] if isinstance(value, list) else value
