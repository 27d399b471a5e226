"""Each test is sent to one worker; those that wait are sent to the first one, as long as there are any."""

from __future__ import annotations

from fnmatch import fnmatch
from types import SimpleNamespace

import pytest

from tests.tiers import COLLECTED
from tests.workers import WAITING, Scheduling


class _Worker:
    """A worker that notes what it is sent."""

    def __init__(self) -> None:
        self.sent: list[int] = []
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
        scheduling.add_node(worker)
        scheduling.add_node_collection(worker, names)
    scheduling.schedule()
    return scheduling, workers


def _run(scheduling: Scheduling, workers: list[_Worker], turns: list[int]) -> None:
    """Let workers take turns: each runs a test as soon as it knows the next one, or that there is none."""
    done = dict.fromkeys(range(len(workers)), 0)
    while not scheduling.tests_finished or any(scheduling.node2pending.values()):
        before = dict(done)
        for place in turns:
            one = workers[place]
            if done[place] + (not one.shutting_down) < len(one.sent):
                scheduling.mark_test_complete(one, one.sent[done[place]])
                done[place] += 1
        if scheduling.tests_finished:
            for one in workers:
                one.shutdown()
        assert before != done or scheduling.tests_finished


@pytest.mark.parametrize("turns", [[0, 1, 2], [0, 0, 0, 0, 1, 2], [0, *[1, 2] * 20]], ids=["alike", "early", "late"])
@pytest.mark.parametrize(("working", "waiting"), [(500, 40), (500, 1), (500, 0), (9, 40), (0, 7)])
def test_each_test_runs_once(pytestconfig: pytest.Config, working: int, waiting: int, turns: list[int]) -> None:
    names = [f"tests/a.py::test[{place}]" for place in range(working)]
    names[working // 2 : working // 2] = [f"tests/solver/serve/test_b.py::test[{place}]" for place in range(waiting)]
    waits = {place for place, name in enumerate(names) if "serve" in name}
    scheduling, workers = _scheduling(pytestconfig, names)
    _run(scheduling, workers, turns)
    assert sorted(place for one in workers for place in one.sent) == list(range(len(names)))
    assert waits.issuperset(workers[0].sent)
    for one in workers[1:]:
        kinds = [place in waits for place in one.sent]
        assert kinds == sorted(kinds), "first those that work"


def test_each_pattern_is_that_of_a_test(request: pytest.FixtureRequest) -> None:
    names = [item.nodeid for item in request.config.stash[COLLECTED]]
    if len(names) < 5000:
        pytest.skip("only some of the tests were collected")
    assert [one for one in WAITING if not any(fnmatch(name, one) for name in names)] == []
