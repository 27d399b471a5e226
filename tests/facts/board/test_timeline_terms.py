"""Terms of a timeline: how they are written, and that terms of two kinds are never equal."""

from itertools import combinations

import pytest

from facts.board.timeline_terms import (
    OBJECT,
    AbilityOf,
    Argument,
    EffectOf,
    ExceptionOf,
    FaceOf,
    KeywordEffect,
    ListedBy,
    Moment,
    Named,
    QuestionOf,
    Term,
    written,
)

_OF_STEP = AbilityOf(Moment(3), 1)
_OF_CARD = AbilityOf(FaceOf('A "card"', "front"), 2)
_GRANTED = AbilityOf(EffectOf(_OF_CARD, 1), 4)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (Named(OBJECT, "step(board,1)"), 'o(7,"step(board,1)")'),
        (_OF_STEP, "ability(step(7,3),1)"),
        (_GRANTED, r'ability(effect(ability(face("A \"card\"",front),2),1),4)'),
        (EffectOf(QuestionOf(Moment(3), 0), 1), "effect(named(step(7,3),0),1)"),
        (AbilityOf(ExceptionOf(_OF_STEP), 1), "ability(exception(ability(step(7,3),1)),1)"),
        (ListedBy(_OF_STEP), "listed(ability(step(7,3),1))"),
        (KeywordEffect("living metal"), "keyword(living_metal)"),
        (Term("below", (_OF_STEP, "Creature", 2)), 'below(ability(step(7,3),1),"Creature",2)'),
        (Term("any"), "any"),
    ],
)
def test_how_a_term_is_written(term: Argument, text: str) -> None:
    assert written(term, 7) == text


def test_terms_of_two_kinds_are_never_equal() -> None:
    of_one = (Moment(3), KeywordEffect("3"), ExceptionOf(_OF_STEP), ListedBy(_OF_STEP))
    of_two = (_OF_STEP, QuestionOf(Moment(3), 1), EffectOf(Moment(3), 1), Named("a", "b"), FaceOf("a", "b"))
    for one, other in (*combinations(of_one, 2), *combinations(of_two, 2)):
        assert one != other
        assert len({one, other}) == 2
    assert AbilityOf(Moment(3), 1) == _OF_STEP


def test_abilities_of_a_card() -> None:
    assert _OF_CARD.is_printed
    assert not _GRANTED.is_printed
    assert [one.is_of_a_card for one in (_OF_CARD, _GRANTED, _OF_STEP)] == [True, True, False]
    assert not AbilityOf(EffectOf(_OF_STEP, 1), 1).is_of_a_card
