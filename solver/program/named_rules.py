"""Names for the anonymous variables of rules, so that gringo grounds the rules in less time.

For each ``_`` gringo makes a predicate without that argument, which it brings up to date in every call. So each ``_``
of a body gets a name, but where it is negated. Syntax trees tell where these are. Parsing all rules takes longer than
deriving a small board, so ``python -m solver.build`` writes the result to ``rules.named``; a test checks that it is
current. Stale text does no harm: a chapter's statements stand under their checksum, and others are parsed.

The file is text, compressed: for each chapter a line with its name, its checksum and the number of its statements, then
a line for each statement.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from solver.program.rule_files import (
    Statement,
    as_in_file,
    checksum,
    every_chapter,
    forget_too,
    name_of,
    path_of,
    statements,
)

if TYPE_CHECKING:
    from clingo.ast import AST

__all__ = ["FILE", "as_named", "is_there", "named", "rules_text", "written_names"]

FILE = Path(__file__).with_name("rules.named")
_SPACE = re.compile(r'("(?:[^"\\]|\\.)*")|,\s+')


def named(statement: Statement) -> str:
    """Return the text of a statement in which every ``_`` of a body has a name of its own, but where it is negated.

    Args:
        statement: The statement.
    """
    return _of_chapter(statement.place[0]).get(statement.text) or as_named(statement.text)


@cache
def _of_chapter(chapter: str) -> Mapping[str, str]:
    """Return the text of a chapter's statements with names, by their text; nothing if the chapter has changed."""
    told = _read().get(chapter)
    if told is None:
        return {}
    present = list(as_in_file(path_of(chapter)))
    return dict(zip([one.text for one in present], told[1], strict=True)) if checksum(present) == told[0] else {}


@lru_cache(maxsize=1)
def _read() -> dict[str, tuple[str, list[str]]]:
    """Read the file: for each chapter its checksum, and its statements; nothing if the file is damaged."""
    try:
        lines = zlib.decompress(FILE.read_bytes()).decode().split("\n")
        found: dict[str, tuple[str, list[str]]] = {}
        place = 0
        while place < len(lines) - 1:
            chapter, told, many = lines[place].split()
            found[chapter] = (told, lines[place + 1 : place + 1 + int(many)])
            place += 1 + int(many)
    except (OSError, ValueError, zlib.error):
        return {}
    return found


def is_there() -> bool:
    """Tell whether the file is there, and not damaged."""
    return bool(_read())


def written_names() -> bytes:
    """Return the content of the file for the rules as they are now."""
    lines: list[str] = []
    for path in every_chapter():
        present = list(as_in_file(path))
        lines.append(f"{name_of(path)} {checksum(present)} {len(present)}")
        lines += [as_named(one.text) for one in present]
    return zlib.compress("\n".join([*lines, ""]).encode(), 9)


@lru_cache(maxsize=1 << 12)
def as_named(text: str) -> str:
    """Return the text of a statement with these names, and without spaces after commas.

    Args:
        text: The statement.
    """
    text = _SPACE.sub(lambda found: found[1] or ",", text)
    if "_" not in text or ":-" not in text:
        return text
    from clingo.ast import ASTType, parse_string

    trees: list[AST] = []
    parse_string(text, trees.append, logger=_unheard)
    source = text.encode()
    pieces: list[bytes] = []
    done = 0
    bodies = (one for tree in trees if tree.ast_type == ASTType.Rule for one in tree.body)
    for number, place in enumerate((place for one in bodies for place in _anonymous(one)), 1):
        pieces += [source[done:place], b"Any%d" % number]
        done = place + 1
    return b"".join([*pieces, source[done:]]).decode()


def _unheard(_: object, __: str) -> None:
    """Ignore a message of clingo: whoever parses the result gets it again."""


def _anonymous(tree: AST) -> Iterator[int]:
    """Return the places of the anonymous variables in a part of a body, in order; negated ones are left out."""
    from clingo.ast import AST, ASTSequence, ASTType, Sign

    if tree.ast_type == ASTType.Variable:
        if tree.name == "_":
            yield tree.location.begin.column - 1
        return
    if tree.ast_type == ASTType.Literal and tree.sign != Sign.NoSign:
        return
    for key in tree.child_keys:
        child = getattr(tree, key)
        if isinstance(child, AST):
            yield from _anonymous(child)
        elif isinstance(child, ASTSequence):
            for one in child:
                yield from _anonymous(one)


@lru_cache(maxsize=64)
def rules_text(which: tuple[int, ...]) -> str:
    """Return rules as one program.

    Args:
        which: The places of the statements.

    Returns:
        The text, without comments.
    """
    lines: list[str] = []
    part = ""
    for number in which:
        statement = statements()[number]
        if statement.part != part:
            part = statement.part
            lines.append(part)
        lines.append(named(statement))
    return "\n".join(lines)


forget_too(_of_chapter.cache_clear, rules_text.cache_clear)
