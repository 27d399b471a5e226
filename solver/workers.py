"""Processes that do pieces of work in order, each within limits; one that goes beyond them is ended and replaced.

Clingo cannot be interrupted while it grounds, and a process that runs out of memory may just be gone: so the limits
are kept from outside, by a process that only waits. Clingo also never lets go of a symbol it has seen: a process that
has grown by them ends after its task, and a new one takes its place.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Generic, TypeVar

from solver.program import further_chapter

Task = TypeVar("Task")
Result = TypeVar("Result")

GROWN = 200
"""A process that has grown by so many megabytes is replaced once its task is done."""
_AHEAD = 3
"""So many pieces a process are under way or done and waiting for their turn."""


@dataclass(frozen=True)
class Ended:
    """A piece of work was not done.

    Attributes:
        why: What its process went beyond, or that it ended.
    """

    why: str


@dataclass
class _Worker:
    process: BaseProcess
    channel: Connection
    place: int | None = None
    since: float = 0.0


@dataclass
class Workers(Generic[Task, Result]):
    """Processes that do the same work.

    Attributes:
        work: What each does with a task: a function of a module, since the processes are new ones.
        jobs: How many processes.
        seconds: So long a task may take; None for as long as it likes.
        megabytes: So much memory a process may use; None for as much as there is.
        prepare: What each does first, whatever its tasks are: it does not count as work. A function of a module.
    """

    work: Callable[[Task], Result]
    jobs: int
    seconds: float | None = None
    megabytes: int | None = None
    prepare: Callable[[], None] | None = None
    _workers: list[_Worker] = field(default_factory=list)

    def map(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | Ended]]:
        """Do tasks.

        Args:
            tasks: Taken as they can be done, a few ahead.

        Returns:
            Each task with what came of it, in order.
        """
        coming = iter(tasks)
        taken: dict[int, Task] = {}
        done: dict[int, Result | Ended] = {}
        waiting: deque[int] = deque()
        first = following = 0
        exhausted = False
        try:
            while True:
                while not exhausted and following - first < self.jobs * _AHEAD:
                    try:
                        taken[following] = next(coming)
                    except StopIteration:
                        exhausted = True
                        break
                    waiting.append(following)
                    following += 1
                self._give(waiting, taken)
                while first in done:
                    yield taken.pop(first), done.pop(first)
                    first += 1
                if exhausted and first == following:
                    return
                if first not in done and not (waiting and self._idle()):
                    self._listen(done)
        finally:
            self.end()

    def do(self, task: Task) -> Result | Ended:
        """Do a task.

        Args:
            task: The task.

        Returns:
            What came of it.
        """
        done: dict[int, Result | Ended] = {}
        while not done:
            self._give(deque([0]), {0: task})
            self._listen(done)
        return done[0]

    def end(self) -> None:
        """End all processes."""
        for worker in self._workers:
            _kill(worker)
        self._workers.clear()

    def _idle(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.place is None]

    def _give(self, waiting: deque[int], taken: dict[int, Any]) -> None:
        """Give each process that has nothing to do a task."""
        while waiting:
            idle = self._idle()
            if not idle and len(self._workers) < self.jobs:
                self._workers.append(self._begun())
                continue
            if not idle:
                return
            place = waiting.popleft()
            worker = idle[0]
            try:
                worker.channel.send(taken[place])
            except OSError:  # it has ended in the meantime
                waiting.appendleft(place)
                self._workers.remove(worker)
                _kill(worker)
                continue
            worker.place, worker.since = place, time.monotonic()

    def _begun(self) -> _Worker:
        """Start a process, and wait until it is ready: its start does not count as work."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=_serve, args=(theirs, self.work, self.megabytes, further_chapter(), self.prepare), daemon=True
        )
        with _uninterrupted():
            process.start()
        theirs.close()
        try:
            ours.recv()
        except EOFError as error:
            raise RuntimeError("a process did not start") from error
        return _Worker(process, ours)

    def _listen(self, done: dict[int, Any]) -> None:
        """Wait until a process has done its task, has ended, or has gone beyond its time."""
        busy = [worker for worker in self._workers if worker.place is not None]
        if not busy:
            return
        patience = None
        if self.seconds is not None:
            patience = max(0.0, min(worker.since for worker in busy) + self.seconds - time.monotonic())
        ready = wait([worker.channel for worker in busy], patience)
        for worker in busy:
            place = worker.place
            if place is None:
                continue
            if worker.channel in ready:
                try:
                    done[place], grown = worker.channel.recv()
                    worker.place = None
                    if grown:
                        self._replace(worker)
                except (EOFError, OSError):
                    done[place] = Ended(
                        "deriving it ended the process"
                        if self.megabytes is None
                        else f"deriving it takes more than {self.megabytes} MB of memory"
                    )
                    self._replace(worker)
            elif self.seconds is not None and time.monotonic() - worker.since >= self.seconds:
                done[place] = Ended(f"deriving it takes more than {self.seconds:g} seconds")
                self._replace(worker)

    def _replace(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        _kill(worker)


def _kill(worker: _Worker) -> None:
    worker.channel.close()
    worker.process.kill()
    worker.process.join()


def _serve(
    channel: Connection,
    work: Callable[[Any], Any],
    megabytes: int | None,
    house_rules: str | None,
    prepare: Callable[[], None] | None,
) -> None:
    """Do tasks until there are no more, by the rules of whoever started it: what a process runs."""
    from solver import house_rules as house
    from solver.within_limits import set_limits

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us ends us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if house_rules is not None:
        house.use(house_rules)
    if megabytes is not None:
        set_limits(None, megabytes)
    most = megabytes_used() + (GROWN if megabytes is None else min(GROWN, megabytes // 2))
    try:
        if prepare is not None:
            prepare()
        channel.send("ready")
        grown = False
        while not grown:
            done = work(channel.recv())
            grown = megabytes_used() > most
            channel.send((done, grown))
    except (EOFError, OSError, MemoryError):  # nobody is there any more, or there is no memory: whoever waits sees it
        return


def megabytes_used() -> int:
    """Return how much memory this process uses, in megabytes, or has used at most; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") >> 20
    except (OSError, ValueError, AttributeError):
        pass
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most >> (20 if sys.platform == "darwin" else 10)


def _end_with_parent() -> None:
    """End this process when the one that started it has ended, in whatever way: grounding would go on."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Keep an interrupt waiting, and from processes that are started meanwhile for good."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
