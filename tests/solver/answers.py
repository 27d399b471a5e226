"""The answers of the cases, derived once a process, or once for all workers of a run."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

from facts import Board
from facts.board import BoardFacts
from solver import Answer, derive
from solver.ask.check.board_findings import BoardCheck, check_board
from solver.program import Grounding
from tests.case_files import Case, all_cases
from tests.profiles import SLOW

_BY_NAME = {case.name: case for case in all_cases()}
CASES = [case for case in _BY_NAME.values() if "error" not in case.data and not case.waits]
_shared: list[Path] = []
T = TypeVar("T")


def _by_size() -> tuple[list[Case], list[Case]]:
    """Return the cases with small boards, and those with large ones."""
    by_size = sorted(CASES, key=lambda case: len(str(case.data["board"])))
    small = len(CASES) * 14 // 15
    return by_size[:small], by_size[small:]


SMALL, LARGE = _by_size()
"""The law alone takes many small boards together, and large ones faster one by one."""
WITHOUT_OPTIMIZATIONS = CASES if SLOW else SMALL[::6]
"""The cases that the engine without its optimizations is asked about."""
ONE_BY_ONE = CASES if SLOW else sorted((*SMALL[::15], *LARGE), key=lambda case: case.name)
"""The cases that the law alone is asked about, one at a time."""
BY_THE_LAW_ALONE = CASES if SLOW else [case for place, case in enumerate(SMALL) if place % 6 and place % 15]
"""The cases that the law alone is asked about, many at a time. A usual run asks about each case a slower program: the
law alone, about it or about many, or the one without optimizations."""


def share(folder: Path) -> None:
    """Share answers with the other workers of this run.

    Args:
        folder: Where each puts the answers that it derives.
    """
    folder.mkdir(exist_ok=True)
    _shared[:] = [folder]


def _once(file_name: str, make: Callable[[], T]) -> T:
    """Return what a worker has made already, or make it and keep it for the others."""
    files = [folder / file_name.replace("/", " ") for folder in _shared]
    for file in files:
        if file.exists():
            known: T = pickle.loads(file.read_bytes())
            return known
    made = make()
    for file in files:
        written = file.with_name(f"{file.name}.{os.getpid()}")
        written.write_bytes(pickle.dumps(made))
        written.replace(file)
    return made


@cache
def _answered(name: str) -> tuple[Board, Answer, tuple[str, ...]]:
    case = _BY_NAME[name]
    board = Board.of(case.data["board"])
    return board, *_once(name, lambda: _derived(board, case.edition))


def _derived(board: Board, edition: str) -> tuple[Answer, tuple[str, ...]]:
    """Derive a board, and note what it decided at its moments."""
    findings: list[str] = []
    deriving = sys.modules["solver.ask.derive"]
    make = deriving.make_answer

    def noted(facts: BoardFacts, layers: Grounding) -> Answer:
        findings.extend(one.written(0) for one in facts.settled.findings)
        answer: Answer = make(facts, layers)
        return answer

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(deriving, "make_answer", noted)
        return derive(board, edition=edition), tuple(findings)


@cache
def _checked(name: str) -> BoardCheck:
    case = _BY_NAME[name]
    return _once(f"{name} checked", lambda: check_board(Board.of(case.data["board"]), edition=case.edition))


def answered(case: Case) -> tuple[Board, Answer]:
    """Return the board of a case, and its answer, as `derive` tells it of that board alone.

    Args:
        case: A case.

    Raises:
        InputError: The case is one that expects a refusal.
    """
    board, answer, _ = _answered(case.name)
    return board, answer


def findings_of(case: Case) -> tuple[str, ...]:
    """Return what the board of a case decided at its moments, as facts: what was found as a spell resolved, and so on.

    Args:
        case: A case.

    Raises:
        InputError: The case is one that expects a refusal.
    """
    return _answered(case.name)[2]


def checked(case: Case) -> BoardCheck:
    """Return the check of the board of a case, as `check_board` tells it of that board alone.

    Args:
        case: A case.

    Raises:
        InputError: The case is one that expects a refusal.
    """
    return _checked(case.name)
