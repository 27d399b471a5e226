"""The rules as syntax trees: each is parsed once, when a board first needs it; and rules replaced for a while."""

from __future__ import annotations

import atexit
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from solver.process import TURN
from solver.program.named_rules import named
from solver.program.rule_files import Statement, forget_too, is_as_in_files, statements

if TYPE_CHECKING:
    from clingo.ast import AST


@lru_cache(maxsize=1 << 14)
def _tree(part: str, text: str) -> tuple[AST, ...]:
    """Return the syntax trees of a rule; they depend on its text alone, so `forget` keeps them."""
    from clingo.ast import parse_string

    trees: list[AST] = []
    parse_string(f"{part}\n{text}", trees.append)
    return tuple(trees[2:])


@lru_cache(maxsize=512)
def syntax_trees(which: tuple[int, ...], unfolded: tuple[tuple[int, str | None], ...] = ()) -> tuple[AST, ...]:
    """Return the syntax trees of statements, with those of the ``#program`` lines they need.

    Args:
        which: The places of the statements.
        unfolded: The replacements for some of them, each after its place; None for nothing.
    """
    instead = dict(unfolded)
    found: dict[str, list[AST]] = {}  # By parts: each ``#program`` line takes as long as a rule.
    for number in which:
        text = instead.get(number, "")
        if text is None:
            continue
        part = statements()[number].part
        of_part = found.setdefault(part, [_part_tree(part)])
        if text:
            of_part.extend(_tree(part, text))
        else:
            of_part.extend(_replaced[number] if number in _replaced else trees_of(number))
    return tuple(chain.from_iterable(found.values()))


_replaced: dict[int, tuple[AST, ...]] = {}


def as_written() -> bool:
    """Tell whether the rules are exactly those of their files: none replaced, none added by observers."""
    return not _replaced and is_as_in_files()


def in_force() -> tuple[Statement, ...] | None:
    """Return the rules in force, always the same object until they change; None while one is replaced."""
    return None if _replaced else statements()


@contextmanager
def replaced(number: int, trees: Sequence[AST]) -> Iterator[None]:
    """Replace a statement until the ``with`` block ends, to see the answers if a rule were broken.

    Args:
        number: The place of the statement among all statements.
        trees: The replacement.
    """
    with TURN:
        _replaced[number] = tuple(trees)
        syntax_trees.cache_clear()
    try:
        yield
    finally:
        with TURN:
            del _replaced[number]
            syntax_trees.cache_clear()


def trees_of(number: int) -> tuple[AST, ...]:
    """Return the syntax trees of a statement.

    Args:
        number: Its place among all statements.
    """
    return _written_trees(number)


def trees_within(part: str, text: str) -> tuple[AST, ...]:
    """Return the syntax trees of rules that stand in no chapter, after that of the ``#program`` line above them.

    Args:
        part: The line.
        text: The rules.
    """
    return _part_tree(part), *_tree(part, text)


def part_tree(statement: Statement) -> AST:
    """Return the syntax tree of the ``#program`` line that a statement stands under.

    Args:
        statement: The statement.
    """
    return _part_tree(statement.part)


def _forget_trees() -> None:
    """Release the trees while clingo still exists: it cannot free them at the end of a process."""
    for remembered in (_tree, _part_tree, *_TREES):
        remembered.cache_clear()


@cache
def _written_trees(number: int) -> tuple[AST, ...]:
    """Return the syntax trees of a statement: most boards need few of them, so each is parsed when it is needed."""
    return parsed(statements()[number])


def parsed(statement: Statement) -> tuple[AST, ...]:
    """Return the syntax trees of a statement, which is parsed once as long as its text stays the same.

    Args:
        statement: The statement.
    """
    return _tree(statement.part, named(statement))


@cache
def _part_tree(part: str) -> AST:
    """Return the syntax tree of a ``#program`` line; it depends on the line alone, so `forget` keeps it."""
    from clingo.ast import parse_string

    trees: list[AST] = []
    parse_string(part, trees.append)
    return trees[-1]


_TREES = (syntax_trees, _written_trees)
forget_too(*(remembered.cache_clear for remembered in _TREES))
atexit.register(_forget_trees)
