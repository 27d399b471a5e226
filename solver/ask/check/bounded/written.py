"""Prove from the written rules, without grounding them, that a round has one answer on every board.

A pattern stands for all atoms that a literal can match. Constants keep patterns apart: ``has(O,K,V,state)`` of the
state before a round never matches ``has(O,K,V,after)`` of the state after it. If no pattern depends on its own absence,
no atom does, on boards of any size. For the time before the first round, `strata` tests the ground rules instead.

The same proof covers each call of the layer loop: if no pattern depends on its own absence within a call, gringo
leaves no atom open, on boards of any size. Otherwise `solver.engine.layers` and `solver.engine.moments`, which read
atoms without a model, could take a possible atom for a true one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import product
from typing import NamedTuple

from clingo.ast import AST, ASTType, Sign

from solver.ask.check.bounded.strata import Strata
from solver.engine import stepwise
from solver.program import everything, statements, syntax_trees

_ROUND = (
    ("look", ""), ("compare", ""), ("perform", "if(step)"), ("weigh", ""), ("choose_weighed", ""), ("apply", ""),
    ("perform", "now(step)"), ("outcome", ""), ("advance", ""), ("state", ""),
)  # fmt: skip
"""The parts of a round, and the value of the parameter of those that come twice."""
_BEFORE = (("base", ""), ("instances", ""), ("state", "0"))
LAYERS = ("4", "5", "6", "7")
"""The layers whose rounds have parts of their own; 7a to 7d share them."""
CALLS = (
    ("base", "instances", "state", "look", "hindrances", "ahead", "compare"),
    ("advance", "state", "look", "hindrances", "ahead", "compare"),
    ("ties",),
    *((f"perform_{layer}", "weigh") for layer in LAYERS),
    *(
        (choose, "along", "apply", *(f"perform_{layer}" for layer in LAYERS), "outcome")
        for choose in ("choose", "choose_weighed")
    ),
    ("advance", "state", "final"),
    ("settle", "protection"),
    ("perform_7", "reckon"),
    ("findings", "protection"),
    ("walk", "moment", "walked"),
)  # fmt: skip
"""The calls of `solver.engine.layers`, each with the most parts that it can ground."""
_TWICE = ("world", "after")
"""The parameters of parts that come twice in a graph: their first parameters."""
_AFTER = "(step+1)"
_NAME = re.compile(r"[a-z]\w*")
INSIDE = "(*"
"""Marks a function with any arguments at the end of a pattern."""


class Pattern(NamedTuple):
    """The pattern of the atoms that a literal can match.

    Attributes:
        name: The name of the predicate.
        arguments: The constants among its arguments, None for one that can be anything.
    """

    name: str
    arguments: tuple[str | None, ...]

    def __str__(self) -> str:
        return f"{self.name}({','.join(one or '_' for one in self.arguments)})"

    def meets(self, other: Pattern) -> bool:
        """Tell whether an atom can be both.

        Args:
            other: The pattern to compare with.
        """
        return (self.name, len(self.arguments)) == (other.name, len(other.arguments)) and all(
            map(_both, self.arguments, other.arguments)
        )


def goes_round() -> list[str]:
    """Return the patterns of a round that may lead to their own absence.

    Returns:
        Each with the layer of the round; none where every round of every board has one answer.
    """
    parts = _parts()
    found = []
    for layer in LAYERS:
        strata, patterns = _graph(parts, _round_of(layer))
        found += [f"layer {layer}: {patterns[number - 1]}" for number in strata.round_about()]
    return found


def left_open() -> list[str]:
    """Return the patterns that gringo may leave open: those that may lead to their own absence within one call.

    This assumes nothing about the numbers of steps and states: the same state has several names in a call.

    Returns:
        Each with the parts of the call; none if every atom is a fact on every board.
    """
    parts = _by_part(syntax_trees(everything()))
    parameters = {name for one in statements() for name in one.parameters}
    found = []
    for call in CALLS:
        strata, patterns = _graph(parts, [(name, "") for name in call], parameters)
        found += [
            f"{', '.join(call)}: {patterns[number - 1]} may lead to its own absence" for number in strata.round_about()
        ]
    return found


def circles() -> list[frozenset[str]]:
    """Return predicates that lead to each other, in a round or before the first one.

    Returns:
        The names of the predicates, circle by circle. A rule that is broken outside of all circles leads no atom to its
        own absence.
    """
    parts = _parts()
    found = []
    for chosen in (_BEFORE, *map(_round_of, LAYERS)):
        strata, patterns = _graph(parts, chosen)
        found += [frozenset(patterns[number - 1].name for number in those) for those in strata.circles()]
    return found


def _parts() -> dict[str, list[AST]]:
    """Return the rules by their part of the program, with the step in remembered atoms."""
    return _by_part(stepwise(syntax_trees(everything())))


def _by_part(trees: Iterable[AST]) -> dict[str, list[AST]]:
    parts: dict[str, list[AST]] = {}
    part = ""
    for tree in trees:
        if tree.ast_type == ASTType.Program:
            part = tree.name
        elif tree.ast_type == ASTType.Rule:
            parts.setdefault(part, []).append(tree)
    return parts


def _round_of(layer: str) -> list[tuple[str, str]]:
    return [(f"{name}_{layer}" if mode else name, mode) for name, mode in _ROUND]


def _graph(
    parts: dict[str, list[AST]], chosen: Sequence[tuple[str, str]], unknown: Set[str] = frozenset()
) -> tuple[Strata, list[Pattern]]:
    """Return which patterns lead to which in some parts of the program: patterns, numbered from 1.

    Args:
        parts: The rules by part.
        chosen: The parts, and the values of the parameter of those that come twice.
        unknown: Parameters that can be anything.
    """
    below: dict[Pattern, list[tuple[Pattern, bool]]] = {}
    for name, mode in chosen:
        for rule in parts.get(name, ()):
            read = _rule(rule, mode)
            asked = [(_without(pattern, unknown), absent) for pattern, absent in read.asked]
            for head in read.heads:
                below.setdefault(_without(head, unknown), []).extend(asked)
    numbers = {pattern: number for number, pattern in enumerate(below, start=1)}
    by_name: dict[str, list[Pattern]] = {}
    for pattern in below:
        by_name.setdefault(pattern.name, []).append(pattern)
    strata = Strata()
    for head, body in below.items():
        met = {
            -numbers[one] if absent else numbers[one]
            for pattern, absent in body
            for one in by_name.get(pattern.name, ())
            if pattern.meets(one)
        }
        strata.rule(False, [numbers[head]], sorted(met))
    return strata, list(below)


class _Rule(NamedTuple):
    """A rule: its head, the atoms of its body, and whether each is negated."""

    tree: AST
    heads: tuple[Pattern, ...]
    asked: tuple[tuple[Pattern, bool], ...]


_known: dict[tuple[int, str], _Rule] = {}
"""Cache of trees read before: the calls share most of their parts, and mutants all rules but one."""


def _rule(tree: AST, mode: str) -> _Rule:
    known = _known.get((id(tree), mode))
    if known is None or known.tree is not tree:
        asked = tuple(one for literal in tree.body for one in _asked(literal, mode))
        known = _known[id(tree), mode] = _Rule(tree, tuple(_each(tree.head, mode)), asked)
    return known


def _asked(literal: AST, mode: str, *, absent: bool = False) -> Iterator[tuple[Pattern, bool]]:
    """Return the atoms of a body literal, and whether it is negated; a count or sum counts as both."""
    if literal.ast_type == ASTType.ConditionalLiteral:
        for one in (literal.literal, *literal.condition):
            yield from _asked(one, mode, absent=True)
        return
    atom = literal.atom
    if atom.ast_type == ASTType.SymbolicAtom:
        yield from ((one, absent or literal.sign != Sign.NoSign) for one in _each(literal, mode))
    elif atom.ast_type == ASTType.BodyAggregate:
        for element in atom.elements:
            for one in element.condition:
                yield from _asked(one, mode, absent=True)
    elif atom.ast_type == ASTType.Aggregate:
        for element in atom.elements:
            yield from _asked(element, mode, absent=True)


def _without(pattern: Pattern, unknown: Set[str]) -> Pattern:
    """Return a pattern in which some parameters can be anything, also within an argument."""
    if not unknown:
        return pattern
    arguments = (None if one and unknown & set(_NAME.findall(one)) else one for one in pattern.arguments)
    return Pattern(pattern.name, tuple(arguments))


def _each(literal: AST, mode: str) -> Iterator[Pattern]:
    """Return the possible atoms of a literal, one for each alternative in its arguments."""
    if literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.SymbolicAtom:
        return
    symbol = literal.atom.symbol
    for one in symbol.arguments if symbol.ast_type == ASTType.Pool else (symbol,):
        ways = (term.arguments if term.ast_type == ASTType.Pool else (term,) for term in one.arguments)
        for way in product(*ways):
            yield Pattern(one.name, tuple(_constant(argument, mode) for argument in way))


def meant(literal: AST, mode: str = "") -> Iterator[Pattern]:
    """Return the possible atoms of a literal.

    Args:
        literal: A head, or a literal of a body.
        mode: The value of the parameter of a part that comes twice.

    Returns:
        Patterns of atoms; none if the literal is no atom.
    """
    if literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.SymbolicAtom:
        return
    symbol = literal.atom.symbol
    for one in symbol.arguments if symbol.ast_type == ASTType.Pool else (symbol,):
        yield Pattern(one.name, tuple(_constant(argument, mode) for argument in one.arguments))


def _constant(term: AST, mode: str) -> str | None:
    """Return a term that has no variables as text, a function with some up to its arguments, None for anything else."""
    text = str(term)
    if term.ast_type == ASTType.SymbolicTerm or text == _AFTER:
        return mode if text in _TWICE and mode else text
    if term.ast_type != ASTType.Function or not term.name:
        return mode if text in _TWICE and mode else None
    inside = [_constant(one, mode) for one in term.arguments]
    known = [one for one in inside if one is not None and not one.endswith(INSIDE)]
    if not inside:
        return mode if text in _TWICE and mode else text
    return f"{term.name}({','.join(known)})" if len(known) == len(inside) else f"{term.name}{INSIDE}"


def _both(one: str | None, other: str | None) -> bool:
    """Tell whether a term can fit both of two arguments of patterns."""
    if one is None or other is None or one == other:
        return True
    if one.endswith(INSIDE):
        return other.startswith(one[:-1])
    return other.endswith(INSIDE) and one.startswith(other[:-1])
