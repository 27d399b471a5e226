"""The savings of each optimization: boards with it and without it, in turn, in one process."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from bench import boards, cold
from bench.clock import processor_time
from facts import Board
from solver import derive
from solver.ask.together import derive_all
from solver.speed import Switch, off

_WARM = 33
"""How often work is done before it is timed. The sixteenth time, rules are unfolded; the 32nd time, idle ones go."""

_A1 = boards.small_types()
Work = Callable[[], object]


def _works() -> Mapping[str, tuple[Work, int]]:
    """Return the timed work, and how often in a row."""
    singles: Mapping[str, boards.Data] = {
        "a1": _A1,
        "b1": boards.mixed(boards.VARIED, boards.ORDERED, 20),
        "b2": boards.mixed(boards.VARIED, boards.ENTANGLED[:6], 20),
        "few kinds": boards.mixed(boards.FEW, boards.ORDERED[:3], 60),
    }
    batch = [Board.of(one) for one in boards.small_batch(20)]
    found: dict[str, tuple[Work, int]] = {name: (partial(derive, Board.of(one)), 3) for name, one in singles.items()}
    found["batch"] = (lambda: list(derive_all(batch)), 1)
    return found


def measure(rounds: int = 1) -> dict[str, dict[str, float]]:
    """Measure the time of deriving boards without each optimization, and without all of them.

    Args:
        rounds: How often each pair is measured.

    Returns:
        For each optimization by its name, and for "all", the time without it in units of the time with it, the median
        of the rounds: by what was derived, and "first" for the first board after the rules are read.
    """
    works = _works()
    found: dict[str, dict[str, float]] = {}
    for name, switches in (*((one.name.lower(), (one,)) for one in Switch), ("all", tuple(Switch))):
        ratios: dict[str, list[float]] = {}  # by what was derived
        for _ in range(rounds):
            there = _times(works, ())
            with off(*switches):
                without = _times(works, switches)
            for work, taken in there.items():
                ratios.setdefault(work, []).append(without[work] / taken)
        found[name] = {work: statistics.median(some) for work, some in ratios.items()}
    return found


def _times(works: Mapping[str, tuple[Work, int]], without: Sequence[Switch]) -> dict[str, float]:
    """Return the least time of each work, in seconds; these optimizations are off."""
    found = {"first": cold.first(_A1, 2, without)}
    for name, (work, times) in works.items():
        for _ in range(_WARM if times > 1 else 1):
            work()
        found[name] = min(_each(work, times))
    return found


def _each(work: Work, times: int) -> Sequence[float]:
    return [processor_time(work) for _ in range(times)]
