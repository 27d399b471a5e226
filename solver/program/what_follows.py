"""Find the rules that use some predicates, themselves or through what other rules derive from these."""

from __future__ import annotations

import atexit
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clingo.ast import AST, ASTType

from solver.program.syntax_trees import predicates


def derived_by(trees: Iterable[AST]) -> set[tuple[str, int]]:
    """Return the predicates that rules derive.

    Args:
        trees: The rules; other statements derive nothing.
    """
    return {one for tree in trees for one in _links(tree).derived}


def users_of(some: Iterable[tuple[str, int]], statements: Sequence[Iterable[AST]]) -> set[int]:
    """Return the places of the statements that use some predicates, and of all that use what follows from these.

    Args:
        some: The predicates.
        statements: The trees of each statement.
    """
    users: dict[tuple[str, int], set[int]] = {}
    for place, trees in enumerate(statements):
        for tree in trees:
            for one in _links(tree).asked:
                users.setdefault(one, set()).add(place)
    found, left = set[int](), list(some)
    while left:
        for place in users.get(left.pop(), set()) - found:
            found.add(place)
            left += derived_by(statements[place])
    return found


class _Links(NamedTuple):
    """The predicates that a rule derives, and those that its body asks for; another statement has none."""

    derived: frozenset[tuple[str, int]]
    asked: frozenset[tuple[str, int]]


_known: dict[int, tuple[AST, _Links]] = {}
"""The trees of rules with their predicates, by their addresses: a rule keeps its tree while others change."""
_MOST_KNOWN = 1 << 14
"""The number of trees to remember at most: a run may break many rules, one after the other."""


def _links(tree: AST) -> _Links:
    known = _known.get(id(tree))
    if known is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        derived = asked = frozenset[tuple[str, int]]()
        if tree.ast_type == ASTType.Rule:
            derived = frozenset(predicates(tree.head))
            asked = frozenset(one for literal in tree.body for one in predicates(literal))
        known = _known[id(tree)] = tree, _Links(derived, asked)
    return known[1]


atexit.register(_known.clear)  # clingo cannot free trees at the end of a process
