"""Timing on machines that do other things too: processor time, repeated, beside a loop that always does the same."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from clingo import Control

ROOT = Path(__file__).parent.parent
_ROUNDS = 300_000


class Times(NamedTuple):
    """Times of one thing that was done several times, in milliseconds.

    Attributes:
        least: The shortest.
        median: The one in the middle.
    """

    least: float
    median: float


def summary(times: Iterable[float]) -> Times:
    """Sum up times.

    Args:
        times: Seconds.
    """
    found = [1000 * one for one in times]
    return Times(min(found), statistics.median(found))


def processor_time(work: Callable[[], object]) -> float:
    """Return the processor time, in seconds, that some work takes.

    Args:
        work: The work.
    """
    start = time.process_time()
    work()
    return time.process_time() - start


def calibrate(repeat: int = 9) -> Times:
    """Time a loop that always does the same: work that takes twice its time here takes twice its time elsewhere.

    Args:
        repeat: How often.
    """
    return summary(processor_time(_loop) for _ in range(repeat))


class Yardstick(NamedTuple):
    """How long clingo takes for two small tasks, in milliseconds.

    Attributes:
        control: Making a control.
        facts: Reading a thousand facts as text, and grounding them.
    """

    control: float
    facts: float

    @property
    def slower(self) -> float:
        """How many times as long as on the machine of the limits, by the task that differs less."""
        return min(self.control / WHERE_SET.control, self.facts / WHERE_SET.facts)


WHERE_SET = Yardstick(0.03, 2.6)
"""The times of the machine on which the limits were set."""


def yardstick(repeat: int = 9) -> Yardstick:
    """Time clingo itself, to scale limits in milliseconds, which were set on another machine.

    Args:
        repeat: How often.
    """
    text = "".join(f'p(o(0,"{number}"),a{number % 7}).' for number in range(1000))

    def make() -> None:
        for _ in range(100):
            Control(["--warn=none"])

    def read() -> None:
        control = Control(["--warn=none"])
        control.add("base", [], text)
        control.ground([("base", [])])

    made = summary(processor_time(make) for _ in range(repeat)).least / 100
    return Yardstick(made, summary(processor_time(read) for _ in range(repeat)).least)


def _loop() -> int:
    total = 0
    for number in range(_ROUNDS):
        total += number * number % 7
    return total


def process_times(command: Sequence[str]) -> tuple[float, str]:
    """Run Python in a process of its own, from the checkout.

    Args:
        command: Its arguments.

    Returns:
        The processor time in seconds, and the output.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=given, check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout
