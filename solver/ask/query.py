"""Asking: which objects satisfy a conjunction in the vocabulary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clingo import Symbol, SymbolType
from clingo.ast import AST, ASTType, Sign, UnaryOperator, parse_string

from facts.board import Board, BoardFacts, Timeline, board_facts
from facts.runtime import pattern
from facts.text import Facts, InputError, did_you_mean, quoted, show
from facts.words import CARD_TYPES, SUPERTYPES, sets_by_word
from facts.words import shown_examples as examples
from solver.answer import Answer
from solver.ask.derive import DEFAULT_EDITION, derive, ground, make_answer
from solver.ask.query_limits import MEGABYTES, SECONDS, Value, matches, matches_within_limits
from solver.engine import Layers
from solver.process import one_at_a_time
from solver.program import vocabulary

if TYPE_CHECKING:
    from solver.ask.explain.fact import AnsweredBoard

LONGEST = 2000
"""The most characters of a query."""
_STRING = pattern(r'"(?:[^"\\]|\\.)*"')
_ESCAPED = pattern(r'"(?:[^"\\]|\\["\\n])*"')
_NUMBER = 0


@dataclass(frozen=True, slots=True)
class Bindings:
    """The answer to a query.

    Attributes:
        variables: The variables, in the order the query names them.
        rows: For each way to satisfy it, the values of the variables; sorted.
        notes: Parts of the query that look like mistakes.
    """

    variables: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = ()

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
        text: Like ``type(X,"Creature"), not supertype(X,"Legendary")``, in the vocabulary; or a fact in words, with
            ``X`` for every object that matches: ``X is a 1/1 creature``.
        edition: The edition of the rules.

    Returns:
        The bindings of its variables. A query without variables has one empty row where it holds.

    Raises:
        InputError: The text is no query.
    """
    if len(text) <= LONGEST and "(" not in _STRING.sub("", text):  # atoms of the vocabulary have parentheses
        from solver.ask.explain.fact import AnsweredBoard, is_in_words

        if is_in_words(text):
            return _in_words(text, AnsweredBoard(board.timeline, derive(board, edition=edition)))
    body = _read(text)
    if unbound := body.unbound():
        words = ", ".join(unbound)
        problem = f"the variables {words} are" if len(unbound) > 1 else f"the variable {words} is"
        raise _wrong(f"{problem} not bound by any atom", "Every variable must occur in an atom without 'not'")
    facts = _facts(board, edition, body.predicates)
    head = f"match({','.join(body.variables)})" if body.variables else "match"
    program = f"{head} :- {body.text}.\n{facts.text()}"
    rows = matches(program) if _work(body, facts) <= _LITTLE else matches_within_limits(program)
    notes = _notes(body, board.timeline)
    if rows is None:
        hint = "Let its atoms share variables, and leave out what is not needed"
        raise _wrong(f"it takes more than {SECONDS} seconds or {MEGABYTES:,} MB, and was stopped", hint)
    rows.sort(key=lambda row: [(isinstance(one, int), one) for one in row])
    return Bindings(body.variables, tuple(map(tuple, rows)), notes)


def _in_words(text: str, about: AnsweredBoard) -> Bindings:
    """Find the objects for which a fact in words holds."""
    from solver.ask.explain.fact import open_question, read_goal, said_of

    answer = about.answer
    try:
        question = open_question(text, about)
        if question is None:
            holds = all(goal.holds(answer) for goal in read_goal(text, about))
            return Bindings((), ((),) if holds else ())
        asked = {label: said_of(label, question, about) for label in answer.objects}
    except InputError as refused:
        raise _wrong(refused.problem, refused.hint) from None
    rows = [(label,) for label, goals in asked.items() if all(goal.holds(answer) for goal in goals)]
    return Bindings((question.variable,), tuple(sorted(rows)))


_LITTLE = 200_000
"""A query of which clingo looks at no more combinations than this is evaluated in this process."""


def _work(body: _Body, facts: Facts) -> int:
    """Return the most combinations of facts that clingo could have to look at."""
    sizes = Counter(line.partition("(")[0] for line in facts.lines())
    work = 1
    for name in body.atoms:
        work *= max(1, sizes[name])
    return work


# ---- reading a query


@dataclass(frozen=True, slots=True)
class _Body:
    """A query that may be evaluated."""

    text: str
    variables: tuple[str, ...]
    predicates: frozenset[str]
    atoms: tuple[str, ...]
    bound: frozenset[str]
    equal: tuple[tuple[str, str], ...]
    once: frozenset[str]
    words: tuple[tuple[str, str], ...]

    def unbound(self) -> list[str]:
        """Return the variables that nothing gives values to."""
        bound = set(self.bound)
        while more := {
            one
            for pair in self.equal
            for one, other in (pair, pair[::-1])
            if one in self.variables and one not in bound and (other in bound or other not in self.variables)
        }:
            bound |= more
        return [name for name in self.variables if name not in bound]


def _wrong(problem: str, hint: str = "") -> InputError:
    return InputError(problem, hint, source="<query>")


def _read(text: str) -> _Body:
    """Read a query: only atoms of the vocabulary, 'not' and comparisons are let through to clingo."""
    if len(text) > LONGEST:
        raise _wrong(f"the query is longer than {LONGEST:,} characters")
    pieces = re.split(f"({_STRING.pattern})", text)  # those at odd places are texts in quotes
    text = "".join(piece if at % 2 else re.sub(r"\s+", " ", piece) for at, piece in enumerate(pieces))
    text = text.strip().removesuffix(".").strip()
    if not text:
        raise _wrong("the query is empty", f"Ask like: {examples.QUERY}")
    if not text.isprintable():
        raise _wrong(f"{show(next(c for c in text if not c.isprintable()))} has no place in a query")
    bare = _STRING.sub('""', text)
    if '"' in bare.replace('""', ""):
        raise _wrong(f"{show(text)} has a text without an end", f"A text stands in quotes: {examples.TEXT_OF_A_QUERY}")
    for sign in ("#", "@", "..", ":-", "%", ";", "{", "}", "&", ":", "|", "'", "`", "$", "?", "~", "^", "/"):
        if sign in bare:
            hint = f"A text stands in quotes like these: {examples.TEXT_OF_A_QUERY}" if sign in "'`" else _PARTS
            raise _wrong(f"{show(sign)} has no place in a query", hint)
    if not bare.isascii():
        raise _wrong(f"{show(next(c for c in bare if not c.isascii()))} has no place outside of quotes", _PARTS)
    if re.search(r"(?<!\w)\d{10}", bare):
        raise _wrong("a number is too large", "At most 999999999")
    wrong = next((one for one in pieces[1::2] if not _ESCAPED.fullmatch(one)), None)
    if wrong is not None:  # clingo would tell us of one byte of what follows, which ends the process
        hint = 'Within quotes, \\ stands only before " and before another \\'
        raise _wrong(f"{show(text)} is no query", hint)
    trees: list[AST] = []
    try:
        parse_string(f"match :- {text}.", trees.append, logger=lambda code, message: None)
    except RuntimeError:
        raise _wrong(
            f"{show(text)} is no query",
            f"Ask like: {examples.QUERIES}",
        ) from None
    rules = [tree for tree in trees if tree.ast_type == ASTType.Rule]
    if len(rules) != 1 or len(trees) != 2:
        raise _wrong("more than one query", "Ask one conjunction")
    checker = _Checker()
    parts = [checker.literal(literal) for literal in rules[0].body]
    once = frozenset(name for name, count in checker.variables.items() if count == 1)
    return _Body(
        ", ".join(parts), tuple(checker.variables), frozenset(checker.predicates), tuple(checker.atoms),
        frozenset(checker.bound), tuple(checker.equal), once, tuple(checker.words),
    )  # fmt: skip


_PARTS = "Atoms and comparisons, joined by commas; 'not' before an atom"


class _Checker:
    """Lets through the terms that a query may contain, and writes them anew."""

    def __init__(self) -> None:
        self.variables: Counter[str] = Counter()
        self.predicates: set[str] = set()
        self.atoms: list[str] = []
        self.bound: set[str] = set()
        self.equal: list[tuple[str, str]] = []
        self.words: list[tuple[str, str]] = []
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
            return sign + self._comparison(atom, binds=not sign)
        if atom.ast_type != ASTType.SymbolicAtom or atom.symbol.ast_type != ASTType.Function:
            raise _wrong(f"{show(str(literal))} has no place in a query")
        return sign + self._atom(atom.symbol, binds=not sign)

    def _atom(self, symbol: AST, *, binds: bool) -> str:
        name = symbol.name
        if name not in self._arities:
            hint = did_you_mean(name, self._arities) or "See 'typeline vocabulary'"
            raise _wrong(f"{show(name)} is no predicate of the vocabulary", hint)
        if len(symbol.arguments) != self._arities[name]:
            form = next(one.form for one in vocabulary() if one.name == name)
            raise _wrong(f"{name} has {self._arities[name]} arguments, not {len(symbol.arguments)}", f"It is {form}")
        self.predicates.add(name)
        terms = [self._term(argument) for argument in symbol.arguments]
        if binds:
            self.atoms.append(name)
            self.bound.update(terms)
        if len(terms) > 1 and terms[1].startswith('"'):
            self.words.append(
                (name, symbol.arguments[1].symbol.string if _is_text(symbol.arguments[1]) else terms[1][1:-1])
            )
        return f"{name}({','.join(terms)})"

    def _comparison(self, atom: AST, *, binds: bool) -> str:
        signs = ("", ">", "<", "<=", ">=", "!=", "=")
        before = text = self._term(atom.term)
        for guard in atom.guards:
            sign, after = signs[_comparison_number(guard.comparison)], self._term(guard.term)
            if binds and sign == "=":
                self.equal.append((before, after))
            text += f" {sign} {after}"
            before = after
        if any(term.ast_type == ASTType.Variable and term.name == "_" for term in (atom.term, *_compared(atom))):
            raise _wrong(
                "'_' stands for anything, and cannot be compared", "Give it a name that stands in an atom, too"
            )
        return text

    def _term(self, term: AST) -> str:
        if term.ast_type == ASTType.Variable:
            if term.name != "_":
                self.variables[term.name] += 1
            return str(term.name)
        if term.ast_type == ASTType.UnaryOperation and term.operator_type == UnaryOperator.Minus:
            inner = term.argument
            if inner.ast_type == ASTType.SymbolicTerm and inner.symbol.type == SymbolType.Number:
                return str(-inner.symbol.number)
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


def _compared(comparison: AST) -> Iterator[AST]:
    """Return the term that the first term of a comparison is compared with."""
    yield from (guard.term for guard in comparison.guards)


def _is_text(term: AST) -> bool:
    return bool(term.ast_type == ASTType.SymbolicTerm and term.symbol.type == SymbolType.String)


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


# ---- likely mistakes

_WORDS = {
    "type": (CARD_TYPES, "card type"),
    "supertype": (SUPERTYPES, "supertype"),
    "color": (tuple("WUBRG"), "color"),
    "zone": (("battlefield", "stack", "hand", "graveyard", "library", "exile", "command"), "zone"),
    "face": (("front", "back", "down", "left", "right", "adventure", "flipped"), "face"),
}


def _notes(body: _Body, timeline: Timeline) -> tuple[str, ...]:
    """Say which variables were meant as words, and which words mean nothing."""
    printed = {word for card in timeline.cards.values() for face in card.faces for word in face.type_line.subtypes}
    subtypes = {**dict.fromkeys(sets_by_word()), **dict.fromkeys(printed)}
    found = [
        f'{name} is a variable here, which stands for anything; a word needs quotes: "{name}"'
        for name in body.variables
        if name in body.once and (name in CARD_TYPES or name in SUPERTYPES or name in subtypes)
    ]
    for predicate, word in body.words:
        known, noun = _WORDS.get(predicate, ((), ""))
        if predicate == "subtype":
            known, noun = tuple(subtypes), "subtype"
        if noun and word not in known:
            found.append(" ".join([f"{show(word)} is no {noun}.", did_you_mean(word, known)]).strip())
    return tuple(dict.fromkeys(found))


# ---- the facts of the answer


@one_at_a_time
def _facts(board: Board, edition: str, asked: frozenset[str]) -> Facts:
    """Write the answer of a board as facts of the vocabulary."""
    told, layers = ground(board, edition=edition, thorough=True)
    facts = Facts()
    _say_answer(facts, make_answer(told, layers))
    _say_effects(facts, board.timeline, layers)
    if "transforms_into" in asked:
        for label, number, kind, value in transformations(told, edition, layers):
            facts.say("transforms_into", quoted(label), number, quoted(kind), quoted(value))
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
        facts.say("abilities", x, len(one.abilities))
        for gone in one.lost:
            facts.say("lost", x, quoted(gone.text))
        if not one.abilities and one.lost:
            facts.say("lost_all", x)
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
        if refusal.entering or refusal.turning_up:
            continue
        facts.say("transform_refused", quoted(refusal.object), refusal.step, quoted(refusal.rule))


def _say_effects(facts: Facts, timeline: Timeline, layers: Layers) -> None:
    """Write which effects applied to which objects, and which effects waited for which."""
    labels = {one.step: one.label for one in timeline.resolutions if one.label}
    for effect, thing, _ in layers.atoms("starts_on", 3):
        if (label := _label_of_effect(effect, labels)) is not None:
            facts.say("affects", quoted(label), quoted(thing.arguments[1].string))
    for predicate, atoms in (("waits", layers.atoms("waits_for", 3)), ("looped", layers.atoms("loop", 3))):
        for first, second, _ in atoms:
            one, other = _label_of_effect(first, labels), _label_of_effect(second, labels)
            if one is not None and other is not None:
                facts.say(predicate, quoted(one), quoted(other))


def _label_of_effect(effect: Symbol, labels: Mapping[int, str]) -> str | None:
    """Return the label of the object whose effect it is; of a resolved effect, its own label."""
    if effect.name == "static":
        return str(effect.arguments[0].arguments[1].string)
    if effect.name == "ruled":
        return str(effect.arguments[1].arguments[1].string)
    step = effect.arguments[0].arguments[1].number
    return labels.get(step, f"step {step}")


def transformations(facts: BoardFacts, edition: str, layers: Layers) -> Iterator[tuple[str, int, str, str]]:
    """Find the objects into which permanents transformed, by their characteristics immediately afterwards (701.28e).

    Args:
        facts: The facts of the board.
        edition: The edition of the rules.
        layers: Its grounding.

    Returns:
        The label of the object, the step, a kind of characteristic and a value, for each.
    """
    times = {(str(thing), index.number): time.number for thing, index, time in layers.atoms("version", 3)}
    for thing, index in list(layers.atoms("transformed", 2)):
        step = times[str(thing), index.number]
        settled = facts.settled._replace(findings=tuple(one for one in facts.settled.findings if one.step <= step))
        told = board_facts(facts.timeline, _NUMBER, edition=edition, settled=settled, after_step=step)
        then = Layers((*told.lines, f"asked_after({thing},{step})."))
        then.run()
        for about, when, kind, value in then.atoms("transforms_into", 4):
            yield about.arguments[1].string, when.number, kind.name, value.string
