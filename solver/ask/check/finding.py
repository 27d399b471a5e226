"""The outcome of a check of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Finding:
    """The outcome of one check.

    Attributes:
        name: The check.
        said: The subject of the check, in a few words.
        problems: The faults, a line each.
        skipped: The reason why it was skipped; empty if it was not.
    """

    name: str
    said: str
    problems: tuple[str, ...] = ()
    skipped: str = ""

    @property
    def passed(self) -> bool:
        """True if the check found no problem. A skipped check passes."""
        return not self.problems

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "check": self.name,
            "passed": self.passed,
            "said": self.said,
            "problems": list(self.problems),
            "skipped": self.skipped,
        }
