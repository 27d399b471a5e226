"""Processes for a service: several threads, or an event loop, hand in tasks, each is done within limits.

`solver.workers` does tasks in order for one caller. Here each process has a thread that waits for it, so that a task
that takes long holds up no other one. Whoever was busy last gets the next task: as few processes run as are needed.

    pool = Pool(work, jobs=2, seconds=10, megabytes=512)
    found = pool.submit(task).result()                     # in a thread
    found = await asyncio.wrap_future(pool.submit(task))   # in an event loop
    pool.end()
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Generic, TypeVar

from facts.errors import InputError
from solver.program import further_chapter
from solver.workers import Ended, Workers

Task = TypeVar("Task")
Result = TypeVar("Result")

WAITING = 100
"""So many tasks may wait for a process; whoever comes then is sent away, so that memory stays bounded."""


class BusyError(RuntimeError):
    """Too many tasks are waiting, or the pool has ended: the task was not taken."""


class Pool(Generic[Task, Result]):
    """Processes that do the same work for whoever asks. All methods may be called from any thread."""

    def __init__(
        self,
        work: Callable[[Task], Result],
        *,
        jobs: int,
        seconds: float | None = None,
        megabytes: int | None = None,
        waiting: int = WAITING,
        prepare: Callable[[], None] | None = None,
        rules: str | None = None,
    ) -> None:
        """Make a pool; its processes start when they are needed.

        Args:
            work: What is done with a task: a function of a module, or an object that can be pickled.
            jobs: How many processes, at most.
            seconds: So long a task may take once a process has it; None for as long as it likes.
            megabytes: So much memory a task may take, beside what its process has already; None for no limit.
            waiting: How many tasks may wait, at most.
            prepare: What each process does first; it does not count as work.
            rules: The path of house rules; those of this process, if None.
        """
        self._make: Callable[[], Workers[Task, Result]] = partial(
            Workers, work, 1, seconds, megabytes, prepare=prepare, rules=rules or further_chapter()
        )
        self._jobs = jobs
        self._most = waiting
        self._lock = threading.Lock()
        self._slots: list[_Slot[Task, Result]] = []
        self._idle: list[_Slot[Task, Result]] = []
        self._waiting: deque[_Given[Task, Result]] = deque()
        self._ended = False

    def submit(self, task: Task) -> Future[Result | Ended]:
        """Hand in a task.

        Args:
            task: The task; it can be pickled.

        Returns:
            What comes of it: what the work returned, or why nothing did. A task whose future is cancelled while it
            waits is not begun. The future raises `InputError` if no process could be started, and `BusyError` if the
            pool ended meanwhile.

        Raises:
            BusyError: Too many are waiting, or the pool has ended.
        """
        given: _Given[Task, Result] = (task, Future())
        with self._lock:
            if self._ended:
                raise BusyError("typeline is stopping")
            if self._idle:
                self._idle.pop().inbox.put(given)
            elif len(self._slots) < self._jobs:
                slot = _Slot(self._make(), self._next, lambda: self._ended)
                self._slots.append(slot)
                slot.inbox.put(given)
                slot.start()
            else:
                if len(self._waiting) >= self._most:
                    self._waiting = deque(one for one in self._waiting if not one[1].cancelled())
                if len(self._waiting) >= self._most:
                    raise BusyError("too many are waiting: ask again in a moment")
                self._waiting.append(given)
        return given[1]

    def end(self) -> None:
        """End all processes, whatever they are doing; tasks that are not done fail with `BusyError`."""
        with self._lock:
            self._ended = True
            waiting, self._waiting = list(self._waiting), deque()
            slots, self._slots, self._idle = self._slots, [], []
        for _, future in waiting:
            if future.set_running_or_notify_cancel():
                future.set_exception(BusyError("typeline is stopping"))
        for slot in slots:
            slot.inbox.put(None)
            slot.workers.interrupt()
        for slot in slots:
            slot.join(_PATIENCE)

    def _next(self, slot: _Slot[Task, Result]) -> None:
        """Give a slot that has done its task the next one, or note that it has nothing to do."""
        with self._lock:
            if self._ended:
                return
            if self._waiting:
                slot.inbox.put(self._waiting.popleft())
            else:
                self._idle.append(slot)


_PATIENCE = 2.0
"""So many seconds the end waits for a thread; it ends with this process in any case."""

_Given = tuple[Task, "Future[Result | Ended]"]


class _Slot(threading.Thread, Generic[Task, Result]):
    """A thread that waits for one process, and for the next one where that was replaced."""

    def __init__(
        self,
        workers: Workers[Task, Result],
        done: Callable[[_Slot[Task, Result]], None],
        ended: Callable[[], bool],
    ) -> None:
        super().__init__(name="typeline pool", daemon=True)
        self.workers = workers
        self.inbox: queue.SimpleQueue[_Given[Task, Result] | None] = queue.SimpleQueue()
        self._done = done
        self._has_ended = ended

    def run(self) -> None:
        """Do tasks until there are no more."""
        while (given := self.inbox.get()) is not None:
            task, future = given
            if future.set_running_or_notify_cancel():
                self._do(task, future)
            del given, task, future  # nothing of it stays while the thread waits
            self._done(self)
        self.workers.end()

    def _do(self, task: Task, future: Future[Result | Ended]) -> None:
        try:
            if self._has_ended():
                raise BusyError("typeline is stopping")
            [(_, found)] = self.workers.do(task)
        except (BusyError, InputError) as error:
            self.workers.end()
            future.set_exception(BusyError("typeline is stopping") if self._has_ended() else error)
        except BaseException as error:  # else whoever waits would wait for ever
            self.workers.end()
            future.set_exception(error)
        else:
            if isinstance(found, Ended) and self._has_ended():
                future.set_exception(BusyError("typeline is stopping"))
            else:
                future.set_result(found)
