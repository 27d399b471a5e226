"""Syntax trees of rules: their atoms, and rules with other terms in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from clingo import Function
from clingo.ast import AST, ASTType, Location, Position, SymbolicTerm, Transformer, Variable, parse_string
from clingo.ast import Function as Term

_PLACE = Position("<supposed>", 1, 1)
_HERE = Location(_PLACE, _PLACE)
SUPPOSED = Variable(_HERE, "Supposed")
"""The variable of the effect that is supposed to be applied."""
VARIABLE = re.compile(r"(?<!\w)[A-Z]\w*")


def atom_of(head: AST) -> AST:
    """Return the atom of a head.

    Args:
        head: The head of a rule.
    """
    symbol: AST = head.atom.symbol
    return symbol


def name_of(head: AST) -> str:
    """Return the predicate that a head derives.

    Args:
        head: The head of a rule.
    """
    symbol = head.atom.symbol
    return str(symbol.name)


def variables(tree: AST) -> set[str]:
    """Return the names of the variables in a tree.

    Args:
        tree: A literal, or any other tree.
    """
    return set(VARIABLE.findall(str(tree)))


def counted(tree: AST) -> list[AST]:
    """Return the literals within the aggregates of a rule.

    Args:
        tree: The syntax tree of the rule.
    """
    return [
        one
        for literal in tree.body
        if literal.atom.ast_type == ASTType.BodyAggregate
        for element in literal.atom.elements
        for one in element.condition
    ]


def constant(name: str) -> AST:
    """Return a constant as a term.

    Args:
        name: The constant.
    """
    return SymbolicTerm(_HERE, Function(name))


def variable(name: str) -> AST:
    """Return a variable as a term.

    Args:
        name: Its name.
    """
    return Variable(_HERE, name)


def if_step() -> AST:
    """Return the world in which an effect is supposed to be applied now: if(s)."""
    return Term(_HERE, "if", [constant("step")], 0)


class Replacing(Transformer):
    """Replaces constants."""

    def __init__(self, instead: Mapping[str, AST]) -> None:
        self._instead = instead

    def visit_SymbolicTerm(self, term: AST) -> AST:
        """Replace a constant."""
        return self._instead.get(str(term), term)


def with_constants(tree: AST, instead: Mapping[str, AST]) -> AST:
    """Return a tree with other terms in place of constants.

    Args:
        tree: The tree.
        instead: The terms, by the constants.
    """
    visited: AST = Replacing(instead).visit(tree)
    return visited


def with_supposed(tree: AST) -> AST:
    """Write Supposed for the parameter ``effect`` of the part ``one_applied``.

    Args:
        tree: The syntax tree.
    """
    return with_constants(tree, {"effect": SUPPOSED})


def with_symbol(literal: AST, symbol: AST) -> AST:
    """Return a literal about another atom.

    Args:
        literal: The literal.
        symbol: The atom.
    """
    return literal.update(atom=literal.atom.update(symbol=symbol))


def parse(text: str) -> AST:
    """Return the syntax tree of a rule.

    Args:
        text: The rule.
    """
    trees: list[AST] = []
    parse_string(text, trees.append)
    return trees[-1]


def parse_literal(text: str) -> AST:
    """Return the syntax tree of a literal.

    Args:
        text: The literal.
    """
    literal: AST = parse(f"x :- {text}.").body[0]
    return literal


class Renaming(Transformer):
    """Puts terms in place of variables, and gives other names to all other variables."""

    def __init__(self, instead: Mapping[str, AST], others: str = "Its") -> None:
        """Take the terms.

        Args:
            instead: The terms, by the variables.
            others: The prefix for the names of all other variables.
        """
        self._instead = instead
        self._others = others

    def visit_Variable(self, variable: AST) -> AST:
        """Replace a variable."""
        name = str(variable)
        return variable if name == "_" else self._instead.get(name, variable.update(name=f"{self._others}{name}"))


def with_variables(tree: AST, instead: Mapping[str, AST]) -> AST:
    """Return a tree with terms in place of variables.

    Args:
        tree: The tree.
        instead: The terms, by the variables.
    """
    visited: AST = Renaming(instead, "").visit(tree)
    return visited


class Noting(Transformer):
    """Notes the atoms of a literal."""

    def __init__(self, note: Callable[[AST], object]) -> None:
        self._note = note

    def visit_SymbolicAtom(self, atom: AST) -> AST:
        """Note an atom."""
        self._note(atom.symbol)
        return atom


def note_atoms(tree: AST, note: Callable[[AST], object]) -> None:
    """Note the atoms in a tree, those in aggregates too.

    Args:
        tree: The tree.
        note: Called with each atom.
    """
    Noting(note).visit(tree)
