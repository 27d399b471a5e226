"""Literals that another literal of the same body implies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from solver.speed.unfolding.rule_terms import Literal, bound, implies, replaced, variables_of
from solver.speed.unfolding.unfolded_program import Program

__all__ = ["drop_contradictory", "drop_entailed"]

_DEEPEST = 3
"""The longest chain of rules searched from a derived atom to the atoms that it needs."""


def drop_entailed(program: Program) -> None:
    """Drop literals that hold wherever another one of the body does, by what that one cannot be derived without.

    Args:
        program: The rules.
    """
    leads = _what_leads_to(program)
    for number, rule in list(program.rules.items()):
        # Parameters may stand for anything, as variables do.
        unknown = {one: f"P{one}0q" for one in rule.parameters}
        body = list(rule.body)
        for one in rule.body:
            if not one.name or one.sign:
                continue
            others = [other for other in body if other is not one]
            elsewhere = frozenset(unknown.values()).union(variables_of(rule.whole_head, *others))
            wanted = replaced(one, unknown)
            given = [replaced(other, unknown) for other in others if other.name and not other.sign]
            if _hold(program, given, [wanted], elsewhere, leads) or any(
                _hold(program, given, needed, elsewhere.union(variables_of(wanted)), leads)
                for needed in _ways_to_derive(program, wanted)
            ):
                body = others
        if len(body) < len(rule.body):
            program.rules[number] = rule._replace(body=tuple(body))


def _hold(
    program: Program,
    given: Sequence[Literal],
    wanted: Iterable[Literal],
    elsewhere: frozenset[str],
    leads: Mapping[str, frozenset[str]],
) -> bool:
    """Tell whether each of some atoms holds since one of the given ones cannot be derived without it."""
    return all(
        any(
            (one.name == other.name or one.name in leads.get(other.name, ()))
            and variables_of(one) & elsewhere <= variables_of(other)
            and _entails(program, other, one, elsewhere, leads, ())
            for other in given
        )
        for one in wanted
    )


def _ways_to_derive(program: Program, wanted: Literal) -> Iterator[Sequence[Literal]]:
    """Go through the rules of the first call that derive an atom whatever its variables stand for.

    Args:
        program: The rules.
        wanted: The atom.

    Returns:
        For each such rule, the atoms that it asks for. No two of them share a variable that the atom does not name.
    """
    for number in program.definitions[wanted.name] if wanted.name not in program.opaque else ():
        rule = program.rules[number]
        if rule.head is None or not program.is_settled(rule) or any(one.sign or not one.name for one in rule.body):
            continue
        called = program.called(rule, wanted, rule.parameters)
        if called is None:
            continue
        binding, body = called
        variables = variables_of(wanted)
        others = [name for one in body for name in variables_of(one) - variables]
        if variables.isdisjoint(binding) and len(set(others)) == len(others):
            yield body


def drop_contradictory(program: Program) -> None:
    """Drop rules that deny an atom without which another literal of their body cannot be derived.

    Args:
        program: The rules.
    """
    leads = _what_leads_to(program)
    for number, rule in list(program.rules.items()):
        unknown = {one: f"P{one}0q" for one in rule.parameters}
        everything = variables_of(rule.whole_head, *rule.body).union(unknown.values())
        for one in rule.body:
            if not one.name or not one.sign:
                continue
            denied = replaced(one._replace(sign=""), unknown)
            if any(
                not other.sign
                and one.name in leads.get(other.name, ())
                and _entails(program, replaced(other, unknown), denied, everything, leads, ())
                for other in rule.body
            ):
                program.drop(number)
                break


def _what_leads_to(program: Program) -> Mapping[str, frozenset[str]]:
    """Return, for each predicate, the predicates that every derivation of one of its atoms goes through."""
    bodies = {
        name: [{one.name for one in program.rules[number].body if one.name and not one.sign} for number in numbers]
        for name, numbers in program.definitions.items()
        if numbers and name not in program.opaque
    }
    everything = frozenset(bodies).union(*(body for those in bodies.values() for body in those))
    leads = dict.fromkeys(bodies, everything)
    changing = True
    while changing:
        changing = False
        for name, those in bodies.items():
            found = everything.intersection(*(body.union(*(leads.get(one, ()) for one in body)) for body in those))
            if found != leads[name]:
                leads[name] = found
                changing = True
    return leads


def _entails(
    program: Program,
    one: Literal,
    other: Literal,
    elsewhere: frozenset[str],
    leads: Mapping[str, frozenset[str]],
    seen: tuple[str, ...],
) -> bool:
    """Tell whether an atom can only be derived where another one holds.

    Args:
        program: The rules.
        one: The derived atom.
        other: The literal that should hold then.
        elsewhere: The variables that matter: any other variable of the other literal may stand for anything.
        leads: The result of `_what_leads_to`.
        seen: The questions that are already being asked: a derivation cannot go round in circles.
    """
    if implies(one, other, elsewhere):
        return True
    if other.name not in leads.get(one.name, ()) or len(seen) > _DEEPEST:
        return False
    key = f"{one.text} {other.text}"
    if key in seen:
        return True
    for number in program.definitions[one.name]:
        rule = program.rules[number]
        called = program.called(rule, one, rule.parameters)
        if called is None:
            continue
        binding, body = called
        wanted = replaced(other, binding)
        meant = elsewhere.union(variables_of(*(bound(name, binding) for name in elsewhere)))
        if not any(
            _entails(program, each, wanted, meant, leads, (*seen, key))
            for each in body
            if not each.sign and (each.name == other.name or other.name in leads.get(each.name, ()))
        ):
            return False
    return True
