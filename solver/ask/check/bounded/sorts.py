"""Arguments of predicates that have the same sort of values: those to which rules give the same names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clingo.ast import AST

Position = tuple[str, int, int]
"""An argument of a predicate: its name, how many arguments it has, and which of them."""


class Sorts:
    """The names of the variables that stand in each argument of each predicate."""

    def __init__(self, rules: Iterable[AST]) -> None:
        """Read rules.

        Args:
            rules: Their syntax trees.
        """
        self._names: dict[Position, set[str]] = {}
        for rule in rules:
            for name, position in _variables(rule):
                self._names.setdefault(position, set()).add(name)

    def same(self, one: Position, other: Position) -> bool:
        """Tell whether two arguments are of the same sort: a name stands in both, even in different rules.

        Args:
            one: An argument.
            other: Another one.
        """
        return one == other or bool(self._names.get(one, set()) & self._names.get(other, set()))


def _variables(rule: AST) -> Iterator[tuple[str, Position]]:
    for literal in (rule.head, *rule.body):
        if literal.ast_type.name != "Literal" or literal.atom.ast_type.name != "SymbolicAtom":
            continue
        symbol = literal.atom.symbol
        if symbol.ast_type.name == "Function":
            for place, argument in enumerate(symbol.arguments):
                if argument.ast_type.name == "Variable" and not argument.name.startswith(("_", "Any")):
                    yield argument.name, (symbol.name, len(symbol.arguments), place)
