"""The built-in library: one file a card or predefined token (111.10), in the effect form (docs/effect_form.md)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from facts.cards.card import Card, read_card
from facts.runtime import CARDS
from facts.text import read_document, slug

FOLDER = Path(__file__).parent / "library"
TOKENS = Path(__file__).parent / "tokens"


@lru_cache(maxsize=1)
def _files() -> dict[str, str]:
    """Return the file of each card by slug: of the whole name, and of each face."""
    found: dict[str, str] = {}
    names = sorted(path.stem for path in FOLDER.iterdir() if path.suffix == ".yaml")
    for stem in names:
        for part in stem.split("__"):
            found.setdefault(part, stem)
    found.update({stem: stem for stem in names})
    return found


@lru_cache(maxsize=4096)
def _card(stem: str, folder: Path = FOLDER) -> Card:
    path = folder / f"{stem}.yaml"
    return read_card(read_document(path.read_bytes(), path.name).data, built_in=True)


def find_card(name: str) -> Card | None:
    """Find a card of the library.

    Args:
        name: Its name, or that of a face; case, accents and apostrophes do not matter.

    Returns:
        The card, or None.
    """
    stem = _files().get(slug(name))
    with CARDS:
        return None if stem is None else _card(stem)


@lru_cache(maxsize=1)
def token_names() -> tuple[str, ...]:
    """Return the slugs of the predefined tokens, such as ``treasure`` and ``young_hero`` (111.10).

    Returns:
        In the order of the alphabet.
    """
    return tuple(sorted(path.stem for path in TOKENS.iterdir() if path.suffix == ".yaml"))


def find_token(name: str) -> Card | None:
    """Find a predefined token (111.10).

    Args:
        name: Its name, its subtype, or one of them with "token" or, for a Role, "Role" after it.

    Returns:
        The token, or None.
    """
    wanted = slug(name).removesuffix("_token").removesuffix("_role")
    with CARDS:
        return _card(wanted, TOKENS) if wanted in token_names() else None


def all_cards() -> Iterator[Card]:
    """Go through all cards of the library.

    Returns:
        The cards, in the order of their files.
    """
    for stem in sorted(set(_files().values())):
        with CARDS:
            card = _card(stem)
        yield card


def card_names() -> list[str]:
    """Return the names of all cards of the library, faces too, as their files spell them.

    Returns:
        Names in words with capitals; for suggestions.
    """
    return sorted({name for stem in set(_files().values()) for name in _spelled(stem)})


@lru_cache(maxsize=4096)
def _spelled(stem: str) -> tuple[str, ...]:
    """Return the names in a file without parsing it: those of its lines that begin with ``name:``."""
    lines = (FOLDER / f"{stem}.yaml").read_text(encoding="utf-8").splitlines()
    names = [line.split("name:", 1)[1].strip().strip("\"'") for line in lines if line.lstrip("- ").startswith("name:")]
    return tuple(dict.fromkeys(names[:3]))
