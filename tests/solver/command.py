"""Running the command line, for tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Run:
    """The result of a run of the command."""

    code: int
    out: str
    err: str

    def refusal(self) -> str:
        """Return the one line that refuses the input; nothing else may have been said."""
        assert (self.code, self.out) == (2, ""), self
        assert self.err.endswith("\n"), self
        line = self.err[:-1]
        assert line.isprintable(), line
        assert line.strip(), self
        return line


Typeline = Callable[..., Run]


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of the shell in which ``typeline`` is the command, in a process of its own."""
    call = f"'{sys.executable}' -c 'from solver.cli import main; main()'"
    script = f'set -o pipefail\ntypeline() {{ {call} "$@"; }}\n{command}'
    given = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(["bash", "-c", script], capture_output=True, timeout=60, env=given, cwd="/", check=False)


def on_a_terminal(
    *arguments: str,
    start: str = "from solver.cli import main; main()",
    errors: bool = False,
    environment: Mapping[str, str] | None = None,
) -> str:
    """Run the command where one of its streams is a terminal, without ``NO_COLOR`` unless it is given.

    Args:
        arguments: The arguments.
        start: The Python that starts it.
        errors: Whether its standard error is the terminal, and its output goes nowhere; else its standard output is.
        environment: Environment variables.

    Returns:
        What it writes there.
    """
    import pty

    ours, theirs = pty.openpty()
    usual = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    given = {**usual, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "TERM": "xterm", **(environment or {})}
    call = [sys.executable, "-c", start, *arguments]
    output, told = (subprocess.DEVNULL, theirs) if errors else (theirs, None)
    shown = b""
    with subprocess.Popen(call, env=given, stdout=output, stderr=told):
        os.close(theirs)
        try:
            while piece := os.read(ours, 10_000):
                shown += piece
        except OSError:  # nobody writes any more
            pass
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")
