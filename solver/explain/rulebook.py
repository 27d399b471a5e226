"""The rules as the explainer reads them: each with its number, its sentence and its parts.

A rule is compiled when it is first needed: most questions need few of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import ClassVar, NamedTuple

from clingo.ast import AST, AggregateFunction, ASTType, BinaryOperator, Sign, UnaryOperator, parse_string

from solver.choosing import heads
from solver.explain.terms import Term, term_of
from solver.program import Statement, chapter_text, chapters, name_of, written

_ANNOTATION = re.compile(r'%@ (?P<number>-|[^"]*?)\s*(?:"(?P<sentence>.*)")?\s*$')
BOOKKEEPING = "-"
"""The number of a rule that only does bookkeeping."""


Heads = Sequence[Sequence[tuple[str, int]]]
"""What each rule of a statement derives."""


# ---- patterns: terms with variables in them


class Const(NamedTuple):
    """A ground term."""

    term: Term


class Var(NamedTuple):
    """A variable, or a parameter of the program part (``s``, ``t``)."""

    name: str


class Any_(NamedTuple):
    """``_``: whatever it is."""


class Compound(NamedTuple):
    """A function with variables among its arguments."""

    name: str
    parts: tuple[Pattern, ...]


class Sum(NamedTuple):
    """Arithmetic: ``+``, ``-``, ``*`` or ``/`` of two numbers."""

    sign: str
    left: Pattern
    right: Pattern


Pattern = Const | Var | Any_ | Compound | Sum


class Literal(NamedTuple):
    """An atom in a body, or its negation."""

    positive: bool
    name: str
    parts: tuple[Pattern, ...]


class Comparison(NamedTuple):
    """Terms compared in a chain: ``2 <= N < M``; negated where not ``positive``."""

    positive: bool
    first: Pattern
    guards: tuple[tuple[str, Pattern], ...]


class Element(NamedTuple):
    """An element of an aggregate: its tuple and its condition."""

    terms: tuple[Pattern, ...]
    condition: tuple[Literal | Comparison, ...]


class Aggregate(NamedTuple):
    """``N = #count { O : meets(E,Z,O,s) }``: what a variable gets from many atoms."""

    result: Pattern
    function: str
    elements: tuple[Element, ...]


Condition = Literal | Comparison | Aggregate


class Form(NamedTuple):
    """A rule without pools: ``p(1;2)`` makes two forms."""

    name: str
    parts: tuple[Pattern, ...]
    body: tuple[Condition, ...]


class Source(NamedTuple):
    """The text of a rule, which is read when it is needed.

    Attributes:
        heads: The predicates that it derives: one, with its arity.
        text: The statement that it stands in.
        place: How many rules stand before it in the statement.
    """

    heads: frozenset[tuple[str, int]]
    text: str
    place: int


@dataclass(eq=False)  # making frozen ones takes three times as long, and there are 1,578
class Rule:
    """A rule of the program.

    Attributes:
        number: Its number in the Comprehensive Rules; ``-`` for bookkeeping.
        sentence: What it says, with the names of its variables in braces; empty for bookkeeping.
        chapter: The file it stands in.
        line: The line it begins on.
        part: The program part.
        parameters: Its parameters.
        source: What it is read from.
    """

    number: str
    sentence: str
    chapter: str
    line: int
    part: str
    parameters: tuple[str, ...]
    source: Source

    @property
    def place(self) -> str:
        """Where it stands: ``rules/law/205_type_line.lp:42``."""
        return f"rules/{self.chapter}:{self.line}"

    @property
    def bookkeeping(self) -> bool:
        """Whether it only does bookkeeping."""
        return self.number == BOOKKEEPING

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The rule, once for each choice out of its pools."""
        return tuple(_Compiler(frozenset(self.parameters)).forms(self.tree))

    @property
    def heads(self) -> frozenset[tuple[str, int]]:
        """The predicates that it derives: one, with its arity."""
        return self.source.heads

    @property
    def tree(self) -> AST:
        """Its syntax tree, parsed now."""
        trees: list[AST] = []
        above = "\n" * (self.line - 1)  # so that messages name its line
        parse_string(f"#program {self.part}({','.join(self.parameters)}).{above}{self.source.text}", trees.append)
        return [tree for tree in trees if tree.ast_type == ASTType.Rule][self.source.place]


class Derivation(NamedTuple):
    """A form of a rule that can derive atoms of a predicate.

    Attributes:
        rule: The rule.
        form: The form.
        reckoned: Whether there is arithmetic in its head: what fits the head by itself may not be what it derives.
    """

    rule: Rule
    form: Form
    reckoned: bool


class Rulebook:
    """All rules.

    Attributes:
        rules: In the order of the chapters.
        plans: In which order to look at the body of a form (by its identity), for the variables that have values: what
            was found out once holds for all boards.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        """Take the rules.

        Args:
            rules: All of them.
        """
        self.rules = tuple(rules)
        self.plans: dict[tuple[int, frozenset[str]], tuple[int, ...]] = {}
        self._by_head: dict[tuple[str, int], list[Rule]] = {}
        self._derivations: dict[tuple[str, int], tuple[Derivation, ...]] = {}
        for rule in self.rules:
            for head in rule.heads:
                self._by_head.setdefault(head, []).append(rule)

    def deriving(self, name: str, arity: int) -> Sequence[Rule]:
        """Return the rules that can derive atoms of a predicate.

        Args:
            name: The predicate.
            arity: How many arguments it has.
        """
        return self._by_head.get((name, arity), ())

    def derivations(self, name: str, arity: int) -> Sequence[Derivation]:
        """Return the forms of rules that can derive atoms of a predicate.

        Args:
            name: The predicate.
            arity: How many arguments it has.
        """
        found = self._derivations.get((name, arity))
        if found is None:
            found = self._derivations[name, arity] = tuple(
                Derivation(rule, form, any(map(has_sum, form.parts)))
                for rule in self.deriving(name, arity)
                for form in rule.forms
                if form.name == name and len(form.parts) == arity
            )
        return found


@lru_cache(maxsize=1)
def rulebook() -> Rulebook:
    """Return the rules of the program, read once."""
    in_chapter: dict[str, list[tuple[Statement, Heads]]] = {name_of(path): [] for path in chapters()}
    for number, statement in enumerate(written()):
        in_chapter[statement.place[0]].append((statement, heads(number)))
    return Rulebook([
        rule for path in chapters() for rule in _read(chapter_text(path), in_chapter[name_of(path)])
    ])  # fmt: skip


def _read(text: str, statements: Sequence[tuple[Statement, Heads]]) -> Iterator[Rule]:
    """Read a chapter: its statements, with the annotations that stand above them."""
    notes = {
        number: (found["number"].strip(), found["sentence"] or "")
        for number, line in enumerate(text.splitlines(), start=1)
        if line.startswith("%@") and (found := _ANNOTATION.match(line))
    }
    marked = sorted(notes)
    at, note = 0, (BOOKKEEPING, "")
    for statement, derived in statements:
        chapter, line = statement.place
        while at < len(marked) and marked[at] < line:
            note = notes[marked[at]]  # facts share the annotation of those above them
            at += 1
        part, parameters = statement.part_name, statement.parameters
        for place, one in enumerate(derived):
            yield Rule(*note, chapter, line, part, parameters, Source(frozenset(one), statement.text, place))


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


def variables(pattern: Pattern) -> Iterator[str]:
    """Iterate over the variables of a pattern.

    Args:
        pattern: The pattern.

    Returns:
        Their names, as often as they occur.
    """
    if isinstance(pattern, Var):
        yield pattern.name
    elif isinstance(pattern, Compound):
        for part in pattern.parts:
            yield from variables(part)
    elif isinstance(pattern, Sum):
        yield from variables(pattern.left)
        yield from variables(pattern.right)


def has_sum(pattern: Pattern) -> bool:
    """Tell whether there is arithmetic in a pattern.

    Args:
        pattern: The pattern.
    """
    return isinstance(pattern, Sum) or (isinstance(pattern, Compound) and any(map(has_sum, pattern.parts)))


def rulebook_order(number: str) -> tuple[tuple[int, str], ...]:
    """Return a key that sorts numbers of rules as the rulebook does: ``613.8`` before ``613.11``.

    Args:
        number: The number of a rule.
    """
    parts: list[tuple[int, str]] = []
    for part in number.split("."):
        digits = "".join(letter for letter in part if letter.isdigit())
        parts.append((int(digits or 0), part[len(digits) :]))
    return tuple(parts)
