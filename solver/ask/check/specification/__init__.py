"""The law alone is the specification: statements about it in the terms of 613, 707.2 and 701.28f alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.check.specification.compared_boards import Copied, compare_copies, copied_boards
    from solver.ask.check.specification.findings_plainly import found_plainly
    from solver.ask.check.specification.further_boards import further_boards
    from solver.ask.check.specification.stated import Tally, state
    from solver.ask.check.specification.statements import COMPARED, STATEMENTS

__all__ = [
    "COMPARED", "STATEMENTS", "Copied", "Tally", "compare_copies", "copied_boards", "found_plainly", "further_boards",
    "state",
]  # fmt: skip

offer(__name__)
