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
        Lifted,
        ReadAbility,
        ReadSentence,
        Wards,
        own_names,
        read_condition,
        read_effects,
        read_enchant,
        read_entering,
        read_equip,
        read_exception,
        read_lifted_guard,
        read_lifting,
        read_only_host,
        read_quality,
        read_resolution,
        read_spared,
        read_spared_legends,
        read_static_condition,
        read_text,
        read_warded_objects,
        read_wards,
    )

__all__ = [
    "MAIN_KINDS", "CardContext", "Census", "Lifted", "Loss", "ReadAbility", "ReadSentence", "Wards", "losses",
    "own_names", "read_condition", "read_effects", "read_enchant", "read_entering", "read_equip", "read_exception",
    "read_lifted_guard", "read_lifting", "read_only_host", "read_quality", "read_resolution", "read_spared",
    "read_spared_legends", "read_static_condition", "read_text", "read_warded_objects", "read_wards", "take_census",
    "unexplained",
]  # fmt: skip

offer(__name__)
