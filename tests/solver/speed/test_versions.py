"""States that hold only the changes of a step: the new rules, and programs that stay as they are."""

from __future__ import annotations

import pytest

from solver.program.named_rules import named
from solver.program.rule_files import for_answers, statements
from solver.speed.shared_states import OtherFormError, versioned
from solver.speed.unfolding import read_rule

_PARAMETERS = {
    "base": "", "look": "step,state,layer", "perform_4": "world,step,state", "outcome": "step,state,layer",
    "advance": "step,after,layer", "state": "after", "walk": "step,after",
}  # fmt: skip
_STATES = (
    ("outcome", "gained(O,K,V,step) :- gains(E,O,K,V,now(step))."),
    ("outcome", "outcome(O,K,V,step) :- has(O,K,V,state), not gained(O,K,V,step)."),
    ("advance", "has(O,K,V,after) :- outcome(O,K,V,step)."),
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
        (
            "look", "a(O,step) :- b(O), has(O,type,V,state).",
            "a(O,step) :- b(O), as_in(O,state,OIn), has(O,type,V,OIn).",
        ),
        (
            "look", "a(O,step) :- b(O), not has(O,type,_,state).",
            "a(O,step) :- b(O), as_in(O,state,OIn), not has(O,type,_,OIn).",
        ),
        (
            "look", "a(O,step) :- has(O,ability,given(_,own(D)),state), keeps_subtype(Q,D,state), has(O,type,D,state).",
            "a(O,step) :- as_in(O,state,OIn), has(O,ability,given(_,own(D)),OIn), as_in(Q,state,QIn),"
            " keeps_subtype(Q,D,QIn), has(O,type,D,OIn).",
        ),
        (
            "look", "a(N,step) :- b(E), N = #sum { M,O : c(E,O), has(O,power,M,state); M,O : has_every(O,M,state) }.",
            "a(N,step) :- b(E), N = #sum { M,O: c(E,O), as_in(O,state,OIn), has(O,power,M,OIn);"
            " M,O: as_in(O,state,OIn), has_every(O,M,OIn) }.",
        ),
        ("base", "a(O) :- has(O,type,T,0).", "a(O) :- has(O,type,T,0)."),
        ("base", 'has(O,type,"Land",0) :- b(O).', 'has(O,type,"Land",0) :- b(O).'),
        ("look", 'a("has(O,state)",step) :- b(O).', 'a("has(O,state)",step) :- b(O).'),
        (
            "outcome", "outcome(O,power,N,step) :- switched(O,step), has(O,toughness,N,state).",
            "outcome(O,power,N,step) :- switched(O,step), was(O,OIn,step), has(O,toughness,N,OIn).",
        ),
        ("outcome", "outcome(O,K,V,step) :- gained(O,K,V,step), K != every.", None),
        (
            "state", "has(O,subtype,V,after) :- keeps_subtype(O,V,after), correlated_with(V,T), has(O,type,T,after).",
            "has(O,subtype,V,after) :- keeps_subtype(O,V,after), correlated_with(V,T), has(O,type,T,after).",
        ),
    ],
)  # fmt: skip
def test_questions_use_the_state_in_which_an_object_changed(part: str, rule: str, found: str | None) -> None:
    assert rewritten(part, rule) == (rule if found is None else found)


@pytest.mark.parametrize(
    ("part", "rule"),
    [
        pytest.param("look", "has(O,type,V,state) :- b(O,V).", id="a state that grows"),
        pytest.param("advance", 'has(O,type,"Land",after) :- b(O).', id="a state that hangs on no step"),
        pytest.param("state", "has(O,subtype,V,after) :- b(O,V).", id="a part of a state that hangs on no step"),
        pytest.param(
            "advance", 'has(O,type,"Land",after) :- has(Q,type,"Land",after), b(O,Q).', id="one that hangs on others"
        ),
        pytest.param("advance", 'has(O,type,"Land",after) :- not has(O,type,"Land",after).', id="one that only lacks"),
        pytest.param("outcome", "outcome(O,type,V,step) :- b(O,V).", id="an outcome without a change"),
        pytest.param("look", "outcome(O,type,V,step) :- has(O,type,V,state).", id="an outcome elsewhere"),
        pytest.param("walk", "a(O) :- has(O,type,V,after).", id="a state that is not known"),
        pytest.param("look", "a(O) :- has(o(B,N),type,V,state), b(O).", id="an object that is not named"),
        pytest.param("look", "a(O) :- has(O,type,V,state-1).", id="a state that is reckoned"),
        pytest.param("look", "a(O,T) :- has(O,type,V,T), T < state.", id="all states"),
        pytest.param("base", "touched(O,P) :- b(O,P).", id="a name that means something else"),
    ],
)
def test_states_that_come_to_be_in_another_way_are_written_whole(part: str, rule: str) -> None:
    with pytest.raises(OtherFormError):
        rewritten(part, rule)


def test_only_what_may_change_an_object_is_looked_for() -> None:
    found = versioned(
        {
            number: read_rule(part, ("step", "state", "after", "layer"), rule)
            for number, (part, rule) in enumerate(_STATES)
        }
    )
    (outcome,) = [rules for part, rules in found.further if part.startswith("#program outcome")]
    assert "gained(O,K,V,step)" in outcome and "switched" not in outcome


def test_the_rules_that_come_with_the_program_have_that_form() -> None:
    rules = {number: statements()[number] for number in for_answers()}
    program = {number: read_rule(one.part_name, one.parameters, named(one)) for number, one in rules.items()}
    assert versioned(program).instead
