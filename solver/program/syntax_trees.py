"""Going through the syntax trees that clingo reads rules into."""

from __future__ import annotations

from collections.abc import Iterator

from clingo.ast import AST, ASTSequence

__all__ = ["nodes"]


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
