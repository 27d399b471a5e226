"""Reading Oracle text: text in, effect form out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from facts.oracle.read.bands import TextPart, folded, in_lines
    from facts.oracle.read.entering_counters import read_entering
    from facts.oracle.read.exempting import read_only_host, read_spared_legends
    from facts.oracle.read.keyword_objects import (
        Enchants,
        Lifted,
        Wards,
        read_enchant,
        read_equip,
        read_lifted_guard,
        read_lifting,
        read_spared,
        read_warded_objects,
        read_wards,
    )
    from facts.oracle.read.page import CardContext, ReadAbility, ReadSentence
    from facts.oracle.read.parser_table import write_table
    from facts.oracle.read.reader import read_effects, read_exception, read_resolution, read_text
    from facts.oracle.read.sentence_parts import (
        own_names,
        read_condition,
        read_quality,
        read_static_condition,
    )

__all__ = [
    "CardContext", "Enchants", "Lifted", "ReadAbility", "ReadSentence", "TextPart", "Wards", "folded", "in_lines",
    "own_names", "read_condition", "read_effects", "read_enchant", "read_entering", "read_equip", "read_exception",
    "read_lifted_guard", "read_lifting", "read_only_host", "read_quality", "read_resolution", "read_spared",
    "read_spared_legends", "read_static_condition", "read_text", "read_warded_objects", "read_wards", "write_table",
]  # fmt: skip

offer(__name__)
