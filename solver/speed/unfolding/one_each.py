"""Facts of which each object has exactly one: two literals that ask for the same object ask for the same fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.speed.unfolding.compared_terms import can_hold
from solver.speed.unfolding.rule_terms import Rule, Term, bind, is_variable, replaced, variables_of, with_head

if TYPE_CHECKING:
    from solver.speed.unfolding.unfolded_program import Program

__all__ = ["ONE_EACH", "join_equal"]

ONE_EACH = frozenset(("enters_zone",))
"""The predicates of such facts; the object is the first argument."""


def join_equal(program: Program) -> None:
    """Join literals about the same object, and drop the rules that ask for two different facts of it.

    An object that entered once, for example, cannot also have entered later (``stamped_later`` in the law).

    Args:
        program: The rules.
    """
    names = _one_each(program)
    for number, rule in list(program.rules.items()):
        joined = _joined(rule, names)
        if joined is None:
            program.drop(number)
        elif joined is not rule:
            program.rules[number] = joined


def _one_each(program: Program) -> set[str]:
    """Return the predicates that have at most one atom for each first argument."""
    found = set(ONE_EACH & program.told)
    for name, numbers in program.definitions.items():
        if len(numbers) != 1 or name in program.opaque:
            continue
        head, body = program.rules[numbers[0]].head, program.rules[numbers[0]].body
        if head is None or not head.arguments or not is_variable(head.arguments[0]):
            continue
        of = head.arguments[0]
        facts = [one for one in body if one.name in ONE_EACH and not one.sign and one.arguments[0] == of]
        if variables_of(head) <= variables_of(*facts):
            found.add(name)
    return found


def _joined(rule: Rule, names: set[str]) -> Rule | None:
    """Return a rule with one literal for each fact of an object; None if it cannot fire."""
    seen: dict[tuple[str, Term], tuple[Term, ...]] = {}
    binding: dict[str, Term] = {}
    for one in rule.body:
        if one.name in names and not one.sign:
            other = seen.setdefault((one.name, one.arguments[0]), one.arguments)
            if other is not one.arguments and not bind(("", one.arguments), ("", other), binding):
                return None
    if not binding:
        return rule
    body = dict.fromkeys(replaced(one, binding) for one in rule.body)
    if not all(can_hold(one, {}) for one in body):
        return None
    return with_head(rule, replaced(rule.whole_head, binding), tuple(body))
