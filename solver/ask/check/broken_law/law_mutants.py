"""All ways to break the rules of the law that an answer may need, in an order that a seed decides."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache

from clingo import Control
from clingo.ast import AST, ComparisonOperator, ProgramBuilder, Transformer

from solver.ask.check.bounded import Sorts, broken
from solver.ask.check.broken_law.shared_predicates import Signature, shared_predicates
from solver.ask.together import for_all_boards
from solver.engine import LawRule, law_changed, law_rules, law_statements
from solver.program import Statement

_ASIDE = ("findings", "walked")
"""The parts that lead to no answer: `check BOARD` and `explain` ask them."""
_LAW = "law/"


@dataclass(frozen=True, eq=False)
class LawMutant:
    """A rule of the law that is broken.

    Attributes:
        place: The place of its statement among those of the law.
        statement: The statement.
        kind: The mutation operator.
        what: The change, and the rule that it changed.
        whole: The rule as it was.
        rules: The broken rules.
        trees: The whole statement now: it may have several rules.
    """

    place: int
    statement: Statement
    kind: str
    what: str
    whole: AST
    rules: tuple[AST, ...]
    trees: tuple[AST, ...]

    @property
    def name(self) -> str:
        """Its key, which no other mutant has."""
        return f"{self.statement.place[0]}: {self.what}"

    def broken(self) -> AbstractContextManager[None]:
        """Break the law until the ``with`` block ends."""
        return law_changed({self.place: self.trees})

    @property
    def is_unlinked(self) -> bool:
        """True if the literals of the broken rule no longer share variables, so that it would mix several boards up.

        Literals that are the same for all boards (`shared_predicates`) mix nothing up.
        """
        return any(_parts_of(rule) > 1 for rule in self.rules) and any(
            _parts_of(rule, shared_predicates()) > 1 for rule in self.rules
        )


def law_mutants(seed: int = 0) -> list[LawMutant]:
    """Return all mutants: each rule is broken once before any is broken again.

    Args:
        seed: Decides the order.
    """
    found = list(_every())
    random.Random(seed).shuffle(found)  # noqa: S311 - an order, no secret
    before: Counter[int] = Counter()
    turns: list[tuple[int, int]] = []
    for at, mutant in enumerate(found):
        turns.append((before[mutant.place], at))
        before[mutant.place] += 1
    return [found[at] for _, at in sorted(turns)]


def sampled(seed: int = 0, about: str = "") -> Iterator[LawMutant]:
    """Return the mutants that clingo accepts; the first N are a sample of each chapter in proportion to its size.

    Args:
        seed: Decides the order within a chapter.
        about: Only mutants with this word in their names.
    """
    by_chapter: dict[str, list[LawMutant]] = {}
    for mutant in law_mutants(seed):
        if about in mutant.name:
            by_chapter.setdefault(mutant.statement.place[0], []).append(mutant)
    turns = [
        ((place + 0.5) / len(those), chapter, place)
        for chapter, those in by_chapter.items()
        for place in range(len(those))
    ]
    yield from (one for _, chapter, place in sorted(turns) if is_program(one := by_chapter[chapter][place]))


@lru_cache(maxsize=1)
def _every() -> tuple[LawMutant, ...]:
    rules = law_rules()
    statements = law_statements()
    heads: dict[tuple[str, str], list[AST]] = {}
    for statement, rule in zip(statements, rules, strict=True):
        heads.setdefault((statement.place[0], statement.part), []).extend(one.head for one in _rules_in(rule))
    sorts = Sorts(one for rule in rules for one in _rules_in(rule))
    return tuple(_of_each(statements, rules, sorts, heads))


def _of_each(
    statements: Sequence[Statement],
    rules: Sequence[LawRule],
    sorts: Sorts,
    heads: Mapping[tuple[str, str], Sequence[AST]],
) -> Iterator[LawMutant]:
    for place, (statement, rule) in enumerate(zip(statements, rules, strict=True)):
        if not statement.place[0].startswith(_LAW) or statement.part_name in _ASIDE:
            continue
        trees = rule.trees[1:]
        for at, tree in enumerate(trees):
            if tree.ast_type.name != "Rule":
                continue
            for kind, what, now in broken(tree, sorts, heads[statement.place[0], statement.part]):
                yield LawMutant(place, statement, kind, what, tree, now, (*trees[:at], *now, *trees[at + 1 :]))


def _rules_in(rule: LawRule) -> list[AST]:
    return [tree for tree in rule.trees if tree.ast_type.name == "Rule"]


def is_program(mutant: LawMutant) -> bool:
    """Tell whether clingo accepts a broken rule: its variables must be safe.

    Args:
        mutant: The mutant.
    """
    part = law_rules()[mutant.place].trees[0]
    control = Control(["--warn=none"], logger=lambda code, message: None)
    try:
        with ProgramBuilder(control) as builder:
            for tree in for_all_boards((part, *mutant.rules)):
                builder.add(tree)
        control.ground([("base", [])])
    except RuntimeError:
        return False
    return True


def _parts_of(rule: AST, shared: Collection[Signature] = ()) -> int:
    """Return the number of groups of positive literals in a body that share no variables with each other.

    A comparison puts nothing in relation unless it says that two things are equal: things of different boards differ.

    Args:
        rule: The rule.
        shared: Predicates that are the same for all boards: a group of such literals does not count.
    """
    groups: list[tuple[set[str], bool]] = []
    for literal in rule.body:
        if literal.ast_type.name == "Literal" and not literal.sign and not _tells_apart(literal):
            seen = _Names()
            seen.visit(literal)
            if seen.names:
                groups.append((seen.names, _signature(literal) not in shared))
    joined: list[tuple[set[str], bool]] = []
    for names, counts in groups:
        touching = [one for one in joined if one[0] & names]
        group = names.union(*(each for each, _ in touching)), counts or any(each for _, each in touching)
        joined = [*(one for one in joined if not one[0] & names), group]
    return sum(counts for _, counts in joined)


def _signature(literal: AST) -> Signature | None:
    """Return the predicate of a literal; None for a comparison."""
    symbol = literal.atom.symbol if literal.atom.ast_type.name == "SymbolicAtom" else None
    return (symbol.name, len(symbol.arguments)) if symbol is not None and symbol.ast_type.name == "Function" else None


def _tells_apart(literal: AST) -> bool:
    """Tell whether a literal compares two things, and does not say that they are equal."""
    atom = literal.atom
    return atom.ast_type.name == "Comparison" and any(
        guard.comparison != ComparisonOperator.Equal for guard in atom.guards
    )


class _Names(Transformer):
    """Collects the names of variables."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_Variable(self, node: AST) -> AST:
        self.names.add(node.name)
        return node
