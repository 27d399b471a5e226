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
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Generic, TypeVar

from facts.text import InputError
from solver.process import out_of_memory, uninterrupted
from solver.program import further_chapter

Task = TypeVar("Task")
Result = TypeVar("Result")

GROWN = 200
"""The growth in megabytes after which a process is replaced, once its task is done."""
_AHEAD = 3
"""The pieces per process that are under way, or done and waiting for their turn."""
_LOOK = 0.5
"""The seconds between two checks whether a process has run out of memory."""
_LONGEST = 3600.0
"""The longest single wait in seconds: systems allow no more than some weeks."""


@dataclass(frozen=True)
class Ended:
    """A piece of work was not done.

    Attributes:
        why: The limit that its process exceeded, or the fact that it ended.
    """

    why: str


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    channel: Connection
    ready: bool = False
    place: int | None = None
    since: float = 0.0
    full: bool = False


@dataclass
class Workers(Generic[Task, Result]):
    """Processes that do the same work.

    Attributes:
        work: Does one task: a function of a module, since the processes are new ones.
        jobs: The number of processes.
        seconds: The time limit for a task; None for no limit.
        megabytes: The memory limit for a task, beside the memory that its process already has; None for no limit.
        prepare: The first action of each process: it does not count as work. A function of a module.
        split: Returns the parts of a task: if the task fails, each part becomes a task of its own.
        rules: The path of the house rules by which they work.
    """

    work: Callable[[Task], Result]
    jobs: int
    seconds: float | None = None
    megabytes: int | None = None
    prepare: Callable[[], None] | None = None
    split: Callable[[Task], Sequence[Task]] | None = None
    rules: str | None = field(default_factory=further_chapter)
    _workers: list[_Worker] = field(default_factory=list)

    def map(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | Ended]]:
        """Do tasks, and end the processes.

        Args:
            tasks: Taken as they can be done, a few ahead.

        Returns:
            Each task with its result, in order; instead of one that was split, its parts.

        Raises:
            InputError: No process could be started.
        """
        try:
            yield from self._done(iter(tasks))
        finally:
            self.end()

    def do(self, task: Task) -> list[tuple[Task, Result | Ended]]:
        """Do a task.

        Args:
            task: The task.

        Returns:
            The task with its result, or its parts, as `map` returns them.
        """
        return list(self._done(iter([task])))

    def end(self) -> None:
        """End all processes."""
        for worker in self._workers:
            _kill(worker)
        self._workers.clear()

    def start(self) -> None:
        """Start the processes that are not there yet, and do not wait until they are ready.

        Raises:
            InputError: No process could be started.
        """
        while len(self._workers) < self.jobs:
            self._workers.append(self._begun())

    def interrupt(self) -> None:
        """End the processes from another thread than the one that gives them tasks: that one gets `Ended`."""
        for worker in list(self._workers):
            worker.process.kill()

    def _done(self, coming: Iterator[Task]) -> Iterator[tuple[Task, Result | Ended]]:
        """Do tasks, and return each with its result, in order."""
        places = count()
        taken: dict[int, Task] = {}
        done: dict[int, Result | Ended] = {}
        turns: deque[int] = deque()
        waiting: deque[int] = deque()
        exhausted = False
        while True:
            while not exhausted and len(turns) < self.jobs * _AHEAD:
                try:
                    task = next(coming)
                except StopIteration:
                    exhausted = True
                    break
                place = next(places)
                taken[place] = task
                turns.append(place)
                waiting.append(place)
            self._give(waiting, taken)
            while turns and turns[0] in done:
                place = turns.popleft()
                yield taken.pop(place), done.pop(place)
            if exhausted and not turns:
                return
            if turns and not (waiting and self._idle()):
                for place in self._listen(done):
                    parts = [] if self.split is None else self.split(taken[place])
                    if len(parts) > 1:
                        del taken[place], done[place]
                        new = [next(places) for _ in parts]
                        taken.update(zip(new, parts, strict=True))
                        at = turns.index(place)
                        del turns[at]
                        for one in reversed(new):
                            turns.insert(at, one)
                            waiting.appendleft(one)

    def _idle(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.ready and worker.place is None]

    def _give(self, waiting: deque[int], taken: dict[int, Any]) -> None:
        """Give each process that has nothing to do a task, and start further ones where there are more tasks."""
        while waiting:
            idle = self._idle()
            if not idle:
                starting = sum(not worker.ready for worker in self._workers)
                if starting == len(waiting) or len(self._workers) == self.jobs:
                    return
                self._workers.append(self._begun())
                continue
            place = waiting.popleft()
            worker = idle[0]
            try:
                worker.channel.send(taken[place])
            except OSError:  # it has ended in the meantime
                waiting.appendleft(place)
                self._replace(worker)
                continue
            worker.place, worker.since = place, time.monotonic()

    def _begun(self) -> _Worker:
        """Start a process; it says when it is ready: its start does not count as work."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=_serve, args=(theirs, self.work, self.megabytes, self.rules, self.prepare), daemon=True
        )
        try:
            with uninterrupted(), _children_allowed():
                process.start()
        except OSError as error:
            raise InputError(f"no process can be started: {error.strerror or error}") from error
        theirs.close()
        return _Worker(process, ours)

    def _listen(self, done: dict[int, Any]) -> list[int]:
        """Wait until a process is ready, has done its task, has ended, or has gone beyond its time.

        Returns:
            The places of the tasks that were not done.
        """
        busy = [worker for worker in self._workers if worker.place is not None or not worker.ready]
        if not busy:
            return []
        patience = None
        begun = [worker.since for worker in busy if worker.place is not None]
        if self.seconds is not None and begun:
            patience = min(max(0.0, min(begun) + self.seconds - time.monotonic()), _LONGEST)
        if self.megabytes is not None:
            patience = _LOOK if patience is None else min(patience, _LOOK)
        ready = wait([worker.channel for worker in busy], patience)
        ended: list[int] = []
        for worker in busy:
            place = worker.place
            if place is None:
                if worker.channel in ready:
                    worker.ready = self._started(worker)
                continue
            if worker.channel in ready:
                try:
                    done[place], grown = worker.channel.recv()
                    worker.place = None
                    if grown:
                        self._replace(worker)
                    continue
                except (EOFError, OSError):
                    done[place] = Ended(
                        "deriving it ended the process"
                        if self.megabytes is None
                        else f"deriving it takes more than {self.megabytes} MB of memory"
                    )
            elif self.seconds is not None and time.monotonic() - worker.since >= self.seconds:
                done[place] = Ended(f"deriving it takes more than {self.seconds:g} seconds")
            elif self.megabytes is not None and out_of_memory(worker.process.pid):
                if not worker.full:  # it may have just enough: another look
                    worker.full = True
                    continue
                done[place] = Ended(f"deriving it takes more than {self.megabytes} MB of memory")
            else:
                worker.full = False
                continue
            ended.append(place)
            self._replace(worker)
        return ended

    def _started(self, worker: _Worker) -> bool:
        """Tell whether a process is ready, once it has sent a message."""
        try:
            said = worker.channel.recv()
        except (EOFError, OSError) as error:
            raise InputError("a process that was to derive boards ended as it started") from error
        if isinstance(said, InputError):
            raise said
        return True

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
    """The loop of a process: do tasks until there are none left, under the limits of the parent process."""
    from solver.ask import house_rules as house
    from solver.process import limit_memory
    from solver.speed import OldTablesWarning

    warnings.simplefilter("ignore", OldTablesWarning)  # the parent process says it once
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        try:
            if house_rules is not None:
                house.use(house_rules)
        except InputError as error:
            channel.send(error)
            return
        if prepare is not None:
            prepare()
        most = megabytes_used() + GROWN
        channel.send("ready")
        grown = False
        while not grown:
            task = channel.recv()
            if megabytes is not None:
                limit_memory(megabytes)
            done = work(task)
            grown = megabytes_used() > most
            channel.send((done, grown))
    except (EOFError, OSError, MemoryError):  # the parent is gone, or memory is out: the waiting side notices
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


_starting = threading.Lock()


@contextmanager
def _children_allowed() -> Iterator[None]:
    """Allow this process to start others even if it may have no children, like a process of a pool or a Dask worker.

    Such a process may be killed without notice, and its children would stay. Ours do not.
    """
    own: dict[str, Any] = multiprocessing.current_process()._config  # type: ignore[attr-defined]
    with _starting:
        daemon = own.get("daemon")
        own["daemon"] = False
        try:
            yield
        finally:
            own["daemon"] = daemon


def _end_with_parent() -> None:
    """End this process once its parent has ended in any way. Otherwise grounding would go on."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
