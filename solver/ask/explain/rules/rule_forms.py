"""Rules as the explainer takes them apart: into patterns, which are terms with variables in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.ask.explain.rules.terms import Term


class Const(NamedTuple):
    """A ground term."""

    term: Term


class Var(NamedTuple):
    """A variable, or a parameter of the program part (``s``, ``t``)."""

    name: str


class Any_(NamedTuple):
    """``_``: any value."""


class Compound(NamedTuple):
    """A function with variables among its arguments."""

    name: str
    parts: tuple[Pattern, ...]


class Sum(NamedTuple):
    """Arithmetic: ``+``, ``-``, ``*`` or ``/`` of two numbers."""

    sign: str
    left: Pattern
    right: Pattern


Pattern = Const | Var | Any_ | Compound | Sum


class Literal(NamedTuple):
    """An atom in a body, or its negation."""

    positive: bool
    name: str
    parts: tuple[Pattern, ...]


class Comparison(NamedTuple):
    """Terms compared in a chain: ``2 <= N < M``; negated where not ``positive``."""

    positive: bool
    first: Pattern
    guards: tuple[tuple[str, Pattern], ...]


class Element(NamedTuple):
    """An element of an aggregate: its tuple and its condition."""

    terms: tuple[Pattern, ...]
    condition: tuple[Literal | Comparison, ...]


class Aggregate(NamedTuple):
    """``N = #count { O : meets(E,Z,O,s) }``: a variable gets its value from many atoms.

    ``p(X) : q(X)`` is one, too, with the function `EVERY`: its value is `EVERY_HOLDS` if p holds for each X of q. The
    last literal of the condition of its elements is p.
    """

    result: Pattern
    function: str
    elements: tuple[Element, ...]


EVERY = "every"
"""The function of an aggregate that asks whether a literal holds wherever a condition does."""
EVERY_HOLDS = Const(("holds",))
"""The value of such an aggregate if the literal does."""
Condition = Literal | Comparison | Aggregate


class Form(NamedTuple):
    """A rule without pools: ``p(1;2)`` makes two forms."""

    name: str
    parts: tuple[Pattern, ...]
    body: tuple[Condition, ...]


def variables(pattern: Pattern) -> Iterator[str]:
    """Iterate over the variables of a pattern.

    Args:
        pattern: The pattern.

    Returns:
        Their names, as often as they occur.
    """
    if isinstance(pattern, Var):
        yield pattern.name
    elif isinstance(pattern, Compound):
        for part in pattern.parts:
            yield from variables(part)
    elif isinstance(pattern, Sum):
        yield from variables(pattern.left)
        yield from variables(pattern.right)


def has_sum(pattern: Pattern) -> bool:
    """Tell whether there is arithmetic in a pattern.

    Args:
        pattern: The pattern.
    """
    return isinstance(pattern, Sum) or (isinstance(pattern, Compound) and any(map(has_sum, pattern.parts)))
