"""Asking `check BOARD` about broken rules: the cases with findings notice rules that no answer needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from solver.ask.check.board_findings import check_board
from solver.ask.check.broken_law.in_process import in_process
from solver.ask.check.broken_law.law_mutants import LawMutant
from solver.ask.check.broken_law.tried_boards import Trial
from solver.program import replaced, statements

_SECONDS = 60
_FAILING = (RuntimeError, ValueError, KeyError, IndexError, StopIteration, AttributeError, TypeError)


def cases_against(some: Sequence[LawMutant], cases: Sequence[Trial]) -> Iterator[tuple[LawMutant, str]]:
    """Ask cases with findings.

    Args:
        some: The mutants.
        cases: All cases.

    Returns:
        Each mutant that was asked about, and a case whose findings change; empty if none does.
    """
    numbers = {statement: number for number, statement in enumerate(statements())}
    with_findings = [one for one in cases if "findings" in one.data]
    for mutant in some:
        number = numbers.get(mutant.statement)
        if number is not None:
            told = in_process(_SECONDS, partial(_noticing, number, mutant, with_findings))
            yield mutant, told or ""


def _noticing(number: int, mutant: LawMutant, cases: Sequence[Trial]) -> str:
    with replaced(number, mutant.trees):
        for one in sorted(cases, key=lambda each: each.size):
            try:
                found = check_board(one.board(), edition=one.edition).findings
            except _FAILING:
                return one.name
            if [[each.rule, each.kind, *each.objects] for each in found] != one.data["findings"]:
                return one.name
    return ""
