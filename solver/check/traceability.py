"""Traceability: for each paragraph of the Comprehensive Rules, the rules and the cases that carry it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.check.cases import cases
from solver.check.finding import Finding
from solver.explain.rulebook import Rulebook, rulebook_order

PARAGRAPHS: Mapping[str, str] = {
    "205.1": "ab", "205.2": "abc", "205.3": "abcdefghijkmnp", "205.4": "abcdefgh", "701.28": "abcdefg",
}  # fmt: skip
"""The paragraphs that must be carried, each with its letters."""


@dataclass(frozen=True)
class Paragraph:
    """A paragraph with what carries it.

    Attributes:
        number: Its number.
        rules: Where the rules stand that carry it.
        cases: The cases that cite it.
    """

    number: str
    rules: tuple[str, ...]
    cases: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"paragraph": self.number, "rules": list(self.rules), "cases": list(self.cases)}


def matrix(book: Rulebook, folder: Path | None) -> list[Paragraph]:
    """Return what carries each paragraph that a rule or a case cites, or that must be carried.

    Args:
        book: The rules.
        folder: The cases; None where there are none.

    Returns:
        The paragraphs, in the order of the rulebook.
    """
    places: dict[str, list[str]] = {}
    for rule in book.rules:
        if not rule.bookkeeping:
            places.setdefault(rule.number, []).append(rule.place)
    citing: dict[str, list[str]] = {}
    for name, data in cases(folder) if folder is not None else ():
        for number in data.get("rules") or ():
            citing.setdefault(str(number), []).append(name)
    wanted = [f"{section}{letter}" for section, letters in PARAGRAPHS.items() for letter in letters]
    numbers = sorted({*places, *citing, *wanted}, key=rulebook_order)
    return [Paragraph(number, tuple(places.get(number, ())), tuple(citing.get(number, ()))) for number in numbers]


def traceability(paragraphs: Sequence[Paragraph], *, with_cases: bool) -> Finding:
    """Check that no paragraph that must be carried is forgotten.

    Args:
        paragraphs: The matrix.
        with_cases: Whether there were cases to look at.
    """
    known = {one.number: one for one in paragraphs}
    problems: list[str] = []
    for section, letters in PARAGRAPHS.items():
        for letter in letters:
            one = known[f"{section}{letter}"]
            if not one.rules and not one.cases:
                problems.append(f"{one.number}: no rule and no case carries it")
            elif with_cases and not one.cases:
                problems.append(f"{one.number}: no case cites it")
    cited = sum(1 for one in paragraphs if one.rules and one.cases)
    said = f"{len(paragraphs)} paragraphs, {cited} with rules and cases"
    return Finding("traceability", said, tuple(problems))
