"""The parts of a sketch: what of a rule decides whether it can fire."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from solver.speed.kinds import Kinds

Predicate = tuple[str, int]
"""The name of a predicate, and how many arguments it has."""


class Term(NamedTuple):
    """An argument of an atom in a rule, or a side of a comparison.

    Attributes:
        variable: The number of the variable, if the term is one; None otherwise.
        kinds: The possible kinds of its values; those of a variable are not known here.
    """

    variable: int | None
    kinds: Kinds


class Atom(NamedTuple):
    """An atom in a rule."""

    predicate: Predicate
    arguments: tuple[Term, ...]


Place = tuple[str, int, int]
"""An argument of terms: the name of the function, how many arguments they have, and which of them it is."""
Row = tuple[Kinds, ...]
"""The values that can stand in the places of one atom."""


class Comparison(NamedTuple):
    """A comparison in a body.

    Attributes:
        compares: The relation of two numbers; None if the terms must be the same.
        left: The first term.
        right: The second one.
    """

    compares: Callable[[int, int], bool] | None
    left: Term
    right: Term


class Sketch(NamedTuple):
    """The parts of a rule that decide whether it can fire.

    Attributes:
        heads: The atoms that it derives.
        body: The atoms that must be there.
        looks: The other atoms that it looks at: negated, counted, or under a condition.
        comparisons: Further conditions.
        unlike: Variables, and the constants that they must not be.
        variables: The number of variables.
        nested: The variables within terms of the body: they can have the values within other terms.
        built: The variables within terms that the rule makes.
        built_of: The constants within such terms.
        given: The atoms of a rule that states nothing but facts; none for any other.
        taken: The arguments of terms within its body, each with its place.
        made: The arguments of terms that the rule makes.
    """

    heads: tuple[Atom, ...]
    body: tuple[Atom, ...]
    looks: tuple[Atom, ...]
    comparisons: tuple[Comparison, ...]
    unlike: tuple[tuple[int, Kinds], ...]
    variables: int
    nested: tuple[int, ...]
    built: tuple[int, ...]
    built_of: Kinds
    given: tuple[tuple[Predicate, Row], ...]
    taken: tuple[tuple[Place, Term], ...] = ()
    made: tuple[tuple[Place, Term], ...] = ()
