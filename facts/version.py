"""The version of typeline. No other file states it: `pyproject.toml` reads it from here."""

from __future__ import annotations

VERSION = "0.1.0"
"""The version of the package."""


def stamp(edition: str) -> dict[str, str]:
    """Return what stands at the top of each JSON answer: whose answer it is, and by which rules.

    Args:
        edition: The edition of the Comprehensive Rules, by its year; or ``2008~legendary_spells``
            (`facts.cards.edition.edition_of`).

    Returns:
        ``typeline``, the version, and ``edition``, the year.
    """
    return {"typeline": VERSION, "edition": edition.partition("~")[0]}
