"""Boards derived in a process that has derived before, with the time of each stage."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from clingo import Control

from bench.clock import Times, summary
from facts import Board
from solver.ask import DEFAULT_EDITION, make_answer
from solver.engine import Layers, write_facts

_WARM = 36
"""How often a board is derived before it is timed. From the fourth board on, typeline chooses rules; sixteen boards
later it unfolds them; and after sixteen more it leaves out rules that do nothing."""


class Warm(NamedTuple):
    """How long a board takes.

    Attributes:
        total: From the told board to its answer.
        tell: Before that: checking the board and telling its timeline.
        facts: Writing the facts.
        load: Loading rules and facts.
        ground: Grounding, all calls together.
        loop: The work of the layer loop between the calls.
        read: Reading the atoms and making the answer.
        calls: For each call, the program parts and its shortest time in milliseconds.
        atoms: How many atoms there are in the end.
    """

    total: Times
    tell: Times
    facts: Times
    load: Times
    ground: Times
    loop: Times
    read: Times
    calls: tuple[tuple[str, float], ...]
    atoms: int


class _Watched:
    """A control that notes how long each grounding takes."""

    def __init__(self, control: Control) -> None:
        self.control = control
        self.calls: list[tuple[str, float]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.control, name)

    def ground(self, parts: Any) -> None:
        """Ground, and note how long it took."""
        start = time.process_time()
        self.control.ground(parts)
        names = " ".join(f"{name}({','.join(map(str, arguments))})" for name, arguments in parts)
        self.calls.append((names, time.process_time() - start))


def measure(data: Mapping[str, Any], repeat: int) -> Warm:
    """Derive a board several times, after a first few that do not count.

    Args:
        data: The board.
        repeat: How often.

    Returns:
        The times. Each stage has a shortest time of its own, so these need not add up to the total.
    """
    for _ in range(_WARM):
        _stages(data)
    runs = [_stages(data) for _ in range(repeat)]
    tell, facts, load, ground, loop, read = (summary(run[0][number] for run in runs) for number in range(6))
    total = summary(sum(run[0][1:]) for run in runs)
    calls = tuple((name, min(1000 * run[1][number][1] for run in runs)) for number, (name, _) in enumerate(runs[0][1]))
    return Warm(total, tell, facts, load, ground, loop, read, calls, runs[0][2])


def _stages(data: Mapping[str, Any]) -> tuple[tuple[float, ...], list[tuple[str, float]], int]:
    """Derive a board once, stage by stage, as `solver.ask.derive.derive` does.

    No board here asks anything as a spell resolves (611.2c), so one grounding is enough.
    """
    clock = time.process_time
    start = clock()
    board = Board.of(data)
    told = clock()
    facts = write_facts(board.timeline, 0, edition=DEFAULT_EDITION)
    written = clock()
    layers = Layers(facts.lines, answer_only=True, unfolded=True)
    loaded = clock()
    control = layers.control
    watched = _Watched(control)
    layers.control = cast(Control, watched)
    layers.run()
    layers.control = control
    grounded = clock()
    make_answer(facts, layers)
    done = clock()
    ground = sum(seconds for _, seconds in watched.calls)
    times = (told - start, written - told, loaded - written, ground, grounded - loaded - ground, done - grounded)
    return times, watched.calls, len(control.symbolic_atoms)
