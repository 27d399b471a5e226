"""Asking: which objects satisfy a conjunction in the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from clingo import Control, MessageCode, Symbol, SymbolType
from clingo.ast import AST, ASTType, Sign, parse_string

from facts.board import Board
from facts.board_facts import board_facts
from facts.errors import InputError, show
from facts.names import did_you_mean
from facts.term import Facts, quoted
from solver.answer import Answer
from solver.derive import DEFAULT_EDITION, ground, make_answer
from solver.layers import Layers
from solver.vocabulary import vocabulary

LONGEST = 2000
"""So many characters a query may have."""
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_NUMBER = 0
Value = str | int


@dataclass(frozen=True, slots=True)
class Bindings:
    """The answer to a query.

    Attributes:
        variables: The variables, in the order the query names them.
        rows: For each way to satisfy it, the values of the variables; sorted.
    """

    variables: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    def as_data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "variables": list(self.variables),
            "bindings": [dict(zip(self.variables, row, strict=True)) for row in self.rows],
        }


def query(board: Board, text: str, *, edition: str = DEFAULT_EDITION) -> Bindings:
    """Find out who satisfies a conjunction.

    Args:
        board: The board.
        text: Like ``type(X,"Creature"), not supertype(X,"Legendary")``, in the vocabulary.
        edition: The edition of the rules.

    Returns:
        The bindings of its variables. A query without variables has one empty row where it holds.

    Raises:
        InputError: The query is not one.
    """
    body = _read(text)
    facts = _facts(board, edition, body.predicates)
    found: list[str] = []
    control = Control(["--warn=none"], logger=lambda code, message: found.append(_unsafe(code, message)))
    head = f"match({','.join(body.variables)})" if body.variables else "match"
    control.add("base", [], f"{head} :- {body.text}.")
    control.add("base", [], facts.text())
    try:
        control.ground([("base", [])])
    except RuntimeError:
        problem = next((line for line in found if line), "it cannot be evaluated")
        raise _wrong(problem, "Every variable must occur in an atom without 'not'") from None
    rows = {tuple(map(_value, atom.symbol.arguments)) for atom in control.symbolic_atoms if atom.symbol.name == "match"}
    return Bindings(body.variables, tuple(sorted(rows, key=lambda row: tuple((isinstance(one, int), one) for one in row))))


# ---- reading a query


@dataclass(frozen=True, slots=True)
class _Body:
    """A query that may be evaluated."""

    text: str
    variables: tuple[str, ...]
    predicates: frozenset[str]


def _wrong(problem: str, hint: str = "") -> InputError:
    return InputError(problem, hint, source="<query>")


def _unsafe(code: MessageCode, message: str) -> str:
    if "unsafe" not in message:
        return ""
    names = sorted(set(re.findall(r"'([A-Z]\w*)' is unsafe|note: '([A-Z]\w*)'", message)))
    words = ", ".join(one or other for one, other in names)
    return f"the variable {words} is not bound by any atom" if words else "a variable is not bound by any atom"


def _read(text: str) -> _Body:
    """Read a query: only atoms of the vocabulary, 'not' and comparisons are let through to clingo."""
    if len(text) > LONGEST:
        raise _wrong(f"the query is longer than {LONGEST:,} characters")
    if not text.strip():
        raise _wrong("the query is empty", 'Ask like: type(X,"Creature")')
    text = text.strip().removesuffix(".")
    bare = _STRING.sub('""', text)
    for sign in ("#", "@", "..", ":-", "%", ";", "{", "}", "&", "\n", ":", "|"):
        if sign in bare:
            raise _wrong(f"{show(sign)} has no place in a query", "Atoms and comparisons, joined by commas; 'not' before an atom")
    trees: list[AST] = []
    messages: list[str] = []
    try:
        parse_string(f"match :- {text}.", trees.append, logger=lambda code, message: messages.append(message))
    except RuntimeError:
        raise _wrong(f"{show(text)} is no query", 'Ask like: type(X,"Creature"), not supertype(X,"Legendary")') from None
    rules = [tree for tree in trees if tree.ast_type == ASTType.Rule]
    if len(rules) != 1 or len(trees) != 2:
        raise _wrong("more than one query", "Ask one conjunction")
    checker = _Checker()
    parts = [checker.literal(literal) for literal in rules[0].body]
    return _Body(", ".join(parts), tuple(checker.variables), frozenset(checker.predicates))


class _Checker:
    """Lets through what a query may contain, and writes it anew."""

    def __init__(self) -> None:
        self.variables: dict[str, None] = {}
        self.predicates: set[str] = set()
        self._arities = {one.name: len(one.arguments) for one in vocabulary()}

    def literal(self, literal: AST) -> str:
        """Return a literal of the body."""
        if literal.ast_type != ASTType.Literal:
            raise _wrong(f"{show(str(literal))} has no place in a query")
        if literal.sign == Sign.DoubleNegation:
            raise _wrong("'not not' has no place in a query", "Leave both out")
        sign = "not " if literal.sign == Sign.Negation else ""
        atom = literal.atom
        if atom.ast_type == ASTType.Comparison:
            return sign + self._comparison(atom)
        if atom.ast_type != ASTType.SymbolicAtom or atom.symbol.ast_type != ASTType.Function:
            raise _wrong(f"{show(str(literal))} has no place in a query")
        return sign + self._atom(atom.symbol)

    def _atom(self, symbol: AST) -> str:
        name = symbol.name
        if name not in self._arities:
            hint = did_you_mean(name, self._arities) or "See 'typeline vocabulary'"
            raise _wrong(f"{show(name)} is no predicate of the vocabulary", hint)
        if len(symbol.arguments) != self._arities[name]:
            form = next(one.form for one in vocabulary() if one.name == name)
            raise _wrong(f"{name} has {self._arities[name]} arguments, not {len(symbol.arguments)}", f"It is {form}")
        self.predicates.add(name)
        return f"{name}({','.join(map(self._term, symbol.arguments))})"

    def _comparison(self, atom: AST) -> str:
        signs = ("", ">", "<", "<=", ">=", "!=", "=")
        text = self._term(atom.term)
        for guard in atom.guards:
            text += f" {signs[_comparison_number(guard.comparison)]} {self._term(guard.term)}"
        return text

    def _term(self, term: AST) -> str:
        if term.ast_type == ASTType.Variable:
            if term.name != "_":
                self.variables[term.name] = None
            return str(term.name)
        if term.ast_type == ASTType.SymbolicTerm:
            symbol: Symbol = term.symbol
            if symbol.type == SymbolType.Number:
                return str(symbol.number)
            if symbol.type == SymbolType.String:
                return quoted(symbol.string)
            if symbol.type == SymbolType.Function and not symbol.arguments and symbol.positive:
                return quoted(symbol.name)
        if term.ast_type == ASTType.Function and not term.arguments:
            return quoted(term.name)
        raise _wrong(f"{show(str(term))} has no place in a query", "Variables, numbers, words and texts in quotes")


def _comparison_number(comparison: Any) -> int:
    from clingo.ast import ComparisonOperator

    order = (
        None,
        ComparisonOperator.GreaterThan,
        ComparisonOperator.LessThan,
        ComparisonOperator.LessEqual,
        ComparisonOperator.GreaterEqual,
        ComparisonOperator.NotEqual,
        ComparisonOperator.Equal,
    )
    return order.index(comparison)


def _value(symbol: Symbol) -> Value:
    return symbol.number if symbol.type == SymbolType.Number else symbol.string


# ---- what is known


def _facts(board: Board, edition: str, asked: frozenset[str]) -> Facts:
    """Write the answer of a board as facts of the vocabulary."""
    told, layers = ground(board, edition=edition)
    facts = Facts()
    _say_answer(facts, make_answer(board, told, layers))
    _say_effects(facts, layers)
    if "transforms_into" in asked:
        _say_transformations(facts, board, edition, layers)
    return facts


def _say_answer(facts: Facts, answer: Answer) -> None:
    for label, one in answer.objects.items():
        x = quoted(label)
        if one.name:
            facts.say("name", x, quoted(one.name))
        for predicate, words in (
            ("type", one.types),
            ("subtype", one.subtypes),
            ("supertype", one.supertypes),
            ("color", one.colors),
            ("property", one.properties),
            ("every", one.every),
        ):
            for word in words:
                facts.say(predicate, x, quoted(word))
        for ability in one.abilities:
            facts.say("ability", x, quoted(ability.text))
            if ability.keyword is not None:
                facts.say("keyword", x, quoted(ability.keyword))
            if ability.source is not None:
                facts.say("granted", x, quoted(ability.text), quoted(ability.source))
        for predicate, number in (("power", one.power), ("toughness", one.toughness), ("mana_value", one.mana_value)):
            if number is not None:
                facts.say(predicate, x, number)
        facts.say("controller", x, quoted(one.controller))
        facts.say("owner", x, quoted(one.owner))
        facts.say("zone", x, quoted(one.zone))
        facts.say("face", x, quoted(one.face))
        if one.token:
            facts.say("token", x)
        if one.copied:
            facts.say("copied", x)
        if one.attached_to is not None:
            facts.say("attached", x, quoted(one.attached_to))
        for kind, count in one.counters.items():
            facts.say("counter", x, quoted(kind), count)
    for refusal in answer.refused:
        facts.say("transform_refused", quoted(refusal.object), refusal.step, quoted(refusal.rule))


def _say_effects(facts: Facts, layers: Layers) -> None:
    """Write which effects of what applied to what, and which waited for which."""
    for effect, thing, _ in layers.atoms("locks", 3):
        if (label := _label_of_effect(effect)) is not None:
            facts.say("affects", quoted(label), quoted(thing.arguments[1].string))
    for predicate, atoms in (("waits", layers.atoms("waits", 3)), ("looped", layers.atoms("loop", 3))):
        for first, second, _ in atoms:
            one, other = _label_of_effect(first), _label_of_effect(second)
            if one is not None and other is not None:
                facts.say(predicate, quoted(one), quoted(other))


def _label_of_effect(effect: Symbol) -> str | None:
    """Return the label of the object that an effect is of."""
    if effect.name == "static":
        return str(effect.arguments[0].arguments[1].string)
    if effect.name == "ruled":
        return str(effect.arguments[1].arguments[1].string)
    return f"step {effect.arguments[0].arguments[1].number}"


def _say_transformations(facts: Facts, board: Board, edition: str, layers: Layers) -> None:
    """Write what was transformed into what: by its characteristics immediately afterwards (701.28e)."""
    times = {(str(thing), index.number): step.number for thing, index, step in layers.atoms("version", 3)}
    for thing, index in list(layers.atoms("transformed", 2)):
        step = times[str(thing), index.number]
        told = board_facts(board.timeline, _NUMBER, edition=edition, after_step=step)
        then = Layers((*told.lines, f"asked_after({thing},{step})."))
        then.run()
        for label, number, kind, value in _transformations(then):
            facts.say("transforms_into", quoted(label), number, quoted(kind), quoted(value))


def _transformations(layers: Layers) -> Iterator[tuple[str, int, str, str]]:
    for thing, step, kind, value in layers.atoms("transforms_into", 4):
        yield thing.arguments[1].string, step.number, kind.name, value.string


