"""Fewer atoms if there are many facts: rules get longer, and do without atoms that repeat others."""

from __future__ import annotations

from solver.speed.unfolding.rule_terms import Rule, is_variable, read_atom, renames, replaced, variables_of
from solver.speed.unfolding.unfolded_program import FIRST, LAST, Program

__all__ = ["have_fewer_atoms"]


def have_fewer_atoms(program: Program) -> None:
    """Do without atoms that repeat others, though rules get longer: for many boards that pays.

    Args:
        program: The rules.
    """
    for name in list(program.definitions):
        _split(program, name)
    for name in [name for name in program.definitions if program.may_go(name)]:
        if _projects(program, program.rules[program.definitions[name][0]]):
            program.unfold(name, anyway=True)
    for name in list(program.definitions):
        _take_name(program, name)
    program.tidy()


def _split(program: Program, name: str) -> None:
    """Ask for the facts about a card beside the literals that lead to the card, not for both in one atom per value.

    The rule of a predicate is cut in two: one literal, which alone gives some variables of its head a value (not
    those of the first argument), and the others, which become the rule. Rules that ask for it ask for both.
    """
    if not program.may_go(name):
        return
    number = program.definitions[name][0]
    rule = program.rules[number]
    if rule.head is None or rule.part != FIRST or len(rule.body) < 3 or len(program.places(name)) < 2:
        return
    for at, last in enumerate(rule.body):
        rest = rule.body[:at] + rule.body[at + 1 :]
        given = variables_of(*(one for one in rest if one.name and not one.sign))
        only = variables_of(rule.head) - given
        values = last.name and not last.sign and only and only <= variables_of(last)
        if values and only.isdisjoint(variables_of(rule.head.arguments[0])):
            break
    else:
        return
    if any(not variables_of(one) <= given for one in rest):
        return
    shared = sorted(given & (variables_of(rule.head) | variables_of(last)))
    core = read_atom(f"{name}_by", shared)
    through = rule._replace(body=(core, last))
    if (
        core.name in program.calls
        or core.name in program.definitions
        or core.name in program.opaque
        or not program.inline(name, through, number)
    ):
        return
    program.rules[number] = rule._replace(head=core, head_text=core.text, body=rest)
    program.definitions[core.name] = program.definitions.pop(name)
    program.calls[core.name] = set(program.calls[name])


def _take_name(program: Program, name: str) -> None:
    """Rename a predicate if the only rule that asks for it gives it another name, and drop that rule."""
    if name in program.opaque or name in program.asked or len(program.places(name)) != 1:
        return
    ((number, literal),) = program.places(name)
    caller = program.rules[number]
    defining = [program.rules[one] for one in program.definitions[name]]
    if (
        caller.head is None
        or number in program.definitions[name]
        or len(set(literal.arguments)) < len(literal.arguments)
        or variables_of(caller.head) != set(literal.arguments)
        or not renames(caller.head._replace(arguments=literal.arguments), caller)
        or caller.part not in (FIRST, LAST)
        or any(one.part != caller.part for one in defining)
    ):
        return
    program._names += 1
    given = [f"{term}" for term in literal.arguments]  # Variables, as it is another name.
    fresh = [f"{variable}{program._names}q" for variable in given]
    new_head = replaced(caller.head, dict(zip(given, fresh, strict=True)))
    for one in program.definitions.pop(name):
        rule = program.rules[one]
        assert rule.head is not None  # Else the predicate would be opaque.
        head = replaced(new_head, dict(zip(fresh, rule.head.arguments, strict=True)))
        program.rules[one] = rule._replace(head=head, head_text=head.text)
        program.definitions[caller.head.name].append(one)
    program.drop(number)


def _projects(program: Program, rule: Rule) -> bool:
    """Tell whether a rule only repeats a part of facts, so that other rules may ask for the facts instead."""
    if rule.part != FIRST or len(rule.body) != 1:
        return False
    one = rule.body[0]
    return (
        one.name in program.told
        and not program.definitions.get(one.name)
        and not one.sign
        and all(is_variable(term) for term in one.arguments)
        and len(set(one.arguments)) == len(one.arguments)
    )
