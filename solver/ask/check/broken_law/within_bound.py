"""Is a mutant equivalent within a bound? Its answers to all boards up to a size, and to the cases, stay the same.

Only the boards on which it derives something else have to be derived again. The first difference ends the search.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from solver.ask.check.broken_law.in_parts import Search
from solver.ask.check.broken_law.in_process import in_process
from solver.ask.check.broken_law.judging import FAILING, judge, said
from solver.ask.check.broken_law.known_boards import KnownBoards, Mattering
from solver.ask.check.broken_law.law_mutants import LawMutant
from solver.ask.check.broken_law.law_verdict import LawVerdict
from solver.ask.check.broken_law.tried_boards import BOUND, KINDS, OF_BOARDS, Pool, Trial, together

SECONDS = 600
"""The time limit of a mutant in seconds of processor time."""
ASKED = "bound"
"""The kind of test, as a verdict remembers it."""


def within_bound(
    some: Sequence[LawMutant], boards: Pool, kept: Path | None = None, latest: float | None = None
) -> Iterator[LawVerdict]:
    """Compare the answers of mutants with those of the unbroken law on all boards.

    Args:
        some: The mutants.
        boards: All boards up to the bound.
        kept: The file of the outcomes; what matters to each mutant is remembered beside it.
        latest: After this time no further boards are searched.

    Returns:
        For each mutant an outcome: `LawVerdict.bound` if all answers are the same, `LawVerdict.differs` if one is not,
        and neither if that is not known: the mutant takes too long, or its literals share no variables
        (`LawMutant.is_unlinked`), so that not all boards that matter are found. To a mutant that derives something
        that names no board, all boards matter.
    """
    matters = KnownBoards(kept, boards)
    unknown = [one for one in some if one.name not in matters.mutants]
    if unknown:
        search = Search(unknown, boards, matters.parts)
        if not search.ends(latest):
            return
        matters.add([one.name for one in unknown], search.found, search.lost)
    trials = {(one.kind, one.name): one for each in boards.values() for one in each}
    found = [(one, matters.of(one.name, trials)) for one in some]
    answers: dict[Trial, int] = {}
    every = [one for each in boards.values() for one in each]
    for mutant, those in sorted(found, key=lambda pair: (_matters_anywhere(pair[1]), _how_many(pair[1]))):
        yield _compared(mutant, replace(those, boards=every) if those and those.anywhere else those, answers)


def _matters_anywhere(those: Mattering | None) -> bool:
    return those is not None and those.anywhere


def _how_many(those: Mattering | None) -> int:
    return 0 if those is None else len(those.boards)


def _compared(mutant: LawMutant, matters: Mattering | None, answers: dict[Trial, int]) -> LawVerdict:
    verdict = LawVerdict(mutant.name, mutant.statement.place[0], mutant.kind, [ASKED])
    if matters is None:
        return verdict
    verdict.fires = bool(matters.fires or matters.boards)
    infected = sorted(matters.boards, key=lambda one: (OF_BOARDS.index(one.kind), one.size, one.name))
    left = [one for one in infected if one not in answers]
    for portion in together(left):
        answers.update(zip(portion, map(_digest, said(portion)), strict=True))
    different = in_process(SECONDS, lambda: _first_difference(mutant, infected, answers)) if infected else ""
    if different:
        board = next(one for one in infected if f"{one.kind} {one.name}" == different)
        suspects: dict[str, Sequence[Trial]] = dict.fromkeys(OF_BOARDS, ()) | {board.kind: [board]}
        told = in_process(SECONDS, lambda: judge(mutant, suspects))
        verdict.differs = different
        verdict.by = {} if told is None else {kind: name for kind, name in told.by.items() if kind in KINDS}
    elif different == "" and not mutant.is_unlinked:
        verdict.bound = BOUND
    return verdict


def _first_difference(mutant: LawMutant, some: Sequence[Trial], answers: Mapping[Trial, int]) -> str:
    """Return the first board on which the answer of a broken law is another one; empty where there is none."""
    with mutant.broken():
        for portion in together(some, 1 if mutant.is_unlinked else None):
            for one in _suspects(portion, answers):
                if any(_suspects([one], answers)):
                    return f"{one.kind} {one.name}"
    return ""


def _suspects(portion: Sequence[Trial], answers: Mapping[Trial, int]) -> Sequence[Trial]:
    """Return the boards with another answer; all of them where the broken law fails."""
    try:
        now = said(portion)
    except FAILING:
        return portion
    return [one for one, answer in zip(portion, now, strict=True) if _digest(answer) != answers[one]]


def _digest(answer: object) -> int:
    return zlib.crc32(repr(answer).encode())
