"""Run a broken law on boards: which of the statements, the cases and the rulings of others notice it?"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from facts.text import InputError
from solver.answer import Answer
from solver.ask.check.broken_law.law_mutants import LawMutant
from solver.ask.check.broken_law.tried_boards import (
    CASE,
    CHECKED,
    CLAIM,
    KINDS,
    OF_BOARDS,
    PROPERTY,
    RULING,
    Pool,
    Trial,
    together,
)
from solver.ask.check.expected import differences
from solver.ask.check.refinement import NAME as AS_THE_LAW
from solver.ask.check.specification import Copied, compare_copies, copied_boards, found_plainly, state
from solver.ask.check.specification.claims import (
    Claim,
    FindingClaim,
    broken_claims,
    broken_finding_claims,
    claims_about,
    finding_claims,
)
from solver.ask.together import derive_all_plainly
from solver.program import REPLACED

_Asked = TypeVar("_Asked", Claim, FindingClaim)
_AT_ONCE = {CLAIM: 20, CHECKED: 12, PROPERTY: 30, CASE: 12, RULING: 24}
_ALONE = 20
"""The number of boards of a kind that are tried one by one."""
_MOST = {CLAIM: 60, CHECKED: 36, PROPERTY: 60, CASE: 60, RULING: 24}
"""The most boards of a kind that a mutant is tried on."""
_SECTION = re.compile(r"law/(\d{3})(?:_(\d+[a-z]?)_)?")
FAILING = (InputError, RuntimeError, ValueError, KeyError, IndexError, StopIteration, AttributeError, TypeError)
"""The exceptions by which a broken law shows itself as it is run or as its answer is read."""
_ENGINE_HAS_ITS_OWN = REPLACED[0].removeprefix("rules/")
"""The chapter of the law for which the engine has another by hand: comparing the two is a property."""


@dataclass
class Judged:
    """The outcome of a mutant on boards.

    Attributes:
        by: The tests that notice it: for each kind of boards the statement, the case or the ruling.
        tried: For each kind the number of boards that it was tried on.
    """

    by: dict[str, str] = field(default_factory=dict)
    tried: dict[str, int] = field(default_factory=dict)


def judge(mutant: LawMutant, suspects: Pool) -> Judged:
    """Run a broken law on the boards on which it derives something else.

    Args:
        mutant: The mutant.
        suspects: These boards, by their kinds.
    """
    chosen = {kind: _chosen(suspects[kind], mutant) for kind in KINDS}
    some_claims = _chosen_claims(suspects[CLAIM], mutant)
    checked = [finding_claims()[int(one.name)] for one in _chosen(suspects.get(CHECKED, ()), mutant)]
    compared = mutant.statement.place[0] == _ENGINE_HAS_ITS_OWN
    answers = answers_to(chosen[PROPERTY]) if compared else {}
    found = Judged()
    with mutant.broken():
        claim = _broken(some_claims, broken_claims, 1 if mutant.is_unlinked else _AT_ONCE[CLAIM]) or _broken(
            checked, broken_finding_claims, 1 if mutant.is_unlinked else _AT_ONCE[CHECKED]
        )
        if claim is not None:
            found.by[PROPERTY] = claim.name
        found.tried[CLAIM] = len(some_claims)
        if checked:
            found.tried[CHECKED] = len(checked)
        for kind in KINDS:
            if kind in found.by:
                continue
            for some in together(chosen[kind], 1 if mutant.is_unlinked else _AT_ONCE[kind]):
                found.tried[kind] = found.tried.get(kind, 0) + len(some)
                if (by := _noticing(some, answers)) is not None:
                    found.by[kind] = by
                    break
    return found


def _chosen_claims(some: Sequence[Trial], mutant: LawMutant) -> list[Claim]:
    """Choose claims at random, of each statement about as many; those about small boards come first.

    Claims that name the section of the mutant are chosen before others: they are more likely to notice it.
    """
    section = section_of(mutant)
    most = _ALONE if mutant.is_unlinked else _MOST[CLAIM]
    by_name: dict[str, list[Claim]] = {}
    for claim in claims_about(one.name for one in some):
        by_name.setdefault(claim.name, []).append(claim)
    chosen: list[Claim] = []
    for each in by_name.values():
        random.Random(mutant.name).shuffle(each)  # noqa: S311 - an order, no secret
        each.sort(key=lambda one: section not in one.about)
        chosen += each[: most // len(by_name)]
    return sorted(chosen, key=lambda one: len(str(one.board)))


def section_of(mutant: LawMutant) -> str:
    """Return the section that the chapter of a mutant is about, as claims write it: ``707``, ``611.3``.

    Args:
        mutant: The mutant.
    """
    numbers = _SECTION.match(mutant.statement.place[0])
    return "no section" if numbers is None else ".".join(filter(None, numbers.groups()))


def _broken(some: Sequence[_Asked], ask: Callable[[Sequence[_Asked]], Iterator[_Asked]], size: int) -> _Asked | None:
    """Return a claim that does not hold: it is asked alone again."""
    for first in range(0, len(some), size):
        portion = some[first : first + size]
        try:
            broken = list(ask(portion))
        except FAILING:
            broken = list(portion)
        for claim in broken[:8]:
            try:
                if len(portion) == 1 or any(ask([claim])):
                    return claim
            except FAILING:
                return claim
    return None


def _chosen(some: Sequence[Trial], mutant: LawMutant) -> list[Trial]:
    """Choose boards: the smallest ones first, then others at random; few if each goes alone."""
    most = _ALONE if mutant.is_unlinked else _MOST[some[0].kind] if some else 0
    by_size = sorted(some, key=lambda one: (one.size, one.name))
    first, rest = by_size[: most // 3], by_size[most // 3 :]
    random.Random(mutant.name).shuffle(rest)  # noqa: S311 - an order, no secret
    return [*first, *rest][:most]


def _noticing(some: Sequence[Trial], answers: Mapping[str, Any]) -> str | None:
    """Return a test that notices a broken law on some boards, also on its board alone; None if none does."""
    try:
        told = list(_wrong(some, answers))
    except FAILING as error:
        if len(some) == 1:
            return f"{type(error).__name__} on {some[0].name}"
        return next(filter(None, (_noticing([one], answers) for one in some)), None)
    if len(some) == 1:
        return told[0][1] if told else None
    for trial, _ in told[:8]:
        if (by := _noticing([trial], answers)) is not None:
            return by
    return None


def _wrong(some: Sequence[Trial], answers: Mapping[str, Any]) -> Iterator[tuple[Trial, str]]:
    """Return the boards with a wrong answer of a broken law, each with the test that notices."""
    if some[0].kind != PROPERTY:
        read = [one.board() for one in some]
        for one, answer in zip(some, derive_all_plainly(read, edition=some[0].edition), strict=True):
            if not isinstance(answer, Answer) or differences(one.data, answer):
                yield one, one.name
        return
    told = state([dict(one.data) for one in some])
    by_data = {str(one.data): one for one in some}
    for name, tally in told.tallies.items():
        if tally.broken is not None:
            yield by_data[str(tally.broken)], name
    blind = _copies(some)
    if blind:
        for board, _, holds in compare_copies(blind):
            if not holds:
                yield by_data[str(board)], "copies_are_blind"
    for one, answer in zip(some, told.answers, strict=True):
        if one.name in answers and _plain(answer) != answers[one.name]:
            yield one, AS_THE_LAW


def _copies(some: Sequence[Trial]) -> list[Copied]:
    copied = {str(one.board): one for one in copied_boards()}
    return [copied[text] for one in some if (text := str(one.data)) in copied]


def differs_on(mutant: LawMutant, suspects: Pool) -> str:
    """Return the name of a board to which a broken law gives another answer; empty where it does on none.

    Args:
        mutant: The mutant.
        suspects: The boards on which it derives something else, by their kinds.
    """
    for kind in OF_BOARDS:
        for some in together(_chosen(suspects.get(kind, ()), mutant), 1 if mutant.is_unlinked else _AT_ONCE[kind]):
            whole = said(some)
            try:
                with mutant.broken():
                    now = said(some)
            except FAILING:
                if len(some) == 1:
                    return f"{kind} {some[0].name}"
                continue
            for one, was, told in zip(some, whole, now, strict=True):
                if was != told:
                    return f"{kind} {one.name}"
    return ""


def answers_to(trials: Sequence[Trial]) -> dict[str, Any]:
    """Return the answers of the unbroken law for boards, by their names.

    Args:
        trials: The boards.
    """
    return {one.name: told for some in together(trials) for one, told in zip(some, said(some), strict=True)}


def said(some: Sequence[Trial]) -> list[Any]:
    """Return the answers of the law as it is now, as plain data; for boards of claims about findings, what is found.

    Args:
        some: Boards of one kind and edition.
    """
    if some[0].kind == CHECKED:
        checked = found_plainly([one.board() for one in some], edition=some[0].edition)
        return [str(found) if isinstance(found, Exception) else sorted(found) for found in checked]
    return [_plain(answer) for answer in derive_all_plainly([one.board() for one in some], edition=some[0].edition)]


def _plain(answer: Answer | Exception) -> Any:
    return answer.as_data() if isinstance(answer, Answer) else f"{type(answer).__name__}: {answer}"
