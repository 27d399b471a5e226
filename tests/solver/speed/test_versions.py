"""States that hold only the changes of a step: the new rules, and programs that stay as they are."""

from __future__ import annotations

import pytest

from solver.program.named_rules import named
from solver.program.rule_files import for_answers, statements
from solver.speed.shared_states import OtherFormError, versioned
from solver.speed.unfolding import read_rule

_PARAMETERS = {
    "base": "", "look": "s,t,l", "perform_4": "m,s,t", "outcome": "s,t,l", "advance": "s,u,l", "state": "u",
    "walk": "s,u",
}  # fmt: skip
_STATES = (
    ("outcome", "gained(O,K,V,s) :- gains(E,O,K,V,now(s))."),
    ("outcome", "outcome(O,K,V,s) :- has(O,K,V,t), not gained(O,K,V,s)."),
    ("advance", "has(O,K,V,u) :- outcome(O,K,V,s)."),
)
"""How a state follows from the one before."""


def rewritten(part: str, text: str) -> str:
    """Return the form that a rule has among the rules that make states."""
    program = [*_STATES, (part, text)]
    found = versioned({
        number: read_rule(one, tuple(filter(None, _PARAMETERS[one].split(","))), rule)
        for number, (one, rule) in enumerate(program)
    })  # fmt: skip
    return found.instead.get(len(program) - 1, text)


@pytest.mark.parametrize(
    ("part", "rule", "found"),
    [
        ("look", "a(O,s) :- b(O), has(O,type,V,t).", "a(O,s) :- b(O), as_in(O,t,OIn), has(O,type,V,OIn)."),
        ("look", "a(O,s) :- b(O), not has(O,type,_,t).", "a(O,s) :- b(O), as_in(O,t,OIn), not has(O,type,_,OIn)."),
        (
            "look", "a(O,s) :- has(O,ability,given(_,own(D)),t), kept(Q,D,t), has(O,type,D,t).",
            "a(O,s) :- as_in(O,t,OIn), has(O,ability,given(_,own(D)),OIn), as_in(Q,t,QIn), kept(Q,D,QIn),"
            " has(O,type,D,OIn).",
        ),
        (
            "look", "a(N,s) :- b(E), N = #sum { M,O : c(E,O), has(O,power,M,t); M,O : has_every(O,M,t) }.",
            "a(N,s) :- b(E), N = #sum { M,O: c(E,O), as_in(O,t,OIn), has(O,power,M,OIn);"
            " M,O: as_in(O,t,OIn), has_every(O,M,OIn) }.",
        ),
        ("base", "a(O) :- has(O,type,T,0).", "a(O) :- has(O,type,T,0)."),
        ("base", 'has(O,type,"Land",0) :- b(O).', 'has(O,type,"Land",0) :- b(O).'),
        ("look", 'a("has(O,t)",s) :- b(O).', 'a("has(O,t)",s) :- b(O).'),
        (
            "outcome", "outcome(O,power,N,s) :- switched(O,s), has(O,toughness,N,t).",
            "outcome(O,power,N,s) :- switched(O,s), was(O,OIn,s), has(O,toughness,N,OIn).",
        ),
        ("outcome", "outcome(O,K,V,s) :- gained(O,K,V,s), K != every.", None),
        (
            "state", "has(O,subtype,V,u) :- kept(O,V,u), goes_with(V,T), has(O,type,T,u).",
            "has(O,subtype,V,u) :- kept(O,V,u), goes_with(V,T), has(O,type,T,u).",
        ),
    ],
)  # fmt: skip
def test_questions_use_the_state_in_which_an_object_changed(part: str, rule: str, found: str | None) -> None:
    assert rewritten(part, rule) == (rule if found is None else found)


@pytest.mark.parametrize(
    ("part", "rule"),
    [
        pytest.param("look", "has(O,type,V,t) :- b(O,V).", id="a state that grows"),
        pytest.param("advance", 'has(O,type,"Land",u) :- b(O).', id="a state that hangs on no step"),
        pytest.param("state", "has(O,subtype,V,u) :- b(O,V).", id="a part of a state that hangs on no step"),
        pytest.param("advance", 'has(O,type,"Land",u) :- has(Q,type,"Land",u), b(O,Q).', id="one that hangs on others"),
        pytest.param("advance", 'has(O,type,"Land",u) :- not has(O,type,"Land",u).', id="one that only lacks"),
        pytest.param("outcome", "outcome(O,type,V,s) :- b(O,V).", id="an outcome without a change"),
        pytest.param("look", "outcome(O,type,V,s) :- has(O,type,V,t).", id="an outcome elsewhere"),
        pytest.param("walk", "a(O) :- has(O,type,V,u).", id="a state that is not known"),
        pytest.param("look", "a(O) :- has(o(B,N),type,V,t), b(O).", id="an object that is not named"),
        pytest.param("look", "a(O) :- has(O,type,V,t-1).", id="a state that is reckoned"),
        pytest.param("look", "a(O,T) :- has(O,type,V,T), T < t.", id="all states"),
        pytest.param("base", "touched(O,P) :- b(O,P).", id="a name that means something else"),
    ],
)
def test_states_that_come_to_be_in_another_way_are_written_whole(part: str, rule: str) -> None:
    with pytest.raises(OtherFormError):
        rewritten(part, rule)


def test_only_what_may_change_an_object_is_looked_for() -> None:
    found = versioned({number: read_rule(part, tuple("stul"), rule) for number, (part, rule) in enumerate(_STATES)})
    (outcome,) = [rules for part, rules in found.further if part.startswith("#program outcome")]
    assert "gained(O,K,V,s)" in outcome and "switched" not in outcome


def test_the_rules_that_come_with_the_program_have_that_form() -> None:
    rules = {number: statements()[number] for number in for_answers()}
    program = {number: read_rule(one.part_name, one.parameters, named(one)) for number, one in rules.items()}
    assert versioned(program).instead
