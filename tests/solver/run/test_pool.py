"""A pool of processes: each task within limits, none holds up another, and it ends."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Iterator

import pytest

from facts.text.errors import InputError
from solver.run.pool import BusyError, Pool
from solver.run.workers import Ended
from tests.solver.run.misbehaving import count_together, take_long, work_each

DIED = Ended("deriving it ended the process")


@pytest.fixture
def pool() -> Iterator[Pool[str, str]]:
    found = Pool[str, str](work_each, jobs=2, seconds=2, waiting=3)
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


def test_all_start_before_there_are_tasks_and_who_was_ended_is_replaced_at_once() -> None:
    pool = Pool[str, str](work_each, jobs=2, seconds=1)
    pool.start()
    until = time.monotonic() + 20
    while len(multiprocessing.active_children()) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    before = {one.pid for one in multiprocessing.active_children()}
    assert len(before) == 2
    assert isinstance(pool.submit("die").result(), Ended)
    while len(multiprocessing.active_children()) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    assert len(before & {one.pid for one in multiprocessing.active_children()}) == 1
    pool.end()
    assert multiprocessing.active_children() == []


def test_those_that_go_together_are_done_together_and_who_is_at_fault_stands_alone() -> None:
    pool = Pool[str, str](count_together, jobs=1, joined=str.isupper)
    first = pool.submit("a")
    while not first.running():
        time.sleep(0.01)
    together = [pool.submit(one) for one in ("B", "C", "d", "E", "DIE", "F")]
    assert [one.result() for one in (first, *together)] == ["1", "2", "2", "1", "1", DIED, "1"]
    pool.end()


def test_too_many_are_sent_away_and_who_has_gone_leaves_room(pool: Pool[str, str]) -> None:
    taken = [pool.submit("hang") for _ in range(5)]
    with pytest.raises(BusyError, match="too many are waiting"):
        pool.submit("a")
    assert taken[-1].cancel()
    assert pool.submit("a").result() == "A"


def test_the_end_ends_what_is_under_way() -> None:
    pool = Pool[str, str](work_each, jobs=1, megabytes=500)
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


def test_preparation_counts_for_no_task() -> None:
    pool = Pool[str, str](work_each, jobs=1, seconds=1, prepare=take_long)
    assert [pool.submit(one).result() for one in ("a", "prepared")] == ["A", "1 times"]
    pool.end()


def test_no_process_can_start() -> None:
    pool = Pool[str, str](work_each, jobs=1, rules="no.lp")
    with pytest.raises(InputError, match="there is no such file"):
        pool.submit("a").result()
    pool.end()
