"""Oracle text and the effect form (``docs/effect_form.md``): `read` makes forms of texts, `say` texts of forms.

A sentence is read completely or not at all. A sentence with words left over is unread. If it could touch types,
subtypes, supertypes, abilities, colors, power or toughness, the result names it. The grammar is ``read/oracle.lark``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime.on_demand import offer

if TYPE_CHECKING:
    from facts.oracle.read.page import CardContext, ReadAbility, ReadSentence
    from facts.oracle.read.reader import read_effects, read_exception, read_resolution, read_text

__all__ = [
    "CardContext",
    "ReadAbility",
    "ReadSentence",
    "read_effects",
    "read_exception",
    "read_resolution",
    "read_text",
]

offer(
    __name__,
    {
        "facts.oracle.read.page": ("CardContext", "ReadAbility", "ReadSentence"),
        "facts.oracle.read.reader": ("read_effects", "read_exception", "read_resolution", "read_text"),
    },
)
