"""Rules as text, and which of them others ask for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clingo.ast import AST, ASTType

from solver.speed.supposing.rule_trees import atom_of, note_atoms, parse, with_constants

PREFIX = "then_"
"""The prefix of predicates about a supposed state."""
_WIDTH = 120
_AFTER_COUNTED = re.compile(r"(?<=[;{]) ")
Pattern = tuple[str, tuple[str | None, ...]]
"""A predicate, with the constants among its arguments; None for anything else."""


class Written(NamedTuple):
    """A rule that was made.

    Attributes:
        text: The rule.
        head: The atom that it derives.
        asked: The atoms that it asks for.
        minded: The rules that say which kinds of characteristics it asks for.
    """

    text: str
    head: Pattern
    asked: frozenset[Pattern]
    minded: tuple[str, ...] = ()


def written(head: AST | str, body: Iterable[AST | str], instead: Mapping[str, AST] | None = None) -> Written:
    """Write a rule.

    Args:
        head: The atom that it derives.
        body: Its body.
        instead: The replacements for constants.
    """
    literals = [one if isinstance(one, str) or not instead else with_constants(one, instead) for one in body]
    texts = list(dict.fromkeys(text_of(one) for one in literals))
    said = text_of(head)
    line = f"{said} :- {', '.join(texts)}."
    if len(line) > _WIDTH:
        line = "\n".join([f"{said} :-", *_lines(texts)])
    rule = parse(line)
    asked: set[Pattern] = set()
    for one in rule.body:
        note_atoms(one, lambda symbol: asked.add(pattern_of(symbol)))
    return Written(line, pattern_of(atom_of(rule.head)), frozenset(asked))


def _lines(texts: Sequence[str]) -> list[str]:
    """Return the lines of a body: literals side by side as long as there is room, aggregates on their own lines."""
    pieces = [f"{one}," for one in texts]
    pieces[-1] = pieces[-1][:-1] + "."
    lines = [""]
    for piece in (part for one in pieces for part in _AFTER_COUNTED.split(one)):
        if lines[-1] and len(lines[-1]) + len(piece) + 5 > _WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {piece}".strip()
    return [f"    {one}" for one in lines]


def needed(made: Sequence[Written], asking: Sequence[Written]) -> list[Written]:
    """Return the rules that others ask for, directly or through others.

    Every rule asks for `revised`.

    Args:
        made: The rules to choose from.
        asking: The rules that ask first.
    """
    left, needed = list(made), [*asking]
    asked = {pattern for one in asking for pattern in one.asked}
    asked |= {(f"{PREFIX}{name}", ()) for name in ("gained", "lost", "shifted_by", "switched")} | {("revised", ())}
    while True:
        more = [one for one in left if any(_meet(one.head, pattern) for pattern in asked)]
        if not more:
            return [one for one in made if one in needed]
        needed += more
        left = [one for one in left if one not in more]
        asked |= {pattern for one in more for pattern in one.asked}


def _meet(one: Pattern, other: Pattern) -> bool:
    """Tell whether two patterns can mean the same; one without arguments means all atoms of its predicate."""
    return one[0] == other[0] and all(
        mine is None or theirs is None or mine == theirs for mine, theirs in zip(one[1], other[1], strict=False)
    )


def pattern_of(symbol: AST) -> Pattern:
    """Return the pattern of an atom.

    Args:
        symbol: The atom.
    """
    constants = (str(one) if one.ast_type == ASTType.SymbolicTerm else None for one in symbol.arguments)
    return str(symbol.name), tuple(constants)


def text_of(tree: AST | str) -> str:
    """Return a literal as text.

    Args:
        tree: Its syntax tree, or its text.
    """
    return tree if isinstance(tree, str) else str(tree)
