"""The effect form as typed values: abilities, effects, operations, filters, conditions, amounts.

One dataclass a mapping of the form, one field a key. The JSON Schema of cards takes its definitions from here
(``python -m facts.schema``), and the fields carry their titles and descriptions.
"""

from facts.effects.form.abilities import Ability, CopyTerms, Effect, Exceptions, FaceDownValues, Operations
from facts.effects.form.amounts import AmountOf
from facts.effects.form.conditions import Condition
from facts.effects.form.filters import Bounds, Chosen, Filter

__all__ = [
    "Ability",
    "AmountOf",
    "Bounds",
    "Chosen",
    "Condition",
    "CopyTerms",
    "Effect",
    "Exceptions",
    "FaceDownValues",
    "Filter",
    "Operations",
]
