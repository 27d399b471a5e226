"""Quoted parts of Oracle text: abilities that a text gives, which are not its own words."""

from __future__ import annotations

from facts.runtime import pattern

_QUOTES = pattern(r'["“][^"”]*["”]')


def without_quotes(text: str) -> str:
    """Return a text without its quoted parts, whether the quotation marks are straight or curly.

    Args:
        text: Oracle text.
    """
    return _QUOTES.sub("", text)
