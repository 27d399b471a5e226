"""All checks of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

from solver.ask.check import lint
from solver.ask.check.bounded import CALLS, left_open
from solver.ask.check.cases import NO_CASES, boards_of, case_folder, evaluate
from solver.ask.check.coverage import Marks
from solver.ask.check.finding import Finding
from solver.ask.check.traceability import matrix, traceability
from solver.ask.explain.rules import rulebook
from solver.program import watched


def check_rules(folder: str | None = None, *, coverage: bool = False) -> Iterator[Finding]:
    """Check the rules.

    Args:
        folder: The folder with the cases; by default those that come with the rules.
        coverage: Find out which rules fire, which takes a minute.

    Returns:
        The findings, one after the other.

    Raises:
        InputError: There is no such folder, or something in it is no case.
    """
    book, found = rulebook(), case_folder(folder)
    read = [] if found is None else list(boards_of(found))  # errors of the cases come before anything else
    yield lint.safety()
    yield lint.annotated(book)
    yield lint.commented()
    yield lint.names(book)
    yield lint.meanings(book)
    yield Finding("strata", f"{len(CALLS)} calls: nothing leads to its own absence", tuple(left_open()))
    if found is None:
        for name in ("predicates", "evaluation", *(["coverage"] if coverage else [])):
            yield Finding(name, "", skipped=NO_CASES)
    else:
        marks = Marks()
        with watched(marks) if coverage else nullcontext():
            evaluated = evaluate(read, marks if coverage else None)
        yield lint.predicates(book, frozenset(evaluated.told))
        yield evaluated.evaluation()
        if coverage:
            yield marks.finding(book)
    yield traceability(matrix(book, found), with_cases=found is not None)
