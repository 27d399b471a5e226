"""Filters: which objects an effect affects, a condition asks for, or an amount counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from facts.effects.form.mapping import FormError, FormMapping, Schema, key
from facts.effects.form.schemas import flag, one_of, one_or_more, ref, text, whole_number
from facts.words import FILTER_WORDS, STATUSES, UNREAD_STATUSES

STATUS_VALUES = tuple(
    sorted({value for key_, value in STATUSES.values() if key_ == "is"} | {*UNREAD_STATUSES, "face_down"})
)
"""The statuses that a filter can ask for."""


NUMBERS_OF_COLORS = ("colorless", "monocolored", "multicolored", "two", "three", "four", "five")
"""How many colors an object can have, in words; a number word means exactly that many."""


class Chosen(FormMapping):
    """A choice in place of a word: ``{chosen: color}``."""

    chosen: str = key({"title": "a choice that can stand here", "description": "What was chosen."})


Words = str | Chosen | tuple[str | Chosen, ...]
"""A word, or several of which any will do."""


class Bounds(FormMapping):
    """Bounds of a number, all of which must hold."""

    at_least: int | None = key(whole_number("This many or more."))
    at_most: int | None = key(whole_number("This many or fewer."))
    exactly: int | None = key(whole_number("Exactly this many."))


class Filter(FormMapping):
    """A filter: every key must hold.

    Attributes:
        adjectives: Words of the lexicon that are keys of their own: ``equipped``.
    """

    type: Words | None = key(one_or_more("a card type", "Has the card type.", ref("card_type_word")))
    subtype: Words | None = key(one_or_more("a subtype", "Has the subtype.", ref("subtype_word")))
    supertype: Words | None = key(one_or_more("a supertype", "Has the supertype.", ref("supertype")))
    color: Words | None = key(one_or_more("a color letter", "Has the color.", ref("color_word")))
    not_: Filter | None = key(
        {
            "title": "a filter without 'not' and 'also'",
            "description": "None of the keys of this filter holds.",
            "$ref": "#/$defs/filter_clause",
            "properties": {
                "not": {
                    "title": "only outside of 'not'",
                    "description": "A filter within 'not' can't have this key.",
                    "not": {},
                },
                "also": {
                    "title": "only outside of 'not'",
                    "description": "A filter within 'not' can't have this key.",
                    "not": {},
                },
                "exiled_with": {
                    "title": "only outside of 'not'",
                    "description": "A filter within 'not' can't have this key.",
                    "not": {},
                },
                "name_unlike": {
                    "title": "only outside of 'not'",
                    "description": "A filter within 'not' can't have this key.",
                    "not": {},
                },
                "highest": {
                    "title": "only outside of 'not'",
                    "description": "A filter within 'not' can't have this key.",
                    "not": {},
                },
                "controller": {
                    "title": "you, opponent or {chosen: player}",
                    "description": "A filter within 'not' can't have another value here.",
                    "not": {"const": "controller_of_attached"},
                },
                "owner": {
                    "title": "you, opponent or {chosen: player}",
                    "description": "A filter within 'not' can't have another value here.",
                    "not": {"const": "controller_of_attached"},
                },
            },
        },
        "not",
    )
    also: Filter | None = key(
        {
            "title": "a filter without a zone",
            "description": "The object matches this filter, too.",
            "$ref": "#/$defs/filter_clause",
            "properties": {
                "zone": {
                    "title": "only outside of 'also'",
                    "description": "The zone is that of the whole filter.",
                    "not": {},
                }
            },
        }
    )
    paired: bool | None = key(
        flag("It is the source or the creature that the source is paired with, while they are paired.")
    )
    name: Words | None = key(one_or_more("a name", "Has the name.", ref("name_word")))
    name_unlike: str | None = key(
        one_of(
            "permanent or token",
            "No other permanent (or token) that you control has the same name.",
            ("permanent", "token"),
        )
    )
    keyword: Words | None = key(one_or_more("a keyword", "Has the keyword ability.", ref("keyword")))
    abilities: str | None = key(
        one_of("none or mana", "It has no abilities (none), or it has a mana ability (mana).", ("none", "mana"))
    )
    colors: Words | None = key(
        one_or_more(
            "a number of colors",
            "How many colors it has.",
            one_of("a number of colors", "How many colors it has.", NUMBERS_OF_COLORS),
        )
    )
    controller: Words | None = key(
        one_or_more(
            "you, opponent, defending_player, controller_of_attached or {chosen: player}",
            "Who controls it.",
            ref("controller_word"),
        )
    )
    owner: Words | None = key(
        one_or_more("you, opponent, controller_of_attached or {chosen: player}", "Who owns it.", ref("player_word"))
    )
    zone: Words | None = key(one_or_more("a zone", "Where it is; on the battlefield if this is left out.", ref("zone")))
    token: bool | None = key({"title": "true or false", "description": "Whether it is a token.", "type": "boolean"})
    other: bool | None = key(flag("It is not the source itself."))
    self: bool | None = key(flag("It is the source itself."))
    attached_to_this: bool | None = key(flag("The source is attached to it."))
    attached_to: str | None = key(
        one_of(
            "this, attached or yours",
            (
                "It is attached to the source (this), to the object that the source is attached to (attached), "
                "or to a permanent that you control (yours)."
            ),
            ("this", "attached", "yours"),
        )
    )
    exiled_with: str | None = key(
        one_of(
            "this or last",
            (
                "The card was exiled by an ability of the source (607); last: it is the last one of its card type. "
                "A card counts, too, if the board doesn't say what exiled it."
            ),
            ("this", "last"),
        )
    )
    as_told: str | None = key(
        text(
            "a quality in words",
            (
                "A quality that no step of a board shows, like 'attacking you'; "
                "a board tells it of the object with 'told'."
            ),
            200,
        )
    )
    enchanted: bool | str | None = key(
        one_of(
            "true or own",
            "An Aura is attached to it; with 'own', an Aura under the control of its controller.",
            (True, "own"),
        )
    )
    mana_value: Bounds | None = key(ref("bounds", "Its mana value."))
    mana_value_x: str | None = key(
        one_of(
            "at_most, at_least or exactly",
            "Its mana value is at most (at least, exactly) X, which the board says.",
            ("at_most", "at_least", "exactly"),
        )
    )
    highest: str | None = key(
        one_of(
            "mana_value",
            "No other object that matches the rest of the filter has a higher mana value.",
            ("mana_value",),
        )
    )
    power: Bounds | None = key(ref("bounds", "Its power."))
    toughness: Bounds | None = key(ref("bounds", "Its toughness."))
    base_power: Bounds | None = key(ref("bounds", "Its base power: without counters and effects that modify it."))
    base_toughness: Bounds | None = key(
        ref("bounds", "Its base toughness: without counters and effects that modify it.")
    )
    counter: Words | None = key(
        one_or_more("a kind of counter", "It has a counter of this kind (any: of whatever kind).", ref("counter_kind"))
    )
    counters: Mapping[str, int] | None = key(
        {
            "title": "a mapping {kind: number}",
            "description": "It has at least so many counters of this kind (any: of whatever kind).",
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "propertyNames": ref("counter_kind"),
            "additionalProperties": {
                "title": "a number from 1",
                "description": "At least so many.",
                "type": "integer",
                "minimum": 1,
                "maximum": 1000000,
            },
        }
    )
    is_: Words | None = key(
        one_or_more(
            "a status",
            "It has the status.",
            one_of("a status", "A status that a card may ask about.", STATUS_VALUES),
        ),
        "is",
    )
    adjectives: tuple[str, ...] = ()

    @classmethod
    def properties(cls) -> dict[str, Schema]:
        """Return the keys; each word of the lexicon is one."""
        return {**super().properties(), **{word: flag(meaning) for word, meaning in FILTER_WORDS.items()}}

    @classmethod
    def takes(cls, data: Mapping[str, Any]) -> bool:
        """Tell whether a mapping has no keys but those of a filter.

        Args:
            data: The mapping, as plain data.
        """
        return super().takes({name: value for name, value in data.items() if name not in FILTER_WORDS})

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Read plain data; the words of the lexicon become adjectives.

        Args:
            data: A mapping that the JSON Schema accepts. Its values may be typed values already.

        Raises:
            FormError: A key or a value has no place here.
        """
        words = tuple(name for name in data if name in FILTER_WORDS)
        if not words:
            return super().from_data(data)
        if not all(data[word] is True for word in words):
            raise FormError(f"{words} of a filter are true, or left out")
        found = super().from_data({name: value for name, value in data.items() if name not in words})
        found.__dict__["adjectives"] = words
        return found

    def given(self) -> dict[str, Any]:
        """Return the keys that are given, each adjective with the value true."""
        found = {self._keys[name]: value for name, value in self.__dict__.items() if name != "adjectives"}
        return {**found, **dict.fromkeys(self.adjectives, True)}


Filters = Filter | tuple[Filter, ...]
"""A filter, or several of which any may hold."""
