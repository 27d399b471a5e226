"""What follows from predicates, directly or through other rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo.ast import AST, ASTType

from solver.program.syntax_trees import predicates


def derived_by(trees: Iterable[AST]) -> set[tuple[str, int]]:
    """Return the predicates that rules derive.

    Args:
        trees: The rules; other statements derive nothing.
    """
    return {one for tree in filter(_is_rule, trees) for one in predicates(tree.head)}


def users_of(some: Iterable[tuple[str, int]], statements: Sequence[Iterable[AST]]) -> set[int]:
    """Return the places of the statements that use some predicates, and of all that use what follows from these.

    Args:
        some: The predicates.
        statements: The trees of each statement.
    """
    users: dict[tuple[str, int], set[int]] = {}
    for place, trees in enumerate(statements):
        for tree in filter(_is_rule, trees):
            for literal in tree.body:
                for one in predicates(literal):
                    users.setdefault(one, set()).add(place)
    found, left = set[int](), list(some)
    while left:
        for place in users.get(left.pop(), set()) - found:
            found.add(place)
            left += derived_by(statements[place])
    return found


def _is_rule(tree: AST) -> bool:
    return tree.ast_type == ASTType.Rule
