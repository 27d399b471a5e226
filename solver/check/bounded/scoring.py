"""The mutation score: of all ways to break the rules, how many do the invariants notice, and how many the cases?

Each mutant has a process of its own: a broken rule may ground without end.
"""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from clingo import Control
from clingo.ast import AST, ProgramBuilder, Sign, parse_string

from facts.board import Board
from solver.answer import Answer
from solver.check.bounded.invariants import ONE_ANSWER
from solver.check.bounded.mutants import Mutant, mutants
from solver.check.bounded.prove import steps
from solver.check.bounded.universe import Universe
from solver.check.bounded.unrolled import Unrolled
from solver.check.bounded.vocabulary import EVERYTHING, WORDS
from solver.check.cases import cases, edition_in
from solver.check.coverage import Fired
from solver.check.expected import differences
from solver.derive import ground
from solver.grouping import derive_all
from solver.program import FIRES, Statement, everything, part_tree, statements, syntax_trees, trees_of, watched
from solver.within_limits import set_limits

SECONDS = 90
"""So long a mutant may take: one that does not end is noticed."""
MEGABYTES = 3000
SIZES = ((2, 1), (2, 2))
"""The sizes at which the invariants are tried, the cheapest first."""
_FEW, _GROUP, _MOST = 12, 30, 72
"""So many cases are tried first, then at a time, and at most."""
_ASIDE = ("walk", "walked", "findings")
"""The parts that no answer comes of: what `explain` and `check BOARD` ask. Cases and invariants look at answers."""
_PARTS = (
    "base", "instances", "look", "compare", "perform_4", "perform_5", "perform_6", "perform_7", "weigh",
    "choose_weighed", "apply", "outcome", "advance",
)  # fmt: skip
"""The parts of the program that bounded boards are grounded with."""


@dataclass(frozen=True)
class Verdict:
    """What came of a mutant.

    Attributes:
        what: The mutant.
        place: The rule: its chapter.
        invariants: Those that do not hold.
        case: A case that notices; None where none of those that were tried does.
        outside: Why invariants cannot see it; empty where they could.
        end: How it ended where it did not end well: ``no program``, ``no end``.
        tried: How many cases were tried.
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
        """Whether anything notices."""
        return bool(self.invariants or self.case or self.end == "no end")


@dataclass
class Score:
    """How many mutants were noticed, by what, and which were not.

    Attributes:
        verdicts: What came of each.
        of: How many mutants there are in all.
    """

    verdicts: list[Verdict] = field(default_factory=list)
    of: int = 0

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data, survivors by the chapter of the rule."""
        tried = [one for one in self.verdicts if one.end != "no program"]
        inside = [one for one in tried if not one.outside]
        by_chapter: dict[str, list[int]] = {}
        survived: dict[str, list[str]] = {}
        unseen: dict[str, list[str]] = {}
        for one in tried:
            count = by_chapter.setdefault(one.place, [0, 0])
            count[0] += one.killed
            count[1] += 1
            if not one.killed:
                survived.setdefault(one.place, []).append(one.what.removeprefix(f"{one.place}: "))
            elif not one.outside and not one.invariants and one.end != "no end":
                unseen.setdefault(one.place, []).append(one.what.removeprefix(f"{one.place}: "))
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
    """Where rules fire.

    Attributes:
        inside: The places of those that fire on some bounded board.
        predicates: What there is on bounded boards.
        cases: For each place, the cases on which the rule fires, those of the quickest first.
        read: The cases.
    """

    inside: frozenset[int]
    predicates: frozenset[str]
    cases: Mapping[int, Sequence[str]]
    read: Mapping[str, Mapping[str, Any]]


def score(
    count: int | None = None,
    *,
    seed: int = 0,
    about: str = "",
    folder: Path | None = None,
    kept: Path | None = None,
    processes: int = 1,
    sizes: int = len(SIZES),
) -> Score:
    """Break the rules and see what notices.

    Args:
        count: How many mutants; all by default.
        seed: Which come first.
        about: Only rules with this word in them.
        folder: The cases; none are tried by default.
        kept: A file that remembers what came of each mutant, a line each: those in it are not tried again.
        processes: How many at a time.
        sizes: At how many of the `SIZES` the invariants are tried: more than before is tried again.

    Returns:
        What came of it.
    """
    every = list(mutants(seed, about))
    known = _remembered(kept)
    wanted = every if count is None else every[:count]
    done = {name for name, one in known.items() if one.end or one.outside or one.invariants or one.sizes >= sizes}
    found = Score([known[one.what] for one in wanted if one.what in done], len(every))
    todo = [(one, known.get(one.what)) for one in wanted if one.what not in done]
    if not todo:
        return found
    firing = _firing(folder)
    for verdict in _each(todo, firing, processes, sizes):
        found.verdicts.append(verdict)
        if kept is not None:
            with kept.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(vars(verdict), ensure_ascii=False)}\n")
    return found


def _remembered(kept: Path | None) -> dict[str, Verdict]:
    if kept is None or not kept.exists():
        return {}
    lines = kept.read_text(encoding="utf-8").splitlines()
    read = [json.loads(line) for line in lines]
    return {one["what"]: Verdict(**{**one, "invariants": tuple(one["invariants"])}) for one in read}


def _each(
    todo: Sequence[tuple[Mutant, Verdict | None]], firing: _Firing, processes: int, sizes: int
) -> Iterator[Verdict]:
    """Try mutants, each in a process of its own."""
    forked = multiprocessing.get_context("fork")
    waiting = iter(todo)
    running: dict[Connection, tuple[Any, Mutant, float]] = {}
    while True:
        while len(running) < processes and (one := next(waiting, None)) is not None:
            mutant, before = one
            ours, theirs = forked.Pipe(duplex=False)
            process = forked.Process(target=_in_process, args=(mutant, firing, before, sizes, theirs), daemon=True)
            process.start()
            theirs.close()
            running[ours] = (process, mutant, time.monotonic())
        if not running:
            return
        for ready in wait(list(running), timeout=1.0):
            assert isinstance(ready, Connection)
            process, mutant, _ = running.pop(ready)
            try:
                yield ready.recv()
            except EOFError:  # it went beyond its memory
                yield _endless(mutant)
            process.join()
            ready.close()
        for slow, (process, mutant, began) in list(running.items()):
            if time.monotonic() - began > SECONDS:
                del running[slow]
                process.kill()
                process.join()
                slow.close()
                yield _endless(mutant)


def _endless(mutant: Mutant) -> Verdict:
    return Verdict(mutant.what, mutant.statement.place[0], end="no end")


def _in_process(mutant: Mutant, firing: _Firing, before: Verdict | None, sizes: int, told: Connection) -> None:
    set_limits(None, MEGABYTES)
    told.send(judge(mutant, firing, before, sizes))
    told.close()


def judge(mutant: Mutant, firing: _Firing, before: Verdict | None = None, sizes: int = len(SIZES)) -> Verdict:
    """Try one mutant.

    Args:
        mutant: The mutant.
        firing: Where rules fire.
        before: What came of it before, with fewer sizes.
        sizes: At how many of the `SIZES` the invariants are tried.

    Returns:
        What notices it.
    """
    place = mutant.statement.place[0]
    if not _is_program(mutant):
        return Verdict(mutant.what, place, end="no program")
    outside = _outside(mutant, firing)
    with mutant.broken():
        invariants = () if outside else _invariants_against(before.sizes if before else 0, sizes)
        case, tried = (before.case, before.tried) if before else _case_against(mutant, firing)
    return Verdict(mutant.what, place, invariants, case, outside, tried=tried, sizes=sizes)


def _is_program(mutant: Mutant) -> bool:
    """Tell whether clingo takes it: each variable has to come from somewhere."""
    control = Control(["--warn=none"], logger=lambda code, message: None)
    try:
        with ProgramBuilder(control) as builder:
            builder.add(part_tree(mutant.statement))
            for tree in mutant.trees:
                builder.add(tree)
        control.ground([("base", [])])
    except RuntimeError:
        return False
    return True


def _outside(mutant: Mutant, firing: _Firing) -> str:
    """Return why no bounded board can show what a mutant does; nothing where one may."""
    part = mutant.statement.part_name
    if part in _ASIDE:
        return "it is not about the answer"
    if part not in _PARTS:
        return f"bounded boards do without the part {part}"
    if mutant.number in firing.inside:
        return ""
    if mutant.kind == "gone" or not all(_asks_for(one) <= firing.predicates for one in mutant.trees):
        return "its rule does not fire on bounded boards"
    marked = [tree for one in mutant.trees for tree in _marked(mutant.number, mutant.statement, one)]
    if _fires(_marked_universe(Universe(2, 1, EVERYTHING), marked)):
        return ""
    return "it does not fire on bounded boards, whole or broken"


def _invariants_against(start: int, end: int) -> tuple[str, ...]:
    for objects, effects in SIZES[start:end]:
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
    if mutant.statement.part_name in _ASIDE:
        return None, 0
    at = 0
    while at < len(names):
        some = names[at : at + (_FEW if at == 0 else _GROUP)]
        at += len(some)
        if (case := _noticing({name: firing.read[name] for name in some})) is not None:
            return case, at
    return None, at


def _noticing(some: Mapping[str, Mapping[str, Any]]) -> str | None:
    editions = {edition_in(data) for data in some.values()}
    for edition in sorted(editions):
        these = {name: data for name, data in some.items() if edition_in(data) == edition}
        try:
            boards = [Board.of(data["board"], name) for name, data in these.items()]
            for (name, data), answer in zip(these.items(), derive_all(boards, edition=edition), strict=True):
                if not isinstance(answer, Answer) or differences(data, answer):
                    return name
        except Exception:
            return next(iter(these))
    return None


def _firing(folder: Path | None) -> _Firing:
    """Find out where each rule fires."""
    inside: set[int] = set()
    predicates: set[str] = set()
    for words in WORDS.values():
        unrolled = _marked_universe(Universe(2, 2, words), _all_marked())
        inside |= _fires(unrolled)
        predicates |= {atom.symbol.name for atom in unrolled.control.symbolic_atoms}
    read = dict(cases(folder)) if folder is not None else {}
    times: dict[str, float] = {}
    where: dict[int, list[str]] = {}
    numbers = {
        one.place: number
        for number, one in enumerate(statements())
        if ":-" in one.text and not one.text.startswith("#")
    }
    fired = Fired(numbers)
    with watched(fired):
        for name, data in read.items():
            began = time.perf_counter()
            ground(Board.of(data["board"], name), edition=edition_in(data))
            times[name] = time.perf_counter() - began
            for place in fired.read():
                where.setdefault(numbers[place], []).append(name)
    quickest = {number: sorted(names, key=times.__getitem__) for number, names in where.items()}
    return _Firing(frozenset(inside), frozenset(predicates), quickest, read)


def _marked(number: int, statement: Statement, tree: AST) -> list[AST]:
    """Return a rule that says in which steps another one fires."""
    arguments = ",".join([str(number), *statement.parameters])
    head: list[AST] = []
    parse_string(f"{statement.part} {FIRES}({arguments}).", head.append)
    return [part_tree(statement), tree.update(head=head[-1].head)]


@lru_cache(maxsize=1)
def _all_marked() -> list[AST]:
    found: list[AST] = []
    for number in everything():
        statement = statements()[number]
        if statement.part_name in _PARTS:
            for tree in trees_of(number):
                if tree.ast_type.name == "Rule" and tree.body:
                    found += _marked(number, statement, tree)
    return found


def _marked_universe(universe: Universe, marked: Sequence[AST]) -> Unrolled:
    return Unrolled(universe, (*syntax_trees(everything()), *marked)).finish()


def _fires(unrolled: Unrolled) -> set[int]:
    """Return the places of the rules that fire on some board of a universe."""
    return {atom.symbol.arguments[0].number for atom in unrolled.control.symbolic_atoms if atom.symbol.name == FIRES}


def _asks_for(tree: AST) -> set[str]:
    """Return the predicates that a rule needs to fire."""
    return {
        literal.atom.symbol.name
        for literal in tree.body
        if literal.ast_type.name == "Literal"
        and literal.sign == Sign.NoSign
        and literal.atom.ast_type.name == "SymbolicAtom"
        and literal.atom.symbol.ast_type.name == "Function"
    }
