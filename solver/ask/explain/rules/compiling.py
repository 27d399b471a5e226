"""Reading the forms of a rule from its syntax tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import ClassVar

from clingo.ast import AST, AggregateFunction, ASTType, BinaryOperator, Sign, UnaryOperator, parse_string

from solver.ask.explain.rules.rule_forms import (
    EVERY,
    EVERY_HOLDS,
    Aggregate,
    Any_,
    Comparison,
    Compound,
    Condition,
    Const,
    Element,
    Form,
    Literal,
    Pattern,
    Sum,
    Var,
)
from solver.ask.explain.rules.terms import Term, term_of


def rule_trees(part: str, text: str, line: int = 1) -> list[AST]:
    """Return the syntax trees of the rules in a statement, parsed now.

    Args:
        part: The ``#program`` line it stands under.
        text: The statement.
        line: The line it begins on: messages name it.
    """
    trees: list[AST] = []
    above = "\n" * (line - 1)
    parse_string(f"{part}{above}{text}", trees.append)
    return [tree for tree in trees if tree.ast_type == ASTType.Rule]


def read_forms(tree: AST, parameters: Iterable[str]) -> tuple[Form, ...]:
    """Read the forms of a rule.

    Args:
        tree: Its syntax tree.
        parameters: The parameters of its part.

    Raises:
        ValueError: There is something in it that the explainer does not know.
    """
    return tuple(_Compiler(frozenset(parameters)).forms(tree))


class _Compiler:
    """Turns the syntax tree of a rule into forms."""

    _SIGNS: ClassVar = {
        BinaryOperator.Plus: "+", BinaryOperator.Minus: "-", BinaryOperator.Multiplication: "*",
        BinaryOperator.Division: "/",
    }  # fmt: skip
    _COMPARISONS = (">", "<", "<=", ">=", "!=", "=")
    _FUNCTIONS: ClassVar = {
        AggregateFunction.Count: "count",
        AggregateFunction.Sum: "sum",
        AggregateFunction.Max: "max",
        AggregateFunction.Min: "min",
    }

    def __init__(self, parameters: frozenset[str]) -> None:
        self._parameters = parameters
        self._unnamed = 0

    def forms(self, tree: AST) -> Iterator[Form]:
        """Return the forms of a rule."""
        heads = list(self._atoms(tree.head.atom.symbol))
        bodies = [list(self._conditions(literal)) for literal in tree.body]
        for head, body in product(heads, product(*bodies)):
            name, parts = head
            yield Form(name, parts, body)

    def _atoms(self, symbol: AST) -> Iterator[tuple[str, tuple[Pattern, ...]]]:
        if symbol.ast_type == ASTType.Pool:
            for one in symbol.arguments:
                yield from self._atoms(one)
        elif symbol.ast_type == ASTType.Function:
            for parts in product(*[list(self._terms(one)) for one in symbol.arguments]):
                yield symbol.name, parts
        else:
            raise self._unknown(symbol)

    def _conditions(self, literal: AST) -> Iterator[Condition]:
        if literal.ast_type == ASTType.ConditionalLiteral:
            yield from self._every(literal)
            return
        if literal.ast_type != ASTType.Literal or literal.sign == Sign.DoubleNegation:
            raise self._unknown(literal)
        positive, atom = literal.sign == Sign.NoSign, literal.atom
        if atom.ast_type == ASTType.SymbolicAtom:
            for name, parts in self._atoms(atom.symbol):
                yield Literal(positive, name, tuple(map(self._named, parts)) if positive else parts)
        elif atom.ast_type == ASTType.Comparison:
            signs = [self._COMPARISONS[guard.comparison] for guard in atom.guards]
            for first, *others in product(
                *[list(self._terms(one)) for one in (atom.term, *(g.term for g in atom.guards))]
            ):
                yield Comparison(positive, first, tuple(zip(signs, others, strict=True)))
        elif atom.ast_type == ASTType.BodyAggregate and positive:
            yield self._aggregate(atom)
        else:
            raise self._unknown(literal)

    def _simple(self, literal: AST) -> Iterator[Literal | Comparison]:
        for one in self._conditions(literal):
            if isinstance(one, Aggregate):
                raise self._unknown(literal)
            yield one

    def _every(self, literal: AST) -> Iterator[Aggregate]:
        """Read ``p(X) : q(X)``: wherever the condition holds, the last literal of the element must hold."""
        asked = list(self._simple(literal.literal))
        if len(asked) != 1 or not isinstance(asked[0], Literal):
            raise self._unknown(literal)
        elements = tuple(
            Element((), (*condition, asked[0]))
            for condition in product(*[list(self._simple(one)) for one in literal.condition])
        )
        yield Aggregate(EVERY_HOLDS, EVERY, elements)

    def _aggregate(self, atom: AST) -> Aggregate:
        guard = atom.left_guard
        if guard is None or atom.right_guard is not None or self._COMPARISONS[guard.comparison] != "=":
            raise self._unknown(atom)
        elements: list[Element] = []
        for element in atom.elements:
            for choice in product(
                product(*[list(self._terms(one)) for one in element.terms]),
                product(*[list(self._simple(one)) for one in element.condition]),
            ):
                elements.append(Element(*choice))
        return Aggregate(self._one(guard.term), self._FUNCTIONS[atom.function], tuple(elements))

    def _named(self, pattern: Pattern) -> Pattern:
        """Give each ``_`` of a positive literal a name, so that it gets a value."""
        if isinstance(pattern, Any_):
            self._unnamed += 1
            return Var(f"_{self._unnamed}")
        if isinstance(pattern, Compound):
            return Compound(pattern.name, tuple(map(self._named, pattern.parts)))
        return pattern

    def _one(self, term: AST) -> Pattern:
        (found,) = self._terms(term)
        return found

    def _terms(self, term: AST) -> Iterator[Pattern]:
        """Return the patterns of a term: several where it has a pool."""
        kind = term.ast_type
        if kind == ASTType.Variable:
            yield Any_() if term.name == "_" else Var(term.name)
        elif kind == ASTType.SymbolicTerm:
            yield self._constant(term_of(term.symbol, {}))
        elif kind == ASTType.Function:
            for parts in product(*[list(self._terms(one)) for one in term.arguments]):
                yield self._function(term.name, parts)
        elif kind == ASTType.Pool:
            for one in term.arguments:
                yield from self._terms(one)
        elif kind == ASTType.BinaryOperation and term.operator_type in self._SIGNS:
            for left, right in product(list(self._terms(term.left)), list(self._terms(term.right))):
                yield Sum(self._SIGNS[term.operator_type], left, right)
        elif kind == ASTType.UnaryOperation and term.operator_type == UnaryOperator.Minus:
            for one in self._terms(term.argument):
                yield Sum("-", Const(0), one) if not isinstance(one, Const) else Const(-int(one.term))  # type: ignore[arg-type]
        else:
            raise self._unknown(term)

    def _constant(self, term: Term) -> Pattern:
        if isinstance(term, tuple) and len(term) == 1 and term[0] in self._parameters:
            return Var(str(term[0]))
        return Const(term)

    def _function(self, name: str, parts: tuple[Pattern, ...]) -> Pattern:
        if not parts and name in self._parameters:
            return Var(name)
        if all(isinstance(part, Const) for part in parts):
            return Const((name, *(part.term for part in parts if isinstance(part, Const))))
        return Compound(name, parts)

    def _unknown(self, tree: AST) -> ValueError:
        return ValueError(f"the explainer does not know what to make of {tree} ({tree.location.begin.line})")
