"""Granted abilities that refer to a choice, with the chosen word: "protection from red", "Lairwalk"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from facts.runtime import pattern
from facts.words import CHOSEN_CREATURES, COLOR_WORDS

_LANDWALK = pattern(r"\b[Ll]andwalk of the chosen type\b")
_CREATURES = pattern(rf"\b{CHOSEN_CREATURES}\b")
_CHOSEN = pattern(r"\bthe chosen (color|card type|player)\b")


def with_chosen_words(text: str, chosen: Mapping[str, Sequence[str | int]]) -> str:
    """Put the chosen words into the text of an ability.

    Args:
        text: The text.
        chosen: The choices, by key; colors by their letters.

    Returns:
        The text; unchanged if it refers to no choice, or if there is none.
    """
    if "chosen" not in text:
        return text

    def landwalk(found: re.Match[str]) -> str:
        word = _value(chosen, ("land_type", "basic_land_type"))
        return f"{word}walk" if word else found[0]

    def other(found: re.Match[str]) -> str:
        word = _value(chosen, (found[1].replace(" ", "_"),))
        return (f"{word.lower()}s" if word and found[1] == "card type" else word) or found[0]

    text = _LANDWALK.sub(landwalk, text)
    text = _CREATURES.sub(lambda found: _creatures(chosen) or found[0], text)
    return _CHOSEN.sub(other, text)


def _creatures(chosen: Mapping[str, Sequence[str | int]]) -> str:
    word = _value(chosen, ("creature_type",))
    return f"{word} {CHOSEN_CREATURES.partition(' ')[0]}" if word else ""


def _value(chosen: Mapping[str, Sequence[str | int]], keys: Sequence[str]) -> str:
    """Return the first thing that was chosen under one of the keys; empty where there is none."""
    values = [str(value) for key in keys for value in chosen.get(key, ())]
    return COLOR_WORDS.get(values[0], values[0]) if values else ""
