"""The answers of the cases, derived once a process."""

from __future__ import annotations

from functools import cache

from facts import Board
from solver import Answer, derive
from tests.case_files import Case, all_cases

_BY_NAME = {case.name: case for case in all_cases()}
CASES = [case for case in _BY_NAME.values() if "error" not in case.data and not case.waits]


@cache
def _answered(name: str) -> tuple[Board, Answer]:
    case = _BY_NAME[name]
    board = Board.of(case.data["board"])
    return board, derive(board, edition=case.edition)


def answered(case: Case) -> tuple[Board, Answer]:
    """Return the board of a case, and its answer.

    Args:
        case: A case.

    Raises:
        InputError: It is one that is to be refused.
    """
    return _answered(case.name)
