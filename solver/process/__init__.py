"""One process: the turns of its threads, its limits of time and memory, its pages and its search for garbage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.process import process_limits
    from solver.process.activity import activity
    from solver.process.affinity import usable_cores
    from solver.process.garbage import searched_later
    from solver.process.huge_pages import ask_for_huge_pages
    from solver.process.interrupts import uninterrupted
    from solver.process.process_limits import (
        MEGABYTES,
        Limits,
        Reporting,
        inside,
        limit_memory,
        out_of_memory,
        run,
        set_limits,
        writes_to_terminal,
    )
    from solver.process.threads import TURN, one_at_a_time

__all__ = [
    "MEGABYTES", "TURN", "Limits", "Reporting", "activity", "ask_for_huge_pages", "inside", "limit_memory",
    "one_at_a_time", "out_of_memory", "process_limits", "run", "searched_later", "set_limits", "uninterrupted",
    "usable_cores", "writes_to_terminal",
]  # fmt: skip

offer(__name__)
