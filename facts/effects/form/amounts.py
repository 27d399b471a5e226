"""Amounts: numbers, and numbers that depend on the board."""

from __future__ import annotations

from facts.effects.form.filters import Filters
from facts.effects.form.mapping import FormMapping, key
from facts.effects.form.schemas import one_of, ref, whole_number


class AmountOf(FormMapping):
    """A number that depends on the board: one of the first keys, and how it is counted.

    Each of the first keys has a definition of its own in the schema (``amount_count`` ...), which says what may stand
    under it and beside it.
    """

    count: Filters | None = key({"description": "How many objects match."})
    count_types: Filters | None = key({"description": "How many card types there are among the objects that match."})
    count_colors: Filters | None = key({"description": "How many colors there are among the objects that match."})
    count_names: Filters | None = key(
        {"description": "How many different names there are among the objects that match."}
    )
    count_basic_land_types: Filters | None = key(
        {"description": "How many basic land types there are among the objects that match."}
    )
    count_party: Filters | None = key({"description": "How many objects that match can be in a party."})
    count_each: tuple[Filters, ...] | None = key(
        {"description": "How many objects match each of several filters, taken together."}
    )
    mana_value: str | None = key({"description": "Whose mana value."})
    power: str | None = key({"description": "Whose power."})
    toughness: str | None = key({"description": "Whose toughness."})
    greatest: str | None = key({"description": "The greatest value of this among objects."})
    total: str | None = key({"description": "The values of this of all the objects together."})
    counters: str | None = key({"description": "How many counters of this kind are on the source."})
    devotion: tuple[str, ...] | None = key({"description": "Your devotion to these colors together."})
    mana_symbols: str | None = key({"description": "How many mana symbols of this color there are in mana costs."})
    x: bool | None = key({"description": "The X of the step on the board."})
    chosen: str | None = key({"description": "The number that was chosen."})
    told: str | None = key({"description": "The amount that the board tells with 'told'."})
    colors: str | None = key({"description": "How many colors the affected object has."})
    type_words: str | None = key(
        {"description": "How many supertypes, card types and subtypes the affected object has."}
    )
    creature_types: str | None = key({"description": "How many creature types the affected object has."})
    sharing: str | None = key(
        one_of(
            "creature_type, color or name",
            "Only those that share one with the affected object, which itself does not count.",
            ("creature_type", "color", "name"),
        )
    )
    attached_to: str | None = key(
        {
            "title": "affected",
            "description": "Only those that are attached to the affected object.",
            "const": "affected",
        }
    )
    half: str | None = key(one_of("up or down", "Half of it, rounded so, before multiplying.", ("up", "down")))
    times: int | None = key(whole_number("Multiplied by this."))
    plus: int | None = key(whole_number("Plus this, after multiplying."))
    among: Filters | None = key(ref("filter", "Among which objects."))
    on: str | None = key(
        one_of(
            "an object: affected or this",
            "On which object: on the affected one, or on the source (if left out).",
            ("affected", "this"),
        )
    )
    at_most: int | None = key(
        {
            "title": "a whole number",
            "description": "No more than this, whatever it has.",
            "type": "integer",
            "minimum": 0,
            "maximum": 1000000,
        }
    )


BASES = tuple(name for name, schema in AmountOf.properties().items() if set(schema) == {"description"})
"""The keys of which an amount has exactly one."""

Amount = int | AmountOf
"""A number, or an amount that depends on the board."""
