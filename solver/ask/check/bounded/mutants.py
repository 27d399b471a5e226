"""Rules broken on purpose: an invariant that no broken rule violates would prove nothing.

A mutant is the program with one rule gone, one literal of a body dropped, or one negation turned round.
"""

from __future__ import annotations

import atexit
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache

from clingo import Control
from clingo.ast import AST, ProgramBuilder, Sign, Transformer, Variable

from solver.program.rule_files import Statement, everything, part_tree, replaced, statements, trees_of


@dataclass(frozen=True)
class Mutant:
    """A broken program.

    Attributes:
        what: The change, and the rule that it changed.
        statement: The rule, as it was.
        number: The place of the rule among all statements.
        trees: The text that stands there now.
        kind: ``gone``, ``dropped`` or ``turned``.
    """

    what: str
    statement: Statement
    number: int
    trees: tuple[AST, ...]
    kind: str

    def broken(self) -> AbstractContextManager[None]:
        """Have the rules broken as long as the context lasts."""
        return replaced(self.number, self.trees)


def mutants(seed: int = 0, about: str = "") -> Iterator[Mutant]:
    """Break the rules, one at a time, in an order that the seed decides: each rule once before any is broken again.

    Args:
        seed: A number.
        about: Only rules with this word in them; all by default.

    Returns:
        The mutants of all rules that have a body, also those that clingo does not accept.
    """
    found = [
        mutant
        for number in everything()
        if about in statements()[number].text and not statements()[number].text.startswith("#")
        for mutant in _of_statement(statements()[number], number)
    ]
    random.Random(seed).shuffle(found)  # noqa: S311 - an order, no secret
    before: Counter[int] = Counter()
    turns: list[tuple[int, int]] = []
    for place, mutant in enumerate(found):
        turns.append((before[mutant.number], place))
        before[mutant.number] += 1
    yield from (found[place] for _, place in sorted(turns))


def is_program(mutant: Mutant) -> bool:
    """Tell whether clingo takes a mutant: each variable has to come from somewhere.

    Args:
        mutant: The mutant.
    """
    control = Control(["--warn=none"], logger=lambda code, message: None)
    try:
        with ProgramBuilder(control) as builder:
            builder.add(part_tree(mutant.statement))
            for tree in mutant.trees:
                builder.add(tree)
        control.ground([("base", [])])
    except RuntimeError:
        return False
    return True


@lru_cache(maxsize=1 << 12)
def _of_statement(statement: Statement, number: int) -> tuple[Mutant, ...]:
    """Return the ways to break a statement, made once a process: to make those of all rules takes seconds."""
    found: list[Mutant] = []
    trees = trees_of(number)
    for place, tree in enumerate(trees):
        if tree.ast_type.name == "Rule" and tree.body:
            for kind, what, now in _of_rule(tree):
                all_now = (*trees[:place], *now, *trees[place + 1 :])
                found.append(Mutant(f"{statement.place[0]}: {what}", statement, number, all_now, kind))
    return tuple(found)


def _of_rule(tree: AST) -> Iterator[tuple[str, str, tuple[AST, ...]]]:
    text = str(tree)
    yield "gone", f"gone: {text}", ()
    for number, literal in enumerate(tree.body):
        rest = [one for other, one in enumerate(tree.body) if other != number]
        yield "dropped", f"without {literal}: {text}", (tree.update(body=rest),)
        if literal.ast_type.name == "Literal" and literal.atom.ast_type.name == "SymbolicAtom":
            negated = literal.sign == Sign.Negation
            turned = literal.update(sign=Sign.NoSign) if negated else _negated(literal, (tree.head, *rest))
            body = [turned if other == number else one for other, one in enumerate(tree.body)]
            yield "turned", f"{literal} turned round: {text}", (tree.update(body=body),)


def _negated(literal: AST, others: Sequence[AST]) -> AST:
    """Negate a literal; variables of this literal alone become "anything", or the rule would be unsafe."""
    elsewhere = _Variables()
    for one in others:
        elsewhere.visit(one)
    return _Anonymous(elsewhere.names).visit(literal).update(sign=Sign.Negation)


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


atexit.register(_of_statement.cache_clear)  # clingo cannot free trees at the end of a process
