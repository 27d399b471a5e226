"""Which worker of a run gets which tests: beside one worker for each processor, one has the tests that mostly wait.

Some tests wait for a server, a browser, a terminal or a time limit. Where they take turns with the others, a processor
has nothing to do meanwhile. One more worker for all tests would do more harm than good: tests that only work disturb
each other, as soon as they are more than the processors.
"""

from __future__ import annotations

import os
import re
from fnmatch import translate

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScheduling
from xdist.workermanage import WorkerController

WAITING = (
    "tests/solver/board_dialogue/test_session.py::test_on_a_terminal*",
    "tests/solver/mcp/test_mcp.py::*",
    "tests/solver/process/test_limits.py::*",
    "tests/solver/run/test_cluster.py::*",
    "tests/solver/run/test_pool.py::*",
    "tests/solver/serve/*",
    "tests/solver/test_services.py::*",
)
"""Tests that mostly wait; ``*`` stands for anything."""
_WAITS = re.compile("|".join(map(translate, WAITING)))
_AT_ONCE = 4
"""So many of these tests are sent to a worker: others may take what is left."""
_ONE_MORE = pytest.StashKey[bool]()
"""The key under which the configuration says that there is one more worker."""


def number(config: pytest.Config) -> int:
    """Return how many workers ``-n auto`` starts, and have one of them take the tests that wait.

    Args:
        config: The configuration of the run.
    """
    config.stash[_ONE_MORE] = True
    return (os.cpu_count() or 1) + 1


def scheduling(config: pytest.Config, log: Producer) -> LoadScheduling | None:
    """Return what distributes the tests; None for the usual ways.

    Args:
        config: The configuration of the run.
        log: Where it says what it does.
    """
    return Scheduling(config, log) if config.stash.get(_ONE_MORE, False) else None


class Scheduling(LoadScheduling):  # type: ignore[misc]
    """Distributes the tests among workers.

    The first worker has those that wait, and ends when there are none left. Each of the others gets many tests that
    work, as is usual; when there are none left, they take what waits.
    """

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        super().__init__(config, log)
        self._waiter: WorkerController | None = None
        self._chosen = False
        self._waits: frozenset[int] = frozenset()

    def add_node(self, node: WorkerController) -> None:
        super().add_node(node)
        if not self._chosen:  # one that replaces a crashed one gets any tests
            self._waiter, self._chosen = node, True

    def remove_node(self, node: WorkerController) -> str | None:
        if node is self._waiter:
            self._waiter = None
        crashed: str | None = super().remove_node(node)
        return crashed

    def schedule(self) -> None:
        names = next(iter(self.node2collection.values()))
        self._waits = frozenset(place for place, name in enumerate(names) if _WAITS.match(name))
        super().schedule()
        if self._waiter is not None:
            self.check_schedule(self._waiter)

    def check_schedule(self, node: WorkerController, duration: float = 0) -> None:
        if node == self._waiter and self._waits.isdisjoint(self.pending):
            node.shutdown()
        else:
            super().check_schedule(node, duration)

    def _send_tests(self, node: WorkerController, num: int) -> None:
        some = [] if node is self._waiter else [one for one in self.pending if one not in self._waits][:num]
        if not some:
            free = max(0, _AT_ONCE - len(self.node2pending[node]))
            some = [one for one in self.pending if one in self._waits][:free]
        if some:
            sent = frozenset(some)
            self.pending[:] = [one for one in self.pending if one not in sent]
            self.node2pending[node].extend(some)
            node.send_runtest_some(some)
