"""Processes that are started anew each time: the command line, one that only imports, one with its first board."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bench.clock import Times, process_times, summary
from solver.speed import Switch

EXAMPLE = "examples/dryad_arbor.yaml"
_IMPORTS = ("-c", "import clingo, click")
_CALL = ("-c", "from solver.cli import main; main()")
_COMMAND = (*_CALL, "derive", EXAMPLE)
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "--version": ("--version",),
    "diff": ("diff", EXAMPLE, "--without", "blood_moon"),
    "why-not": ("why-not", EXAMPLE, "dryad_arbor is an Island"),
    "why-not, without": ("why-not", EXAMPLE, "dryad_arbor is a Forest"),
    "why": ("why", EXAMPLE, "dryad_arbor is a Mountain"),
    "check": ("check", EXAMPLE),
    "explain": ("explain", EXAMPLE),
}
"""Other commands on the same board, by their names in the table."""
LIMITS: Mapping[str, int] = {"diff": 400, "why-not": 400, "why-not, without": 400}
"""The processor time that some of these commands may take at most, in milliseconds."""
HOUSE_RULES = "--rules"
"""The name in the table of deriving with a house rule."""
_HOUSE_RULE = '%@ house.1 "{O} is basic, so it is snow"\ntext(O,supertype,"Snow") :- text(O,supertype,"Basic").\n'
_GROUNDING = f"""
import time
from facts import Board
from facts.board.board_facts import board_facts
from solver.engine.layers import Layers
board = Board.load({EXAMPLE!r})
lines = board_facts(board.timeline, 0, edition="2024").lines
start = time.process_time()
Layers(lines).run()
print(time.process_time() - start)
"""


_FIRST = """
import json, sys, time
from contextlib import nullcontext
from facts import Board
from solver import derive
from solver.speed import Switch, off
board, *without = sys.argv[1:]
board = Board.of(json.loads(board))
with off(*map(Switch.__getitem__, without)) if without else nullcontext():
    start = time.process_time()
    derive(board)
    print(time.process_time() - start)
"""


class Cold(NamedTuple):
    """How long ``typeline derive`` takes from its start.

    Attributes:
        command: The whole process.
        imports: A process that imports clingo and click.
        grounding: The first grounding of a process: reading the rules, loading and grounding them.
        ratio: The command in units of the imports, by the medians.
        ratio_without: The same, without the grounding.
        others: The least processor time of other commands on the same board.
    """

    command: Times
    imports: Times
    grounding: Times
    ratio: float
    ratio_without: float
    others: Mapping[str, float]


def measure(repeat: int) -> Cold:
    """Start the command and the process that only imports, in turn.

    Args:
        repeat: How often.

    Returns:
        The times.
    """
    process_times(_COMMAND)  # the first run compiles
    process_times(_IMPORTS)
    commands, imports, groundings = [], [], []
    for _ in range(repeat):
        commands.append(process_times(_COMMAND)[0])
        imports.append(process_times(_IMPORTS)[0])
        groundings.append(float(process_times(("-c", _GROUNDING))[1]))
    command, imported, grounding = summary(commands), summary(imports), summary(groundings)
    return Cold(
        command,
        imported,
        grounding,
        command.median / imported.median,
        (command.median - grounding.median) / imported.median,
        others(max(1, repeat // 3)),
    )


def others(repeat: int) -> dict[str, float]:
    """Run other commands on the small board, each in a process of its own.

    Args:
        repeat: How often each is started; they take turns.

    Returns:
        The least processor time of each, in milliseconds.
    """
    with TemporaryDirectory() as folder:
        rules = Path(folder) / "house.lp"
        rules.write_text(_HOUSE_RULE, encoding="utf-8")
        calls = {name: (*_CALL, *given) for name, given in COMMANDS.items()}
        calls[HOUSE_RULES] = (*_COMMAND, "--rules", str(rules))
        taken: dict[str, list[float]] = {name: [] for name in calls}
        for _ in range(repeat):
            for name, call in calls.items():
                taken[name].append(process_times(call)[0])
    return {name: 1000 * min(times) for name, times in taken.items()}


def first(board: Mapping[str, Any], repeat: int = 5, without: Sequence[Switch] = ()) -> float:
    """Return how long the first board of a process takes, in seconds of processor time: the least of a few.

    Args:
        board: The board, as plain data.
        repeat: How often a process is started.
        without: The optimizations that are turned off.
    """
    call = ("-c", _FIRST, json.dumps(board), *(one.name for one in without))
    return min(float(process_times(call)[1]) for _ in range(repeat))
