"""Traceability: for each paragraph of the Comprehensive Rules, the rules and the cases that carry it."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.ask.check.cases import NO_CASES, cases
from solver.ask.check.finding import Finding
from solver.ask.check.paragraphs import CITED_BY_CASES, NOT_DERIVABLE, required
from solver.ask.explain.rules import Rulebook, rulebook_order

NOTHING_DECIDED = "decides no case"
"""Marks a paragraph whose rules fire on cases, and change the answer of none."""
NO_CASE = "no case"
"""Marks a paragraph that has rules, and that no case cites."""


@dataclass(frozen=True)
class Paragraph:
    """A paragraph with the rules and cases that cite it.

    Attributes:
        number: Its number.
        rules: The places of the rules that carry it.
        cases: The cases that cite it.
        reason: The reason why it cannot be derived; empty if it can.
        decided: Those of the cases that it decides: they do not declare it negative.
    """

    number: str
    rules: tuple[str, ...]
    cases: tuple[str, ...]
    reason: str = ""
    decided: tuple[str, ...] = ()

    @property
    def decides_nothing(self) -> bool:
        """True if it has rules, and cases that cite it, and its rules decide none of these."""
        return bool(self.rules and self.cases and not self.decided)

    @property
    def has_no_case(self) -> bool:
        """True if it has rules, and no case cites it."""
        return bool(self.rules and not self.cases)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "paragraph": self.number,
            "rules": list(self.rules),
            "cases": list(self.cases),
            "reason": self.reason,
            "decided": list(self.decided),
            "decides_nothing": self.decides_nothing,
            "no_case": self.has_no_case,
        }


def matrix(book: Rulebook, folder: Path | None) -> list[Paragraph]:
    """Return the rules and cases for each paragraph that is cited, or that must be.

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
    decided: dict[str, list[str]] = {}
    for name, data in cases(folder) if folder is not None else ():
        for number in data.get("rules") or ():
            citing.setdefault(str(number), []).append(name)
            if number not in (data.get("negative") or ()):
                decided.setdefault(str(number), []).append(name)
    numbers = sorted({*places, *citing, *required()}, key=rulebook_order)
    return [
        Paragraph(
            number,
            tuple(places.get(number, ())),
            tuple(citing.get(number, ())),
            NOT_DERIVABLE.get(number, ""),
            tuple(decided.get(number, ())) if number in places else (),
        )
        for number in numbers
    ]


def matrix_page(paragraphs: Sequence[Paragraph]) -> str:
    """Write the matrix as a page that stands alone.

    Args:
        paragraphs: The matrix.
    """
    rows = "\n".join(
        f'<tr id="{html.escape(one.number)}"><th>{html.escape(one.number)}</th>'
        f"<td>{_items(one.rules)}{_mark(one)}</td><td>{_items(one.cases)}{html.escape(one.reason)}</td></tr>"
        for one in paragraphs
    )
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Rules and cases, paragraph by paragraph</title>
<style>
body {{ font: 15px/1.4 system-ui, sans-serif; margin: 1.5rem auto; max-width: 70rem; padding: 0 1rem }}
table {{ border-collapse: collapse; width: 100% }}
th, td {{ border-top: 1px solid #bbb; padding: .3rem .8rem .3rem 0; text-align: left; vertical-align: top }}
ul {{ list-style: none; margin: 0; padding: 0 }}
summary {{ cursor: pointer }}
</style>
<h1>Rules and cases, paragraph by paragraph</h1>
<table>
<thead><tr><th>Paragraph</th><th>Rules</th><th>Cases, or why it is not derived</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
</html>"""


def _mark(one: Paragraph) -> str:
    """Write that a paragraph decides no case, or that no case cites it."""
    said = NOTHING_DECIDED if one.decides_nothing else NO_CASE if one.has_no_case else ""
    return said and f"<em>{said}</em>"


def _items(names: Sequence[str]) -> str:
    """Write names as a list; a long one is folded."""
    if not names:
        return ""
    items = "".join(f"<li>{html.escape(name)}</li>" for name in names)
    if len(names) <= 5:
        return f"<ul>{items}</ul>"
    return f"<details><summary>{len(names)}</summary><ul>{items}</ul></details>"


def traceability(paragraphs: Sequence[Paragraph], *, with_cases: bool) -> Finding:
    """Check that no paragraph that must be carried is forgotten.

    Args:
        paragraphs: The matrix.
        with_cases: Whether there were cases to look at; without any the check is skipped.
    """
    if not with_cases:
        return Finding("traceability", "", skipped=NO_CASES)
    known = {one.number: one for one in paragraphs}
    problems: list[str] = []
    for number in required():
        one = known[number]
        must_be_cited = number.startswith(CITED_BY_CASES)
        if (one.rules and one.reason) or (one.cases and one.reason):
            problems.append(f"{number}: is listed as not derivable, but a rule or a case cites it")
        elif not one.rules and not one.cases and not one.reason:
            problems.append(f"{number}: no rule and no case cites it")
        elif must_be_cited and not one.cases:
            problems.append(f"{number}: no case cites it")
    cited = sum(1 for one in paragraphs if one.rules and one.cases)
    excused = sum(1 for one in paragraphs if one.reason)
    said = f"{len(paragraphs)} paragraphs, {cited} with rules and cases, {excused} not derivable"
    return Finding("traceability", said, tuple(problems))
