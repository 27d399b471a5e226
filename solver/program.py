"""The rules program: finding it, reading it once per process, and loading what a board needs of it.

A line ``%? word word`` above a rule, or ``%?? word word`` above several (to the next ``%??``), says that the rule
can only fire where one of the words stands in the facts; where none does, it is not even loaded. ``%?= a b c`` says
that with the word ``a`` come ``b`` and ``c``. This changes nothing but the time (a test compares both).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from clingo import Control

_INCLUDE = re.compile(r'^#include "([^"]+)"\.\s*$', re.MULTILINE)
_DOCSTRING = re.compile(r"%\*.*?\*%", re.DOTALL)
_WORD = re.compile(r"\w+")
WEIGH = "weigh"
"""The word for the rules of dependency, which are loaded only when an effect could depend on another."""


@dataclass(frozen=True, slots=True)
class Statement:
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
    part, block, gate = "#program base.", frozenset[str](), frozenset[str]()
    lines: list[str] = []
    for line in _DOCSTRING.sub("", text).splitlines():
        stripped = line.strip()
        if stripped.startswith("%??"):
            block = frozenset(stripped[3:].replace("-", "").split())
        elif stripped.startswith("%?") and not stripped.startswith("%?="):
            gate = frozenset(stripped[2:].split())
        elif stripped.startswith("%") or not stripped:
            continue
        elif stripped.startswith("#program"):
            part = stripped
        else:
            lines.append(stripped)
            if stripped.endswith("."):
                yield Statement(part, " ".join(lines), tuple(words for words in (block, gate) if words))
                lines, gate = [], frozenset()


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


@lru_cache(maxsize=512)
def rules_text(words: frozenset[str] | None = None) -> str:
    """Return the rules as one program.

    Args:
        words: The gate words that stand in the facts; None for all rules.

    Returns:
        The text, without comments.
    """
    lines: list[str] = []
    part = ""
    for statement in statements():
        if words is not None and not all(gate & words for gate in statement.gates):
            continue
        if statement.part != part:
            part = statement.part
            lines.append(part)
        lines.append(statement.text)
    return "\n".join(lines)


@lru_cache(maxsize=512)
def _opened(words: frozenset[str]) -> frozenset[str]:
    """Return the words with those that come with them."""
    return words.union(*(_implied().get(word, frozenset()) for word in words))


def load_rules(control: Control, facts: Sequence[str]) -> None:
    """Load what the facts of some boards need of the rules, and the facts.

    Args:
        control: An empty control.
        facts: Facts as text, each with its full stop.
    """
    text = "\n".join(facts)
    words = _opened(frozenset(_WORD.findall(text)) & _gate_words())
    control.add("base", [], rules_text(words))
    control.add("base", [], text)


@lru_cache(maxsize=1)
def _dependency_text() -> str:
    only = frozenset((WEIGH,))
    lines = ["#program weigh(s,t,l)."]
    lines.extend(statement.text for statement in statements() if only in statement.gates)
    return "\n".join(lines)


def load_dependency(control: Control) -> None:
    """Load the rules of dependency (613.8), which `load_rules` leaves out.

    Args:
        control: A control with the other rules.
    """
    control.add("base", [], _dependency_text())
