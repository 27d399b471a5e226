"""The score of the law's mutants: how many are noticed, by which tests, and which survive, chapter by chapter."""

from __future__ import annotations

import json
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from solver.ask.check.broken_law.infecting import Infected, infected
from solver.ask.check.broken_law.judging import answers_to, differs_on, judge
from solver.ask.check.broken_law.law_mutants import LawMutant, is_program, law_mutants
from solver.ask.check.broken_law.pool import CASE, KINDS, PROPERTY, RULING, Pool, Trial, pool, together
from solver.engine.plain_together import derive_all_plainly
from solver.run.process_limits import set_limits

SECONDS = 60
"""The time limit of a mutant in seconds of processor time."""
MEGABYTES = 4000
_TOGETHER = 60
"""The number of mutants in a batch: the boards are derived once for all of them."""
_FEW = 12
"""Where the boards that matter are not known, so many are tried."""

NOTICED, SURVIVED, EQUIVALENT, NO_PROGRAM, TIMEOUT, SILENT = (
    "noticed", "survived", "equivalent", "no program", "timeout", "silent",
)  # fmt: skip


@dataclass(frozen=True)
class LawVerdict:
    """The outcome of a mutant of the law.

    Attributes:
        name: The mutant.
        chapter: The chapter of its rule.
        kind: The mutation operator.
        end: ``noticed``; ``survived``: an answer changes, and nothing notices; ``equivalent``: no answer changes on any
            board of the bound, and no case or ruling notices; ``no program``; ``timeout``; ``silent``: the rule fires,
            whole or broken, on no board at all.
        by: The test that notices it, by its kind: ``property``, ``case``, ``ruling``.
        tried: The number of boards of each kind that it was tried on.
        infected: The number of boards of each kind on which it derives something else.
    """

    name: str
    chapter: str
    kind: str
    end: str
    by: dict[str, str] = field(default_factory=dict)
    tried: dict[str, int] = field(default_factory=dict)
    infected: dict[str, int] = field(default_factory=dict)


def score_law(
    count: int | None,
    *,
    seed: int = 0,
    folder: Path | None = None,
    rulings: Sequence[Mapping[str, Any]] = (),
    every: int = 1,
    about: str = "",
    kept: Path | None = None,
    report: Callable[[str, int, int], None] | None = None,
) -> list[LawVerdict]:
    """Break the law and see which tests notice.

    Args:
        count: The number of mutants; all by default.
        seed: Decides which come first.
        folder: The cases; none by default.
        rulings: Rulings of others, in the form of the cases.
        every: One in so many boards of the statements is taken.
        about: Only mutants with this word in their names: a chapter, a predicate.
        kept: A file that remembers the outcomes, a line each: those in it are not tried again.
        report: Told of each mutant: its chapter, how many are done, and of how many.

    Returns:
        The outcomes, in the order of the mutants.
    """
    every_mutant = [one for one in law_mutants(seed) if about in one.name]
    wanted = every_mutant if count is None else every_mutant[:count]
    known = _remembered(kept)
    todo = [one for one in wanted if one.name not in known]
    if todo:
        boards = pool(folder, rulings, every=every)
        for verdict in _verdicts(todo, boards):
            known[verdict.name] = verdict
            if kept is not None:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(f"{json.dumps(asdict(verdict), ensure_ascii=False)}\n")
            if report is not None:
                report(verdict.chapter, sum(one.name in known for one in wanted), len(wanted))
    return [known[one.name] for one in wanted]


def _remembered(kept: Path | None) -> dict[str, LawVerdict]:
    if kept is None or not kept.exists():
        return {}
    read = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    return {one["name"]: LawVerdict(**one) for one in read}


def _verdicts(todo: Sequence[LawMutant], boards: Pool) -> Iterator[LawVerdict]:
    answers = answers_to(boards[PROPERTY])
    for kind in (CASE, RULING):  # derived once before processes are forked: what is read of the rules is read by then
        for few in islice(together(boards[kind]), 1):
            list(derive_all_plainly([one.board() for one in few], edition=few[0].edition))
    for first in range(0, len(todo), _TOGETHER):
        programs = []
        for mutant in todo[first : first + _TOGETHER]:
            if is_program(mutant):
                programs.append(mutant)
            else:
                yield LawVerdict(mutant.name, mutant.statement.place[0], mutant.kind, NO_PROGRAM)
        for some, found in _infected(programs, boards):
            for number, mutant in enumerate(some):
                yield _alone(mutant, number, found, boards, answers)


def _infected(some: Sequence[LawMutant], boards: Pool) -> Iterator[tuple[Sequence[LawMutant], Infected | None]]:
    """Find the boards that matter to each mutant; halve a batch that takes too long. None for one that does alone."""
    seconds = SECONDS * 3 + 2 * len(some) + sum(map(len, boards.values())) // 5
    found = _in_process(seconds, lambda: _told(infected(some, boards)))
    if found is not None:
        yield some, _read(found, boards)
    elif len(some) == 1:
        yield some, None
    else:
        half = len(some) // 2
        yield from _infected(some[:half], boards)
        yield from _infected(some[half:], boards)


def _told(found: Infected) -> Any:
    """Return it with names in the place of boards, to be sent."""

    def named(those: Mapping[int, set[Trial]]) -> dict[int, list[tuple[str, str]]]:
        return {number: [(one.kind, one.name) for one in each] for number, each in those.items()}

    return named(found.boards), named(found.fires), found.anywhere


def _read(told: Any, boards: Pool) -> Infected:
    trials = {(one.kind, one.name): one for each in boards.values() for one in each}
    first, second = ({number: {trials[one] for one in each} for number, each in part.items()} for part in told[:2])
    return Infected(first, second, told[2])


def _in_process(seconds: int, work: Callable[[], Any]) -> Any:
    """Do something in a process of its own within limits; None where it does not end."""
    forked = multiprocessing.get_context("fork")
    ours, theirs = forked.Pipe(duplex=False)

    def run() -> None:
        set_limits(seconds, MEGABYTES)
        theirs.send(work())
        theirs.close()

    process = forked.Process(target=run, daemon=True)
    process.start()
    theirs.close()
    try:
        latest = time.monotonic() + seconds * 12
        while not ours.poll(1.0):
            if time.monotonic() > latest:
                return None
        return ours.recv()
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()
        ours.close()


def _alone(mutant: LawMutant, number: int, found: Infected | None, boards: Pool, answers: dict[str, Any]) -> LawVerdict:
    chapter = mutant.statement.place[0]
    if found is None:
        return LawVerdict(mutant.name, chapter, mutant.kind, TIMEOUT)
    those = found.boards.get(number, set())
    suspects: dict[str, list[Trial]] = {kind: [one for one in those if one.kind == kind] for kind in KINDS}
    infects = {kind: len(each) for kind, each in suspects.items() if each}
    if number in found.anywhere:
        fires = found.fires.get(number, set())
        for kind, each in suspects.items():
            some = [one for one in fires if one.kind == kind] or boards[kind]
            each.extend([one for one in some if one not in those][: _FEW * 4])
    if not any(suspects.values()):
        end = EQUIVALENT if found.fires.get(number) else SILENT
        return LawVerdict(mutant.name, chapter, mutant.kind, end)
    told = _in_process(SECONDS, lambda: judge(mutant, suspects, answers))
    if told is None:
        return LawVerdict(mutant.name, chapter, mutant.kind, TIMEOUT, infected=infects)
    if told.by:
        end = NOTICED
    else:
        of_statements = set(suspects[PROPERTY])
        differs = told.differs or _in_process(SECONDS * 3, lambda: differs_on(mutant, of_statements, answers))
        end = TIMEOUT if differs is None else SURVIVED if differs else EQUIVALENT
    return LawVerdict(mutant.name, chapter, mutant.kind, end, told.by, told.tried, infects)


def counted(verdicts: Sequence[LawVerdict]) -> dict[str, Any]:
    """Count outcomes: in all, by operator, by chapter, by kind of test.

    Args:
        verdicts: The outcomes.

    Returns:
        Plain data. ``score`` is the share of the noticed among the noticed and the survivors; ``by_kind`` that of each
        of the three, among the same.
    """
    ends = Counter(one.end for one in verdicts)
    of = ends[NOTICED] + ends[SURVIVED]
    by_kind = {kind: sum(kind in one.by for one in verdicts) for kind in KINDS}
    names = Counter(name for one in verdicts for kind, name in one.by.items() if kind == PROPERTY)
    return {
        "mutants": len(verdicts),
        **{end.replace(" ", "_"): ends[end] for end in (NOTICED, SURVIVED, EQUIVALENT, SILENT, NO_PROGRAM, TIMEOUT)},
        "score": round(ends[NOTICED] / of, 4) if of else None,
        "by_kind": {kind: {"noticed": number, "of": of} for kind, number in by_kind.items()},
        "by_two": sum(len(one.by) >= 2 for one in verdicts),
        "by_statement": dict(names.most_common()),
        "by_chapter": _table(verdicts, lambda one: one.chapter),
        "by_operator": _table(verdicts, lambda one: one.kind),
        "survived_in": {
            chapter: sorted(one.name for one in verdicts if one.chapter == chapter and one.end == SURVIVED)
            for chapter in sorted({one.chapter for one in verdicts if one.end == SURVIVED})
        },
    }


def _table(verdicts: Sequence[LawVerdict], key: Callable[[LawVerdict], str]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {}
    for one in verdicts:
        found.setdefault(key(one), Counter())[one.end] += 1
    return {name: dict(ends) for name, ends in sorted(found.items())}
