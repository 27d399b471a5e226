"""Take the rules of one paragraph away, and derive the cases that cite it: which of them get another answer?

The cases are derived by the law alone, so that no chapter of the engine stands in for a rule that is gone. The law is
without a paragraph only as long as its cases are derived, and only these are derived, many together: all 3,000 pairs
of a paragraph and a case take minutes. The findings of a board come from the program that users run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import lru_cache
from typing import NamedTuple

from facts.board import Board
from facts.text import InputError
from solver.answer import Answer
from solver.ask.check.board_findings import check_board
from solver.ask.check.cases import CaseBoard, edition_in
from solver.ask.check.expected import differences
from solver.ask.explain.rules import lawbook
from solver.ask.together import derive_all_plainly
from solver.engine import law_changed, law_statements
from solver.program import replaced, statements

DECISIVE, FIRES, SILENT, NO_RULE = "decisive", "fires", "silent", "no rule"
"""The outcomes of a pair: without the rules of the paragraph the answer changes; the rules fire, but the answer stays;
no rule fires; there are no rules."""
_AT_ONCE = 16
"""The number of cases in one grounding: their boards are large."""


class Pair(NamedTuple):
    """A case and a paragraph that it cites.

    Attributes:
        case: The name of the case.
        paragraph: The number.
    """

    case: str
    paragraph: str


def pairs(cases: Iterable[CaseBoard]) -> Iterator[Pair]:
    """Return the paragraphs that each case cites.

    Args:
        cases: The cases.
    """
    for one in cases:
        yield from (Pair(one.name, str(number)) for number in one.data.get("rules") or ())


def decide(
    cases: Sequence[CaseBoard],
    wanted: Iterable[Pair],
    *,
    report: Callable[[str, int, int], None] | None = None,
) -> Iterator[tuple[Pair, str]]:
    """Find out whether paragraphs decide the cases that cite them.

    Args:
        cases: The cases.
        wanted: The pairs to look at.
        report: Called for each paragraph with its number, the number of paragraphs done, and the number of all.

    Returns:
        Each pair, and ``decisive``, ``fires``, ``silent`` or ``no rule``.
    """
    by_name = {one.name: one for one in cases}
    citing: dict[str, list[CaseBoard]] = {}
    for pair in wanted:
        citing.setdefault(pair.paragraph, []).append(by_name[pair.case])
    for done, (number, those) in enumerate(citing.items(), start=1):
        if number not in _places():
            yield from ((Pair(one.name, number), NO_RULE) for one in those)
        else:
            decided = {*_otherwise(number, those)}
            fired = {*_firing(number, [one for one in those if one.name not in decided])}
            for one in those:
                said = DECISIVE if one.name in decided else FIRES if one.name in fired else SILENT
                yield Pair(one.name, number), said
        if report is not None:
            report(number, done, len(citing))


@lru_cache(maxsize=1)
def _places() -> Mapping[str, Sequence[int]]:
    """Return the places of the rules of each paragraph among the statements of the law."""
    numbers = {statement.place: number for number, statement in enumerate(law_statements())}
    found: dict[str, dict[int, None]] = {}
    for rule in lawbook().rules:
        if not rule.bookkeeping:
            found.setdefault(rule.number, {})[numbers[rule.chapter, rule.line]] = None
    return {number: tuple(those) for number, those in found.items()}


def _otherwise(paragraph: str, cases: Sequence[CaseBoard]) -> Iterator[str]:
    """Return the cases that get another answer without the rules of a paragraph."""
    found = [one for one in cases if "findings" in one.data]
    derived = [one for one in cases if "findings" not in one.data or one.data.get("expect")]
    with law_changed(dict.fromkeys(_places()[paragraph], ())):
        for some in _parts(derived):
            yield from _failing(some)
    if found:
        with ExitStack() as stack:
            for place in _in_program(paragraph):
                stack.enter_context(replaced(place, ()))
            yield from (one.name for one in found if not _finds(one))


def _parts(cases: Sequence[CaseBoard]) -> Iterator[Sequence[CaseBoard]]:
    by_edition: dict[str, list[CaseBoard]] = {}
    for one in cases:
        by_edition.setdefault(edition_in(one.data), []).append(one)
    for those in by_edition.values():
        yield from (those[first : first + _AT_ONCE] for first in range(0, len(those), _AT_ONCE))


def _failing(some: Sequence[CaseBoard]) -> Iterator[str]:
    """Return the cases for which the law alone does not give the expected answer. A failing board is tried alone."""
    try:
        answers = list(derive_all_plainly([one.board for one in some], edition=edition_in(some[0].data)))
    except (InputError, RuntimeError, ValueError, KeyError, IndexError, StopIteration):
        if len(some) == 1:
            yield some[0].name
        else:
            yield from (name for one in some for name in _failing([one]))
        return
    for one, answer in zip(some, answers, strict=True):
        if not isinstance(answer, Answer) or differences(one.data, answer):
            yield one.name


def _in_program(paragraph: str) -> Iterator[int]:
    law = law_statements()
    places = {law[place].place for place in _places()[paragraph]}
    yield from (number for number, one in enumerate(statements()) if one.place in places)


def _finds(one: CaseBoard) -> bool:
    """Tell whether the check of a board has the findings that the case expects."""
    try:
        found = check_board(one.board, edition=edition_in(one.data)).findings
    except (InputError, RuntimeError):
        return False
    told: bool = [[each.rule, each.kind, *each.objects] for each in found] == one.data["findings"]
    return told


def _firing(paragraph: str, cases: Sequence[CaseBoard]) -> Iterator[str]:
    """Return the cases on which a rule of a paragraph fires, by the law alone."""
    from solver.ask.check.decisive.firing_law import firing

    for some in _parts(cases):
        boards: list[Board] = [one.board for one in some]
        fired = firing(_places()[paragraph], boards, edition_in(some[0].data))
        yield from (one.name for one in some if id(one.board) in fired)


def undeclared(
    cases: Sequence[CaseBoard],
    wanted: Iterable[Pair],
    *,
    report: Callable[[str, int, int], None] | None = None,
) -> Iterator[str]:
    """Find the paragraphs that a case cites, that do not decide it, and that it does not declare `negative`.

    Args:
        cases: The cases.
        wanted: The pairs to look at.
        report: As for `decide`.

    Returns:
        A line for each; one also where a paragraph is declared and decides.
    """
    declared = {one.name: {str(number) for number in one.data.get("negative") or ()} for one in cases}
    for (case, number), said in decide(cases, wanted, report=report):
        negative = number in declared[case]
        if said == DECISIVE and negative:
            yield f"{case}: {number} decides, and is declared negative: take it out of `negative`"
        elif said in _WHY and not negative:
            yield f"{case}: {number} does not decide ({_WHY[said]}): take it out of `rules`, or put it into `negative`"


_WHY = {
    FIRES: "its rules fire, but without them the answer is the same",
    SILENT: "none of its rules fires",
    NO_RULE: "no rule has this number",
}
