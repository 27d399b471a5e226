"""Rules broken on purpose: an invariant that no broken rule violates would prove nothing.

A mutant is the program with one rule gone, one literal of a body dropped, one negation turned round, or one comparison
flipped (`operators`). Other operators could make atoms lead to their own absence, and are for the law alone
(`solver.ask.check.broken_law`).
"""

from __future__ import annotations

import atexit
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache

from clingo import Control
from clingo.ast import AST, ProgramBuilder

from solver.ask.check.bounded.operators import broken
from solver.program import Statement, everything, part_tree, replaced, statements, trees_of

_KINDS = ("gone", "dropped", "turned", "flipped")


@dataclass(frozen=True)
class Mutant:
    """A broken program.

    Attributes:
        what: The change, and the rule that it changed.
        statement: The rule, as it was.
        number: The place of the rule among all statements.
        trees: The syntax trees that stand there now.
        kind: ``gone``, ``dropped``, ``turned`` or ``flipped``.
    """

    what: str
    statement: Statement
    number: int
    trees: tuple[AST, ...]
    kind: str

    def broken(self) -> AbstractContextManager[None]:
        """Break the rules until the ``with`` block ends."""
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
    """Tell whether clingo accepts a mutant: its variables must be safe.

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
    """Return the ways to break a statement, made once in a process: for all rules that takes seconds."""
    found: list[Mutant] = []
    trees = trees_of(number)
    for place, tree in enumerate(trees):
        if tree.ast_type.name == "Rule" and tree.body:
            for kind, what, now in broken(tree):
                if kind not in _KINDS:
                    continue
                all_now = (*trees[:place], *now, *trees[place + 1 :])
                found.append(Mutant(f"{statement.place[0]}: {what}", statement, number, all_now, kind))
    return tuple(found)


atexit.register(_of_statement.cache_clear)  # clingo cannot free trees at the end of a process
