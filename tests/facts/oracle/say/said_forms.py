"""Forms that several tests say, and sentences of forms in plain data."""

from __future__ import annotations

from typing import Any

from facts.effects.form import Ability, AmountOf, Condition, Effect, Filter
from facts.oracle import say

FROG = {
    "affects": "attached",
    "lose_all_abilities": True,
    "set_types": ["Creature"],
    "set_subtypes": ["Frog"],
    "set_colors": ["U"],
    "set_power": 1,
    "set_toughness": 1,
}


MINE: dict[str, Any] = {"controller": "you"}


CREATURES = {"type": "Creature"}


ARTIFACT_CREATURES = {"type": "Artifact", "also": CREATURES}


CHOSEN_TYPE = [{"chosen": "creature_type"}]


EVERYWHERE_ELSE = ["stack", "hand", "graveyard", "library", "exile", "command"]


PERMANENT_TYPES = ["Artifact", "Battle", "Creature", "Enchantment", "Planeswalker"]


FORESTS_OF_MINE = {"count": {"subtype": "Forest", **MINE}}


def ability_sentence(data: Any, **names: str) -> str:
    """An ability as a sentence, read from plain data."""
    return say.ability_sentence(data if isinstance(data, str) else Ability.from_data(data), **names)


def effect_sentence(data: Any) -> str:
    """An effect as a sentence, read from plain data."""
    return say.effect_sentence(Effect.from_data(data))


def filter_phrase(data: Any, plural: bool = True) -> str:
    """A filter as a phrase, read from plain data."""
    wanted = tuple(map(Filter.from_data, data)) if isinstance(data, list) else Filter.from_data(data)
    return say.filter_phrase(wanted, plural)


def condition_phrase(data: Any) -> str:
    """A condition as a clause, read from plain data."""
    return say.condition_phrase(Condition.from_data(data))


def amount_phrase(data: Any) -> str:
    """An amount as a phrase, read from plain data."""
    return say.amount_phrase(data if isinstance(data, int) else AmountOf.from_data(data))
