"""The rules program: finding it, reading it once per process, and loading what a board needs of it.

A line ``%? word word`` above a rule, or ``%?? word word`` above several (to the next ``%??``), says that the rule
can only fire where one of the words stands in the facts; where none does, it is not even loaded. Of several such
lines each must be met. ``%?= a b c`` says
that with the word ``a`` come ``b`` and ``c``. This changes nothing but the time (a test compares both).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from clingo import Control, parse_term

if TYPE_CHECKING:
    from clingo.ast import AST

_INCLUDE = re.compile(r'^#include "([^"]+)"\.\s*$', re.MULTILINE)
_DOCSTRING = re.compile(r"%\*.*?\*%", re.DOTALL)
_WORD = re.compile(r"\w+")
_ANONYMOUS = re.compile(r'(?<![\w"])_(?![\w"])')
_KEYWORD_EFFECT = re.compile(r'\bkeyword_effect\("([^"]+)"')
_LITERAL = re.compile(r"""(?:[^,(){}"]|"[^"]*"|\{[^}]*\}|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+""")
WEIGH = "weigh"
"""The word for the rules of dependency, which are loaded only when an effect could depend on another."""


class Statement(NamedTuple):
    """A rule or directive of the program.

    Attributes:
        part: The ``#program`` line it stands under.
        text: The statement.
        gates: For each gate, the words of which one must be there.
    """

    part: str
    text: str
    gates: tuple[frozenset[str], ...]


@lru_cache(maxsize=1)
def root() -> Path:
    """Return the folder that has ``rules.lp``: beside this package in a checkout, inside of it in a wheel."""
    inside = Path(__file__).parent
    return inside if (inside / "rules.lp").exists() else inside.parent


def chapters() -> list[Path]:
    """Return the files of the rules, in the order of the table of contents.

    Returns:
        Paths of the files that ``rules.lp`` includes.
    """
    contents = (root() / "rules.lp").read_text(encoding="utf-8")
    return [root() / name for name in _INCLUDE.findall(contents)]


@lru_cache(maxsize=1)
def statements() -> tuple[Statement, ...]:
    """Return all statements of the rules.

    Returns:
        The statements, chapter by chapter.
    """
    return tuple(statement for path in chapters() for statement in _read(path.read_text(encoding="utf-8")))


def _read(text: str) -> Iterable[Statement]:
    """Read a chapter: statements end with a full stop at the end of a line."""
    part, block = "#program base.", frozenset[str]()
    gates: list[frozenset[str]] = []
    lines: list[str] = []
    for line in _DOCSTRING.sub("", text).splitlines():
        stripped = line.strip()
        if stripped.startswith("%??"):
            block = frozenset(stripped[3:].replace("-", "").split())
        elif stripped.startswith("%?") and not stripped.startswith("%?="):
            gates.append(frozenset(stripped[2:].split()))
        elif stripped.startswith("%") or not stripped:
            continue
        elif stripped.startswith("#program"):
            part = stripped
        else:
            lines.append(stripped)
            if stripped.endswith("."):
                yield Statement(part, " ".join(lines), tuple(words for words in (block, *gates) if words))
                lines, gates = [], []


def named(statement: str) -> str:
    """Give every ``_`` of a body a name of its own, but where it is negated.

    For each ``_`` gringo makes a predicate without that argument, which it brings up to date in every call.

    Args:
        statement: A rule.

    Returns:
        The same rule for gringo, in less time.
    """
    head, arrow, body = statement.partition(":-")
    numbers = count(1)
    literals = [
        literal if literal.lstrip().startswith("not ") else _ANONYMOUS.sub(lambda _: f"Any{next(numbers)}", literal)
        for literal in _LITERAL.findall(body)
    ]
    return head + arrow + ",".join(literals)


@lru_cache(maxsize=1)
def keywords_with_effects() -> frozenset[str]:
    """Return the keywords that stand for a continuous effect (702)."""
    return frozenset(word for statement in statements() for word in _KEYWORD_EFFECT.findall(statement.text))


@lru_cache(maxsize=1)
def _implied() -> dict[str, frozenset[str]]:
    """Return the words that come with a word."""
    found: dict[str, frozenset[str]] = {}
    for path in chapters():
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("%?="):
                first, *others = line[3:].split()
                found[first] = frozenset(others)
    return found


@lru_cache(maxsize=1)
def _gate_words() -> frozenset[str]:
    """Return every word that a gate asks for, or that implies one."""
    asked = {word for statement in statements() for words in statement.gates for word in words}
    return frozenset(asked | set(_implied()))


def _wanted(statement: Statement, words: frozenset[str] | None, only: str) -> bool:
    """Tell whether a statement is to be loaded."""
    if only and not any(only in gate for gate in statement.gates):
        return False
    return words is None or all(gate & words for gate in statement.gates)


@lru_cache(maxsize=512)
def rules_text(words: frozenset[str] | None = None, only: str = "") -> str:
    """Return the rules as one program.

    Args:
        words: The gate words that stand in the facts; None for all rules.
        only: Only statements with this gate.

    Returns:
        The text, without comments.
    """
    lines: list[str] = []
    part = ""
    for statement in statements():
        if not _wanted(statement, words, only):
            continue
        if statement.part != part:
            part = statement.part
            lines.append(part)
        lines.append(named(statement.text))
    return "\n".join(lines)


@lru_cache(maxsize=512)
def _opened(words: frozenset[str]) -> frozenset[str]:
    """Return the words with those that come with them."""
    return words.union(*(_implied().get(word, frozenset()) for word in words))


def load_rules(control: Control, facts: Sequence[str]) -> frozenset[str]:
    """Load what the facts of some boards need of the rules, and the facts.

    Args:
        control: An empty control.
        facts: Facts as text, each with its full stop.

    Returns:
        The gate words that stand in the facts.
    """
    words = _opened(frozenset(_WORD.findall("\n".join(facts))) & _gate_words())
    add(control, words)
    add_facts(control, facts)
    return words


def add_facts(control: Control, facts: Sequence[str]) -> None:
    """Add facts to a control: read as one term, which takes half the time of reading them as a program.

    Args:
        control: The control.
        facts: Facts as text, each with its full stop.
    """
    with control.backend() as backend:
        for atom in parse_term(f"({','.join(fact[:-1] for fact in facts)},)").arguments:
            backend.add_rule([backend.add_atom(atom)])


def load_dependency(control: Control, words: frozenset[str]) -> None:
    """Load the rules of dependency (613.8), which `load_rules` leaves out.

    Args:
        control: A control with the other rules.
        words: The gate words that stand in the facts, as `load_rules` returned them.
    """
    add(control, words | {WEIGH}, only=WEIGH)


_loads = 0


def add(control: Control, words: frozenset[str], only: str = "") -> None:
    """Add rules to a control: as text the first few times, later from the syntax tree, which then pays.

    Args:
        control: The control.
        words: The gate words that stand in the facts.
        only: Add only statements with this gate.
    """
    global _loads
    _loads += 1
    if _loads <= _WARM:
        control.add("base", [], rules_text(words, only))
        return
    from clingo.ast import ProgramBuilder

    with ProgramBuilder(control) as builder:
        for tree in _trees(words, only):
            builder.add(tree)


_WARM = 3


@lru_cache(maxsize=512)
def _trees(words: frozenset[str], only: str) -> tuple[AST, ...]:
    """Return the syntax trees of the statements to be added."""
    found: list[AST] = []
    part = ""
    for statement, trees in zip(statements(), _all_trees(), strict=True):
        if not _wanted(statement, words, only):
            continue
        if statement.part != part:
            part = statement.part
            found.append(_part_trees()[part])
        found.extend(trees)
    return tuple(found)


@lru_cache(maxsize=1)
def _all_trees() -> tuple[tuple[AST, ...], ...]:
    """Return the syntax trees of each statement."""
    from clingo.ast import parse_string

    found: list[tuple[AST, ...]] = []
    for statement in statements():
        trees: list[AST] = []
        parse_string(f"{statement.part}\n{named(statement.text)}", trees.append)
        found.append(tuple(trees[2:]))
    return tuple(found)


@lru_cache(maxsize=1)
def _part_trees() -> dict[str, AST]:
    """Return the syntax trees of the ``#program`` lines."""
    from clingo.ast import parse_string

    found: dict[str, AST] = {}
    for part in {statement.part for statement in statements()}:
        trees: list[AST] = []
        parse_string(part, trees.append)
        found[part] = trees[-1]
    return found
