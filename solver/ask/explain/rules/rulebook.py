"""The rules as the explainer reads them: each with its number, its sentence and its parts.

A rule is compiled when it is first needed: most questions need few of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from solver.ask.explain.rules.prepared_forms import Prepared, prepared
from solver.ask.explain.rules.rule_forms import Form, has_sum
from solver.program import Statement, chapter_text, chapters, law, read, written
from solver.speed import heads

if TYPE_CHECKING:
    from clingo.ast import AST

BOOKKEEPING = "-"
"""The number of a rule that only does bookkeeping."""


class Source(NamedTuple):
    """The text of a rule, which is read when it is needed.

    Attributes:
        heads: The predicates that it derives: one, with its arity.
        text: The statement that it stands in.
        place: The number of rules before it in the statement.
        prepared: The prepared data of the statement.
    """

    heads: frozenset[tuple[str, int]]
    text: str
    place: int
    prepared: Prepared | None


@dataclass(eq=False)  # making frozen ones takes three times as long, and there are some 2,500
class Rule:
    """A rule of the program.

    Attributes:
        number: Its number in the Comprehensive Rules; ``-`` for bookkeeping.
        sentence: Its sentence, with the names of its variables in braces; empty for bookkeeping.
        chapter: The file it stands in.
        line: The line it begins on.
        part: The program part.
        parameters: Its parameters.
        source: Its source text.
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
        """The file and line of the rule: ``rules/law/205_type_line.lp:42``."""
        return f"rules/{self.chapter}:{self.line}"

    @property
    def bookkeeping(self) -> bool:
        """True if the rule only does bookkeeping."""
        return self.number == BOOKKEEPING

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The rule, once for each choice out of its pools."""
        if self.source.prepared is not None:
            return self.source.prepared.forms(self.source.place)
        from solver.ask.explain.rules.compiling import read_forms

        return read_forms(self.tree, self.parameters)

    @property
    def heads(self) -> frozenset[tuple[str, int]]:
        """The predicates that it derives: one, with its arity."""
        return self.source.heads

    @property
    def tree(self) -> AST:
        """Its syntax tree, parsed now."""
        from solver.ask.explain.rules.compiling import rule_trees

        part = f"#program {self.part}({','.join(self.parameters)})."
        return rule_trees(part, self.source.text, self.line)[self.source.place]


class Derivation(NamedTuple):
    """A form of a rule that can derive atoms of a predicate.

    Attributes:
        rule: The rule.
        form: The form.
        reckoned: Whether its head has arithmetic: then an atom may fit the head and still not follow from the rule.
    """

    rule: Rule
    form: Form
    reckoned: bool


class Rulebook:
    """All rules.

    Attributes:
        rules: In the order of the chapters.
        plans: The order in which to look at the body of a form (by its identity), for the variables that have values:
            what was found out once holds for all boards.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        """Take the rules.

        Args:
            rules: All rules, in the order of the chapters.
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
            arity: The number of its arguments.
        """
        return self._by_head.get((name, arity), ())

    def derivations(self, name: str, arity: int) -> Sequence[Derivation]:
        """Return the forms of rules that can derive atoms of a predicate.

        Args:
            name: The predicate.
            arity: The number of its arguments.
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
    """Return the rules for answers, the law and the engine, read once."""
    numbers = {statement.place: number for number, statement in enumerate(written())}
    return _book(chapters(), lambda statement: map(frozenset, heads(numbers[statement.place])))


@lru_cache(maxsize=1)
def lawbook() -> Rulebook:
    """Return the rules of the law alone, for proofs (`solver.engine.plain`), read once."""
    return _book(law(), _heads)


def forget_books() -> None:
    """Have the rules read anew: they were changed."""
    rulebook.cache_clear()
    lawbook.cache_clear()


def _book(paths: Sequence[Path], derived: Callable[[Statement], Iterable[frozenset[tuple[str, int]]]]) -> Rulebook:
    """Read chapters; for a statement that is not prepared, `derived` returns the heads of its rules."""
    return Rulebook([rule for path in paths for rule in _read(chapter_text(path), tuple(read(path)), derived)])


def _heads(statement: Statement) -> Iterator[frozenset[tuple[str, int]]]:
    """Return the predicates that each rule of a statement derives, read from its syntax tree."""
    from solver.ask.explain.rules.compiling import read_forms, rule_trees

    for tree in rule_trees(statement.part, statement.text):
        yield frozenset((form.name, len(form.parts)) for form in read_forms(tree, statement.parameters))


def _read(
    text: str,
    statements: Sequence[Statement],
    derived: Callable[[Statement], Iterable[frozenset[tuple[str, int]]]],
) -> Iterator[Rule]:
    """Read a chapter: its statements, with the annotations that stand above them."""
    notes = _annotations(text)
    parts: dict[str, tuple[str, tuple[str, ...], Callable[[str], Prepared | None]]] = {}
    at, note = 0, (BOOKKEEPING, "")
    for statement in statements:
        chapter, line = statement.place
        while at < len(notes) and notes[at][0] < line:
            note = notes[at][1]  # facts share the annotation of the facts above them
            at += 1
        if statement.part not in parts:
            parts[statement.part] = statement.part_name, statement.parameters, prepared(statement.parameters)
        part, parameters, of_part = parts[statement.part]
        ready = of_part(statement.text)
        for place, one in enumerate(derived(statement) if ready is None else ready.heads):
            yield Rule(*note, chapter, line, part, parameters, Source(one, statement.text, place, ready))


def _annotations(text: str) -> list[tuple[int, tuple[str, str]]]:
    """Return the annotations of a chapter, each after its line: a number and a sentence."""
    found: list[tuple[int, tuple[str, str]]] = []
    line = 0
    for before, after in pairwise(f"\n{text}".split("\n%@")):
        line += before.count("\n") + 1
        number, quote, sentence = after.partition("\n")[0].rstrip().partition('"')
        if number.startswith(" ") and (not quote or sentence.endswith('"')):
            found.append((line, (number.strip(), sentence[:-1])))
    return found


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
