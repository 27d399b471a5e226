"""References alone: whom a pronoun stands for after some sentences, and what "other" excludes."""

from __future__ import annotations

import pytest

from facts.oracle.read.clauses import clauses
from facts.oracle.read.parts import NotRead, Who
from facts.oracle.read.references import References
from facts.oracle.read.scene import Draft, Scene

IT = Who("it", word="it")
THEM = Who("it", word="them")


def after(*sentences: str, kind: str = "triggered", antecedent: Who | None = None, text: str = "") -> References:
    """The references of an ability after some sentences without effects."""
    references = References(Scene(kind, frozenset(), lambda *_: "", antecedent=antecedent, text=text), Draft())
    for sentence in sentences:
        references.note(sentence)
    return references


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Untap target creature", "targets"),
        ("Tap enchanted creature", "attached"),
        ("Put a +1/+1 counter on ~", "this"),
        ("Return target creature card from your graveyard to the battlefield", "targets"),
    ],
)
def test_a_pronoun_stands_for_the_object_of_the_sentence_before(sentence: str, kind: str) -> None:
    assert after(sentence).who(IT).kind == kind


def test_only_many_stand_for_the_objects_of_a_filter() -> None:
    references = after("Untap all creatures you control")
    assert references.who(THEM).kind == "filter"
    with pytest.raises(NotRead):
        references.who(IT)


def test_a_target_keeps_its_filter() -> None:
    assert after("Untap target land you control").who(IT).clauses == [{"type": "Land", "controller": "you"}]


def test_a_pronoun_after_two_objects_is_ambiguous() -> None:
    with pytest.raises(NotRead):
        after("~ deals 1 damage to target creature").who(IT)


def test_a_pronoun_without_antecedent_is_not_read() -> None:
    with pytest.raises(NotRead):
        after(kind="static").who(IT)


def test_them_after_the_source_are_objects_that_the_board_names() -> None:
    assert after(antecedent=Who("this")).who(THEM).kind == "targets"


def test_of_two_targets_each_is_named_by_its_noun() -> None:
    references = after("Choose target creature and target land")
    assert references.who(Who("it", word="that land")).clauses == [{"type": "Land"}]
    assert references.who(Who("it", word="that creature")).clauses == [{"type": "Creature"}]


def test_a_condition_names_the_object_of_the_pronoun() -> None:
    assert after(kind="static").who(IT, {"attached": {"color": "R"}}).kind == "attached"


def test_other_creatures_on_an_aura_are_others_than_its_host() -> None:
    references = after(kind="static")
    references.scene.type_line = "Enchantment — Aura"
    (clause,) = clauses("Other creatures get +1/+1") or ()
    others = references.others(Who("filter", [{"type": "Creature", "other": True}]), clause)
    assert others.clauses == [{"type": "Creature", "not": {"attached_to_this": True}}]


def test_targets_of_two_sentences_are_numbered() -> None:
    references = after(kind="spell")
    some = [
        references.numbered(Who("targets", [{"type": kind}]), None, f"target {kind.lower()}").group
        for kind in ("Creature", "Land")
    ]
    assert some == [1, 2]
