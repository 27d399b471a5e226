"""Reading the cases in tests/cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from facts.text.reading import read_document
from solver.ask.check.cases import edition_in
from solver.ask.check.expected import differences

__all__ = ["Case", "all_cases", "differences"]

FOLDER = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Case:
    """A board with its expected answer."""

    name: str
    data: Mapping[str, Any]

    @property
    def edition(self) -> str:
        """The edition of the rules."""
        return edition_in(self.data)

    @property
    def waits(self) -> str:
        """Why the case is skipped: what is not modelled yet; empty if it is not skipped."""
        return str(self.data.get("waits_for", ""))


@cache
def all_cases() -> tuple[Case, ...]:
    """Return all cases, by name."""
    paths = sorted(FOLDER.glob("*/*.yaml"))
    return tuple(
        Case(str(path.relative_to(FOLDER))[:-5], read_document(path.read_bytes(), path.name).data) for path in paths
    )
