"""Oracle text, read into the effect form (``docs/effect_form.md``).

A sentence is read completely or not at all: one that leaves words over is unread, and one that could touch types,
subtypes, supertypes, abilities, colors, power or toughness is named in the result. The language is in ``oracle.lark``.
"""

from facts.oracle.read.reader import (
    CardContext,
    ReadAbility,
    ReadSentence,
    read_effects,
    read_exception,
    read_resolution,
    read_text,
)

__all__ = [
    "CardContext",
    "ReadAbility",
    "ReadSentence",
    "read_effects",
    "read_exception",
    "read_resolution",
    "read_text",
]
