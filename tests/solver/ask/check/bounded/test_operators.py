"""Mutation operators: each breaks a rule in the ways that it names."""

from __future__ import annotations

import pytest
from clingo.ast import AST, parse_string

from solver.ask.check.bounded.operators import broken
from solver.ask.check.bounded.sorts import Sorts


def _rules(text: str) -> list[AST]:
    found: list[AST] = []
    parse_string(text, found.append)
    return found[1:]


def _ways(text: str, kind: str, others: str = "") -> list[str]:
    """Return what each mutant of a kind says, its rules on one line."""
    (rule,) = _rules(text)
    more = _rules(others)
    sorts = Sorts([rule, *more])
    return [
        " ".join(map(str, one.trees)) for one in broken(rule, sorts, [one.head for one in more]) if one.kind == kind
    ]


@pytest.mark.parametrize(
    ("kind", "rule", "ways"),
    [
        ("gone", "a(X) :- b(X).", [""]),
        ("dropped", "a(X) :- b(X), c(X).", ["a(X) :- c(X).", "a(X) :- b(X)."]),
        ("turned", "a(X) :- b(X), not c(X,Y).", ["a(X) :- not b(X); not c(X,Y).", "a(X) :- b(X); c(X,Y)."]),
        ("flipped", "a(X) :- b(X,Y), X < Y.", ["a(X) :- b(X,Y); X <= Y.", "a(X) :- b(X,Y); X > Y."]),
        ("flipped", "a(X) :- b(X,Y), X = Y.", ["a(X) :- b(X,Y); X != Y."]),
        ("counted", "a(X+1) :- b(X).", ["a((X+2)) :- b(X).", "a((X+0)) :- b(X)."]),
        ("counted", "a(2).", ["a(3).", "a(1)."]),
        ("constants", "a(type,X) :- b(subtype,X).", ["a(subtype,X) :- b(type,X)."]),
        ("constants", 'a("Land",X) :- b(subtype,X).', []),
        ("constants", "a(X,step) :- b(X,state).", []),
    ],
)
def test_each_operator(kind: str, rule: str, ways: list[str]) -> None:
    assert _ways(rule, kind) == ways


def test_variables_of_one_sort_are_exchanged() -> None:
    """`before` has the same name in both places of some rule; `age` has an object and a number."""
    rule, others = "a(X) :- before(X,Y), age(X,N).", "c(Y) :- before(Z,X), before(X,Y)."
    assert _ways(rule, "variables", others) == ["a(X) :- before(Y,X); age(X,N)."]


def test_a_head_of_the_same_sort_is_added() -> None:
    added = "a(X) :- b(X). c(X) :- b(X)."
    assert _ways("a(X) :- b(X).", "headed", "c(X) :- d(X), a(X).") == [added]
    assert _ways("a(X,Y) :- b(X,Y).", "headed", "c(X) :- d(X).") == []


def test_without_sorts_nothing_is_exchanged_or_added() -> None:
    (rule,) = _rules("a(X,Y) :- a(Y,X), b(X).")
    assert {one.kind for one in broken(rule)} == {"gone", "dropped", "turned"}
