"""Parsing alone: a sentence as its clauses, with pronouns, choices and X left open."""

from __future__ import annotations

import pytest

from facts.oracle.read.clauses import clauses


def test_a_clause_keeps_its_pronoun() -> None:
    (clause,) = clauses("it gets +1/+1 until end of turn") or ()
    assert clause.said is not None and clause.said.who is not None
    assert (clause.said.who.kind, clause.said.who.word) == ("it", "it")
    assert [done.ops for done in clause.said.done] == [[{"add_power": 1, "add_toughness": 1}]]
    assert clause.said.done[0].lasting


def test_a_condition_before_the_clause_belongs_to_it() -> None:
    (clause,) = clauses("As long as you control a Swamp, ~ has flying") or ()
    assert clause.condition == {"count": {"subtype": "Swamp", "controller": "you"}}
    assert not clause.asked


def test_if_asks_once() -> None:
    (clause,) = clauses("If you control a Swamp, target creature gains flying until end of turn") or ()
    assert clause.asked


def test_an_action_without_effect_on_characteristics_is_a_clause_that_says_nothing() -> None:
    first, second = clauses("Untap target creature and it gains haste until end of turn") or ()
    assert (first.text, first.said) == ("Untap target creature", None)
    assert second.said is not None


def test_a_duration_of_its_own_is_kept() -> None:
    (clause,) = clauses("For as long as ~ remains tapped, target creature gets -1/-0") or ()
    assert clause.lasts == "while_tapped"


@pytest.mark.parametrize(
    "sentence", ["Target creature gets flying and Swamp", "Creatures you control have flying Swamp", "~ has flying it"]
)
def test_words_that_are_no_sentence_are_not_parsed(sentence: str) -> None:
    assert clauses(sentence) is None
