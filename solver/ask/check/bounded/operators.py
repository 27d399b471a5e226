"""Mutation operators: the ways to break a rule, by changes to its syntax tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from clingo import Number, SymbolType
from clingo.ast import AST, ComparisonOperator, Sign, Transformer, Variable

from solver.ask.check.bounded.sorts import Sorts
from solver.program import statements

_FLIPS = {
    ComparisonOperator.LessThan: (ComparisonOperator.LessEqual, ComparisonOperator.GreaterThan),
    ComparisonOperator.LessEqual: (ComparisonOperator.LessThan, ComparisonOperator.GreaterEqual),
    ComparisonOperator.GreaterThan: (ComparisonOperator.GreaterEqual, ComparisonOperator.LessThan),
    ComparisonOperator.GreaterEqual: (ComparisonOperator.GreaterThan, ComparisonOperator.LessEqual),
    ComparisonOperator.Equal: (ComparisonOperator.NotEqual,),
    ComparisonOperator.NotEqual: (ComparisonOperator.Equal,),
}
_MOST_PAIRS = 3
"""The most pairs of constants of a rule to exchange."""


class Broken(NamedTuple):
    """A rule that was broken.

    Attributes:
        kind: The operator: ``gone``, ``dropped``, ``turned``, ``flipped``, ``counted``, ``constants``, ``variables`` or
            ``headed``.
        what: The change, and the rule that it changed.
        trees: The rules that stand there now.
    """

    kind: str
    what: str
    trees: tuple[AST, ...]


def broken(rule: AST, sorts: Sorts | None = None, heads: Sequence[AST] = ()) -> Iterator[Broken]:
    """Break a rule.

    Args:
        rule: Its syntax tree.
        sorts: Which arguments are of the same sort: only things of one sort are taken for each other. Without it no
            variables are exchanged, and no heads are added.
        heads: Heads of other rules of the same part: one that fits becomes a further head.

    Returns:
        The ways to break it: it is gone; a literal is dropped, or its negation turned round; a comparison is flipped; a
        number is changed by one; two constants, or two variables of a literal, are exchanged; it has a further head.
    """
    text = str(rule)
    yield Broken("gone", f"gone: {text}", ())
    for kind, what, tree in (
        *_without_a_literal(rule),
        *_with_other_comparison(rule),
        *_with_other_number(rule),
        *_with_exchanged_constants(rule),
        *(() if sorts is None else _with_exchanged_variables(rule, sorts)),
    ):
        if str(tree) != text:
            yield Broken(kind, f"{what}: {text}", (tree,))
    for head in () if sorts is None else _further_head(rule, sorts, heads):
        yield Broken("headed", f"also {head}: {text}", (rule, rule.update(head=head)))


_Ways = Iterator[tuple[str, str, AST]]


def _without_a_literal(rule: AST) -> _Ways:
    for number, literal in enumerate(rule.body):
        rest = [one for other, one in enumerate(rule.body) if other != number]
        yield "dropped", f"without {literal}", rule.update(body=rest)
        if _is_atom(literal):
            negated = literal.sign == Sign.Negation
            turned = literal.update(sign=Sign.NoSign) if negated else _negated(literal, (rule.head, *rest))
            body = [turned if other == number else one for other, one in enumerate(rule.body)]
            yield "turned", f"{literal} turned round", rule.update(body=body)


def _with_other_comparison(rule: AST) -> _Ways:
    for number, literal in enumerate(rule.body):
        if literal.ast_type.name != "Literal" or literal.atom.ast_type.name != "Comparison":
            continue
        for place, guard in enumerate(literal.atom.guards):
            for flipped in _FLIPS[ComparisonOperator(guard.comparison)]:
                guards = list(literal.atom.guards)
                guards[place] = guard.update(comparison=int(flipped))
                other = literal.update(atom=literal.atom.update(guards=guards))
                body = [other if at == number else one for at, one in enumerate(rule.body)]
                yield "flipped", f"{literal} is {other}", rule.update(body=body)


def _with_other_number(rule: AST) -> _Ways:
    count = _Seen(_is_number)
    count.visit(rule)
    for place, number in enumerate(count.found):
        for now in (number.symbol.number + 1, number.symbol.number - 1):
            yield (
                "counted",
                f"{number} is {now}",
                _Put(_is_number, {place: number.update(symbol=Number(now))}).put(rule),
            )


def _with_exchanged_constants(rule: AST) -> _Ways:
    seen = _Seen(_is_constant)
    seen.visit(rule)
    texts = list(dict.fromkeys(map(str, seen.found)))
    alike = [(one, other) for one, other in combinations(texts, 2) if one.startswith('"') == other.startswith('"')]
    for one, other in alike[:_MOST_PAIRS]:
        by_text = {str(each): each for each in seen.found}
        instead = {
            place: by_text[other if str(each) == one else one]
            for place, each in enumerate(seen.found)
            if str(each) in (one, other)
        }
        yield "constants", f"{one} and {other} exchanged", _Put(_is_constant, instead).put(rule)


def _with_exchanged_variables(rule: AST, sorts: Sorts) -> _Ways:
    for number, literal in enumerate(rule.body):
        if not _is_atom(literal) or literal.atom.symbol.ast_type.name != "Function":
            continue
        arguments = list(literal.atom.symbol.arguments)
        places = [at for at, one in enumerate(arguments) if one.ast_type.name == "Variable" and one.name != "_"]
        own = literal.atom.symbol.name, len(arguments)
        for first, second in combinations(places, 2):
            if arguments[first].name == arguments[second].name or not sorts.same((*own, first), (*own, second)):
                continue
            now = list(arguments)
            now[first], now[second] = arguments[second], arguments[first]
            symbol = literal.atom.symbol.update(arguments=now)
            other = literal.update(atom=literal.atom.update(symbol=symbol))
            body = [other if at == number else one for at, one in enumerate(rule.body)]
            yield "variables", f"{literal} is {other}", rule.update(body=body)


def _further_head(rule: AST, sorts: Sorts, heads: Sequence[AST]) -> Iterator[AST]:
    """Return the head with the predicate of another rule's head, if that has arguments of the same sorts."""
    if not _is_atom(rule.head) or rule.head.atom.symbol.ast_type.name != "Function":
        return
    own = rule.head.atom.symbol
    for other in heads:
        if not _is_atom(other) or other.atom.symbol.ast_type.name != "Function":
            continue
        symbol, arity = other.atom.symbol, len(own.arguments)
        if (
            symbol.name != own.name
            and len(symbol.arguments) == arity
            and all(sorts.same((own.name, arity, place), (symbol.name, arity, place)) for place in range(arity - 1))
        ):
            yield rule.head.update(atom=rule.head.atom.update(symbol=own.update(name=symbol.name)))
            return


def _is_atom(literal: AST) -> bool:
    return literal.ast_type.name == "Literal" and literal.atom.ast_type.name == "SymbolicAtom"


def _is_number(node: AST) -> bool:
    return node.ast_type.name == "SymbolicTerm" and node.symbol.type is SymbolType.Number


def _is_constant(node: AST) -> bool:
    """Tell whether a term is a constant of the rule: a text or a name, not a parameter of its part."""
    if node.ast_type.name == "SymbolicTerm":
        if node.symbol.type is SymbolType.String:
            return True
        return node.symbol.type is SymbolType.Function and not node.symbol.arguments and _is_word(node.symbol.name)
    return node.ast_type.name == "Function" and not node.arguments and _is_word(node.name)


def _is_word(name: str) -> bool:
    return name not in parameter_names()


@cache
def parameter_names() -> frozenset[str]:
    """Return the names of the parameters of all parts of the rules."""
    return frozenset(name for one in statements() for name in one.parameters)


def _negated(literal: AST, others: Sequence[AST]) -> AST:
    """Negate a literal; what it alone speaks of becomes "anything", or the rule would be unsafe."""
    elsewhere = _Variables()
    for one in others:
        elsewhere.visit(one)
    return _Anonymous(elsewhere.names).visit(literal).update(sign=Sign.Negation)


class _Terms(Transformer):
    """Visits terms; the name of an atom is none."""

    def __init__(self, fits: Callable[[AST], bool]) -> None:
        self._fits = fits

    def term(self, node: AST) -> AST:
        return node

    def visit_SymbolicAtom(self, node: AST) -> AST:
        symbol = node.symbol
        return node.update(symbol=symbol.update(**self.visit_children(symbol)))

    def visit_SymbolicTerm(self, node: AST) -> AST:
        return self.term(node) if self._fits(node) else node

    def visit_Function(self, node: AST) -> AST:
        if self._fits(node):
            return self.term(node)
        return node.update(**self.visit_children(node))


class _Seen(_Terms):
    """Collects terms.

    Attributes:
        found: The terms, in order.
    """

    def __init__(self, fits: Callable[[AST], bool]) -> None:
        super().__init__(fits)
        self.found: list[AST] = []

    def term(self, node: AST) -> AST:
        self.found.append(node)
        return node


class _Put(_Terms):
    """Puts other terms in the place of some."""

    def __init__(self, fits: Callable[[AST], bool], instead: dict[int, AST]) -> None:
        super().__init__(fits)
        self._instead = instead
        self._at = -1

    def put(self, rule: AST) -> AST:
        self._at = -1
        changed: AST = self.visit(rule)
        return changed

    def term(self, node: AST) -> AST:
        self._at += 1
        return self._instead.get(self._at, node)


class _Variables(Transformer):
    """Collects the names of variables."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_Variable(self, node: AST) -> AST:
        self.names.add(node.name)
        return node


class _Anonymous(Transformer):
    """Makes variables anonymous but for some."""

    def __init__(self, kept: set[str]) -> None:
        self._kept = kept

    def visit_Variable(self, node: AST) -> AST:
        return node if node.name in self._kept else Variable(node.location, "_")
