"""The chapter symbols of Sagas, as texts have them: "II, III — ..." (714.2a, 714.2c)."""

from __future__ import annotations

from facts.runtime import pattern

_SYMBOLS = pattern(r"^([IVX]+(?:, [IVX]+)*) ?[—-]")
_NAMED = pattern(r"(?:[Cc]hapter )?([IVX]+)(?: ?[—-])?")
_VALUES = {"I": 1, "V": 5, "X": 10}


def chapter_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of the chapter symbols before a text; none where it is no chapter ability.

    Args:
        text: The text of an ability.
    """
    said = _SYMBOLS.match(text)
    return tuple(map(_number, said[1].split(", "))) if said is not None else ()


def chapter_named(words: str) -> int | None:
    """Return the number of the chapter that words name: ``II`` or ``chapter II``; None where they name none.

    Args:
        words: The words.
    """
    said = _NAMED.fullmatch(words.strip())
    return _number(said[1]) if said is not None else None


def _number(numeral: str) -> int:
    """Return the number that a Roman numeral stands for."""
    values = [_VALUES[letter] for letter in numeral]
    following = [*values[1:], 0]
    return sum(-one if one < after else one for one, after in zip(values, following, strict=True))
