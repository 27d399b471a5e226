"""Conditions: when an effect exists, or whether it happens."""

from __future__ import annotations

from facts.effects.form.filters import Filters
from facts.effects.form.mapping import FormMapping, key
from facts.effects.form.schemas import flag, list_of, mapping, one_of, ref, text, whole_number

_KINDS_COUNTED = (
    "counters", "mana_values", "powers", "names", "one_player", "lead", "your_lead", "total_power", "total_toughness"
)  # fmt: skip
_OF_KINDS = one_of(
    f"what is counted: {', '.join(_KINDS_COUNTED[:-1])} or {_KINDS_COUNTED[-1]}",
    "Kinds of counters, or different mana values, powers, names; the most that one player controls; how many more one "
    "player controls than each other player (lead), or you do (your_lead); or the total power or toughness.",
    _KINDS_COUNTED,
)


class KindsAmong(FormMapping):
    """Kinds of something among objects."""

    of: str | None = key(_OF_KINDS)
    among: Filters | None = key(ref("filter", "Among these objects."))


class ColorAmong(FormMapping):
    """A color among objects."""

    color: str | None = key(ref("color", "This color."))
    among: Filters | None = key(ref("filter", "Among these objects."))


class CountersOf(FormMapping):
    """Counters of a kind on the source, or among objects."""

    kind: str | None = key(ref("counter_kind"))
    among: Filters | None = key(ref("filter", "On all these objects together, instead of on the source."))


class Condition(FormMapping):
    """A condition: every key must hold."""

    count: Filters | None = key(
        ref("filter", "So many objects match: at_least, at_most or exactly; at least one if none of these is given.")
    )
    count_types: Filters | None = key(ref("filter", "There are so many card types among the objects that match."))
    count_party: Filters | None = key(
        ref("filter", "So many of the objects that match can be in a party: up to one of each of its types.")
    )
    count_kinds: KindsAmong | None = key(
        mapping(
            "a mapping {of: counters, among: ...}",
            "There are so many kinds of counters, mana values ... among the objects that match.",
            {
                "of": _OF_KINDS,
                "among": ref("filter", "Among these objects."),
            },
            required=["of", "among"],
        )
    )
    most_common_color: ColorAmong | None = key(
        mapping(
            "a mapping {color: B, among: ...}",
            "Of the objects that match, as many are of this color as of any other, or more.",
            {"color": ref("color", "This color."), "among": ref("filter", "Among these objects.")},
            required=["color", "among"],
        )
    )
    all: tuple[Condition, ...] | None = key(
        list_of(
            "a list of conditions",
            "All of these hold, where one mapping has no room for them.",
            ref("condition"),
            least=2,
            unique=False,
        )
    )
    any: tuple[Condition, ...] | None = key(
        list_of(
            "a list of conditions, each with one key besides its bound",
            "One of these holds, or more.",
            ref("condition"),
            least=2,
            unique=False,
        )
    )
    this: Filters | None = key(ref("filter", "The source matches."))
    attached: Filters | None = key(ref("filter", "The object that the source is attached to matches."))
    affected: Filters | None = key(ref("filter", "The named target matches (only under if)."))
    devotion: tuple[str, ...] | None = key(
        list_of("a list of color letters", "Your devotion to these colors together.", ref("color"), most=5)
    )
    turn: str | None = key(
        one_of("a turn", "Whose turn it is, seen from the source's controller.", ("yours", "opponents"))
    )
    status: str | None = key(ref("status", "The source has the status."))
    told: str | None = key(
        text(
            "a condition in words",
            "A condition that no step of a board shows; a board tells that it holds with 'told'.",
            500,
        )
    )
    counters: CountersOf | None = key(
        mapping(
            "a mapping {kind: level}",
            "Counters on the source, or on all objects that match; kind any counts all.",
            {
                "kind": ref("counter_kind"),
                "among": ref("filter", "On all these objects together, instead of on the source."),
            },
            required=["kind"],
        )
    )
    class_level: str | None = key(
        {
            "title": "this",
            "description": "The level of the source, a Class: at_least, at_most or exactly.",
            "const": "this",
        }
    )
    symbol: str | None = key(
        one_of(
            "a symbol with a number: level or station",
            "The number in a level symbol or a station symbol: at_least, at_most.",
            ("level", "station"),
        )
    )
    x: bool | None = key(flag("The X that the board says: at_least, at_most or exactly."))
    not_: Condition | None = key(ref("condition", "This condition does not hold."), "not")
    at_least: int | None = key(whole_number("This many or more."))
    at_most: int | None = key(whole_number("This many or fewer."))
    exactly: int | None = key(whole_number("Exactly this many."))
