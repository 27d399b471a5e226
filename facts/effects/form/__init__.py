"""The effect form as typed values: abilities, effects, operations, filters, conditions, amounts.

One class a mapping of the form, one attribute a key. The JSON Schema of cards takes its definitions from here
(``python -m facts.schema``), and the keys carry their titles and descriptions. The reader of Oracle text makes these
values, the writer says them, and `facts.effects` writes them as facts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from facts.effects.form.abilities import (
        ABOUT_EVENTS,
        COUNTER_ACTIONS,
        Ability,
        Affected,
        CopyTerms,
        CounterChange,
        Duration,
        Effect,
        Exceptions,
        FaceDownValues,
        KeptAbilities,
        Operations,
        TargetsOf,
    )
    from facts.effects.form.amounts import BASES, Amount, AmountOf
    from facts.effects.form.conditions import ColorAmong, Condition, CountersOf, KindsAmong
    from facts.effects.form.filters import Bounds, Chosen, Filter, Filters
    from facts.effects.form.mapping import FormError, FormMapping, form_parts, key, plain_data
    from facts.effects.form.schemas import flag, ref
    from facts.effects.form.targeting import described, targeting

__all__ = [
    "ABOUT_EVENTS", "BASES", "COUNTER_ACTIONS", "Ability", "Affected", "Amount", "AmountOf", "Bounds", "Chosen",
    "ColorAmong", "Condition", "CopyTerms", "CounterChange", "CountersOf", "Duration", "Effect", "Exceptions",
    "FaceDownValues", "Filter", "Filters", "FormError", "FormMapping", "KeptAbilities", "KindsAmong", "Operations",
    "TargetsOf", "described", "flag", "form_parts", "key", "plain_data", "ref", "targeting",
]  # fmt: skip

offer(__name__)
