"""Lowering alone: what is done to a known object, as a typed effect."""

from __future__ import annotations

from typing import Any

import pytest

from facts.effects.form import Ability, AmountOf, Chosen, Condition, Effect, Filter, TargetsOf
from facts.oracle.read.lowering import Lowering
from facts.oracle.read.parts import IT, Form, NotRead, Who
from facts.oracle.read.scene import Draft, Scene

THIS = Who("this")
CREATURES = Who("filter", [{"type": "Creature"}])
TARGET = Who("targets", [{"type": "Creature"}])


def lowered(
    who: Who, ops: Form, condition: Form | None = None, kind: str = "static", *, has_x: bool = False, where: Any = None
) -> Effect:
    """The effect of one clause."""
    scene = Scene(kind, frozenset({"color"}), lambda *_: "flying", has_x=has_x, text="Its text.")
    return Lowering(scene, Draft()).effect(who, ops, condition, kind != "static", where, who)


def test_a_target_and_a_filter() -> None:
    creature = Filter(type="Creature")
    assert lowered(TARGET, {"switch": True}, kind="spell") == Effect(affects=TargetsOf(targets=creature), switch=True)
    assert lowered(CREATURES, {"switch": True}) == Effect(affects=creature, switch=True)


def test_a_condition_of_what_resolves_is_asked_once() -> None:
    swamp = {"count": {"subtype": "Swamp", "controller": "you"}}
    asked = Condition(count=Filter(subtype="Swamp", controller="you"))
    assert lowered(TARGET, {"add_power": 1}, swamp, "spell").if_ == asked
    assert lowered(THIS, {"add_power": 1}, swamp).as_long_as == asked


def test_a_condition_about_what_a_filter_finds_becomes_part_of_the_filter() -> None:
    effect = lowered(CREATURES, {"add_power": 1}, {IT: {"color": "R"}})
    assert effect == Effect(affects=Filter(type="Creature", color="R"), add_power=1)


def test_x_is_known_from_a_cost_or_from_its_words() -> None:
    ops: Form = {"add_power": {"x": True}, "add_toughness": {"x": True}}
    assert lowered(TARGET, ops, kind="spell", has_x=True).add_power == AmountOf(x=True)
    number = {"count": {"type": "Land"}}
    assert lowered(THIS, ops, where=number).add_power == AmountOf(count=Filter(type="Land"))
    with pytest.raises(NotRead):
        lowered(THIS, ops)


def test_a_choice_that_no_text_makes_is_not_read() -> None:
    assert lowered(CREATURES, {"set_colors": [{"chosen": "color"}]}).set_colors == (Chosen(chosen="color"),)
    with pytest.raises(NotRead):
        lowered(CREATURES, {"set_subtypes": [{"chosen": "creature_type"}]})


def test_a_quoted_ability_is_read_by_the_scene() -> None:
    assert lowered(THIS, {"add_abilities": ["⟦0⟧", "this ability"]}).add_abilities == ("flying", "Its text.")


def test_an_ability_that_is_read_from_a_quote_is_a_typed_value() -> None:
    granted = Ability(affects="this", add_power=1)
    scene = Scene("static", frozenset(), lambda *_: granted, text="Its text.")
    effect = Lowering(scene, Draft()).effect(CREATURES, {"add_abilities": ["⟦0⟧"]}, None, False, None, CREATURES)
    assert effect.add_abilities == (granted,)


def test_a_key_that_no_effect_has_is_not_read() -> None:
    with pytest.raises(NotRead):
        lowered(THIS, {"adds_power": 1})
