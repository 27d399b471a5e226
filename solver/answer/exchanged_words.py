"""Text-changing effects in the texts of abilities: exchanged words in all of their forms (612)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from facts.words import BASIC_LAND_TYPES, COLOR_WORDS, COLORS
from solver.answer.symbols import Kinds


def exchanged(values: Kinds) -> Mapping[str, str]:
    """Return the words that are exchanged in the text of an object, with their replacements (612.1).

    Args:
        values: The values that the rules derive for the object.
    """
    return {key.split(":", 1)[1]: str(found[0]) for key, found in values.items() if key.startswith("reworded:")}


def reworded(text: str, swaps: Mapping[str, str], name: str) -> str:
    """Return the text of an ability with exchanged words (612).

    Args:
        text: The text.
        swaps: The new word for each changed word: subtypes, and the letters of colors.
        name: The card's name, which does not change (612.2).
    """
    if not swaps:
        return text
    from facts.oracle.say import article

    new = dict(_word_forms(swaps))
    words = "|".join(sorted(map(re.escape, new), key=len, reverse=True))
    kept = rf"{re.escape(name)}|" if name else ""

    def exchange(found: re.Match[str]) -> str:
        word = found["word"]
        if word is None:
            return found[0]  # the name
        put = new.get(word.lower(), word)
        put = put[:1].upper() + put[1:] if word[0].isupper() else put
        before = found["article"]
        return put if before is None else f"{before[0]}{article(put)[1:]}"

    return re.sub(rf"{kept}(?P<article>\ban? )?\b(?P<word>{words})\b", exchange, text, flags=re.IGNORECASE)


def has_word(text: str, word: str) -> bool:
    """Tell whether a word that a text change may replace stands in the text of an ability.

    Args:
        text: The text.
        word: A subtype, or the letter of a color.
    """
    forms = "|".join(re.escape(form) for form, _ in _word_forms({word: word}))
    return re.search(rf"\b(?:{forms})\b", text, re.IGNORECASE) is not None


def _word_forms(swaps: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Return the forms of exchanged words that a text may have, and their new forms: ``islandwalk``, ``elfcycling``."""
    from facts.oracle.say import plural

    for old, new in swaps.items():
        if old in COLOR_WORDS:
            old, new = COLOR_WORDS[old], COLOR_WORDS[new]
        yield old.lower(), new
        yield f"non{old}".lower(), f"non{new}"
        yield f"non-{old}".lower(), f"non-{new}"
        if old in COLORS:
            continue
        if plural(old) != old:
            yield plural(old).lower(), plural(new)
        yield f"{old}cycling".lower(), f"{new}cycling".lower()
        if old in BASIC_LAND_TYPES:
            yield f"{old}walk".lower(), f"{new}walk".lower()
