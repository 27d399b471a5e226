"""Rules broken on purpose: an invariant that no broken rule violates would prove nothing.

A mutant is the program with one rule gone, one literal of a body dropped, or one negation turned round.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from clingo.ast import AST, Sign

from solver.check.bounded.prove import prove
from solver.check.bounded.universe import Universe
from solver.check.bounded.unrolled import Unrolled
from solver.program import Statement, everything, statements, syntax_trees

_PARTS = ("base", "instances", "look", "compare", "perform", "weigh", "choose_weighed", "apply", "outcome", "advance")
"""The parts of the program that the steps are grounded from."""


_LITERAL = re.compile(r"(?:[^,(){}]|\{[^}]*\}|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+")
_ATOM = re.compile(r"([a-z]\w*)(?:\(.*\))?", re.DOTALL)


@dataclass(frozen=True)
class Mutant:
    """A broken program.

    Attributes:
        what: What was done, and to which rule.
        place: The place of the syntax tree among those of the program.
        tree: What stands there now; None where the rule is gone.
    """

    what: str
    place: int
    tree: AST | None


@dataclass
class Score:
    """How many mutants were noticed.

    Attributes:
        killed: For each mutant that was noticed, the invariants that do not hold.
        survived: The others.
        no_program: How many clingo does not take.
    """

    killed: dict[str, list[str]] = field(default_factory=dict)
    survived: list[str] = field(default_factory=list)
    no_program: int = 0

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "killed": self.killed,
            "survived": self.survived,
            "no_program": self.no_program,
            "by_invariant": self.by_invariant(),
        }

    def by_invariant(self) -> dict[str, int]:
        """Return how many mutants each invariant notices."""
        found: dict[str, int] = {}
        for names in self.killed.values():
            for name in names:
                found[name] = found.get(name, 0) + 1
        return found


def mutants(seed: int = 0, about: str = "") -> Iterator[Mutant]:
    """Break the rules, one at a time, in an order that the seed decides.

    Args:
        seed: A number.
        about: Only rules with this word in them; all by default.

    Returns:
        The mutants of all rules that bounded boards can make fire.
    """
    found = [
        mutant
        for place, (tree, statement) in enumerate(_trees())
        if statement is not None and about in statement.text
        for mutant in _of_rule(place, tree)
    ]
    random.Random(seed).shuffle(found)  # noqa: S311 - an order, no secret
    yield from found


def rules_of(mutant: Mutant) -> tuple[AST, ...]:
    """Return the rules of a mutant.

    Args:
        mutant: The mutant.
    """
    trees = [tree for tree, _ in _trees()]
    trees[mutant.place : mutant.place + 1] = [] if mutant.tree is None else [mutant.tree]
    return tuple(trees)


def score(count: int, *, seed: int = 0, about: str = "", objects: int = 2, effects: int = 2) -> Score:
    """Break the rules so many times and see what notices.

    Args:
        count: How many mutants.
        seed: Which.
        about: Only rules with this word in them.
        objects: The size of the boards.
        effects: The size of the boards.

    Returns:
        What came of it.
    """
    found = Score()
    for mutant in mutants(seed, about):
        if len(found.killed) + len(found.survived) == count:
            break
        try:
            names = [
                one.invariant.name
                for one in prove(objects, effects, rules=rules_of(mutant), smallest=False)
                if not one.holds
            ]
        except RuntimeError:
            found.no_program += 1
            continue
        if names:
            found.killed[mutant.what] = names
        else:
            found.survived.append(mutant.what)
    return found


@lru_cache(maxsize=1)
def _trees() -> tuple[tuple[AST, Statement | None], ...]:
    """Return the syntax trees of the program, each rule that may be broken with its statement."""
    unrolled = Unrolled(Universe(2, 2)).finish()
    there = {atom.symbol.name for atom in unrolled.control.symbolic_atoms}
    found: list[tuple[AST, Statement | None]] = []
    for place in everything():
        statement = statements()[place]
        part = statement.part.removeprefix("#program ").partition("(")[0].rstrip(".")
        ours = part.startswith(_PARTS) and _needs(statement) <= there
        for tree in syntax_trees((place,)):
            found.append((tree, statement if ours and tree.ast_type.name == "Rule" else None))
    return tuple(found)


def _needs(statement: Statement) -> set[str]:
    """Return the predicates that a rule needs to fire."""
    body = statement.text.partition(":-")[2]
    return {match[1] for literal in _LITERAL.findall(body) if (match := _ATOM.fullmatch(literal.strip().rstrip(".")))}


def _of_rule(place: int, tree: AST) -> Iterator[Mutant]:
    text = str(tree)
    if not tree.body:
        return
    yield Mutant(f"gone: {text}", place, None)
    for number, literal in enumerate(tree.body):
        rest = [one for other, one in enumerate(tree.body) if other != number]
        yield Mutant(f"without {literal}: {text}", place, tree.update(body=rest))
        if literal.ast_type.name == "Literal" and literal.atom.ast_type.name == "SymbolicAtom":
            turned = literal.update(sign=Sign.NoSign if literal.sign == Sign.Negation else Sign.Negation)
            body = [turned if other == number else one for other, one in enumerate(tree.body)]
            yield Mutant(f"{literal} turned round: {text}", place, tree.update(body=body))
