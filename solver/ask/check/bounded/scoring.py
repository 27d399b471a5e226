"""The mutation score: of all ways to break the rules, how many do the invariants notice, and how many the cases?

All ways to break some rules of one part are tried together, in a process of their own: the invariants are asked in
groundings that they share (`variants`), the cases about those only that no invariant notices. A broken rule may ground
without end: if a mutant does not end, the remaining ones are tried by halves, and in the end one by one.
"""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from facts.board import Board
from solver.answer import Answer
from solver.ask.check.bounded.invariants import ONE_ANSWER
from solver.ask.check.bounded.mutants import Mutant, is_program, mutants
from solver.ask.check.bounded.prove import steps
from solver.ask.check.bounded.variants import Noticed, learn, may_go_round, notice
from solver.ask.check.cases import boards_of, edition_in
from solver.ask.check.coverage import Fired
from solver.ask.check.expected import differences
from solver.ask.derive import ground
from solver.ask.together import derive_all
from solver.process import set_limits
from solver.program import statements, watched

SECONDS = 90
"""The time limit of a single mutant in seconds; a mutant without an end is noticed. Groups get longer (`_patience`)."""
_TOGETHER = 40
"""The number of rules that share groundings and proofs."""
MEGABYTES = 3000
SIZES = ((2, 2),)
"""The sizes at which the invariants are tried."""
_FEW, _GROUP, _MOST = 12, 30, 72
"""The number of cases in the first try, in each later one, and at most."""
_ASIDE = ("walk", "walked", "findings")
"""The parts without answers: those of `explain` and `check BOARD`. Cases and invariants look at answers."""
_NO_ANSWER = "it is not about the answer"


@dataclass(frozen=True)
class Verdict:
    """The outcome of a mutant.

    Attributes:
        what: The mutant.
        place: The rule: its chapter.
        invariants: The invariants that notice it: they do not hold.
        case: A case that notices it, if no invariant does; None if no case that was tried notices it.
        outside: The reason why invariants cannot see it; empty if they could.
        end: The kind of failure, if it failed: ``no program``, ``no end``.
        tried: The number of cases that were tried.
        sizes: At how many of the `SIZES` the invariants were tried.
    """

    what: str
    place: str
    invariants: tuple[str, ...] = ()
    case: str | None = None
    outside: str = ""
    end: str = ""
    tried: int = 0
    sizes: int = 0

    @property
    def killed(self) -> bool:
        """True if an invariant or a case notices the mutant."""
        return bool(self.invariants or self.case or self.end == "no end")

    def is_final(self, sizes: int, *, with_cases: bool) -> bool:
        """Tell whether trying again could not find more.

        Args:
            sizes: At how many of the `SIZES` the invariants are to be tried.
            with_cases: Whether the cases are to be tried.
        """
        if self.end or self.invariants or self.outside == _NO_ANSWER:
            return True
        return (self.tried > 0 or not with_cases) and bool(self.outside or self.sizes >= sizes)


@dataclass
class Score:
    """The mutants that were noticed, the checks that noticed them, and the survivors.

    Attributes:
        verdicts: The result of each.
        of: The total number of mutants.
    """

    verdicts: list[Verdict] = field(default_factory=list)
    of: int = 0

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data, survivors by the chapter of the rule."""
        tried = [one for one in self.verdicts if one.end != "no program"]
        inside = [one for one in tried if not one.outside]
        by_chapter: dict[str, list[int]] = {}
        survived: dict[str, list[str]] = {}
        within: dict[str, list[str]] = {}
        unseen: dict[str, list[str]] = {}
        for one in tried:
            what = one.what.removeprefix(f"{one.place}: ")
            count = by_chapter.setdefault(one.place, [0, 0])
            count[0] += one.killed
            count[1] += 1
            if not one.killed:
                survived.setdefault(one.place, []).append(what)
                if not one.outside:
                    within.setdefault(one.place, []).append(what)
            elif not one.outside and not one.invariants and one.end != "no end":
                unseen.setdefault(one.place, []).append(what)
        return {
            "mutants": self.of,
            "no_program": len(self.verdicts) - len(tried),
            "tried": len(tried),
            "noticed": sum(one.killed for one in tried),
            "noticed_by_cases": sum(one.case is not None for one in tried),
            "endless": sum(one.end == "no end" for one in tried),
            "in_vocabulary": len(inside),
            "noticed_by_invariants": sum(bool(one.invariants) for one in inside),
            "outside_vocabulary": len(tried) - len(inside),
            "by_invariant": self.by_invariant(),
            "by_chapter": {name: {"noticed": one, "of": of} for name, (one, of) in sorted(by_chapter.items())},
            "survived": {name: sorted(each) for name, each in sorted(survived.items())},
            "survived_within_vocabulary": {name: sorted(each) for name, each in sorted(within.items())},
            "noticed_by_cases_alone": {name: sorted(each) for name, each in sorted(unseen.items())},
        }

    def by_invariant(self) -> dict[str, int]:
        """Return how many mutants each invariant notices."""
        found: dict[str, int] = {}
        for one in self.verdicts:
            for name in one.invariants:
                found[name] = found.get(name, 0) + 1
        return dict(sorted(found.items(), key=lambda row: -row[1]))


@dataclass(frozen=True)
class _Firing:
    """The cases on which each rule fires.

    Attributes:
        cases: For each place, the cases on which the rule fires, the quickest first.
        read: The cases, each with its board.
    """

    cases: Mapping[int, Sequence[str]]
    read: Mapping[str, tuple[Mapping[str, Any], Board]]


def score(
    count: int | None = None,
    *,
    seed: int = 0,
    about: str = "",
    folder: Path | None = None,
    kept: Path | None = None,
    processes: int = 1,
    sizes: int = len(SIZES),
    report: Callable[[str, int, int], None] | None = None,
) -> Score:
    """Break the rules and see which tests notice.

    Args:
        count: The number of mutants; all by default.
        seed: Decides which come first.
        about: Only rules with this word in them.
        folder: The cases, for those that no invariant notices; none are tried by default.
        kept: A file with the outcome of each mutant, a line each: those in it are not tried again.
        processes: The number at a time.
        sizes: At how many of the `SIZES` the invariants are tried: more than before is tried again.
        report: Called for each mutant with its chapter, the number of mutants done, and the number of all.

    Returns:
        The score.
    """
    known = _remembered(kept)
    if kept is not None:
        kept.open("a", encoding="utf-8").close()  # fail now if the file cannot be written
    read = _read(folder)  # errors of the cases come before anything else
    every = list(mutants(seed, about))
    wanted = every if count is None else every[:count]
    done = {name for name, one in known.items() if one.is_final(sizes, with_cases=folder is not None)}
    found = Score([known[one.what] for one in wanted if one.what in done], len(every))
    todo = [one for one in wanted if one.what not in done]
    if not todo:
        return found
    firing = _firing(read)
    groups = _grouped(todo)
    if len(groups) > 1:  # a single process derives the little that it needs itself
        learn(todo)
    for verdict in _each(groups, firing, processes, sizes):
        found.verdicts.append(verdict)
        if report is not None:
            report(verdict.place, len(found.verdicts), len(wanted))
        if kept is not None:
            with kept.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(vars(verdict), ensure_ascii=False)}\n")
    return found


def _by_rule(some: Iterable[Mutant]) -> list[list[Mutant]]:
    found: dict[int, list[Mutant]] = {}
    for one in some:
        found.setdefault(one.number, []).append(one)
    return list(found.values())


def _grouped(todo: Sequence[Mutant]) -> list[list[Mutant]]:
    """Put the ways to break some rules of one part together, in the order of the first of each part."""
    by_part: dict[str, list[Mutant]] = {}
    for one in todo:
        by_part.setdefault(one.statement.part_name, []).append(one)
    return [
        list(chain.from_iterable(rules[first : first + _TOGETHER]))
        for rules in map(_by_rule, by_part.values())
        for first in range(0, len(rules), _TOGETHER)
    ]


def _remembered(kept: Path | None) -> dict[str, Verdict]:
    if kept is None or not kept.exists():
        return {}
    lines = kept.read_text(encoding="utf-8").splitlines()
    read = [json.loads(line) for line in lines]
    return {one["what"]: Verdict(**{**one, "invariants": tuple(one["invariants"])}) for one in read}


@dataclass
class _Running:
    """A process that tries mutants.

    Attributes:
        process: The process.
        left: Its mutants without an outcome.
        began: When it began with the first of these.
    """

    process: Any
    left: list[Mutant]
    began: float


def _each(todo: list[list[Mutant]], firing: _Firing, processes: int, sizes: int) -> Iterator[Verdict]:
    """Try groups of mutants, each in a process."""
    forked = multiprocessing.get_context("fork")
    waiting = todo[::-1]
    running: dict[Connection, _Running] = {}
    while waiting or running:
        while len(running) < processes and waiting:
            some = waiting.pop()
            ours, theirs = forked.Pipe(duplex=False)
            process = forked.Process(target=_in_process, args=(some, firing, sizes, theirs), daemon=True)
            process.start()
            theirs.close()
            running[ours] = _Running(process, list(some), time.monotonic())
        for ready in wait(list(running), timeout=1.0):
            assert isinstance(ready, Connection)
            one = running[ready]
            try:
                verdict = ready.recv()
            except EOFError:  # it is done, or went beyond its memory
                del running[ready]
                yield from _unfinished(one, ready, waiting)
            else:
                one.left = [mutant for mutant in one.left if mutant.what != verdict.what]
                one.began = time.monotonic()
                yield verdict
        for slow, one in list(running.items()):
            if time.monotonic() - one.began > _patience(len(one.left)):
                del running[slow]
                one.process.kill()
                yield from _unfinished(one, slow, waiting)


def _unfinished(one: _Running, told: Connection, waiting: list[list[Mutant]]) -> Iterator[Verdict]:
    """Try by halves, in the end one by one, the mutants without an outcome; one that was alone does not end."""
    one.process.join()
    told.close()
    if one.process.exitcode and len(one.left) == 1:
        yield Verdict(one.left[0].what, one.left[0].statement.place[0], end="no end")
    else:
        half = (len(one.left) + 1) // 2
        waiting += [some for some in (one.left[half:], one.left[:half]) if some]


def _patience(mutants: int) -> float:
    """Return the time limit in seconds for a group of mutants until the first result."""
    return SECONDS * (1 + mutants / 20)


def _in_process(some: Sequence[Mutant], firing: _Firing, sizes: int, told: Connection) -> None:
    set_limits(None, MEGABYTES)
    for verdict in judge(some, firing, sizes):
        told.send(verdict)
    told.close()


def judge(some: Sequence[Mutant], firing: _Firing, sizes: int = len(SIZES)) -> Iterator[Verdict]:
    """Try ways to break some rules.

    Args:
        some: The mutants.
        firing: Where rules fire.
        sizes: At how many of the `SIZES` the invariants are tried.

    Returns:
        The check that notices each.
    """
    programs = []
    for mutant in some:
        if is_program(mutant):
            programs.append(mutant)
        else:
            yield Verdict(mutant.what, mutant.statement.place[0], end="no program")
    about_answers = [one for one in programs if one.statement.part_name not in _ASIDE]
    together = [one for one in about_answers if len(one.trees) < 2 and not may_go_round(one)]
    found = notice(together, SIZES[:sizes]) if together else Noticed()
    for mutant in programs:
        place = mutant.statement.place[0]
        if mutant not in about_answers:
            yield Verdict(mutant.what, place, outside=_NO_ANSWER, sizes=sizes)
            continue
        if mutant in together:
            number = together.index(mutant)
            invariants, fired = found.invariants.get(number, ()), number in found.fired
        else:
            with mutant.broken():
                invariants, fired = _invariants_against(sizes), True
        outside = "" if fired else "it does not fire on bounded boards, whole or broken"
        case, tried = None, 0
        if not invariants:
            with mutant.broken():
                case, tried = _case_against(mutant, firing)
        yield Verdict(mutant.what, place, invariants, case, outside, tried=tried, sizes=sizes)


def _invariants_against(sizes: int) -> tuple[str, ...]:
    for objects, effects in SIZES[:sizes]:
        try:
            names = dict.fromkeys(one.invariant.name for one in steps(objects, effects) if not one.holds)
        except RuntimeError:
            return (ONE_ANSWER,)
        if names:
            return tuple(names)
    return ()


def _case_against(mutant: Mutant, firing: _Firing) -> tuple[str | None, int]:
    """Return a case that notices that the rules are broken, and how many were tried."""
    fitting = list(firing.cases.get(mutant.number, ()))
    others = [name for name in firing.read if name not in set(fitting)]
    names = [*fitting[: _MOST - _FEW], *others[mutant.number % 7 :: 7][:_FEW]]
    at = 0
    while at < len(names):
        some = names[at : at + (_FEW if at == 0 else _GROUP)]
        at += len(some)
        if (case := _noticing({name: firing.read[name] for name in some})) is not None:
            return case, at
    return None, at


def _noticing(some: Mapping[str, tuple[Mapping[str, Any], Board]]) -> str | None:
    editions = {edition_in(data) for data, _ in some.values()}
    for edition in sorted(editions):
        these = {name: data for name, (data, _) in some.items() if edition_in(data) == edition}
        try:
            boards = [some[name][1] for name in these]
            for (name, data), answer in zip(these.items(), derive_all(boards, edition=edition), strict=True):
                if not isinstance(answer, Answer) or differences(data, answer):
                    return name
        except Exception:
            return next(iter(these))
    return None


def _read(folder: Path | None) -> dict[str, tuple[Mapping[str, Any], Board]]:
    """Read the cases of a folder, each with its board."""
    return {} if folder is None else {name: (data, board) for name, data, board in boards_of(folder)}


def _firing(read: Mapping[str, tuple[Mapping[str, Any], Board]]) -> _Firing:
    """Find out where each rule fires."""
    times: dict[str, float] = {}
    where: dict[int, list[str]] = {}
    numbers = {
        one.place: number
        for number, one in enumerate(statements())
        if ":-" in one.text and not one.text.startswith("#")
    }
    fired = Fired(numbers)
    with watched(fired):
        for name, (data, board) in read.items():
            began = time.perf_counter()
            ground(board, edition=edition_in(data))
            times[name] = time.perf_counter() - began
            for place in fired.read():
                where.setdefault(numbers[place], []).append(name)
    quickest = {number: sorted(names, key=times.__getitem__) for number, names in where.items()}
    return _Firing(quickest, read)
