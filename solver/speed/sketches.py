"""Sketches of rules: the parts of a syntax tree that decide whether the rule can fire."""

from __future__ import annotations

import operator
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

from clingo.ast import AST, AggregateFunction, ASTType, ComparisonOperator

from solver.program import nodes
from solver.speed.kinds import ANYTHING, Kinds, Values
from solver.speed.sketch_parts import Atom, Comparison, Place, Predicate, Row, Sketch, Term

__all__ = ["read_sketch"]

_COMPARED: Mapping[int, Callable[[int, int], bool]] = {
    ComparisonOperator.LessThan: operator.lt,
    ComparisonOperator.LessEqual: operator.le,
    ComparisonOperator.GreaterThan: operator.gt,
    ComparisonOperator.GreaterEqual: operator.ge,
}


_COUNTS = (AggregateFunction.Count, AggregateFunction.Sum, AggregateFunction.SumPlus)
_RECKONED = (ASTType.BinaryOperation, ASTType.UnaryOperation, ASTType.Interval)


_UNKNOWN = Term(None, ANYTHING)
_OF_A_NUMBER = ("num",)
"""The functions whose argument is a number in all facts (`facts.effects.effect_facts`) and in all rules."""


class _Reader:
    """Reads one statement."""

    def __init__(self, values: Values, parameters: Sequence[str]) -> None:
        self._values = values
        self._parameters = parameters
        self._variables: dict[str, int] = {}
        self._within: tuple[set[int], list[Kinds]] = (set(), [])
        self._inside: list[tuple[Place, Term]] = []

    def sketch(self, rule: AST) -> Sketch:
        """Return the sketch of a rule."""
        body: list[Atom] = []
        comparisons: list[Comparison] = []
        unlike: list[tuple[int, Kinds]] = []
        looks: list[Atom] = []
        nested: set[int] = set()
        taken: list[tuple[Place, Term]] = []
        for literal in rule.body:
            if literal.ast_type is not ASTType.Literal or literal.sign:
                looks += (atom for one in _symbolic_atoms(literal) for atom in self._atoms(one))
            elif literal.atom.ast_type is ASTType.SymbolicAtom:
                self._within, self._inside = (nested, []), []
                atoms = list(self._atoms(literal.atom))
                if not any(one.ast_type is ASTType.Pool for one in nodes(literal.atom)):
                    taken += self._inside
                comparisons += self._numbers_within(literal.atom)
                self._within = (set(), [])
                (body if len(atoms) == 1 else looks).extend(atoms)
            elif literal.atom.ast_type is not ASTType.Comparison:
                looks += (atom for one in _symbolic_atoms(literal) for atom in self._atoms(one))
                self._count(literal.atom, comparisons)
            else:
                left = literal.atom.term
                for guard in literal.atom.guards:
                    self._compare(guard.comparison, left, guard.term, comparisons, unlike)
                    left = guard.term
        of_atoms = {term.variable for atom in body for term in atom.arguments}
        made: list[tuple[Place, Term]] = []
        for is_taken, argument in self._within_compared(rule, nested | of_atoms):
            (taken if is_taken else made).append(argument)
        self._inside = made
        for literal in rule.body:
            if literal.ast_type is ASTType.Literal and literal.atom.ast_type is ASTType.BodyAggregate:
                for term in (term for one in literal.atom.elements for term in one.terms):
                    self._term(term)
        self._inside = []
        compared, constants = self._compared_within(rule)
        sides = {term.variable for one in comparisons for term in (one.left, one.right)}
        nested |= compared - sides - of_atoms
        self._within, self._inside = (set(), []), made
        heads = tuple(atom for one in _symbolic_atoms(rule.head) for atom in self._atoms(one))
        built, more = self._within
        built_of = 0
        for kinds in (*constants, *more):
            built_of |= kinds
        given: tuple[tuple[Predicate, Row], ...] = ()
        if rule.head.ast_type is ASTType.Literal and not rule.body and not self._variables:
            given = tuple((atom.predicate, tuple(term.kinds for term in atom.arguments)) for atom in heads)
        return Sketch(
            heads, tuple(body), tuple(looks), tuple(comparisons), tuple(unlike), len(self._variables),
            tuple(sorted(nested)), tuple(sorted(built | compared)), built_of, given,
            tuple(dict.fromkeys(one for one in taken if one[1] != _UNKNOWN)), tuple(dict.fromkeys(made)),
        )  # fmt: skip

    def _numbers_within(self, atom: AST) -> Iterator[Comparison]:
        """Return comparisons which say that the argument of a term such as ``num(N)`` is a number."""
        for term in nodes(atom.symbol):
            if term.ast_type is ASTType.Function and term.name in _OF_A_NUMBER and len(term.arguments) == 1:
                inner = self._term(term.arguments[0])
                if inner.variable is not None:
                    yield Comparison(None, inner, Term(None, self._values.numbers))

    def _compared_within(self, rule: AST) -> tuple[set[int], list[Kinds]]:
        """Return the variables within terms of comparisons: such a term is taken apart, or made."""
        self._within = (set(), [])
        for literal in rule.body:
            if literal.ast_type is ASTType.Literal and literal.atom.ast_type is ASTType.Comparison:
                for term in (literal.atom.term, *(guard.term for guard in literal.atom.guards)):
                    self._term(term)
        return self._within

    def _within_compared(self, rule: AST, bound: Container[int | None]) -> Iterator[tuple[bool, tuple[Place, Term]]]:
        """Return the arguments of terms within comparisons.

        Args:
            rule: The rule.
            bound: The variables that have values from atoms: a term that equals one of these is there already.

        Returns:
            Pairs: whether the term is taken apart (otherwise the rule makes it), and the argument.
        """
        for literal in rule.body:
            if literal.ast_type is not ASTType.Literal or literal.atom.ast_type is not ASTType.Comparison:
                continue
            left, guards = literal.atom.term, literal.atom.guards
            self._inside = []
            sides = [self._term(term) for term in (left, *(guard.term for guard in guards))]
            taken = (
                [guard.comparison for guard in guards] == [ComparisonOperator.Equal]
                and not literal.sign
                and any(side.variable is not None and side.variable in bound for side in sides)
                and not any(one.ast_type is ASTType.Pool for one in nodes(literal))
            )
            yield from ((taken, one) for one in self._inside)

    def _compare(
        self, how: int, left: AST, right: AST, comparisons: list[Comparison], unlike: list[tuple[int, Kinds]]
    ) -> None:
        """Note a comparison, if it can be known to fail."""
        one, other = self._term(left), self._term(right)
        if how == ComparisonOperator.NotEqual:
            if one.variable is not None and self._is_constant(right):
                unlike.append((one.variable, other.kinds))
            elif other.variable is not None and self._is_constant(left):
                unlike.append((other.variable, one.kinds))
        else:
            comparisons.append(Comparison(_COMPARED.get(how), one, other))

    def _count(self, atom: AST, comparisons: list[Comparison]) -> None:
        """Note that a count or sum is a number."""
        if atom.ast_type is not ASTType.BodyAggregate or atom.function not in _COUNTS:
            return
        if atom.left_guard is not None and atom.left_guard.comparison == ComparisonOperator.Equal:
            comparisons.append(Comparison(None, self._term(atom.left_guard.term), Term(None, self._values.numbers)))

    def _is_constant(self, term: AST) -> bool:
        """Tell whether a term is one value for sure."""
        return term.ast_type is ASTType.SymbolicTerm and self._term(term).kinds != ANYTHING

    def _atoms(self, atom: AST) -> Iterator[Atom]:
        """Return the atoms that an atom stands for: several where it is a pool."""
        term, sign = atom.symbol, ""
        while term.ast_type is ASTType.UnaryOperation:
            term, sign = term.argument, sign + "-"
        for one in term.arguments if term.ast_type is ASTType.Pool else (term,):
            arguments = () if one.ast_type is ASTType.SymbolicTerm else one.arguments
            name = one.symbol.name if one.ast_type is ASTType.SymbolicTerm else one.name
            yield Atom((sign + name, len(arguments)), tuple(map(self._term, arguments)))

    def _note_within(self, term: AST, argument: Place) -> None:
        """Note an argument of a term."""
        variables, constants = self._within
        inner = self._term(term)
        self._inside.append((argument, inner))
        if inner.variable is not None:
            variables.add(inner.variable)
        elif inner.kinds != ANYTHING:
            constants.append(inner.kinds)

    def _term(self, term: AST) -> Term:
        """Return the possible values of a term."""
        if term.ast_type is ASTType.Variable and term.name != "_":
            return Term(self._variables.setdefault(term.name, len(self._variables)), ANYTHING)
        if term.ast_type is ASTType.SymbolicTerm and str(term) not in self._parameters:
            return Term(None, self._values.constant(term.symbol))
        if term.ast_type is ASTType.Function and not term.external:
            for place, one in enumerate(term.arguments):
                self._note_within(one, (term.name, len(term.arguments), place))
            return Term(None, self._of_function(term))
        if term.ast_type is ASTType.Pool:
            several = [self._term(one) for one in term.arguments]
            if all(one.variable is None for one in several):
                kinds = 0
                for one in several:
                    kinds |= one.kinds
                return Term(None, kinds)
        if term.ast_type in _RECKONED:
            return Term(None, self._values.numbers)
        return Term(None, ANYTHING)

    def _of_function(self, term: AST) -> Kinds:
        """Return the kinds of a term with arguments: its own, if it is told from others of its function."""
        kinds = 0
        for one in term.arguments[0].arguments if _is_pool(term.arguments) else term.arguments:
            named = str(one) not in self._parameters and self._values.term(f"{term.name}({one})")
            if not named:
                return self._values.function(term.name)
            kinds |= named
        return kinds or self._values.function(term.name)


def _is_pool(arguments: Sequence[AST]) -> bool:
    """Tell whether the only argument is a pool."""
    return len(arguments) == 1 and arguments[0].ast_type is ASTType.Pool


def _symbolic_atoms(part: AST) -> Iterator[AST]:
    """Return the atoms in a part of a rule, however deep."""
    return (one for one in nodes(part) if one.ast_type is ASTType.SymbolicAtom)


def read_sketch(trees: Iterable[AST], parameters: Sequence[str], values: Values) -> tuple[Sketch, ...]:
    """Return the sketches of a statement, which say whether it can fire.

    Args:
        trees: Its syntax trees.
        parameters: The parameters of its part.
        values: The kinds of values; constants of the statement are added.

    Returns:
        A sketch for each rule; none for a directive.
    """
    return tuple(_Reader(values, parameters).sketch(tree) for tree in trees if tree.ast_type is ASTType.Rule)
