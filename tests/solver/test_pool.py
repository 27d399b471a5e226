"""A pool of processes: each task within limits, none holds up another, and it ends."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Iterator

import pytest

from facts.errors import InputError
from solver.pool import BusyError, Pool
from solver.workers import Ended
from tests.solver.misbehaving import take_long, work


@pytest.fixture
def pool() -> Iterator[Pool[str, str]]:
    found = Pool[str, str](work, jobs=2, seconds=2, waiting=3)
    yield found
    found.end()
    assert multiprocessing.active_children() == []


def test_tasks_from_an_event_loop(pool: Pool[str, str]) -> None:
    async def ask() -> list[str | Ended]:
        return list(await asyncio.gather(*(asyncio.wrap_future(pool.submit(word)) for word in "abcde")))

    assert asyncio.run(ask()) == list("ABCDE")


def test_as_few_processes_as_are_needed(pool: Pool[str, str]) -> None:
    assert len({pool.submit("who").result() for _ in range(4)}) == 1


def test_a_long_task_holds_up_no_other_and_each_failure_is_its_own(pool: Pool[str, str]) -> None:
    long, dead = pool.submit("hang"), pool.submit("die")
    assert pool.submit("a").result() == "A"
    assert not long.done()
    assert long.result() == Ended("deriving it takes more than 2 seconds")
    assert dead.result() == Ended("deriving it ended the process")
    assert pool.submit("b").result() == "B"


def test_too_many_are_sent_away_and_who_has_gone_leaves_room(pool: Pool[str, str]) -> None:
    taken = [pool.submit("hang") for _ in range(5)]
    with pytest.raises(BusyError, match="too many are waiting"):
        pool.submit("a")
    assert taken[-1].cancel()
    assert pool.submit("a").result() == "A"


def test_the_end_ends_what_is_under_way() -> None:
    pool = Pool[str, str](work, jobs=1, megabytes=500)
    assert pool.submit("a").result() == "A"
    running, waiting = pool.submit("hang"), pool.submit("b")
    while not running.running():
        time.sleep(0.01)
    pool.end()
    for one in (running, waiting):
        with pytest.raises(BusyError, match="stopping"):
            one.result(timeout=20)
    with pytest.raises(BusyError, match="stopping"):
        pool.submit("c")
    assert multiprocessing.active_children() == []


def test_what_is_done_first_counts_for_no_task() -> None:
    pool = Pool[str, str](work, jobs=1, seconds=1, prepare=take_long)
    assert [pool.submit(one).result() for one in ("a", "prepared")] == ["A", "1 times"]
    pool.end()


def test_no_process_can_start() -> None:
    pool = Pool[str, str](work, jobs=1, rules="no.lp")
    with pytest.raises(InputError, match="there is no such file"):
        pool.submit("a").result()
    pool.end()
