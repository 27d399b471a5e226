"""Each test is sent to one worker; those that wait are sent to the first one, as long as there are any."""

from __future__ import annotations

from fnmatch import fnmatch
from math import inf
from types import SimpleNamespace

import pytest

from tests.tiers import COLLECTED
from tests.workers import WAITING, Scheduling


class _Worker:
    """A worker that notes what it is sent, and how many of these tests it has run."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.done = 0
        self.shutting_down = False
        self.gateway = SimpleNamespace(id="gw")

    def send_runtest_some(self, places: list[int]) -> None:
        assert not self.shutting_down
        self.sent += places

    def shutdown(self) -> None:
        self.shutting_down = True


def _scheduling(config: pytest.Config, names: list[str]) -> tuple[Scheduling, list[_Worker]]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("xdist.scheduler.load.parse_tx_spec_config", lambda config: ["popen"] * 3)
        scheduling, workers = Scheduling(config), [_Worker() for _ in range(3)]
    for worker in workers:
        _join(scheduling, worker, names)
    return scheduling, workers


def _join(scheduling: Scheduling, worker: _Worker, names: list[str]) -> None:
    scheduling.add_node(worker)
    scheduling.add_node_collection(worker, names)
    if scheduling.collection_is_completed:
        scheduling.schedule()


def _run(scheduling: Scheduling, workers: list[_Worker], turns: list[int], tests: float = inf) -> None:
    """Let workers take turns: each runs a test as soon as it knows the next one, or that there is none.

    They go on until none of them can, or until they have run so many tests.
    """
    before = -1
    while before < (done := sum(one.done for one in workers)) < tests:
        before = done
        for one in (workers[place] for place in turns):
            if one in scheduling.node2pending and one.done + (not one.shutting_down) < len(one.sent):
                scheduling.mark_test_complete(one, one.sent[one.done])
                one.done += 1
                if one.shutting_down and one.done == len(one.sent):
                    scheduling.remove_node(one)
            if scheduling.tests_finished:
                for other in scheduling.node2pending:
                    other.shutdown()


@pytest.mark.parametrize("turns", [[0, 1, 2], [0, 0, 0, 0, 1, 2], [0, *[1, 2] * 20]], ids=["alike", "early", "late"])
@pytest.mark.parametrize(("working", "waiting"), [(500, 40), (500, 1), (500, 0), (9, 40), (0, 7)])
def test_each_test_runs_once(pytestconfig: pytest.Config, working: int, waiting: int, turns: list[int]) -> None:
    names = [f"tests/a.py::test[{place}]" for place in range(working)]
    names[working // 2 : working // 2] = [f"tests/solver/serve/test_b.py::test[{place}]" for place in range(waiting)]
    waits = {place for place, name in enumerate(names) if "serve" in name}
    scheduling, workers = _scheduling(pytestconfig, names)
    _run(scheduling, workers, turns)
    assert sorted(place for one in workers for place in one.sent[: one.done]) == list(range(len(names)))
    assert waits.issuperset(workers[0].sent)
    for one in workers[1:]:
        kinds = [place in waits for place in one.sent]
        assert kinds == sorted(kinds), "first those that work"


@pytest.mark.parametrize(("before", "hanging"), [(0, 0), (0, 1), (100, 0), (100, 2), (400, 1), (400, 2)])
def test_where_a_worker_hangs_and_is_ended_the_others_run_its_tests(
    pytestconfig: pytest.Config, before: int, hanging: int
) -> None:
    names = [f"tests/{'solver/serve/' if place % 10 == 0 else ''}test_b.py::test[{place}]" for place in range(500)]
    scheduling, workers = _scheduling(pytestconfig, names)
    _run(scheduling, workers, [0, 1, 2], before)
    _run(scheduling, workers, [place for place in range(3) if place != hanging])
    ended = workers[hanging]
    assert scheduling.remove_node(ended) == names[ended.sent[ended.done]]
    workers.append(replacing := _Worker())
    _join(scheduling, replacing, names)
    _run(scheduling, workers, [0, 1, 2, 3])
    ran = [place for one in workers for place in one.sent[: one.done + (one is ended)]]
    assert sorted(ran) == list(range(len(names)))


def test_each_pattern_is_that_of_a_test(request: pytest.FixtureRequest) -> None:
    names = [item.nodeid for item in request.config.stash[COLLECTED]]
    if len(names) < 5000:
        pytest.skip("only some of the tests were collected")
    assert [one for one in WAITING if not any(fnmatch(name, one) for name in names)] == []
