"""Doing the parts of a proof on several cores."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from solver.process import uninterrupted

Task = TypeVar("Task")
Found = TypeVar("Found")


def on_cores(work: Callable[[Task], list[Found]], tasks: Sequence[Task], processes: int) -> Iterator[list[Found]]:
    """Do tasks, on several cores where there are several tasks and cores.

    Args:
        work: Does a task, in a process of its own or in this one.
        tasks: The tasks, the longest ones first.
        processes: The number of cores to use; one where processes cannot be forked.

    Returns:
        The result for each, as it comes.
    """
    if processes == 1 or len(tasks) == 1 or "fork" not in multiprocessing.get_all_start_methods():
        for task in tasks:
            yield work(task)
        return
    with uninterrupted():
        pool = multiprocessing.get_context("fork").Pool(processes)
    with pool:
        yield from pool.imap_unordered(work, tasks)
