"""The engine's chapters that the build makes from the law, and whether the law has changed since they were made.

The heading of such a chapter has a checksum of the statements that it is made from, for each file of the law. If the
law says something else now, the chapter may be wrong: an effect would depend on another one by the old law. So
`refuse_old` refuses to derive anything. Comments, and rules of other parts of the law, may change.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from functools import lru_cache

from facts.text import InputError
from solver.program.rule_files import (
    MADE,
    MEETING,
    Statement,
    as_in_file,
    chapter_text,
    checksum,
    forget_too,
    law,
    name_of,
    path_of,
)

__all__ = ["PARTS", "SATISFIES", "changed_since_made", "have_changed", "is_source", "made_of", "refuse_old"]

SATISFIES = "satisfies"
"""The atom that the law derives for an object that meets an effect's demand."""
PARTS = (
    "instances", "look", "perform_4", "perform_5", "perform_6", "perform_7", "deeds", "one_applied", "outcome",
    "advance", "state", "order",
)  # fmt: skip
"""The parts of the law from which the chapter of supposed states is made."""
_SUPPOSED, _FILTERS = MADE
_LAW = "law/"
_SUM = re.compile(r"(\S+\.lp):([0-9a-f]{8})\b")


def is_source(made: str, statement: Statement) -> bool:
    """Tell whether a chapter is made from a statement of the law, among others.

    Args:
        made: The chapter: one of `MADE`.
        statement: The statement.
    """
    if made == _FILTERS:
        return statement.place[0].endswith(f"/{MEETING}") or SATISFIES in statement.text
    return statement.part_name in PARTS


def _sums(made: str) -> dict[str, str]:
    """Return the checksum of the statements that a chapter is made from, for each file of the law."""
    found: dict[str, str] = {}
    for path in law():
        name = name_of(path)
        if name.startswith(_LAW):
            statements = [one for one in as_in_file(path) if is_source(made, one)]
            if statements:
                found[name] = checksum(statements)
    return found


def made_of(made: str) -> str:
    """Return the lines of a chapter's heading that say which files it is made from, with their checksums.

    Args:
        made: The chapter: one of `MADE`.
    """
    listed = ", ".join(f"{name}:{told}" for name, told in _sums(made).items())
    said = f"Made from these files, each with a checksum of its statements: {listed}"
    return textwrap.fill(said, 120, initial_indent="% ", subsequent_indent="%   ", break_on_hyphens=False)


def _told(made: str) -> Mapping[str, str]:
    """Return the checksums in the heading of a chapter."""
    heading, _, _ = chapter_text(path_of(made)).partition("\n#program")
    return dict(_SUM.findall(heading))


def changed_since_made() -> list[tuple[str, str]]:
    """Return the files of the law that have changed since chapters of the engine were made from them.

    Returns:
        Each file with such a chapter, both below ``rules``.
    """
    found: list[tuple[str, str]] = []
    for made in MADE:
        told, present = _told(made), _sums(made)
        found += [(name, made) for name in sorted({*told, *present}) if told.get(name) != present.get(name)]
    return found


@lru_cache(maxsize=1)
def refuse_old() -> None:
    """Refuse to derive anything with chapters that were made from another law.

    Raises:
        InputError: The law has changed since they were made.
    """
    changed = changed_since_made()
    if not changed:
        return
    files = list(dict.fromkeys(f"rules/{name}" for name, _ in changed))
    raise InputError(
        f"{have_changed(files)} since rules/{changed[0][1]} was made from the law, so answers could be wrong",
        "Run `python -m solver.build`; until then, `typeline derive --plain` uses the law alone",
    )


def have_changed(files: Sequence[str]) -> str:
    """Say that files have changed.

    Args:
        files: Their names.
    """
    if len(files) == 1:
        return f"{files[0]} has changed"
    return f"{files[0]} and {len(files) - 1} more file{'s' * (len(files) > 2)} have changed"


forget_too(refuse_old.cache_clear)
