"""Evaluating a user's query: a small one in this process, another one in a separate process with limits.

Clingo cannot be interrupted while it grounds; a process can.
"""

from __future__ import annotations

import json
import subprocess
import sys

from clingo import Control, SymbolType

from solver.process import one_at_a_time

SECONDS = 20
"""The time limit for a query in seconds."""
MEGABYTES = 2048
"""The memory limit for a query."""

Value = str | int


@one_at_a_time
def matches(program: str) -> list[list[Value]]:
    """Return the arguments of all ``match`` atoms of a program without choices.

    Args:
        program: Facts and one rule, written by us.

    Returns:
        Values, in no particular order.
    """
    control = Control(["--warn=none"], logger=lambda code, message: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    return [
        [one.number if one.type == SymbolType.Number else one.string for one in atom.symbol.arguments]
        for atom in control.symbolic_atoms
        if atom.symbol.name == "match"
    ]


def matches_within_limits(program: str) -> list[list[Value]] | None:
    """Do the same as `matches` in another process, which is ended if it takes too much time or memory.

    Args:
        program: Facts and one rule, written by us.

    Returns:
        Values, in no particular order; None if the process was ended.
    """
    given = json.dumps({"path": sys.path, "program": program, "seconds": SECONDS, "megabytes": MEGABYTES})
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and code
            [sys.executable, "-c", _CHILD],
            input=given,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            encoding="utf-8",
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        return None
    found: list[list[Value]] = json.loads(done.stdout)
    return found


_CHILD = """
import json, sys
given = json.loads(sys.stdin.buffer.read())
sys.path[:] = given["path"]
try:
    import resource
    size = given["megabytes"] * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CPU, (given["seconds"] + 1, given["seconds"] + 1))
except (ImportError, ValueError, OSError):
    pass
from solver.ask.query_limits import matches
print(json.dumps(matches(given["program"])))
"""
