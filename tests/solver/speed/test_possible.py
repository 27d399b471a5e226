"""Which rules can fire: none that does is missed, and those that plainly cannot are found out."""

from __future__ import annotations

import re
from random import Random

import pytest
from clingo import Control, Function, String
from clingo.ast import AST, parse_string
from hypothesis import given
from hypothesis import strategies as st

from facts import Board
from facts.board import board_facts
from facts.cards import DEFAULT_EDITION
from solver.program import statements
from solver.speed import rule_selection
from solver.speed.asked_predicates import ASKED
from solver.speed.kinds import Values
from solver.speed.possible import Possible, Rules
from solver.speed.sketches import read_sketch
from tests.solver.answers import CASES

PARAMETERS = ("s", "t")


def possible(facts: list[str], rules: list[str], asked: str = "", later: int = 0) -> list[str]:
    """Return the rules that can fire, or those that a predicate needs; some facts and rules may come later."""
    values = Values(terms=["f(a)"])
    sketches = []
    for number, rule in enumerate(rules):
        trees: list[AST] = []
        parse_string(f"#program look(s,t).\n{rule}", trees.append)
        sketches += [(number, sketch) for sketch in read_sketch(trees[2:], PARAMETERS, values)]
    first = len(facts) - later
    outlines, known = values.outlines(facts), Rules(sketches)
    found = Possible(values.outlines(facts[:first]), known, values)
    if later:
        found.run(range(len(known) // 2))
        found = found.with_more(outlines - values.outlines(facts[:first]))
    found.run()
    numbers = found.needed([asked]) if asked else found.fired
    return [rule for number, rule in enumerate(rules) if number in numbers]


FACTS = ['thing(o(0,"a (b), \\"c\\"."),battlefield,3).', 'op(e(1),add,"Forest").', "op(e(2),set,chosen(k)).", "alone."]


@pytest.mark.parametrize(
    "rule",
    [
        "a(O) :- thing(O,battlefield,N).",
        "a(O) :- thing(O,(hand;battlefield),N).",
        "a(O) :- thing(O,Z,N), Z != hand.",
        "a(O) :- thing(O,Z,3), alone.",
        "a(O) :- thing(O,Z,N), N > 2, N = M + 1.",
        "a(O) :- thing(O,_,_), not gone(O), N = #count { X : gone(X) }.",
        "a(O) :- thing(O,s,t).",
        "a(O) :- thing(O,Z,_), Z = (hand;battlefield).",
        'a(E) :- op(E,add,"Forest").',
        "a(E) :- op(E,set,chosen(K)).",
        "a(E) :- op(E,set,V), V = chosen(K).",
        "a(E) :- op(E,Q,V) : alone.",
        "a(o(B,L)) :- thing(o(B,L),_,_).",
    ],
)
def test_rules_that_fire_are_possible(rule: str) -> None:
    assert possible(FACTS, [rule]) == [rule]


@pytest.mark.parametrize(
    "rule",
    [
        "a(O) :- thing(O,hand,N).",
        "a(O) :- thing(O,(hand;library),N).",
        "a(O) :- thing(O,Z,N), Z = hand.",
        "a(O) :- thing(O,Z,N), Z != battlefield.",
        "a(O) :- thing(O,Z).",
        "a(O) :- gone(O).",
        'a(E) :- op(E,add,"Swamp").',
        "a(E) :- op(E,add,chosen(K)).",
        "a(E) :- op(E,add,V), V = chosen(K).",
        "a(E) :- op(E,Q,V), thing(_,Q,_).",
    ],
)
def test_rules_that_plainly_cannot_fire_are_not_possible(rule: str) -> None:
    # The constants of other rules are told apart, too: nothing above is impossible only for want of a name.
    others = ["b(hand;battlefield;library;add;set).", 'b("Swamp";"Forest").']
    assert possible(FACTS, [rule, *others]) == others


def test_one_rule_may_need_values_of_another() -> None:
    rules = ["c(X) :- b(X,5).", "b(X,N) :- a(X), n(N), N < 6.", "d(X) :- b(X,7).", "n(5;6;7)."]
    assert possible(["a(1)."], rules) == [rules[0], rules[1], rules[3]]


def test_rows_of_what_is_given_are_kept_whole() -> None:
    rules = [
        "layer(set,4).",
        "layer(add,6).",
        "in(E,L) :- op(E,Q,_), layer(Q,L).",
        "late(E) :- in(E,6).",
        "b(E) :- in(E,4).",
    ]
    assert possible(["op(e(2),set,x)."], rules) == [rules[0], rules[1], rules[2], rules[4]]
    assert possible(["op(e(2),set,x).", "layer(set,6)."], rules) == rules


def test_rows_are_kept_whole_though_rules_derive_some_too() -> None:
    rules = [
        "op(f(a),set,k).",
        "op(X,add,k) :- new(X).",
        "b(X) :- has(X), op(X,set,_).",
        "c(X) :- has(X), op(X,add,_).",
    ]
    assert possible(["has(f(a)).", "new(f(b))."], rules) == rules[:3]
    assert possible(["has(f(b)).", "new(f(b))."], rules) == [*rules[:2], rules[3]]
    # A term that is told from others is one of its function.
    assert possible(["has(f(a)).", "new(f(b))."], [*rules[:2], "b(Y) :- has(f(Y)), op(f(Y),set,_)."])[2:]


def test_only_what_was_put_into_a_term_is_within_it() -> None:
    """Unless facts have a term of that function."""
    rules = [
        "made(effect(X,1)) :- x(X).",
        "b(P) :- made(effect(P,_)), P = k.",
        "c(P) :- made(E), E = effect(P,_), P = m.",
        "d(P) :- made(E), E = other(P).",
        "f(P) :- made(effect(P,2)).",
        "g(E) :- x(P), E = built(P).",
        "h(Z) :- g(built(Z)), Z = k.",
        "i(Z) :- g(built(Z)), Z = m.",
    ]
    assert possible(["x(k)."], rules) == [rules[place] for place in (0, 1, 5, 6)]
    assert possible(["x(k).", "y(z(effect(m,1)))."], rules) == [rules[place] for place in (0, 1, 2, 4, 5, 6)]


_TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
"""Strings that clingo can hold."""


def test_rules_that_lead_nowhere_are_not_needed() -> None:
    rules = [
        "b(X,4) :- a(X).",
        "b(X,6) :- a(X).",
        "c(X) :- b(X,4), not d(X,old).",
        "d(X,new) :- a(X).",
        "d(X,old) :- a(X), e(X).",
        "n(4). n(5).",
        "c(X) :- b(X,N), n(N), N < 5, #count { Y : f(Y,N) } > 0.",
        "f(X,6) :- a(X).",
        "f(X,4) :- a(X).",
    ]
    unneeded = {1, 3, 7}
    wanted = [rule for number, rule in enumerate(rules) if number not in unneeded]
    assert possible(["a(1).", "e(1)."], rules, "c") == wanted


@given(_TEXTS, _TEXTS)
def test_any_string_is_one_argument(first: str, second: str) -> None:
    atom = Function("p", [Function("f", [String(first), String(second)]), String(second)])
    rule = f"a(X) :- p(X,{String(second)})."
    assert possible([f"{atom}."], [rule]) == [rule]
    other = String(f"{second}!")
    assert not possible([f"{atom}."], [f"a(X) :- p(X,{other})."])


_TERMS = st.sampled_from(
    ["X", "Y", "Z", "a", "b", "1", "2", '"a"', "f(X)", "f(a)", "f(Y,1)", "(X,Y)", "(a;b)", "(1;Y)"]
)
_GROUND = st.sampled_from(["a", "b", "c", "1", "2", "3", '"a"', '"c"', "f(a)", "f(1)", "f(b,1)", "g(a)", "(a,1)"])
_NAMES = st.sampled_from(["p", "q", "r"])


@st.composite
def _atoms(draw: st.DrawFn, terms: st.SearchStrategy[str]) -> str:
    name = draw(_NAMES)
    count = {"p": 1, "q": 2, "r": 3}[name]
    return f"{name}({','.join(draw(st.lists(terms, min_size=count, max_size=count)))})"


@st.composite
def _rules(draw: st.DrawFn) -> str:
    body = draw(st.lists(_atoms(_TERMS), min_size=1, max_size=3))
    bound = [name for name in "XYZ" if re.search(rf"\b{name}\b", ",".join(body))]
    if bound:
        sides = st.sampled_from([*bound, "a", "2", "f(b)"])
        compared = st.tuples(st.sampled_from(bound), st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), sides)
        body += [" ".join(one) for one in draw(st.lists(compared, max_size=2))]
    inner = st.sampled_from([*bound, "a", "1", "f(a)", '"c"'])
    body += [f"not {atom}" for atom in draw(st.lists(_atoms(inner), max_size=1))]
    body += [f"0 < #count {{ Y : {atom} }}" for atom in draw(st.lists(_atoms(inner), max_size=1))]
    head = draw(_atoms(st.sampled_from([*bound, "a", "1", "f(a)", '"c"'])))
    return f"{head} :- {', '.join(body)}."


@st.composite
def _rules_with_terms(draw: st.DrawFn) -> list[str]:
    """Rules that put terms into ``s``, and others that take them apart."""
    made = st.sampled_from(["X", "f(X)", "f(a)", "f(b)", "g(X,1)", "g(Y,X)", "f(g(X,Y))", "f(f(X))", "(X,Y)"])
    taken = st.sampled_from(
        ["X", "W", "f(W)", "f(a)", "g(W,V)", "g(a,W)", "f(g(W,V))", "f(f(W))", "(W,V)", "(f(W);g(V,W))"]
    )
    rules = list[str]()
    for _ in range(draw(st.integers(1, 3))):
        body = ["q(X,Y)", *draw(st.lists(_atoms(st.sampled_from(["X", "Y", "a", "f(X)"])), max_size=1))]
        built = draw(made)
        if draw(st.booleans()):
            body, built = [*body, f"Z = {built}"], "Z"
        rules.append(f"s({built}) :- {', '.join(body)}.")
    for _ in range(draw(st.integers(1, 3))):
        body = [f"s({draw(taken)})"]
        if draw(st.booleans()):
            body = ["s(E)", f"E = {draw(taken)}"]
        body += draw(st.lists(_atoms(st.sampled_from(["W", "V", "X", "f(W)", "f(a)", "a"])), max_size=2))
        rules.append(f"t({draw(st.sampled_from(['W', 'V', 'X', 'f(W)', 'a']))}) :- {', '.join(body)}.")
    rules.append(f"u(W) :- t({draw(taken)}), q(W,_).")
    return rules


_LATER = st.integers(0, 3)


@given(
    st.lists(_atoms(_GROUND), min_size=1, max_size=6),
    _rules_with_terms(),
    st.lists(_atoms(_GROUND), max_size=3),
    _LATER,
)
def test_no_rule_is_missed_that_takes_a_term_apart(
    facts: list[str], rules: list[str], stated: list[str], later: int
) -> None:
    _find_those_that_fire(facts, [*rules, *(f"{atom}." for atom in stated)], later)


def _grounded(facts: list[str], rules: list[str]) -> Control | None:
    """Ground a program; None where it is none: a variable that stands only within a pool is unsafe."""
    control = Control(["--warn=none"], logger=lambda *_: None)
    try:
        control.add("base", [], "\n".join([*(f"{fact}." for fact in facts), *rules]))
        control.ground()
    except RuntimeError:
        return None
    return control


@given(st.lists(_atoms(_GROUND), min_size=1, max_size=6), st.lists(_rules(), min_size=1, max_size=5), _LATER)
def test_no_rule_that_fires_is_missed(facts: list[str], rules: list[str], later: int) -> None:
    _find_those_that_fire(facts, rules, later)


def _find_those_that_fire(facts: list[str], rules: list[str], later: int) -> None:
    control = _grounded(facts, [*rules, *(f"fires({n}) :- {rule.partition(':-')[2]}" for n, rule in enumerate(rules))])
    if control is None:
        return
    fired = {atom.symbol.arguments[0].number for atom in control.symbolic_atoms.by_signature("fires", 1)}
    found = possible([f"{fact}." for fact in facts], rules, later=min(later, len(facts)))
    assert [rule for number, rule in enumerate(rules) if number in fired and rule not in found] == []


@given(st.lists(_atoms(_GROUND), min_size=1, max_size=6), st.lists(_rules(), min_size=1, max_size=6), _NAMES)
def test_the_wanted_atoms_are_the_same(facts: list[str], rules: list[str], asked: str) -> None:
    whole = _grounded(facts, rules)
    if whole is None or not all(atom.is_fact for atom in whole.symbolic_atoms):
        return  # It is not like the rules, in which every atom is a fact.
    some = _grounded(facts, possible([f"{fact}." for fact in facts], rules, asked))
    assert some is not None
    told, again = (
        {str(atom.symbol) for atom in one.symbolic_atoms if atom.symbol.name == asked and atom.is_fact}
        for one in (whole, some)
    )
    assert told == again


def test_it_does_not_matter_what_is_known_first() -> None:
    """A run that goes on from an earlier one finds what a run from the start finds."""
    values, sketches = rule_selection._sketches()
    turned = Rules((number, sketch) for number in range(0, len(statements()), 3) for sketch in sketches[number])
    found, random = 0, Random(5)
    for case in CASES[::60]:
        timeline = Board.of(case.data["board"]).timeline
        outlines = sorted(values.outlines(board_facts(timeline, 0, edition=DEFAULT_EDITION).lines))
        whole = Possible(outlines, turned, values)
        whole.run()
        part = random.sample(outlines, len(outlines) * 3 // 4)
        begun = Possible(part, turned, values)
        begun.run(random.sample(range(len(turned)), len(turned) // 2))
        later = begun.with_more(set(outlines).difference(part))
        later.run()
        assert later.fired == whole.fired
        assert later.needed(ASKED) == whole.needed(ASKED)
        found += len(whole.fired - begun.fired)
    assert found > 100


def apart(facts: list[str], rules: list[str], text: str) -> bool:
    """Tell whether a text can come to stand in the last place of ``p/2``."""
    values = Values()
    sketches = []
    for number, rule in enumerate(rules):
        trees: list[AST] = []
        parse_string(rule, trees.append)
        sketches += [(number, sketch) for sketch in read_sketch(trees[1:], (), values)]
    wanted = values.wanted(text)
    outlines = frozenset[str]().union(*(values.outline(fact, text) for fact in facts))
    found = Possible(outlines, Rules(sketches), values, wanted)
    found.run()
    return found.mixed or any(row[-1] & wanted for row in found.derives(("p", 2)))


@pytest.mark.parametrize(
    ("rules", "there"),
    [
        (["p(X,Y) :- q(X,Y)."], True),
        (["p(X,Y) :- r(X,Y)."], False),
        (["p(X,Y) :- r(X,f(Y))."], False),
        (["p(X,N) :- r(X,_), N = #count { Y : q(_,Y) }."], False),
        (["p(X,N+1) :- r(X,N)."], False),
        (["p(X,Y) :- r(X,_), q(_,Z), Y = Z."], True),
        (["s(f(Y)) :- q(_,Y).", "p(Y,Y) :- s(f(Y))."], True),
        (["s(E) :- q(_,Y), E = f(Y).", "p(Y,Y) :- s(f(Y))."], True),
        (["p(Y,Y) :- q(_,Y), not s(f(Y))."], True),
        (["p(Y,Y) :- q(_,Y), s(f(Y)).", "s(f(Y)) :- r(Y,_)."], False),
        (['s(f("w")).', "p(Y,Y) :- s(f(Y))."], True),
        (['s(f("w")) :- r(_,_).', "p(Y,Y) :- s(E), E = f(Y)."], True),
    ],
)
def test_where_a_text_that_is_asked_for_can_come_to_stand(rules: list[str], there: bool) -> None:
    facts = ['q(1,"w").', 'r(2,"other").', "r(2,3)."]
    assert apart(facts, rules, "w") is there
