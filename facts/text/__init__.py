"""Text: reading files into plain data that knows its lines, errors, names, and terms for clingo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from facts.text.correcting import with_corrected_line
    from facts.text.errors import InputError, Path, path_text, printable, shorten, show
    from facts.text.names import best_guess, did_you_mean, nearest, normal, slug, there_are
    from facts.text.number_words import NUMBER_WORDS, number_in_words, number_said
    from facts.text.pieces import as_typed, has_piece
    from facts.text.quotes import without_quotes
    from facts.text.reading import MAX_BYTES, Document, plain_document, read_document
    from facts.text.term import Facts, quoted

__all__ = [
    "MAX_BYTES", "NUMBER_WORDS", "Document", "Facts", "InputError", "Path", "as_typed", "best_guess", "did_you_mean",
    "has_piece", "nearest", "normal", "number_in_words", "number_said", "path_text", "plain_document", "printable",
    "quoted", "read_document", "shorten", "show", "slug", "there_are", "with_corrected_line", "without_quotes",
]  # fmt: skip

offer(__name__)
