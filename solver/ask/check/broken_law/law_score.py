"""The score of the law's mutants: how many are noticed, by which tests, and which survive, chapter by chapter."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import chain, islice
from pathlib import Path

from solver.ask.check.broken_law.asked_findings import cases_against
from solver.ask.check.broken_law.asked_invariants import invariants_against
from solver.ask.check.broken_law.in_parts import Search
from solver.ask.check.broken_law.in_process import in_process
from solver.ask.check.broken_law.judging import differs_on, judge
from solver.ask.check.broken_law.known_boards import KnownBoards, Mattering
from solver.ask.check.broken_law.law_mutants import LawMutant, sampled
from solver.ask.check.broken_law.law_verdict import SILENT, SURVIVED, UNCHANGED, LawVerdict, joined
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
    pool,
    together,
)
from solver.ask.check.broken_law.within_bound import ASKED as ASKED_WITHIN_BOUND
from solver.ask.check.broken_law.within_bound import within_bound
from solver.ask.together import derive_all_plainly

SECONDS = 60
"""The time limit of a mutant in seconds of processor time."""
INVARIANT, FINDING = "invariant", "finding"
"""Two more kinds of tests. The invariants of the bounded proofs are asked about mutants that no other property notices.
The findings of `check BOARD` in cases are asked about survivors, and mutants that only findings may notice."""
_ALONE = (INVARIANT, FINDING, ASKED_WITHIN_BOUND)
"""The kinds that are asked last, each about some mutants: `ASKED_WITHIN_BOUND` is about those that change no answer."""
SMALL = "small"
"""The small boards of properties, which are asked first. Larger ones are asked only about mutants left unnoticed."""
_PROPERTIES = (PROPERTY, CLAIM, CHECKED)
_SMALL_SIZE = 3000
_TOGETHER = 320
"""The number of mutants in a batch: the boards are derived once for all of them."""
_FEW = 48
"""The number of boards that are tried where those that matter are not known."""


def score_law(
    count: int | None,
    *,
    seed: int = 0,
    boards: Callable[[], Pool] = pool,
    kinds: Sequence[str] = (*KINDS, *_ALONE),
    about: str = "",
    kept: Path | None = None,
    again: bool = False,
    seconds: float | None = None,
    report: Callable[[str, int, int], None] | None = None,
) -> list[LawVerdict]:
    """Break the law and see which tests notice.

    Args:
        count: The number of mutants, chapter by chapter in proportion; all by default.
        seed: Decides which come first.
        boards: Makes the boards, if any are needed; by default there are neither cases nor rulings.
        kinds: The kinds of tests that are asked: those of `KINDS`, ``invariant``, ``finding``, and ``bound``: whether
            the mutants that change no answer so far change one on any board of the tiers at 2 x 2, of the claims, or of
            the cases.
        about: Only mutants with this word in their names: a chapter, a predicate.
        kept: A file that remembers the outcomes, a line each: a kind in it is not asked again.
        again: Ask again about mutants that these kinds did not notice: there are new cases or boards.
        seconds: After this time nothing further is tried; the mutants with an outcome are returned.
        report: Called for each mutant with its chapter, the number of mutants done, and the number of all.

    Returns:
        The outcomes, in the order of the mutants.
    """
    latest = None if seconds is None else time.monotonic() + seconds
    wanted = list(islice(sampled(seed, about), count))
    known = remembered(kept)
    on_boards = [kind for kind in kinds if kind not in _ALONE]

    def open_to(some: Sequence[str], *, again: bool = False) -> list[LawMutant]:
        if not set(some) & set(kinds):
            return []
        return [one for one in wanted if _is_open(known.get(one.name), some, again=again)]

    todo, later, last = open_to(on_boards, again=again), open_to([INVARIANT]), open_to([FINDING])
    bounded = open_to([ASKED_WITHIN_BOUND])
    outcomes = chain(
        _by_boards(todo, on_boards, boards, kept, known, latest, again=again),
        _by_invariants(later, known),
        _by_findings(last, known, boards),
        _by_bound(bounded, known, boards, kept, latest),
    )
    for done, verdict in enumerate(outcomes, start=1):
        known[verdict.name] = joined(known.get(verdict.name), verdict)
        if kept is not None:
            with kept.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(asdict(verdict), ensure_ascii=False)}\n")
        if report is not None:
            report(verdict.chapter, done, len(todo) + len(later) + len(last) + len(bounded))
        if latest is not None and time.monotonic() > latest:
            break
    return [known[one.name] for one in wanted if one.name in known]


def _by_boards(
    todo: Sequence[LawMutant],
    kinds: Sequence[str],
    boards: Callable[[], Pool],
    kept: Path | None,
    known: Mapping[str, LawVerdict],
    latest: float | None,
    *,
    again: bool,
) -> Iterator[LawVerdict]:
    asked = {*kinds, *(_PROPERTIES if PROPERTY in kinds else ())}
    if not todo:
        return
    every = {kind: each if kind in asked else () for kind, each in boards().items()}
    small = {kind: [one for one in each if _is_small(one)] for kind, each in every.items()}
    if any(small.values()):
        unasked = [one for one in todo if again or one.name not in known or SMALL not in known[one.name].asked]
        for verdict in _verdicts(unasked, small, kept, known, latest):
            yield replace(verdict, asked=[SMALL])
        if latest is not None and time.monotonic() > latest:
            return
    rest = {kind: [one for one in each if not _is_small(one)] for kind, each in every.items()}
    for verdict in _verdicts(todo, rest, kept, known, latest):
        yield replace(verdict, asked=[kind for kind in KINDS if every[kind] or (kind == PROPERTY and kind in kinds)])


def _is_small(one: Trial) -> bool:
    return one.kind in _PROPERTIES and one.size <= _SMALL_SIZE


def _by_invariants(todo: Sequence[LawMutant], known: Mapping[str, LawVerdict]) -> Iterator[LawVerdict]:
    """Ask the invariants about mutants that no other property notices; the others count as asked."""
    unseen = [one for one in todo if one.name not in known or PROPERTY not in known[one.name].by]
    told = dict.fromkeys((one.name for one in todo), "")
    for mutant, name in invariants_against(unseen):
        told.pop(mutant.name)
        yield _by_invariant(mutant, name)
    yield from (_by_invariant(one, "") for one in todo if one.name in told)


def _by_invariant(mutant: LawMutant, name: str) -> LawVerdict:
    return _by(mutant, INVARIANT, PROPERTY, name)


def _by_findings(
    todo: Sequence[LawMutant], known: Mapping[str, LawVerdict], boards: Callable[[], Pool]
) -> Iterator[LawVerdict]:
    """Ask cases with findings about survivors, and mutants that only findings may notice.

    These fire on no board as it is derived, or change no answer and derive something else as claims about findings are
    asked.
    """
    silent = [one for one in todo if one.name in known and _only_findings_may_notice(known[one.name])]
    told = dict.fromkeys((one.name for one in todo), "")
    for mutant, name in cases_against(silent, boards()[CASE]) if silent else ():
        told.pop(mutant.name)
        yield _by(mutant, FINDING, CASE, name)
    yield from (_by(one, FINDING, CASE, "") for one in todo if one.name in told)


def _only_findings_may_notice(one: LawVerdict) -> bool:
    return one.end in (SILENT, SURVIVED) or (one.end == UNCHANGED and CHECKED in one.infected)


def _by_bound(
    todo: Sequence[LawMutant],
    known: Mapping[str, LawVerdict],
    boards: Callable[[], Pool],
    kept: Path | None,
    latest: float | None,
) -> Iterator[LawVerdict]:
    """Derive all boards up to the bound, and all cases, by mutants that change no answer so far.

    The others count as asked. Before, each mutant was tried on some cases only.
    """
    unchanged = [one for one in todo if one.name in known and known[one.name].end == UNCHANGED]
    names = {one.name for one in unchanged}
    yield from (_by(one, ASKED_WITHIN_BOUND, "", "") for one in todo if one.name not in names)
    if unchanged:
        yield from within_bound(unchanged, {**pool(), CASE: boards()[CASE], RULING: ()}, kept, latest)


def _by(mutant: LawMutant, asked: str, kind: str, name: str) -> LawVerdict:
    by = {kind: name} if name else {}
    return LawVerdict(mutant.name, mutant.statement.place[0], mutant.kind, [asked], by)


def _is_open(known: LawVerdict | None, kinds: Sequence[str], *, again: bool) -> bool:
    if known is None or not set(kinds) <= set(known.asked):
        return True
    return again and not set(kinds) & set(known.by)


def remembered(kept: Path | None) -> dict[str, LawVerdict]:
    """Read the outcomes of earlier runs.

    Args:
        kept: The file, one line for each mutant and run.

    Returns:
        The outcome of each mutant, by its name.
    """
    found: dict[str, LawVerdict] = {}
    if kept is not None and kept.exists():
        for line in kept.read_text(encoding="utf-8").splitlines():
            verdict = LawVerdict(**json.loads(line))
            found[verdict.name] = joined(found.get(verdict.name), verdict)
    return found


def _verdicts(
    todo: Sequence[LawMutant],
    boards: Pool,
    kept: Path | None,
    known: Mapping[str, LawVerdict],
    latest: float | None = None,
) -> Iterator[LawVerdict]:
    """Ask mutants on boards; the search for the boards that matter ends early where the time is over."""
    for each in boards.values():  # before processes are forked, so that the rules are read by then
        for few in islice(together(each), 1):
            list(derive_all_plainly([one.board() for one in few[:4]], edition=few[0].edition))
    trials = {(one.kind, one.name): one for each in boards.values() for one in each}
    matters = KnownBoards(kept, boards)
    for first in range(0, len(todo), _TOGETHER):
        batch = todo[first : first + _TOGETHER]
        unknown = [one for one in batch if one.name not in matters.mutants and _has_boards(known.get(one.name), boards)]
        if unknown:
            search = Search(unknown, boards, matters.parts)
            if not search.ends(latest):
                return
            matters.add([one.name for one in unknown], search.found, search.lost)
        for mutant in batch:
            earlier = known.get(mutant.name)
            if _has_boards(earlier, boards):
                yield _alone(mutant, matters.of(mutant.name, trials), boards, earlier)
            else:
                yield LawVerdict(mutant.name, mutant.statement.place[0], mutant.kind)


def _has_boards(earlier: LawVerdict | None, boards: Pool) -> bool:
    """Tell whether there are boards for a mutant: those of properties are not needed once a property notices it."""
    noticed = earlier is not None and PROPERTY in earlier.by
    return any(each for kind, each in boards.items() if not (noticed and kind in _PROPERTIES))


def _alone(mutant: LawMutant, matters: Mattering | None, boards: Pool, earlier: LawVerdict | None) -> LawVerdict:
    chapter = mutant.statement.place[0]
    asked = [kind for kind in KINDS if boards[kind] or (kind == PROPERTY and (boards[CLAIM] or boards.get(CHECKED)))]
    if matters is None:
        return LawVerdict(mutant.name, chapter, mutant.kind, asked, timeout=True)
    suspects: dict[str, list[Trial]] = {kind: [one for one in matters.boards if one.kind == kind] for kind in OF_BOARDS}
    if earlier is not None and PROPERTY in earlier.by:
        suspects |= {kind: [] for kind in _PROPERTIES}
    infects = {kind: len(each) for kind, each in suspects.items() if each}
    fires = bool(matters.fires or matters.boards)
    if matters.anywhere or mutant.is_unlinked:
        for kind, each in suspects.items():
            each.extend(
                [one for one in _in_its_words(mutant, boards.get(kind, ())) if one not in matters.boards][:_FEW]
            )
            fires = fires or bool(each)
    verdict = LawVerdict(mutant.name, chapter, mutant.kind, asked, fires=fires, infected=infects)
    if not any(suspects.values()):
        return verdict
    told = in_process(SECONDS, lambda: judge(mutant, suspects))
    if told is None:
        return joined(verdict, LawVerdict(mutant.name, chapter, mutant.kind, asked, timeout=True))
    verdict.by.update(told.by)
    verdict.tried.update(told.tried)
    if not told.by and (earlier is None or not earlier.by):
        differs = in_process(SECONDS, lambda: differs_on(mutant, suspects))
        verdict.differs = differs or ""
        verdict.timeout = differs is None
    return verdict


def _in_its_words(mutant: LawMutant, some: Sequence[Trial]) -> list[Trial]:
    """Return the boards that use most words of a rule first, small ones before large ones."""
    text = str(mutant.whole)
    words = {word.lower() for word in _TEXT.findall(text)}
    names = {name.replace("_", " ") for name in _NAME.findall(text)}
    ranks = {}
    for one in some:
        said = str(one.data).lower()
        ranks[one] = -sum(3 for word in words if word in said) - sum(1 for name in names if name in said)
    return sorted(some, key=lambda one: (ranks[one], one.size, one.name))


_TEXT = re.compile(r'"([^"]+)"')
_NAME = re.compile(r"\b[a-z][a-z_]{3,}\b")
