"""Processes within limits: order kept, each failure its own."""

from __future__ import annotations

import itertools
import multiprocessing
import sys
from collections.abc import Iterator
from math import inf
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from facts.text.errors import InputError
from solver.run.workers import Ended, Workers
from tests.solver.run.misbehaving import meet, take_long, work, work_each


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


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited where the system does it")
def test_memory_is_counted_beside_what_a_process_has() -> None:
    assert _told(1, ["some", "some"], megabytes=64) == ["40000000"] * 2


def test_more_time_than_systems_can_tell() -> None:
    assert _told(1, ["a"], seconds=inf) == ["A"]


def test_a_failed_task_is_split() -> None:
    """In order, by all processes, and only where it could not be done."""
    tasks = [["a", "b"], ["c", "die", "d"], ["e"], ["die"]]
    workers = Workers[list[str], list[str]](work_each, 2, split=lambda words: [[word] for word in words])
    found = [(task, None if isinstance(one, Ended) else one) for task, one in workers.map(tasks)]
    assert found == [
        (["a", "b"], ["A", "B"]), (["c"], ["C"]), (["die"], None), (["d"], ["D"]), (["e"], ["E"]), (["die"], None),
    ]  # fmt: skip
    assert multiprocessing.active_children() == []


def test_processes_start_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEETING", str(tmp_path))
    workers = Workers[str, str](work, 2, prepare=meet)
    assert [found for _, found in workers.map(["a", "b"])] == ["A", "B"]


def _do_and_tell(told: Connection) -> None:
    told.send(Workers[str, str](work, 1).do("a"))


def test_in_a_process_that_may_have_no_children() -> None:
    """As Dask's workers are."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_do_and_tell, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    assert ours.recv() == [("a", "A")]
    process.join()


def test_rules_that_are_not_there() -> None:
    with pytest.raises(InputError, match="there is no such file"):
        list(Workers[str, str](work, 1, rules="no.lp").map(["a"]))
    assert multiprocessing.active_children() == []


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
    [(_, before)] = workers.do("who")
    assert workers.do("who") == [("who", before)]
    assert workers.do("hold") == [("hold", before)]
    assert workers.do("who") != [("who", before)]
    workers.end()
    assert multiprocessing.active_children() == []


def test_preparation_is_no_part_of_the_first_task() -> None:
    workers = Workers[str, str](work, 1, seconds=1, prepare=take_long)
    assert [found for _, found in workers.map(["a", "prepared"])] == ["A", "1 times"]
