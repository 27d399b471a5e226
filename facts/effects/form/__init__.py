"""The effect form as typed values: abilities, effects, operations, filters, conditions, amounts.

One class a mapping of the form, one attribute a key. The JSON Schema of cards takes its definitions from here
(``python -m facts.schema``), and the keys carry their titles and descriptions. The reader of Oracle text makes these
values, the writer says them, and `facts.effects` writes them as facts.
"""

from facts.effects.form.abilities import (
    Ability,
    Affected,
    CopyTerms,
    Duration,
    Effect,
    Exceptions,
    FaceDownValues,
    KeptAbilities,
    Operations,
    TargetsOf,
)
from facts.effects.form.amounts import Amount, AmountOf
from facts.effects.form.conditions import ColorAmong, Condition, CountersOf, KindsAmong
from facts.effects.form.filters import Bounds, Chosen, Filter, Filters
from facts.effects.form.mapping import FormError, FormMapping, form_parts, plain_data

__all__ = [
    "Ability",
    "Affected",
    "Amount",
    "AmountOf",
    "Bounds",
    "Chosen",
    "ColorAmong",
    "Condition",
    "CopyTerms",
    "CountersOf",
    "Duration",
    "Effect",
    "Exceptions",
    "FaceDownValues",
    "Filter",
    "Filters",
    "FormError",
    "FormMapping",
    "KeptAbilities",
    "KindsAmong",
    "Operations",
    "TargetsOf",
    "form_parts",
    "plain_data",
]
