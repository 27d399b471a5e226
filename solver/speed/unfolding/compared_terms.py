"""What the comparisons in a body say: two terms are the same, or not, or one number is less than another."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from clingo.ast import ASTType, ComparisonOperator

from solver.speed.unfolding.rule_terms import Binding, Literal, Term, bound, plain_term, tree_of

__all__ = ["can_hold", "differs", "equation"]


@lru_cache(maxsize=1 << 12)
def _differs(text: str) -> tuple[str, str] | None:
    tree = tree_of(text)
    if tree.ast_type is not ASTType.Literal or tree.sign or tree.atom.ast_type is not ASTType.Comparison:
        return None
    left, guards = tree.atom.term, tree.atom.guards
    if len(guards) > 1 or guards[0].comparison != ComparisonOperator.NotEqual:
        return None
    right = guards[0].term
    if left.ast_type is not ASTType.Variable or right.ast_type is not ASTType.SymbolicTerm:
        return None
    return str(left.name), str(right.symbol)


def differs(literal: Literal) -> tuple[str, str] | None:
    """Return the variable and the constant that a literal says are not the same; None if it says something else.

    Args:
        literal: The literal.
    """
    return None if literal.name else _differs(literal.text)


@lru_cache(maxsize=1 << 12)
def _compared(text: str) -> tuple[ComparisonOperator, Term, Term] | None:
    """Return a comparison of two terms that are not computed; None if a literal is something else."""
    tree = tree_of(text)
    if tree.ast_type is not ASTType.Literal or tree.sign or tree.atom.ast_type is not ASTType.Comparison:
        return None
    if len(tree.atom.guards) > 1:
        return None
    left, right = plain_term(tree.atom.term), plain_term(tree.atom.guards[0].term)
    if left is None or right is None:
        return None
    return ComparisonOperator(tree.atom.guards[0].comparison), left, right


def equation(literal: Literal) -> tuple[Term, Term] | None:
    """Return the two terms that a literal says are the same; None if it says something else.

    Args:
        literal: The literal.
    """
    compared = None if literal.name else _compared(literal.text)
    return compared[1:] if compared and compared[0] == ComparisonOperator.Equal else None


_HOLDS: Mapping[ComparisonOperator, Callable[[int, int], bool]] = {
    ComparisonOperator.Equal: operator.eq,
    ComparisonOperator.NotEqual: operator.ne,
    ComparisonOperator.LessThan: operator.lt,
    ComparisonOperator.LessEqual: operator.le,
    ComparisonOperator.GreaterThan: operator.gt,
    ComparisonOperator.GreaterEqual: operator.ge,
}
_INTEGER = re.compile(r"-?\d+")


def can_hold(literal: Literal, binding: Binding) -> bool:
    """Tell whether a comparison can hold, with what is known of its variables; True for any other literal.

    Args:
        literal: The literal.
        binding: The terms of variables.
    """
    compared = None if literal.name else _compared(literal.text)
    if compared is None:
        return True
    left, right = (bound(one, binding) for one in compared[1:])
    if left == right:
        return _HOLDS[compared[0]](0, 0)
    numbers = [int(one) for one in (left, right) if isinstance(one, str) and _INTEGER.fullmatch(one)]
    return len(numbers) < 2 or _HOLDS[compared[0]](*numbers)
