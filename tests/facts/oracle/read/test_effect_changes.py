"""Effects that are put together: what is changed is a new value, and what cannot stand together is not read."""

from __future__ import annotations

import pytest

from facts.effects.form import Condition, Effect, Filter, TargetsOf
from facts.oracle.read.effect_changes import inverted, joined, names_keyword, not_numbered, with_keyword
from facts.oracle.read.parts import NotRead

AURA = Condition(this=Filter(subtype="Aura"))
FLIERS = Filter(type="Creature", keyword="flying")


def test_lists_of_two_effects_are_joined() -> None:
    before = Effect(affects="this", add_abilities=("flying", "haste"))
    whole = joined(before, Effect(add_abilities=("haste", "reach"), add_power=1))
    assert whole == Effect(affects="this", add_abilities=("flying", "haste", "reach"), add_power=1)
    assert before.add_abilities == ("flying", "haste")


@pytest.mark.parametrize("more", [Effect(set_power=2), Effect(set_colors=("U",))])
def test_two_values_of_one_key_are_not_read(more: Effect) -> None:
    with pytest.raises(NotRead):
        joined(Effect(set_power=1, set_colors=("R",)), more)


@pytest.mark.parametrize(
    ("condition", "opposite"),
    [
        (AURA, Condition(this=Filter(not_=Filter(subtype="Aura")))),
        (Condition(count=FLIERS), Condition(not_=Condition(count=FLIERS))),
        (Condition(not_=Condition(turn="yours")), Condition(turn="yours")),
        (
            Condition(this=Filter(subtype=("Aura", "Role"))),
            Condition(not_=Condition(this=Filter(subtype=("Aura", "Role")))),
        ),
    ],
)
def test_the_opposite_of_a_condition(condition: Condition, opposite: Condition) -> None:
    assert inverted(condition) == opposite


def test_another_keyword_stands_everywhere_within_an_effect() -> None:
    effect = Effect(affects=FLIERS, as_long_as=Condition(told="you cast a spell with flying this turn"))
    other = with_keyword(effect, "flying", "reach")
    assert names_keyword(effect.affects, "flying") and names_keyword(effect.as_long_as, "flying")
    assert not names_keyword(other.affects, "flying") and not names_keyword(other.as_long_as, "flying")
    assert other.affects == Filter(type="Creature", keyword="reach")


def test_whichever_of_several_targets_it_is() -> None:
    target = TargetsOf(targets=FLIERS, nth=2, optional=True)
    assert not_numbered(Effect(affects=target, switch=True)) == Effect(affects=TargetsOf(targets=FLIERS), switch=True)
