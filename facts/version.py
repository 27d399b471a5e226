"""The version of typeline. No other file states it: `pyproject.toml` reads it from here."""

from __future__ import annotations

VERSION = "0.1.0"
"""The version of the package."""


def stamp(edition: str | None = None) -> dict[str, str]:
    """Return the first keys of each JSON answer: the version, and the edition of the rules if it depends on one.

    Args:
        edition: The edition of the Comprehensive Rules, by its year; or ``2008~legendary_spells``
            (`facts.cards.edition.edition_of`). None for an answer that is the same in each edition, or about several.

    Returns:
        ``typeline``, the version, and ``edition``, the year.
    """
    version = {"typeline": VERSION}
    return version if edition is None else {**version, "edition": edition.partition("~")[0]}
