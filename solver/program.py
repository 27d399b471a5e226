"""The rules program: finding it and reading it, once per process."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from clingo import Control

_INCLUDE = re.compile(r'^#include "([^"]+)"\.\s*$', re.MULTILINE)
_COMMENT = re.compile(r"^\s*%(?!\*).*$\n?", re.MULTILINE)
_BLOCK = re.compile(r"%\*.*?\*%", re.DOTALL)


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
def rules_text() -> str:
    """Return the rules as one program without comments.

    Returns:
        The text; each chapter begins in the part ``base``.
    """
    texts: list[str] = []
    for path in chapters():
        text = path.read_text(encoding="utf-8")
        texts.append("#program base.\n" + _COMMENT.sub("", _BLOCK.sub("", text)))
    return "\n".join(texts)


def load_rules(control: Control, facts: Sequence[str]) -> None:
    """Load the rules and the facts of boards.

    Args:
        control: An empty control.
        facts: Facts as text, each with its full stop.
    """
    control.add("base", [], rules_text())
    control.add("base", [], "\n".join(facts))
