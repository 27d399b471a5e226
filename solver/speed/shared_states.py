"""States that share unchanged values: an object that a step leaves alone is not written down again.

The rules write each state whole: ``outcome`` gives the values of each object after a step, ``advance`` makes it the
state after it. Readers think in this way, but most facts only repeat the state before. So, for questions that only
need the answer, a state only holds the changes of its step (``touched``). ``as_in(O,state,V)`` names the state V in
which the object O got its values of the state. Rules that ask for the values of O in the state then ask for its values
in V.

A program in which a state follows from the one before in any other way is left as it is (house rules may do so).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from solver.speed.unfolding import (
    Literal,
    Other,
    Rule,
    Term,
    atoms_in,
    is_variable,
    names_in,
    negated,
    read_atom,
    with_conditions,
    written,
)

__all__ = ["CHANGES", "OtherFormError", "Versioned", "versioned"]

_FLUENTS = ("has", "keeps_subtype", "keeps_every", "has_every", "exempt")
"""The predicates of a state about an object: the object is the first argument, the state the last."""
CHANGES = {"gained": "O,K,V,step", "lost": "O,K,V,step", "number_changes": "O,K,step", "switched": "O,step"}
"""The changes of an object in a step, with their arguments."""
_FIRST, _OUTCOME, _ADVANCE = "base", "outcome", "advance"
_OF_STATE = (_ADVANCE, "state")
"""The parts about the state after a step; the second one is also about the first state."""
_BEFORE, _AFTER, _STEP = "state", "after", "step"
"""The names of the parameters of parts: the state before a step, the state after it, and the step."""

_OWN = frozenset(("as_in", "touched", "was"))
"""The predicates that this module adds. A program that has one of them already means something else by it."""


class Versioned(NamedTuple):
    """A program whose states share unchanged values.

    Attributes:
        instead: The replacements for statements, by their numbers.
        further: Further rules to load: a ``#program`` line, and rules.
    """

    instead: Mapping[int, str]
    further: tuple[tuple[str, str], ...]


class OtherFormError(Exception):
    """A state follows from the one before in a way that this module does not know."""


def versioned(program: Mapping[int, Rule | Other]) -> Versioned:
    """Have states share unchanged values.

    Args:
        program: All statements that are loaded, by numbers.

    Returns:
        The rules to load instead.

    Raises:
        OtherFormError: States come to be in another way than by ``outcome`` and ``advance``.
    """
    rules = {number: one for number, one in program.items() if isinstance(one, Rule)}
    for one in program.values():
        if not _OWN.isdisjoint(_names(one)):
            raise OtherFormError(f"one of {', '.join(sorted(_OWN))} means something else here")
        if isinstance(one, Other) and one.part != _FIRST and not one.names.isdisjoint(_FLUENTS):
            raise OtherFormError("no single rule says what an object is in a state")
    heads = {one.head.name for one in rules.values() if one.part == _OUTCOME and one.head is not None}
    carriers = {name for one in rules.values() for name in _carriers(one)}
    if not carriers <= heads:
        raise OtherFormError(f"{', '.join(sorted(carriers - heads))}: not said in the part {_OUTCOME}")
    instead = {number: _rewritten(one, carriers) for number, one in rules.items()}
    touched = [f"touched(O,step) :- {name}({arguments})." for name, arguments in CHANGES.items() if name in heads]
    before = "\n".join([*touched, "was(O,V,step) :- touched(O,step), as_in(O,state,V)."])
    # This predicate may ask for itself (see docs/architecture/speed.md): it is small, and a copy of it would cost more.
    after = "as_in(O,after,after) :- touched(O,step).\nas_in(O,after,V) :- as_in(O,after-1,V), not touched(O,step)."
    further = (
        ("#program base.", "as_in(O,0,0) :- enters_zone(O,Zone,Step,Owner,Controller)."),
        ("#program outcome(step,state,layer).", before),
        ("#program advance(step,after,layer).", after),
    )
    return Versioned({number: one.text for number, one in instead.items() if one is not rules[number]}, further)


def _names(one: Rule | Other) -> set[str]:
    """Return the predicates that a statement names."""
    if isinstance(one, Other):
        return set(one.names)
    return {name for literal in (one.whole_head, *one.body) for name in literal.names}


def _atoms(literal: Literal) -> Sequence[Literal]:
    """Return the atoms of a literal: itself, or those of its aggregate and conditions."""
    return (literal,) if literal.name else atoms_in(literal.text)


def _is_fluent(atom: Literal) -> bool:
    """Tell whether an atom gives a value of an object in a state."""
    return atom.name in _FLUENTS


def _fluents(literals: Sequence[Literal]) -> list[Literal]:
    """Return the places where literals are about a value of an object in a state.

    Raises:
        OtherFormError: A term in such a literal is computed, or stands for several values.
    """
    found = []
    for atom in (atom for literal in literals for atom in _atoms(literal)):
        if _is_fluent(atom):
            found.append(atom)
        elif not atom.name and not names_in(atom.text).isdisjoint(_FLUENTS):
            raise OtherFormError(atom.text)
    return found


def _carriers(one: Rule) -> set[str]:
    """Return the predicates through which a state depends on its step, in a rule about this state.

    Raises:
        OtherFormError: The rule is neither about the state after a step nor about the first one; or its value of an
            object depends on other objects, or on nothing that the step derived about this object.
    """
    if one.head is None and one.part == _FIRST:
        return set()  # several atoms, of the first state
    said = next(iter(_fluents([one.whole_head])), None)
    if said is None:
        return set()
    if one.part == _FIRST:
        if said.arguments[-1] != "0":
            raise OtherFormError(one.text)
        return set()
    if one.part not in _OF_STATE or said.arguments[-1] != _AFTER:
        raise OtherFormError(one.text)
    of = said.arguments[0]
    asked = _fluents(one.body)
    if any(found.arguments[0] != of for found in asked):
        raise OtherFormError(one.text)
    if any(found.arguments[-1] == _AFTER and not found.sign for found in asked):
        return set()
    found = {atom.name for atom in one.body if atom.name and not atom.sign and atom.arguments[0] == of}
    if not found:
        raise OtherFormError(one.text)
    return found


def _rewritten(one: Rule, carriers: set[str]) -> Rule:
    """Return a rule that asks for the values that each object got when it last changed.

    Raises:
        OtherFormError: It asks for a state that `_is_known` does not know.
    """
    if not all(_is_known(asked, one) for asked in _fluents(one.body)):
        raise OtherFormError(one.text)
    body = tuple(dict.fromkeys(new for literal in one.body for new in _with_versions(literal)))
    if one.head is not None and one.head.name in carriers:
        changed = _changed(one)
        # Two literals are joined in this order, whichever sizes gringo expects.
        was = read_atom("was", (changed, _version(changed), _STEP))
        body = tuple(was if literal == _as_in(changed) else literal for literal in body)
    return one if body == one.body else one._replace(body=body)


def _is_known(asked: Literal, one: Rule) -> bool:
    """Tell whether it is known which state a rule asks for: the first, that before its step, or that after it."""
    state = asked.arguments[-1]
    return is_variable(asked.arguments[0]) and (
        state == "0" or (state == _BEFORE and _BEFORE in one.parameters) or (state == _AFTER and one.part in _OF_STATE)
    )


def _with_versions(literal: Literal) -> Sequence[Literal]:
    """Rewrite a literal about the state before a step: it then asks for the state in which the object changed."""
    if literal.name:
        return _in_version(literal)
    if not _fluents([literal]):
        return (literal,)
    return (literal._replace(text=with_conditions(literal.text, _in_version)),)


def _in_version(literal: Literal) -> Sequence[Literal]:
    if not _is_fluent(literal) or literal.arguments[-1] != _BEFORE:
        return (literal,)
    of = literal.arguments[0]
    asked = read_atom(literal.name, (*literal.arguments[:-1], _version(of)))
    return _as_in(of), negated(asked) if literal.sign else asked


def _version(of: Term) -> str:
    """Return the variable for the state in which an object got its present values."""
    return f"{written(of)}In"


def _as_in(of: Term) -> Literal:
    return read_atom("as_in", (of, _BEFORE, _version(of)))


def _changed(one: Rule) -> Term:
    """Return the object whose values after the step a rule of `outcome` gives.

    Raises:
        OtherFormError: It depends neither on the object's old values nor on the step's changes to it.
    """
    if one.head is None or one.part != _OUTCOME:
        raise OtherFormError(one.text)
    of = one.head.arguments[0]
    for atom in one.body:
        if atom.name in (*_FLUENTS, *CHANGES) and not atom.sign and atom.arguments[0] == of:
            return of
    raise OtherFormError(one.text)
