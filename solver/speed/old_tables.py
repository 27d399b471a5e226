"""Warns if the tables that the build writes are not those of the present rules: answers are right, but come slowly."""

from __future__ import annotations

import warnings
from functools import lru_cache
from pathlib import Path

from solver.program import (
    MADE,
    as_in_file,
    checksum,
    every_chapter,
    forget_too,
    further_chapter,
    made_chapters,
    name_of,
    named_rules,
)
from solver.speed import prepared

__all__ = ["OldTablesWarning", "changed_since_built", "warn_of_old_tables"]


class OldTablesWarning(RuntimeWarning):
    """The tables that the build writes are not those of the present rules."""


@lru_cache(maxsize=1)
def warn_of_old_tables() -> None:
    """Warn if files have changed since the build. House rules, and rules that are altered for a while, do not count."""
    changed = changed_since_built()
    if changed:
        said = f"{made_chapters.have_changed(changed)} since the build, so answers come slowly"
        warnings.warn(f"{said}. Run `python -m solver.build`", OldTablesWarning, stacklevel=2)


def changed_since_built() -> list[str]:
    """Return the files that have changed since the build wrote the gates: chapters of the rules, or modules.

    If one of the files of the build cannot be read, it is the one.
    """
    if not named_rules.is_there():
        return ["solver/program/rules.named"]
    table = prepared.content(prepared.GATES)
    if table is None:
        return [_shown(prepared.GATES)]
    if table.get("made_by") != prepared.made_by():
        return ["a module of " + ", ".join(map(_shown, prepared.MAKERS))]
    known, present = table["chapters"], {name_of(path): checksum(as_in_file(path)) for path in every_chapter()}
    anew = set() if further_chapter() is None else set(MADE)  # house rules may have had these made anew
    return [f"rules/{name}" for name in sorted({*known, *present} - anew) if known.get(name) != present.get(name)]


def _shown(path: Path) -> str:
    return f"solver/speed/{path.name}"


forget_too(warn_of_old_tables.cache_clear)
