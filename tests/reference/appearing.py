"""The values of an object before layer 4: its face, the copied object, its words (613.2, 707, 708).

This module is written from the rulebook, like the rest of the reference, without reading the rules. It knows
single-faced and double-faced cards, objects turned face down and up, copies of objects, and exchanged words. A
double-faced card is neither copied nor turned face down, and nothing that was face down becomes a copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from . import subtypes
from .values import Ability, Printed

FACE_DOWN = Printed(name="", types=frozenset({"Creature"}), power=2, toughness=2)
"""A 2/2 creature without text, name, subtypes or mana cost (708.2a)."""


Words = Mapping[str, str]
"""The replacement of each word that a text change replaces; other words stay (612.1)."""
_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


def one_word(word: str, other: str) -> Words:
    """Return the words of a spell that replaces one.

    Args:
        word: The word, as a board names it.
        other: The replacement.
    """
    return {_COLORS.get(word, word): _COLORS.get(other, other)}


def all_words(form: Mapping[str, Any], chosen: Mapping[str, Any]) -> Words:
    """Return the words of a static ability that replaces all of a kind by the one that was chosen.

    Args:
        form: The ability.
        chosen: The choices for its object; without one, the ability replaces nothing.
    """
    other = chosen.get(form["change_words_to"]["chosen"])
    if other is None:
        return {}
    other = _COLORS.get(other, other)
    found: dict[str, str] = {}
    for kind in form["change_words"]:
        if kind == "color":
            words: Iterable[str] = _COLORS.values()
        elif kind == "basic_land_type":
            words = subtypes.BASIC_LAND_TYPES
        else:
            words = subtypes.words_by_set()[kind.removesuffix("_type")]
        found |= dict.fromkeys(words, other)
    return found


@dataclass(frozen=True)
class Appearance:
    """The appearance of an object.

    Attributes:
        faces: Its faces: the front, and the back if there is one. A copy shows the copied ones instead (707.2).
        back: Whether the back is up.
        face_down: Whether it is face down.
        swaps: The text changes of spells on it, the oldest first, each with its timestamp.
        became_copy: Whether it became a copy after it had entered: no choice is linked to what it copies (707.7).
    """

    faces: tuple[Printed, ...]
    back: bool = False
    face_down: bool = False
    swaps: tuple[tuple[int, Words], ...] = ()
    became_copy: bool = False

    @property
    def copiable(self) -> Printed:
        """The copiable values: text changes and counters are none of them (707.2)."""
        return FACE_DOWN if self.face_down else self.faces[self.back]

    def shown(self, everywhere: Iterable[tuple[int, Words]] = ()) -> Printed:
        """Return the values that layers from 4 on begin with: the exchanged words are those of layer 3 (613.1c).

        Args:
            everywhere: The text changes of static abilities that reach it, with their timestamps.
        """
        found = self.copiable
        for _, words in sorted((*self.swaps, *everywhere), key=lambda one: one[0]):
            found = _reworded(found, words)
        return found

    def said(self, form: Mapping[str, Any], everywhere: Iterable[tuple[int, Words]] = ()) -> Any:
        """Return an effect of its ability as its text says it now.

        Args:
            form: The effect, as printed.
            everywhere: As for `shown`.
        """
        for _, words in sorted((*self.swaps, *everywhere), key=lambda one: one[0]):
            form = reworded(form, words)
        return form

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

    def exchanging(self, words: Words, timestamp: int) -> Appearance:
        """Return it with words exchanged.

        Args:
            words: The words.
            timestamp: When.
        """
        return replace(self, swaps=(*self.swaps, (timestamp, words)))


def _reworded(printed: Printed, words: Words) -> Printed:
    """Exchange words in the type line and in the rules text (612.1, 612.2)."""
    return replace(
        printed,
        subtypes=frozenset(words.get(one, one) for one in printed.subtypes),
        abilities=tuple(_reworded_ability(one, words) for one in printed.abilities),
    )


def _reworded_ability(ability: Ability, words: Words) -> Ability:
    return ability if isinstance(ability, str) else reworded(ability, words)


def reworded(value: Any, words: Words) -> Any:
    """Exchange words in a form or in a part of one.

    Args:
        value: The form. Its text only names it.
        words: The words.
    """
    if isinstance(value, str):
        return words.get(value, value)
    if isinstance(value, Mapping):
        return {key: inner if key == "text" else reworded(inner, words) for key, inner in value.items()}
    return [reworded(one, words) for one in value] if isinstance(value, list) else value
