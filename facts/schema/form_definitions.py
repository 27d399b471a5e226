"""The definitions of the effect form in the JSON Schema, made from its dataclasses."""

from __future__ import annotations

from typing import Any

from facts.effects.form import (
    ABOUT_EVENTS,
    BASES,
    Ability,
    AmountOf,
    Bounds,
    Condition,
    CopyTerms,
    CounterChange,
    Effect,
    Exceptions,
    FaceDownValues,
    Filter,
    FormMapping,
    Operations,
)

Schema = dict[str, Any]

_ADDED = ("add_types", "add_subtypes", "add_every", "add_supertypes", "add_colors", "add_abilities")
"""Operations that a copy can have in addition, if it is a creature without them."""
_BOUNDS = tuple(Bounds.properties())
_ONLY_WITH = {"change_words_to": ["change_words"], "lent": ["add_abilities_of"], "emblem_for": ["emblem"]}
_NOT_WITHIN = {
    "title": "only outside of 'not'",
    "description": "A filter within 'not' can't have this key.",
    "not": {},
}
_WHO_IS_NAMED = {
    "title": "you, opponent or {chosen: player}",
    "description": "A filter within 'not' can't have another value here.",
    "not": {"const": "controller_of_attached"},
}


def definitions() -> dict[str, Schema]:
    """Return the definitions that the dataclasses make, by their names."""
    return {
        "bounds": _mapping(
            "a mapping of bounds, like {at_least: 4}", "Every bound must hold.", Bounds, minProperties=1
        ),
        "filter_clause": _filter(),
        "condition": _condition(),
        "amount_of": _amount(),
        "copy_terms": _mapping(
            "a mapping {}, {except: {...}} or {until_face_down: true}",
            "It becomes a copy of the object that the board names, with these exceptions.",
            CopyTerms,
        ),
        "counter_change": _mapping(
            "a mapping like {number: twice, kind: +1/+1}",
            "Of the counters that would be put on it, so many are put on it instead.",
            CounterChange,
            required=["number"],
        ),
        "face_down_values": _mapping(
            "a mapping of what it is while face down",
            "What it is while it is face down, where the text lists that: it has nothing else.",
            FaceDownValues,
            minProperties=1,
        ),
        "further_ops": _further(),
        "ops": _operations("What an effect does to characteristics, by layer.", Operations),
        "exception": _operations("What a copy has instead, or in addition.", Exceptions),
        "effect": _effect(),
        "does_something": {
            "title": "an effect",
            "description": "Besides what is affected, something is done.",
            "anyOf": [{"required": [name]} for name in (*Operations.properties(), *ABOUT_EVENTS)],
        },
        "ability_with_effects": _mapping(
            "an ability with a list of effects",
            "An ability with several effects.",
            _own(Ability, Effect),
            required=["effects"],
        ),
        "ability_with_one_effect": _ability(),
    }


def _own(cls: type[FormMapping], base: type[FormMapping]) -> dict[str, Schema]:
    """Return the keys that a class adds to those of its base."""
    inherited = base.properties()
    return {name: schema for name, schema in cls.properties().items() if name not in inherited}


def _mapping(title: str, description: str, keys: type[FormMapping] | dict[str, Schema], **more: Any) -> Schema:
    properties = keys if isinstance(keys, dict) else keys.properties()
    return {
        "title": title,
        "description": description,
        "type": "object",
        **more,
        "properties": properties,
        "additionalProperties": False,
    }


def _filter() -> Schema:
    """Return the schema of a filter; its ``not`` and ``also`` take only some of its keys."""
    keys = Filter.properties()
    barred = dict.fromkeys(("not", "also", "exiled_with"), _NOT_WITHIN) | dict.fromkeys(
        ("controller", "owner"), _WHO_IS_NAMED
    )
    keys["not"] = {**keys["not"], "properties": barred}
    zone = {
        "title": "only outside of 'also'",
        "description": "The zone is that of the whole filter.",
        "not": {},
    }
    keys["also"] = {**keys["also"], "properties": {"zone": zone}}
    return _mapping("a filter", "Every key must hold; a list under a key means any of its values.", keys)


def _condition() -> Schema:
    keys = Condition.properties()
    one = [{"required": [name]} for name in keys if name not in _BOUNDS]
    return _mapping("a condition", "Every key must hold.", keys, anyOf=one)


def _amount() -> Schema:
    """Return the schema of an amount; each sort of amount has a definition of its own."""
    keys = AmountOf.properties()
    sorts = [
        {"if": {"type": "object", "required": [name]}, "then": {"$ref": f"#/$defs/amount_{name}"}} for name in BASES
    ]
    return {
        "title": "an amount",
        "description": "A number that depends on the board.",
        "type": "object",
        "anyOf": [{"required": [name]} for name in BASES],
        "properties": {name: keys[name] for name in BASES},
        "allOf": sorts,
    }


def _operations(description: str, cls: type[FormMapping]) -> Schema:
    found = _mapping("a mapping of what is done", description, cls, minProperties=1)
    return {**found, "dependentRequired": _ONLY_WITH}


def _further() -> Schema:
    """Return the schema of operations that only add something."""
    barred = {
        "title": "only outside of 'if_creature'",
        "description": f"What is added only: {', '.join(_ADDED)}.",
        "not": {},
    }
    return {
        "title": "a mapping of what is added",
        "description": "What a copy has in addition if it is a creature without it.",
        "$ref": "#/$defs/ops",
        "properties": {name: barred for name in Operations.properties() if name not in _ADDED},
    }


def _of_effect() -> dict[str, Schema]:
    """The keys of an effect: whom it affects and when, then what it does; those about events beside their like."""
    own = _own(Effect, Operations)
    about_events = {name: own.pop(name) for name in ABOUT_EVENTS}
    found = dict(own)
    for name, schema in Operations.properties().items():
        if name == "cannot_have":
            found |= about_events
        found[name] = schema
    return found


def _effect() -> Schema:
    found = _mapping(
        "an effect",
        "What is affected, under which condition, and what is done. One sentence with one subject is one effect.",
        _of_effect(),
        required=["affects"],
        allOf=[{"$ref": "#/$defs/does_something"}],
    )
    return {**found, "dependentRequired": _ONLY_WITH}


def _ability() -> Schema:
    """Return the schema of an ability whose mapping may also hold the keys of its one effect."""
    own = {name: schema for name, schema in _own(Ability, Effect).items() if name != "effects"}
    of_effect = {name: schema for name, schema in _of_effect().items() if name != "mode"}
    needs_affects = {name: ["affects"] for name in of_effect if name not in ("affects", *_ONLY_WITH)}
    return _mapping(
        "an ability",
        "An ability whose one effect stands in it; or one without effects.",
        {**own, **of_effect},
        minProperties=1,
        dependentRequired={**needs_affects, **_ONLY_WITH},
        **{"if": {"required": ["affects"]}, "then": {"$ref": "#/$defs/does_something"}},
    )
