"""Patterns of rules: matching them with terms, and their values."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence

from solver.ask.explain.rules.rule_forms import Any_, Compound, Const, Literal, Pattern, Sum, Var
from solver.ask.explain.rules.terms import Term, arguments

Binding = dict[str, Term]
"""Values of variables."""


# ---- patterns and values
def match(pattern: Pattern, term: Term, binding: Binding) -> bool:
    """Match a pattern with a term.

    Args:
        pattern: The pattern.
        term: The term.
        binding: The values known; it grows, also where the match fails in the end.

    Returns:
        Whether they match.
    """
    if isinstance(pattern, Var):
        return binding.setdefault(pattern.name, term) == term
    if isinstance(pattern, Const):
        return pattern.term == term
    if isinstance(pattern, Any_):
        return True
    if isinstance(pattern, Compound):
        if not isinstance(term, tuple) or term[0] != pattern.name or len(term) != len(pattern.parts) + 1:
            return False
        return all(match(part, one, binding) for part, one in zip(pattern.parts, arguments(term), strict=True))
    value = evaluated(pattern, binding)
    return value == term if value is not None else _inverted(pattern, term, binding)


def _inverted(pattern: Sum, term: Term, binding: Binding) -> bool:
    """Match ``X+1`` with a number by giving X a value."""
    if not isinstance(term, int):
        return False
    left, right = evaluated(pattern.left, binding), evaluated(pattern.right, binding)
    if pattern.sign == "+" and isinstance(right, int):
        return match(pattern.left, term - right, binding)
    if pattern.sign == "+" and isinstance(left, int):
        return match(pattern.right, term - left, binding)
    if pattern.sign == "-" and isinstance(right, int):
        return match(pattern.left, term + right, binding)
    if pattern.sign == "-" and isinstance(left, int):
        return match(pattern.right, left - term, binding)
    return True  # the factors of a product are known later: the instance is compared with the goal in the end


def evaluated(pattern: Pattern, binding: Binding) -> Term | None:
    """Return the value of a pattern.

    Args:
        pattern: The pattern.
        binding: The values known.

    Returns:
        The term; None where a value is missing, or the arithmetic is of something else than numbers.
    """
    if isinstance(pattern, Var):
        return binding.get(pattern.name)
    if isinstance(pattern, Const):
        return pattern.term
    if isinstance(pattern, Compound):
        return _made(pattern.name, pattern.parts, binding)
    if isinstance(pattern, Sum):
        left, right = evaluated(pattern.left, binding), evaluated(pattern.right, binding)
        if not isinstance(left, int) or not isinstance(right, int):
            return None
        return _ARITHMETIC[pattern.sign](left, right) if pattern.sign != "/" or right else None
    return None


def _divided(left: int, right: int) -> int:
    """Divide as clingo does: towards 0."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divided,
}


def ground(literal: Literal, binding: Binding) -> Term | None:
    """Return the atom that a literal is with its values filled in; None where one is missing or does not exist.

    Args:
        literal: The literal.
        binding: The values of variables.
    """
    return _made(literal.name, literal.parts, binding)


def _made(name: str, patterns: Iterable[Pattern], binding: Binding) -> Term | None:
    """Return a term of values; None where one is missing or does not exist."""
    parts: list[Term] = []
    for pattern in patterns:
        value = evaluated(pattern, binding)
        if value is None:
            return None
        parts.append(value)
    return (name, *parts)


def substituted(literal: Literal, binding: Binding) -> Term:
    """Return the atom of a literal under a binding that makes it ground.

    Args:
        literal: The literal.
        binding: The values of its variables.
    """
    return must(ground(literal, binding))


def must(term: Term | None) -> Term:
    """Return a term that has to be there.

    Args:
        term: The term, or None.

    Raises:
        ValueError: A variable has no value.
    """
    if term is None:
        raise ValueError("a variable has no value")
    return term


def equals(pattern: Pattern, term: Term, binding: Binding) -> bool:
    """Tell whether the value of a pattern is a term.

    Args:
        pattern: The pattern.
        term: The term.
        binding: The values of its variables.
    """
    return evaluated(pattern, binding) == term


def same_value(name: str, value: Term, binding: Binding) -> bool:
    """Give a variable a value, and tell whether it has no other one already.

    Args:
        name: The variable.
        value: The value.
        binding: The values known; it may grow.
    """
    return binding.setdefault(name, value) == value


def aggregated(function: str, tuples: Sequence[tuple[Term, ...]]) -> Term:
    """Return the value of an aggregate, given its tuples.

    Args:
        function: ``count``, ``sum``, ``min`` or ``max``.
        tuples: The tuples, each once. The first term of each is its weight, but for ``count``.

    Raises:
        ValueError: A greatest or least value is asked of terms that are no numbers.
    """
    if function == "count":
        return len(tuples)
    weights = [one[0] for one in tuples if isinstance(one[0], int)]
    if function == "sum":
        return sum(weights)
    if not tuples:
        return ("#inf",) if function == "max" else ("#sup",)  # nothing else is equal to these
    if len(weights) != len(tuples):
        raise ValueError(f"#{function} of something else than numbers")
    return max(weights) if function == "max" else min(weights)
