"""Going through the syntax trees that clingo reads rules into."""

from __future__ import annotations

from collections.abc import Iterator

from clingo.ast import AST, ASTSequence, ASTType, Transformer

__all__ = ["nodes", "predicates"]


def nodes(tree: AST) -> Iterator[AST]:
    """Go through a syntax tree, from the top.

    Args:
        tree: The syntax tree.

    Returns:
        The tree itself, and every tree in it.
    """
    yield tree
    for key in tree.child_keys:
        child = getattr(tree, key)
        for one in child if isinstance(child, ASTSequence) else (child,):
            if one is not None:
                yield from nodes(one)


class _Predicates(Transformer):
    """Collects predicates; it need not look into the terms of an atom."""

    def __init__(self) -> None:
        self.found: set[tuple[str, int]] = set()

    def visit_SymbolicAtom(self, node: AST) -> AST:
        if node.symbol.ast_type == ASTType.Function:
            self.found.add((node.symbol.name, len(node.symbol.arguments)))
        return node


def predicates(tree: AST) -> set[tuple[str, int]]:
    """Return the predicates in a syntax tree, those in conditions and aggregates too.

    Args:
        tree: The syntax tree of a rule or of a part of one.

    Returns:
        The name and the number of arguments of each.
    """
    collector = _Predicates()
    collector.visit(tree)
    return collector.found
