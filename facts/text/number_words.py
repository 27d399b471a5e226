"""Numbers as texts write them."""

from __future__ import annotations

NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
"""The words from zero to twenty, each in the place of its number."""


def number_in_words(number: int) -> str:
    """Return a number as texts write it: "three", "21".

    Args:
        number: The number, 0 or more. Numbers above twenty have digits.
    """
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def number_said(word: str) -> int | None:
    """Return the number that a word stands for; None for any other word, such as an article.

    Args:
        word: A word from zero to twenty, or digits.
    """
    lower = word.lower()
    if lower.isdigit():
        return int(lower)
    return NUMBER_WORDS.index(lower) if lower in NUMBER_WORDS else None
