"""Checking: are the rules consistent, does each of them matter, and is no paragraph forgotten?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.check.board_findings import BoardCheck, check_board
    from solver.ask.check.cases import NO_CASES, boards_of, case_folder
    from solver.ask.check.editions import compare
    from solver.ask.check.finding import Finding
    from solver.ask.check.house import evaluate
    from solver.ask.check.new_case import new_case
    from solver.ask.check.one_case import failure, named_cases, read_case
    from solver.ask.check.rules import check_rules
    from solver.ask.check.rulings import check_rulings, read_rulings, ruling_of, tallied
    from solver.ask.check.traceability import NO_CASE, NOTHING_DECIDED, matrix, matrix_page
    from solver.ask.explain.wording import BoardFinding

__all__ = [
    "NOTHING_DECIDED", "NO_CASE", "NO_CASES", "BoardCheck", "BoardFinding", "Finding", "boards_of", "case_folder",
    "check_board", "check_rules", "check_rulings", "compare", "evaluate", "failure", "matrix", "matrix_page",
    "named_cases", "new_case", "read_case", "read_rulings", "ruling_of", "tallied",
]  # fmt: skip

offer(__name__)
