"""The processes that answer requests, each request within limits: the workers of `batch`, one in each lane.

A lane is a thread that waits for one process. So a board that takes long keeps one lane busy and no other, and a
process that has to be ended costs only its own request.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from facts.errors import InputError
from solver.workers import Ended, Workers

Task = TypeVar("Task")
Result = TypeVar("Result")

MOST_WAITING = 500
"""So many requests may wait for a process; one more is sent away."""
_TOGETHER = 16
"""So many requests, at most, are done together where many wait: their boards then share a grounding."""


class Busy(Exception):
    """Too many requests wait already."""


@dataclass(eq=False)
class _Waiting(Generic[Task, Result]):
    """A task that waits for a process."""

    task: Task
    future: Future[Result | Ended] = field(default_factory=Future)


@dataclass
class Pool(Generic[Task, Result]):
    """Processes that do tasks as they come.

    Attributes:
        work: What a process does with tasks: a function of a module, or an object that can be sent.
        lanes: How many processes.
        seconds: So long a task may take; None for as long as it likes.
        megabytes: So much memory a task may take, beside what its process has; None for as much as there is.
        prepare: What each process does first. A function of a module.
        joined: Whether a task may be done together with others like it.
        stopping: Whether it is stopped: no task is taken any more.
    """

    work: Callable[[list[Task]], list[Result]]
    lanes: int
    seconds: float | None = None
    megabytes: int | None = None
    prepare: Callable[[], None] | None = None
    joined: Callable[[Task], bool] = field(default=lambda task: False)
    stopping: bool = False
    _waiting: deque[_Waiting[Task, Result]] = field(default_factory=deque)
    _turn: threading.Condition = field(default_factory=threading.Condition)
    _threads: list[threading.Thread] = field(default_factory=list)
    _workers: list[Workers[list[Task], list[Result]]] = field(default_factory=list)

    def start(self, first: Task) -> None:
        """Start the processes.

        Args:
            first: A task that each does first, so that it is warm.
        """
        for _ in range(self.lanes):
            workers: Workers[list[Task], list[Result]] = Workers(
                self.work, 1, self.seconds, self.megabytes, prepare=self.prepare, split=_each
            )
            thread = threading.Thread(target=self._run, args=(workers, first), daemon=True)
            self._workers.append(workers)
            self._threads.append(thread)
            thread.start()

    async def do(self, task: Task) -> Result | Ended:
        """Have a task done.

        Args:
            task: The task.

        Returns:
            What came of it; `Ended` where it went beyond a limit.

        Raises:
            Busy: Too many others wait, or the pool is stopped.
        """
        one: _Waiting[Task, Result] = _Waiting(task)
        with self._turn:
            if self.stopping or len(self._waiting) >= MOST_WAITING:
                raise Busy
            self._waiting.append(one)
            self._turn.notify()
        return await asyncio.wrap_future(one.future)  # who waits no more cancels it: then it is passed over

    def stop(self) -> None:
        """End the processes, whatever they are doing."""
        with self._turn:
            self.stopping = True
            self._turn.notify_all()
        for thread, workers in zip(self._threads, self._workers, strict=True):
            while thread.is_alive():
                workers.interrupt()
                thread.join(0.05)
            workers.end()
        for one in self._waiting:
            if one.future.set_running_or_notify_cancel():
                one.future.set_result(Ended("deriving it ended the process"))
        self._waiting.clear()

    def _run(self, workers: Workers[list[Task], list[Result]], first: Task) -> None:
        """Do tasks in one process, until the pool is stopped."""
        while not self.stopping:
            if not workers.running:  # at first, and after one has ended: nobody need wait until the next one is warm
                self._done(workers, [first])
            group = self._next()
            for one, found in zip(group, self._done(workers, [one.task for one in group]), strict=True):
                one.future.set_result(found)

    def _next(self) -> list[_Waiting[Task, Result]]:
        """Return the tasks whose turn it is: one, or several that can be done together; none where there is an end."""
        group: list[_Waiting[Task, Result]] = []
        with self._turn:
            while not group:
                self._turn.wait_for(lambda: self._waiting or self.stopping)
                if self.stopping:
                    return []
                # Other lanes may be idle: who takes more than their share leaves them nothing to do.
                most = max(1, min(_TOGETHER, len(self._waiting) // self.lanes))
                while self._waiting and len(group) < most:
                    if group and not (self.joined(group[0].task) and self.joined(self._waiting[0].task)):
                        break
                    one = self._waiting.popleft()
                    if one.future.set_running_or_notify_cancel():
                        group.append(one)
        return group

    def _done(self, workers: Workers[list[Task], list[Result]], tasks: list[Task]) -> list[Result | Ended]:
        """Do tasks, and return for each what came of it."""
        done: list[Result | Ended] = []
        try:
            for part, found in workers.do(tasks):
                done.extend([found] * len(part) if isinstance(found, Ended) else found)
        except (InputError, OSError):  # its process could not be started, or the pool is stopped
            workers.end()
            done = []
        return [*done, *[Ended("deriving it ended the process")] * (len(tasks) - len(done))]


def _each(tasks: list[Task]) -> list[list[Task]]:
    """Return tasks one by one: where nothing came of several, one of them is at fault."""
    return [[task] for task in tasks]
