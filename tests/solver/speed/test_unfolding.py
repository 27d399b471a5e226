"""Rules that are unfolded before they are loaded say what they said before, with fewer of them."""

from __future__ import annotations

import json
import re
from importlib import import_module

import pytest
from clingo import Control, Number
from hypothesis import given
from hypothesis import strategies as st

import solver.engine.loading
from facts import Board
from solver import derive
from solver.ask.derive import ground, make_answer
from solver.ask.explain import why
from solver.engine.layers import Layers
from solver.engine.moments import questions, settle, write_facts
from solver.speed.idle_rules import Profile
from solver.speed.switches import Switch, off
from solver.speed.unfolding import read_rule, unfold
from solver.speed.unfolding.one_each import ONE_EACH
from tests.case_files import Case
from tests.profiles import SLOW
from tests.solver.answers import CASES, answered

_PARTS = {"base": "", "instances": "n", "look": "s,t", "final": "t"}
Program = list[tuple[str, str]]
"""Rules, each after the part that it stands in."""


def unfolded(rules: Program, told: str = "", asked: str = "answer", *, staged: bool = False) -> list[str]:
    """Return the rules that are left, without their parts."""
    return [rule for _, rule in left(rules, told, asked, staged=staged)]


def left(rules: Program, told: str, asked: str, *, staged: bool = False) -> Program:
    """Unfold rules."""
    read = {
        number: read_rule(part, tuple(filter(None, _PARTS[part].split(","))), rule)
        for number, (part, rule) in enumerate(rules)
    }
    instead = unfold(read, told.split(), asked.split(), staged=staged, often=True)
    found: Program = []
    for number, (part, rule) in enumerate(rules):
        changed = instead.get(number)
        if changed is not None or number not in instead:
            found.append((part, rule if changed is None else changed.text))
    return found


def in_base(*rules: str) -> Program:
    return [("base", rule) for rule in rules]


@pytest.mark.parametrize(
    ("rules", "told", "found"),
    [
        pytest.param(["answer(X) :- p(X), not q(X)."], "p", ["answer(X) :- p(X)."], id="nothing says q"),
        pytest.param(["answer(X) :- p(X), not q(X)."], "p q", ["answer(X) :- p(X), not q(X)."], id="q is told"),
        pytest.param(
            ["b(X) :- p(X,Y).", "answer(X) :- b(X), q(X)."], "p q", ["answer(X) :- p(X,Y1q), q(X)."], id="asked once"
        ),
        pytest.param(
            ["b(X) :- p(X,Y).", "answer(X) :- b(X), b(a)."], "p", ["b(X) :- p(X,Y).", "answer(X) :- b(X), b(a)."],
            id="asked for twice",
        ),
        pytest.param(
            ["b(X) :- p(X).", "answer(X) :- b(X), q(X), not b(a).", "answer(X) :- q(X), not b(X)."], "p q",
            ["answer(X) :- p(X), q(X), not p(a).", "answer(X) :- q(X), not p(X)."], id="another name",
        ),
        pytest.param(
            ["b(X,X) :- p(X).", "answer(X) :- b(X,Y), q(Y)."], "p q", ["answer(Y) :- p(Y), q(Y)."], id="bound"
        ),
        pytest.param(
            ["b(X,X) :- p(X).", "answer(X) :- q(X,Y), not b(X,Y)."], "p q",
            ["b(X,X) :- p(X).", "answer(X) :- q(X,Y), not b(X,Y)."], id="a negated one is more than another name",
        ),
        pytest.param(
            ["b(f(X),Y) :- p(X,Y).", "answer(X) :- b(X,1)."], "p", ["answer(f(X1q)) :- p(X1q,1)."], id="a function"
        ),
        pytest.param(
            ["b(f(X)) :- p(X).", "answer(X) :- b(g(X))."], "p", [], id="never the same"
        ),
        pytest.param(
            ["b(f(X)) :- p(X).", "b(g(X)) :- b(h(X)).", "answer(X) :- b(g(X))."], "p", [],
            id="never the same, at the second look",
        ),
        pytest.param(
            ["b(X,1) :- p(X).", "c(X,2) :- p(X).", "answer(X) :- b(X,N), c(X,N).", "answer(X) :- b(X,N), c(Y,N)."],
            "p", [], id="each of them, but not together",
        ),
        pytest.param(["b(X) :- p(X).", "answer(X) :- p(X)."], "p", ["answer(X) :- p(X)."], id="nothing asks for it"),
        pytest.param(
            ["b(X,0) :- p(X).", "c(X,0) :- p(X).", "answer(X) :- c(X,N), not b(X,N+1)."], "p", ["answer(X) :- p(X)."],
            id="no rule derives the sum",
        ),
        pytest.param(
            ["late(O) :- enters_zone(O,A), enters_zone(O,B), B > A.", "answer(O,A) :- enters_zone(O,A), not late(O)."],
            "enters_zone", ["answer(O,A) :- enters_zone(O,A)."], id="one fact for each object",
        ),
        pytest.param(
            ["b(O,A) :- enters_zone(O,A).", "answer(O) :- b(O,A), q(A).", "answer(O) :- b(O,A), b(O,C), q(C), A != C.",
             "answer(A) :- b(O,A), b(X,A), q(X)."],
            "enters_zone q", ["answer(O) :- enters_zone(O,A), q(A).", "answer(A) :- enters_zone(X,A), q(X)."],
            id="a predicate with one atom for each object",
        ),
        pytest.param(
            ["b(X) :- p(X), q(X).", "answer(X) :- b(X), r(X).", "answer(X) :- b(X), not p(X)."], "p q r",
            ["answer(X) :- p(X), q(X), r(X)."], id="what another literal needs is denied",
        ),
        pytest.param(
            ["b(X) :- p(X).", "b(X) :- q(X).", "answer(X) :- b(X), not p(X).", "answer(X) :- b(X), r(X)."], "p q r",
            ["b(X) :- p(X).", "b(X) :- q(X).", "answer(X) :- b(X), not p(X).", "answer(X) :- b(X), r(X)."],
            id="what another literal may do without is denied",
        ),
        pytest.param(
            ["b(X,1) :- p(X).", "b(X,2) :- q(X).", "answer(X) :- b(X,N), N > 2.", "answer(X) :- b(X,N), N > 1."],
            "p q", ["b(X,1) :- p(X).", "b(X,2) :- q(X).", "answer(X) :- b(X,N), N > 1."], id="no number that fits",
        ),
        pytest.param(
            ["b(f(X)) :- p(X).", "answer(X) :- b(E), E = g(X).", "answer(X) :- b(E), E = f(X)."], "p",
            ["answer(X) :- p(X1q), f(X1q) = f(X)."], id="an equation that no atom fits",
        ),
        pytest.param(
            ["b(f(X)) :- p(X).", "answer(X) :- p(X), not b(g(X)).", "answer(f(X)) :- p(X), not b(f(f(X)))."], "p",
            ["b(f(X)) :- p(X).", "answer(X) :- p(X).", "answer(f(X)) :- p(X), not b(f(f(X)))."],
            id="what no rule derives is denied",
        ),
        pytest.param(
            ["b(X,f(X)) :- p(X).", "b(X,f(Y)) :- q(X,Y).", "answer(X) :- p(X), not b(X,_)."], "p q",
            ["b(X,f(X)) :- p(X).", "b(X,f(Y)) :- q(X,Y).", "answer(X) :- p(X), not b(X,_)."],
            id="any term is denied",
        ),
        pytest.param(
            ["b(X,E) :- q(X,E), E = f(1).", "answer(X) :- b(X,E), E = f(_).", "answer(X) :- b(E,X), X = g(_)."], "q",
            ["answer(X) :- q(X,E), E = f(1), E = f(_)."], id="any term in an equation",
        ),
        pytest.param(
            ["b(f(X)) :- p(X).", "answer(X) :- b(g(X))."], "p b", ["b(f(X)) :- p(X).", "answer(X) :- b(g(X))."],
            id="facts may be anything",
        ),
        pytest.param(
            ["answer(X,K) :- p(X,K), K != name.", "answer(X,name) :- p(X,name)."], "p",
            ["answer(X,K) :- p(X,K)."], id="all but one, and that one",
        ),
        pytest.param(
            ["answer(X,K,V) :- p(X,K,V), K != name.", "answer(X,name,N) :- p(X,name,N)."], "p",
            ["answer(X,K,V) :- p(X,K,V)."], id="all but one, and that one with another variable",
        ),
        pytest.param(
            ["answer(X,K,V) :- p(X,K,V), q(V), K != name.", "answer(X,name,N) :- p(X,name,N), q(V)."], "p q",
            ["answer(X,K,V) :- p(X,K,V), q(V), K != name.", "answer(X,name,N) :- p(X,name,N), q(V)."],
            id="that one is about something else",
        ),
        pytest.param(
            ["answer(X,K) :- p(X,K), q(K), K != name.", "answer(X,V) :- p(X,name), q(V)."], "p q",
            ["answer(X,K) :- p(X,K), q(K), K != name.", "answer(X,V) :- p(X,name), q(V)."], id="not that one only",
        ),
        pytest.param(
            ["answer(X,K) :- p(X,K), K != name.", "answer(X,name) :- p(X,name), q(X)."], "p q",
            ["answer(X,K) :- p(X,K), K != name.", "answer(X,name) :- p(X,name), q(X)."], id="that one only sometimes",
        ),
        pytest.param(
            ["answer(X,K) :- p(X,K), K != name.", "answer(X,face) :- p(X,face)."], "p",
            ["answer(X,K) :- p(X,K), K != name.", "answer(X,face) :- p(X,face)."], id="all but one, and another",
        ),
        pytest.param(
            ["b(X) :- p(X).", "b(X) :- q(X).", "answer(X) :- b(X)."], "p q",
            ["b(X) :- p(X).", "b(X) :- q(X).", "answer(X) :- b(X)."], id="two rules",
        ),
        pytest.param(
            ["b(X) :- p(X), not q(X).", "b(X) :- p(X), not r(X).", "answer(X) :- b(X)."], "p", ["answer(X) :- p(X)."],
            id="two rules that have become one",
        ),
        pytest.param(
            ["b(X) :- p(X), r(X).", "b(X) :- p(X).", "answer(X) :- b(X), r(X)."], "p r", ["answer(X) :- p(X), r(X)."],
            id="one rule asks for more than another",
        ),
        pytest.param(
            ["b(N,M) :- p(N), M = #sum { I,X : q(X,I) }.", 'answer("N is N",M) :- b(N,M).'], "p q",
            ['answer("N is N",M) :- p(N), M = #sum { I1q,X1q: q(X1q,I1q) }.'], id="a sum, and variables in a text",
        ),
        pytest.param(
            ["b(X) :- p(X,1).", "answer(X) :- b(X), N = #count { Y : p(X,Y) }, M = #count { Y : q(X,Y) }, N != M."],
            "p q", ["answer(X) :- p(X,1), N = #count { Y: p(X,Y) }, M = #count { Y: q(X,Y) }, N != M."],
            id="several counts",
        ),
        pytest.param(
            ["b(X) :- p(X).", "answer(N) :- N = #count { X : b(X) }."], "p",
            ["b(X) :- p(X).", "answer(N) :- N = #count { X : b(X) }."], id="counted",
        ),
    ],
)  # fmt: skip
def test_rewritten_rules(rules: list[str], told: str, found: list[str]) -> None:
    assert unfolded(in_base(*rules), told) == found


@pytest.mark.parametrize(
    ("rules", "told", "found"),
    [
        pytest.param(
            ["b(X) :- p(X,Y).", "answer(X) :- b(X), q(X).", "answer(X) :- b(X), r(X)."], "p q r",
            ["answer(X) :- p(X,Y1q), q(X).", "answer(X) :- p(X,Y2q), r(X)."], id="less than facts say",
        ),
        pytest.param(
            ["b(X) :- p(X,Y).", "answer(X) :- b(X), q(X).", "answer(X) :- q(X), not b(X)."], "p q",
            ["b(X) :- p(X,Y).", "answer(X) :- b(X), q(X).", "answer(X) :- q(X), not b(X)."], id="less, and denied",
        ),
        pytest.param(
            ["b(X) :- p(X,f(Y)).", "answer(X) :- b(X), q(X).", "answer(X) :- b(X), r(X)."], "p q r",
            ["b(X) :- p(X,f(Y)).", "answer(X) :- b(X), q(X).", "answer(X) :- b(X), r(X)."], id="not only less",
        ),
        pytest.param(
            ["b(X,V) :- p(X,Y), q(Y,F), r(F,V).", "answer(V) :- b(1,V).", "answer(X) :- b(X,1)."], "p q r",
            [
                "b_by(F,X) :- p(X,Y), q(Y,F).", "answer(V) :- b_by(F1q,1), r(F1q,V).",
                "answer(X) :- b_by(F2q,X), r(F2q,1).",
            ],
            id="what leads to values",
        ),
        pytest.param(
            ["b(X,V) :- p(X,Y), q(Y,F), r(F,V).", "answer(V) :- b(1,V).", "answer(1) :- not b(1,1)."], "p q r",
            ["b(X,V) :- p(X,Y), q(Y,F), r(F,V).", "answer(V) :- b(1,V).", "answer(1) :- not b(1,1)."],
            id="values that are denied",
        ),
        pytest.param(
            ["b(X,V) :- p(X,Y), q(Y,F), r(F,V), Y < V.", "answer(V) :- b(1,V).", "answer(X) :- b(X,1)."], "p q r",
            ["b(X,V) :- p(X,Y), q(Y,F), r(F,V), Y < V.", "answer(V) :- b(1,V).", "answer(X) :- b(X,1)."],
            id="values that are compared",
        ),
        pytest.param(
            ["b(X,1) :- p(X).", "b(X,2) :- q(X).", "answer(k,Y,X) :- b(X,Y)."], "p q",
            ["answer(k,1,X) :- p(X).", "answer(k,2,X) :- q(X)."], id="another name for two rules",
        ),
        pytest.param(
            ["b(X,1) :- p(X).", "b(X,2) :- q(X).", "answer(X) :- b(X,Y)."], "p q",
            ["b(X,1) :- p(X).", "b(X,2) :- q(X).", "answer(X) :- b(X,Y)."], id="less than another name",
        ),
    ],
)  # fmt: skip
def test_where_there_are_many_facts_there_are_fewer_atoms(rules: list[str], told: str, found: list[str]) -> None:
    assert unfolded(in_base(*rules), told, staged=True) == found


def test_predicates_of_a_step_are_unfolded_within_it_alone() -> None:
    step = [("look", "b(X,s) :- has(X,t), here(X)."), ("look", "answer(X,s) :- b(X,s).")]
    assert unfolded(step, "has here") == ["answer(X,s) :- has(X,t), here(X)."]
    earlier = [("look", "b(X,s) :- has(X,t), here(X)."), ("look", "answer(X,s) :- b(X,t).")]
    assert unfolded(earlier, "has here") == [rule for _, rule in earlier]
    whenever = [("look", "b(X,s) :- has(X,t), here(X)."), ("look", "answer(X,s) :- b(X,Y).")]
    assert unfolded(whenever, "has here") == [rule for _, rule in whenever]
    unnamed = [("look", "b(X) :- has(X,t), here(X)."), ("look", "answer(X,s) :- b(X).")]
    assert unfolded(unnamed, "has here") == [rule for _, rule in unnamed]


def test_predicates_of_later_calls_are_not_inlined() -> None:
    settled = [("base", "b(X) :- p(X), q(X)."), ("look", "answer(X,s) :- b(X).")]
    assert unfolded(settled, "p q") == ["answer(X,s) :- p(X), q(X)."]
    moving = [*settled, ("look", "q(X) :- p(X), t = 1.")]
    assert unfolded(moving, "p q") == [rule for _, rule in moving]


def test_instances_come_once_where_nothing_is_granted() -> None:
    rules = [("instances", "b(E) :- born(E,n), p(E)."), ("instances", "answer(E) :- born(E,n), b(E).")]
    granting = [*rules, ("look", "bestows(s) :- p(E), t = 1."), ("look", "answer(s) :- bestows(s).")]
    assert unfolded(rules, "born p") == ["answer(E) :- born(E,0), p(E)."]
    several = [*rules, ("instances", "b(E) :- born(E,n), q(E).")]
    assert unfolded(several, "born p q")[1] == "answer(E) :- b(E)."
    assert unfolded([*several, *granting[-2:]], "born p q", "answer bestows")[1] == "answer(E) :- born(E,n), b(E)."
    assert unfolded(granting, "born p", "answer bestows") == [rule for _, rule in granting]


@pytest.mark.parametrize(
    ("rules", "told", "found"),
    [
        pytest.param(
            ["b(X,Y) :- p(X,Y), g(X).", "b(X,Y) :- q(X,Y), g(X).", "answer(X) :- g(X), b(X,Y)."], "p q g",
            "answer(X) :- b(X,Y).", id="either rule asks for it",
        ),
        pytest.param(
            ["b(X,Y) :- p(X,Y), g(X).", "b(X,Y) :- q(X,Y).", "answer(X) :- g(X), b(X,Y)."], "p q g",
            "answer(X) :- g(X), b(X,Y).", id="one rule does not",
        ),
        pytest.param(
            ["b(X,Y) :- p(X,Y), g(Y).", "b(X,Y) :- q(X,Y), g(Y).", "answer(X) :- g(X), b(X,Y)."], "p q g",
            "answer(X) :- g(X), b(X,Y).", id="of another argument",
        ),
        pytest.param(
            ["b(X,Y) :- p(X,Y), g(X).", "b(X,Y) :- b(Y,X), b(X,X).", "answer(X) :- g(X), b(X,Y)."], "p g",
            "answer(X) :- b(X,Y).", id="and of itself",
        ),
        pytest.param(
            ["b(X,Y) :- p(X,Y), g(X).", "b(X,Y) :- b(Y,X).", "answer(X) :- g(X), b(X,Y)."], "p g",
            "answer(X) :- g(X), b(X,Y).", id="turned round",
        ),
        pytest.param(
            ["b(X,Y) :- p(X,Y), g(X,Z).", "b(X,Y) :- q(X,Y), g(X,1).", "answer(X) :- g(X,Z), b(X,Y)."], "p q g",
            "answer(X) :- b(X,Y).", id="whatever else it says",
        ),
        pytest.param(
            ["b(X,Y) :- p(X,Y), g(X,Z).", "b(X,Y) :- q(X,Y), g(X,1).", "answer(Z) :- g(X,Z), b(X,Y)."], "p q g",
            "answer(Z) :- g(X,Z), b(X,Y).", id="which is asked for",
        ),
        pytest.param(
            ["b(f(X),X) :- p(X), g(f(X)).", "b(X,X) :- q(X), g(X).", "answer(X) :- g(X), b(X,Y)."], "p q g",
            "answer(X) :- b(X,Y).", id="functions",
        ),
        pytest.param(
            ["b(X,Y) :- p(X,Y), g(X).", "b(X,Y) :- q(X,Y), g(X).", "answer(X) :- g(X), b(X,Y)."], "p q g b",
            "answer(X) :- g(X), b(X,Y).", id="facts may say it",
        ),
    ],
)  # fmt: skip
def test_a_literal_that_another_one_implies_is_dropped(rules: list[str], told: str, found: str) -> None:
    assert unfolded(in_base(*rules), told)[-1] == found
    assert unfolded(in_base(*rules), told, staged=True)[-1] == found


@pytest.mark.parametrize(
    ("rules", "told", "found"),
    [
        pytest.param(
            ["b(X) :- p(X,Y).", "b(X) :- q(X).", "c(X,Z) :- p(X,Z), r(Z).", "answer(X) :- b(X), c(X,Z)."], "p q r",
            "answer(X) :- p(X,Z), r(Z).", id="it follows from the atom without which the other one cannot be",
        ),
        pytest.param(
            ["b(X) :- p(X,1).", "b(X) :- q(X).", "answer(X) :- b(X), p(X,Y)."], "p q", "answer(X) :- b(X), p(X,Y).",
            id="it follows for one value only",
        ),
        pytest.param(
            ["b(X) :- p(X,Y), not r(Y).", "b(X) :- q(X).", "answer(X) :- b(X), p(X,Y)."], "p q r",
            "answer(X) :- b(X), p(X,Y).", id="it follows where another atom is absent",
        ),
        pytest.param(
            ["b(1) :- p(1).", "b(X) :- q(X).", "answer(X) :- b(X), p(X)."], "p q", "answer(X) :- b(X), p(X).",
            id="it follows for one object only",
        ),
    ],
)  # fmt: skip
def test_a_literal_that_follows_from_others_is_dropped(rules: list[str], told: str, found: str) -> None:
    assert unfolded(in_base(*rules), told)[-1] == found


def test_what_follows_in_a_later_call_alone_stays() -> None:
    first = [("base", "b(X) :- p(X), g(X)."), ("base", "b(X) :- q(X)."), ("look", "answer(X,s) :- b(X), p(X), g(X).")]
    assert unfolded(first, "p q g")[-1] == "answer(X,s) :- p(X), g(X)."
    moving = [*first, ("look", "g(X) :- r(X), t = 1.")]
    assert unfolded(moving, "p q r")[2] == first[-1][1]


def test_rules_that_only_ask_for_each_other_go() -> None:
    rules = ["b(X) :- c(X).", "b(X) :- p(X).", "c(X) :- b(X), q(X).", "c(X) :- r(X).", "answer(X) :- p(X)."]
    assert unfolded(in_base(*rules), "p q r") == ["answer(X) :- p(X)."]
    asked = [*rules, "answer(X) :- q(X), not c(X)."]
    assert unfolded(in_base(*asked), "p q r") == asked


def test_a_variable_that_equals_a_parameter_becomes_it() -> None:
    rules = [("look", "answer(X,T) :- p(X,T), T = t, not q(T).")]
    assert unfolded(rules, "p q") == ["answer(X,t) :- p(X,t), not q(t)."]
    assert unfolded([("look", "answer(X) :- p(X,T), T = a.")], "p") == ["answer(X) :- p(X,T), T = a."]


def test_predicates_of_one_step_are_not_those_of_another() -> None:
    rules = [("look", "b(X,s) :- p(X), g(X,s)."), ("look", "b(X,s) :- q(X), g(X,s).")]
    same = ("look", "answer(X,s) :- g(X,s), b(X,s).")
    assert unfolded([*rules, same], "p q g")[-1] == "answer(X,s) :- b(X,s)."
    before = ("look", "answer(X,s) :- g(X,s), b(X,t).")
    assert unfolded([*rules, before], "p q g")[-1] == before[1]
    unnamed = [("look", "b(X) :- p(X), g(X,s)."), ("look", "b(X) :- q(X), g(X,s).")]
    assert unfolded([*unnamed, ("look", "answer(X,s) :- g(X,s), b(X).")], "p q g")[-1] == "answer(X,s) :- g(X,s), b(X)."


def unfold_at_once(monkeypatch: pytest.MonkeyPatch, *, many: bool = False) -> None:
    """Unfold rules though it is the first board of its sort, or of the process; and as if there were many facts."""
    monkeypatch.setattr(solver.engine.loading, "_UNFOLDED", 0)
    if many:
        monkeypatch.setattr(solver.engine.loading, "_MANY", 0)
    monkeypatch.setattr(import_module("solver.speed.idle_rules"), "_LEARNS", 1)
    monkeypatch.setattr(solver.engine.loading, "_loads", solver.engine.loading._WARM + 1)


_TERMS = st.sampled_from(["X", "Y", "Z", "a", "1", '"X"', "f(X)", "f(a)", "(X,Y)", "s", "t", "n"])
_GROUND = st.sampled_from(["a", "b", "0", "1", "2", '"X"', "f(a)", "f(1)", "(a,1)"])
_GIVEN, _DERIVED = {"p": 1, "q": 2}, {"u": 1, "v": 2, "w": 2, "answer": 1}


@st.composite
def _atoms(draw: st.DrawFn, names: dict[str, int], terms: st.SearchStrategy[str]) -> str:
    name = draw(st.sampled_from(sorted(names)))
    return f"{name}({','.join(draw(st.lists(terms, min_size=names[name], max_size=names[name])))})"


@st.composite
def _programs(draw: st.DrawFn) -> Program:
    found = []
    for _ in range(draw(st.integers(1, 7))):
        part = draw(st.sampled_from(sorted(_PARTS)))
        body = draw(st.lists(_atoms(_GIVEN | _DERIVED, _TERMS), min_size=1, max_size=3))
        bound = [name for name in "XYZ" if re.search(rf'(?<!")\b{name}\b', ",".join(body))]
        inner = st.sampled_from([*bound, "a", "1", "f(a)", "s", "_", "f(_)"])
        body += [f"not {atom}" for atom in draw(st.lists(_atoms(_GIVEN | _DERIVED | {"none": 1}, inner), max_size=1))]
        equal: bool = bool(bound) and draw(st.booleans())
        if equal:
            body.append(f"{bound[-1]} = {draw(st.sampled_from(['s', 't', 'a', '1']))}")
        head = draw(_atoms(_DERIVED, st.sampled_from([*bound, "a", "1", "s", "t", "f(a)"])))
        rule = f"{head} :- {', '.join(body)}."
        for parameter in {"s", "t", "n"} - set(_PARTS[part].split(",")):
            rule = re.sub(rf"\b{parameter}\b", "0", rule)
        apart: bool = bool(bound) and draw(st.booleans())
        if apart:
            found.append((part, re.sub(rf'(?<!")\b{bound[0]}\b', "a", rule)))
            rule = f"{rule.removesuffix('.')}, {bound[0]} != a."
        found.append((part, rule))
    return found


def _goes_round(rules: Program) -> bool:
    """Tell whether a predicate hangs on its own absence: then all may be facts as long as a rule cannot fire."""
    asks: dict[str, set[str]] = {}
    denies: set[tuple[str, str]] = set()
    for _, rule in rules:
        head, _, body = rule.partition(":-")
        name = head.partition("(")[0].strip()
        for sign, asked in re.findall(r"(not )?\b([a-z]\w*)\(", body):
            asks.setdefault(name, set()).add(asked)
            denies |= {(name, asked)} if sign else set()

    def leads(one: str, seen: set[str]) -> set[str]:
        for asked in asks.get(one, ()):
            if asked not in seen:
                seen.add(asked)
                leads(asked, seen)
        return seen

    return any(name == asked or name in leads(asked, set()) for name, asked in denies)


def _answers(facts: list[str], rules: Program) -> set[str] | None:
    """Ground a program as boards are, and return what it answers; None where not all is a fact."""
    control = Control(["--warn=none"])
    control.add("base", [], " ".join(f"{fact}." for fact in facts))
    for part, rule in rules:
        control.add(part, list(filter(None, _PARTS[part].split(","))), rule)
    zero, one, two = map(Number, range(3))
    control.ground([("base", []), ("instances", [zero]), ("look", [one, zero])])
    control.ground([("look", [two, one])])
    control.ground([("final", [two])])
    if not all(atom.is_fact for atom in control.symbolic_atoms):
        return None
    return {str(atom.symbol) for atom in control.symbolic_atoms.by_signature("answer", 1)}


@given(st.lists(_atoms(_GIVEN, _GROUND), min_size=1, max_size=6), _programs(), st.booleans())
def test_the_answer_stays_the_same(facts: list[str], rules: Program, many: bool) -> None:
    whole = _answers(facts, rules)
    if whole is not None:
        told = " ".join({fact.partition("(")[0] for fact in facts})
        found = _answers(facts, left(rules, told, "answer", staged=many))
        assert found == whole or (found is None and _goes_round(rules))


@pytest.mark.parametrize(
    ("case", "many"),
    [
        pytest.param(case, many, id=f"{case.name}{', as many' if many else ''}")
        for number, case in enumerate(CASES[:: 1 if SLOW else 24])
        for many in ((False, True) if SLOW else (bool(number % 2),))
    ],
)
def test_every_board_answers_as_with_the_rules_as_they_are_written(
    case: Case, many: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = json.dumps(answered(case)[1].as_data())
    unfold_at_once(monkeypatch, many=many)
    board = Board.of(case.data["board"])
    facts, layers = ground(board, edition=case.edition, once=True)
    assert layers.loaded.unfolded
    assert bool(layers.loaded.further) == many
    assert json.dumps(make_answer(facts, layers).as_data()) == expected
    # By now typeline knows what a board of this sort derives, and leaves out the other rules.
    facts, layers = ground(board, edition=case.edition, once=True)
    assert layers.loaded.without_idle
    assert json.dumps(make_answer(facts, layers).as_data()) == expected


@pytest.mark.parametrize("many", [False, True])
def test_without_the_switch_nothing_is_learned(many: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the board is: `solver.engine.loading` asks for the switch wherever it begins to learn."""
    unfold_at_once(monkeypatch, many=many)
    facts, layers = ground(Board.named(["Forest", "Blood Moon"]), once=True)
    assert layers.loaded.profile
    with off(Switch.IDLE):
        assert not Layers(facts.lines, answer_only=True, unfolded=True).loaded.profile


def test_what_no_board_needed_is_loaded_once_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sort is made to believe that no board of it derives dependencies; the next board shows the opposite."""
    board = Board.of({"timeline": ["Urborg, Tomb of Yawgmoth", "Blood Moon", "Forest"]})
    expected = derive(board).as_data()
    unfold_at_once(monkeypatch)
    fails: list[Profile] = []
    without = Profile.fail

    def fail(self: Profile) -> None:
        fails.append(self)
        without(self)

    def learn(self: Profile, control: Control) -> bool:
        if len(fails) == 2:
            return False
        self.there = {"answer", "has", "exists", "part_applied", "has_part", "ability_of"}
        return True

    monkeypatch.setattr(Profile, "fail", fail)
    monkeypatch.setattr(Profile, "learn", learn)
    for count in (0, 1, 1, 2, 2):
        assert derive(board).as_data() == expected
        assert len(fails) == count


@pytest.mark.parametrize("case", CASES[::12], ids=lambda case: case.name)
def test_each_object_has_one_fact_that_tells_where_it_is(case: Case) -> None:
    timeline = Board.of(case.data["board"]).timeline
    settled = settle(questions(timeline, 0, edition=case.edition))
    facts = write_facts(timeline, 0, edition=case.edition, settled=settled)
    for name in ONE_EACH:
        objects = [line.partition("(")[2].split(")")[0] for line in facts.lines if line.startswith(f"{name}(")]
        assert len(set(objects)) == len(objects) > 0


def test_an_effect_that_also_forbids_something_is_applied_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it forbids is no part of a layer (101.2): its +2/+2 is its first part."""
    (case,) = (case for case in CASES if case.name == "findings/creatures_that_cannot_become_suspected")
    expected = answered(case)[1].as_data()
    unfold_at_once(monkeypatch, many=True)
    assert derive(Board.of(case.data["board"]), edition=case.edition).as_data() == expected


def test_proofs_are_of_the_rules_as_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    unfold_at_once(monkeypatch)
    board = Board.of({"timeline": ["Blood Moon", {"as": "arbor", "enters": "Dryad Arbor"}]})
    assert derive(board).objects["arbor"].subtypes == ("Mountain", "Dryad")
    (proof,) = why(board, "arbor is a Mountain").proofs
    assert proof.atom == 'answer(subtype,o(0,"arbor"),"Mountain")' and proof.children
