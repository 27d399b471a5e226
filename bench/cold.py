"""Processes that are started anew each time: the command line, one that only imports, one with its first board."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from bench.clock import Times, process_times, summary

EXAMPLE = "examples/dryad_arbor.yaml"
_IMPORTS = ("-c", "import clingo, click")
_COMMAND = ("-c", "from solver.cli import main; main()", "derive", EXAMPLE)
_GROUNDING = f"""
import time
from facts import Board
from facts.board_facts import board_facts
from solver.layers import Layers
board = Board.load({EXAMPLE!r})
lines = board_facts(board.timeline, 0, edition="2024").lines
start = time.process_time()
Layers(lines).run()
print(time.process_time() - start)
"""


_FIRST = """
import json, sys, time
from facts import Board
from solver import derive
board = Board.of(json.loads(sys.argv[1]))
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
    """

    command: Times
    imports: Times
    grounding: Times
    ratio: float
    ratio_without: float


def measure(repeat: int) -> Cold:
    """Start both in turn.

    Args:
        repeat: How often.

    Returns:
        The times.
    """
    process_times(_COMMAND)  # the first one compiles
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
    )


def first(board: Mapping[str, Any], repeat: int = 5) -> float:
    """Return how long the first board of a process takes, in seconds of processor time: the least of a few.

    Args:
        board: The board, as plain data.
        repeat: How often a process is started.
    """
    return min(float(process_times(("-c", _FIRST, json.dumps(board)))[1]) for _ in range(repeat))
