"""Processes for a service: several threads, or an event loop, hand in tasks, each is done within limits.

`solver.run.workers` does tasks in order for one caller. Here each process has a thread that waits for it, so a long
task holds up no other task. The process that worked last gets the next task, so as few processes run as are needed. A
process that was ended is replaced at once, so nobody waits until the next one is ready.

    pool = Pool(work, jobs=2, seconds=10, megabytes=512)
    found = pool.submit(task).result()                     # in a thread
    found = await asyncio.wrap_future(pool.submit(task))   # in an event loop
    pool.end()
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from facts.text import InputError
from solver.program import further_chapter
from solver.run.workers import Ended, Workers

if TYPE_CHECKING:
    from facts.cards.store import Store

Task = TypeVar("Task")
Result = TypeVar("Result")

WAITING = 500
"""The most waiting tasks. Further ones are refused, so that memory stays bounded."""
TOGETHER = 16
"""The most tasks that a process takes together if many wait: their boards share a grounding."""


class Service(NamedTuple):
    """The settings with which a service answers questions.

    Attributes:
        cards: The user's own cards.
        jobs: The number of processes that answer.
        seconds: The time limit for a question.
        megabytes: The memory limit for a question.
        rules: The path of house rules; None for those of the game alone.
    """

    cards: Store
    jobs: int
    seconds: float
    megabytes: int
    rules: str | None = None

    def pool(
        self,
        work: Callable[[list[Task]], list[Result]],
        prepare: Callable[[], None],
        joined: Callable[[Task], bool] | None = None,
    ) -> Pool[Task, Result]:
        """Make the pool of a service.

        Args:
            work: As for `Pool`.
            prepare: As for `Pool`. It is left out if there are house rules, since it derives without limits.
            joined: As for `Pool`.
        """
        return Pool(
            work,
            jobs=self.jobs,
            seconds=self.seconds,
            megabytes=self.megabytes,
            prepare=prepare if self.rules is None else None,
            joined=joined,
            rules=self.rules,
        )


class BusyError(RuntimeError):
    """Too many tasks are waiting, or the pool has ended: the task was not taken."""


class Pool(Generic[Task, Result]):
    """Processes that do the same work for all callers. All methods may be called from any thread.

    Attributes:
        ended: Whether it has ended: no task is taken any more.
    """

    def __init__(
        self,
        work: Callable[[list[Task]], list[Result]],
        *,
        jobs: int,
        seconds: float | None = None,
        megabytes: int | None = None,
        waiting: int | None = None,
        prepare: Callable[[], None] | None = None,
        joined: Callable[[Task], bool] | None = None,
        rules: str | None = None,
    ) -> None:
        """Make a pool; its processes start when they are needed.

        Args:
            work: Does tasks and returns a result for each: a function of a module, or an object that can be pickled.
            jobs: The maximum number of processes.
            seconds: The time limit for a task once a process has it; None for no limit.
            megabytes: The memory limit for a task, beside the memory that its process already has; None for no limit.
            waiting: The maximum number of waiting tasks; `WAITING` if None.
            prepare: The first action of each process; it does not count as work.
            joined: Whether a task may be done together with others like it; none may if None.
            rules: The path of house rules; those of this process, if None.
        """
        self._make: Callable[[], Workers[list[Task], list[Result]]] = partial(
            Workers, work, 1, seconds, megabytes, prepare=prepare, split=_each, rules=rules or further_chapter()
        )
        self._jobs = jobs
        self._most = WAITING if waiting is None else waiting
        self._joined = joined
        self._lock = threading.Lock()
        self._slots: list[_Slot[Task, Result]] = []
        self._idle: list[_Slot[Task, Result]] = []
        self._waiting: deque[_Given[Task, Result]] = deque()
        self.ended = False

    def start(self, jobs: int | None = None) -> None:
        """Start processes before there are tasks for them.

        Args:
            jobs: The number; all if None.
        """
        with self._lock:
            while not self.ended and len(self._slots) < (self._jobs if jobs is None else min(jobs, self._jobs)):
                self._idle.append(self._begun())

    def submit(self, task: Task) -> Future[Result | Ended]:
        """Hand in a task.

        Args:
            task: The task; it can be pickled.

        Returns:
            Its result: the value that the work returned, or the error. A task whose future is cancelled while it
            waits is not begun. The future raises `InputError` if no process could be started, and `BusyError` if the
            pool ended meanwhile.

        Raises:
            BusyError: Too many are waiting, or the pool has ended.
        """
        given: _Given[Task, Result] = (task, Future())
        with self._lock:
            if self.ended:
                raise BusyError(_STOPPING)
            if self._idle:
                self._idle.pop().inbox.put([given])
            elif len(self._slots) < self._jobs:
                self._begun().inbox.put([given])
            else:
                if len(self._waiting) >= self._most:
                    self._waiting = deque(one for one in self._waiting if not one[1].cancelled())
                if len(self._waiting) >= self._most:
                    raise BusyError("too many are waiting: ask again in a moment")
                self._waiting.append(given)
        return given[1]

    def end(self) -> None:
        """End all processes at once. Unfinished tasks fail with `BusyError`."""
        with self._lock:
            self.ended = True
            waiting, self._waiting = list(self._waiting), deque()
            slots, self._slots, self._idle = self._slots, [], []
        for _, future in waiting:
            if future.set_running_or_notify_cancel():
                future.set_exception(BusyError(_STOPPING))
        for slot in slots:
            slot.inbox.put(None)
        until = time.monotonic() + _PATIENCE
        for slot in slots:
            while slot.is_alive() and time.monotonic() < until:
                slot.workers.interrupt()  # again, for it may just have started a process
                slot.join(0.05)

    def _begun(self) -> _Slot[Task, Result]:
        slot = _Slot(self._make(), self._next, lambda: self.ended)
        self._slots.append(slot)
        slot.start()
        return slot

    def _next(self, slot: _Slot[Task, Result]) -> None:
        """Give a slot that has done its tasks the next ones, or note that it has nothing to do."""
        with self._lock:
            if self.ended:
                return
            if self._waiting:
                slot.inbox.put(self._group())
            else:
                self._idle.append(slot)

    def _group(self) -> list[_Given[Task, Result]]:
        """Take the task whose turn it is, and others that can be done together with it."""
        # Others will be idle soon: who takes more than their share leaves them nothing to do.
        most = max(1, min(TOGETHER, len(self._waiting) // self._jobs))
        group = [self._waiting.popleft()]
        if self._joined is not None and self._joined(group[0][0]):
            while self._waiting and len(group) < most and self._joined(self._waiting[0][0]):
                group.append(self._waiting.popleft())
        return group


_PATIENCE = 5.0
"""The seconds to wait for the threads at the end. They end with this process in any case."""
_STOPPING = "typeline is stopping"

_Given = tuple[Task, "Future[Result | Ended]"]


class _Slot(threading.Thread, Generic[Task, Result]):
    """A thread that waits for one process, and for the next one where that was replaced."""

    def __init__(
        self,
        workers: Workers[list[Task], list[Result]],
        done: Callable[[_Slot[Task, Result]], None],
        ended: Callable[[], bool],
    ) -> None:
        super().__init__(name="typeline pool", daemon=True)
        self.workers = workers
        self.inbox: queue.SimpleQueue[list[_Given[Task, Result]] | None] = queue.SimpleQueue()
        self._done = done
        self._has_ended = ended

    def run(self) -> None:
        """Do tasks until there are no more."""
        self._start()
        while (group := self.inbox.get()) is not None:
            wanted = [one for one in group if one[1].set_running_or_notify_cancel()]
            if wanted:
                self._do(wanted)
            del group, wanted  # nothing of it stays while the thread waits
            self._start()
            self._done(self)
        self.workers.end()

    def _start(self) -> None:
        """Have a process ready for the next task; if that fails, the task gets the error."""
        if not self._has_ended():
            try:
                self.workers.start()
            except InputError:
                self.workers.end()

    def _do(self, group: Sequence[_Given[Task, Result]]) -> None:
        found: list[Result | Ended] = []
        failed: BaseException | None = None
        try:
            if self._has_ended():
                raise BusyError(_STOPPING)
            for part, results in self.workers.do([task for task, _ in group]):
                found += [results] * len(part) if isinstance(results, Ended) else results
            if len(found) != len(group):
                raise RuntimeError("the work gave not one result for each task")
        except BaseException as error:  # otherwise the caller would wait for ever
            self.workers.end()
            failed = error
        stopped = self._has_ended()
        for place, (_, future) in enumerate(group):
            if stopped and (failed is not None or isinstance(found[place], Ended)):
                future.set_exception(BusyError(_STOPPING))
            elif failed is not None:
                future.set_exception(failed)
            else:
                future.set_result(found[place])


def _each(tasks: list[Task]) -> list[list[Task]]:
    """Return tasks one by one: if several together gave no result, one of them is at fault."""
    return [[task] for task in tasks]
