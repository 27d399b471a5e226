"""Processes within limits: order kept, each failure its own."""

from __future__ import annotations

import itertools
import multiprocessing
import sys
from collections.abc import Iterator

import pytest

from solver.workers import Ended, Workers
from tests.solver.misbehaving import take_long, work


def _told(jobs: int, tasks: list[str], **limits: float) -> list[str]:
    megabytes = limits.get("megabytes")
    workers = Workers[str, str](work, jobs, limits.get("seconds"), None if megabytes is None else int(megabytes))
    return [found.why if isinstance(found, Ended) else found for _, found in workers.map(tasks)]


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_order_is_kept(jobs: int) -> None:
    assert _told(jobs, list("abcdefgh")) == list("ABCDEFGH")


def test_each_failure_is_its_own() -> None:
    assert _told(2, ["a", "die", "b", "hang", "c"], seconds=2) == [
        "A",
        "deriving it ended the process",
        "B",
        "deriving it takes more than 2 seconds",
        "C",
    ]
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited where the system does it")
def test_memory() -> None:
    assert _told(1, ["grow", "a"], megabytes=500) == ["deriving it takes more than 500 MB of memory", "A"]


def test_tasks_are_taken_as_they_are_needed() -> None:
    taken = []

    def endless() -> Iterator[str]:
        for number in itertools.count():
            taken.append(number)
            yield str(number)

    found = Workers[str, str](work, 2).map(endless())
    assert [next(found)[1] for _ in range(5)] == list("01234")
    assert len(taken) < 20
    found.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is measured where the system says it")
def test_a_process_that_has_grown_is_replaced() -> None:
    workers = Workers[str, str](work, 1)
    before = workers.do("who")
    assert workers.do("who") == before
    assert workers.do("hold") == before
    assert workers.do("who") != before
    workers.end()
    assert multiprocessing.active_children() == []


def test_what_is_done_first_is_no_part_of_the_first_task() -> None:
    workers = Workers[str, str](work, 1, seconds=1, prepare=take_long)
    assert [found for _, found in workers.map(["a", "prepared"])] == ["A", "1 times"]
