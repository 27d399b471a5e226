"""Reading Oracle text: text in, effect form out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from facts.oracle.read.bands import folded, in_lines
    from facts.oracle.read.normal_wording import names_of
    from facts.oracle.read.page import CardContext, ReadAbility, ReadSentence
    from facts.oracle.read.parser_table import write_table
    from facts.oracle.read.reader import read_effects, read_exception, read_resolution, read_text

__all__ = [
    "CardContext", "ReadAbility", "ReadSentence", "folded", "in_lines", "names_of", "read_effects", "read_exception",
    "read_resolution", "read_text", "write_table",
]  # fmt: skip

offer(__name__)
