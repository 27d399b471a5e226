"""Work that goes wrong, for processes that import it."""

from __future__ import annotations

import os
import time
from pathlib import Path

_held: list[bytes] = []
_prepared = 0


def work(task: str) -> str:
    """Follow a word, or return it in capitals."""
    if task == "die":
        os._exit(3)
    if task == "hang":
        time.sleep(60)
    if task == "grow":
        held = bytearray(10**10)
        return str(len(held))
    if task == "some":
        return str(len(bytearray(40_000_000)))
    if task == "who":
        return str(os.getpid())
    if task == "hold":
        _held.append(b"x" * 300_000_000)
        return str(os.getpid())
    if task == "prepared":
        return f"{_prepared} times"
    return task.upper()


def take_long() -> None:
    """Take longer than a test allows a task."""
    global _prepared
    _prepared += 1
    time.sleep(1.5)


def work_each(tasks: list[str]) -> list[str]:
    """Follow each of some words."""
    return [work(task) for task in tasks]


def count_together(tasks: list[str]) -> list[str]:
    """Return for each task how many there are; one of them ends the process, and a small one takes a while."""
    if "DIE" in tasks:
        os._exit(3)
    if "a" in tasks:
        time.sleep(0.5)
    return [str(len(tasks))] * len(tasks)


def meet() -> None:
    """Wait until another process is being prepared, too."""
    (Path(os.environ["MEETING"]) / str(os.getpid())).touch()
    until = time.monotonic() + 20
    while len(list(Path(os.environ["MEETING"]).iterdir())) < 2:
        if time.monotonic() > until:
            os._exit(3)
        time.sleep(0.01)
