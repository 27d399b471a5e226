"""Oracle text and the effect form (``docs/effect_form.md``): `read` makes forms of texts, `say` texts of forms.

A sentence is read completely or not at all. A sentence with words left over is unread. If it could touch types,
subtypes, supertypes, abilities, colors, power or toughness, the result names it. The grammar is ``read/oracle.lark``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from facts.oracle.census import MAIN_KINDS, Census, take_census
    from facts.oracle.lost_words import Loss, losses, unexplained
    from facts.oracle.read import (
        CardContext,
        ReadAbility,
        ReadSentence,
        read_effects,
        read_exception,
        read_resolution,
        read_text,
    )

__all__ = [
    "MAIN_KINDS", "CardContext", "Census", "Loss", "ReadAbility", "ReadSentence", "losses", "read_effects",
    "read_exception", "read_resolution", "read_text", "take_census", "unexplained",
]  # fmt: skip

offer(__name__)
