"""Pieces of a text, as a person types them."""

from __future__ import annotations

from facts.runtime import pattern

_DASHES = pattern("[\N{MINUS SIGN}\N{EN DASH}]")


def as_typed(text: str) -> str:
    """Bring a text into the form in which pieces of texts are compared.

    Case does not matter, and many keyboards lack the minus sign and the typographic apostrophe.

    Args:
        text: A text, or a piece of one.

    Returns:
        The text in lower case, with hyphens for minus signs.
    """
    return _DASHES.sub("-", text.lower()).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def has_piece(text: str, piece: str) -> bool:
    """Tell whether a text has a piece.

    Args:
        text: The text.
        piece: The piece, as a person types it.
    """
    return as_typed(piece) in as_typed(text)
