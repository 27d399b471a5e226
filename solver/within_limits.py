"""Running the command line in a process with limits: what a user's rules cost in clingo cannot be interrupted.

The process is this program again, with the same arguments, input and output; it sets its own limits, and is ended
where it goes beyond them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SECONDS = 60
"""So much processor time, and so long, a command with house rules may take."""
MEGABYTES = 1024
"""So much memory it may use."""
_MARK = "TYPELINE_WITHIN_LIMITS"

_CHILD = """
import sys
sys.path[:] = {path!r}
from solver.within_limits import set_limits
set_limits({seconds}, {megabytes})
sys.argv = ["typeline", *sys.argv[1:]]
from solver.cli import main
main()
"""


def set_limits(seconds: int | None, megabytes: int) -> None:
    """Set the limits of this process, where the system has such; those that it starts inherit them.

    Args:
        seconds: Processor time; None for no limit.
        megabytes: Memory.
    """
    try:
        import resource

        size = megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    except (ImportError, ValueError, OSError):
        return


def limit_memory(megabytes: int) -> None:
    """Limit how much more memory this process may take from now on, where the system does so.

    Args:
        megabytes: So much, beside what it has.
    """
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        size = pages * os.sysconf("SC_PAGE_SIZE") + megabytes * 1024 * 1024
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OverflowError, OSError):
        return


def run(arguments: Sequence[str], *, timed: bool = True, quiet: bool = False, times: int = 1) -> int | str:
    """Run the command line in a process with limits.

    Args:
        arguments: What follows ``typeline``.
        quiet: Whether its answer is of no interest.
        timed: Whether time is limited too: not where there is work for hours.
        times: So many times as long as usual it may take.

    Returns:
        Its exit code, or what it went beyond.
    """
    seconds = SECONDS * times
    code = _CHILD.format(path=sys.path, seconds=seconds if timed else None, megabytes=MEGABYTES)
    sys.stdout.flush()
    started = subprocess.Popen(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, _MARK: "1"},
        stdout=subprocess.DEVNULL if quiet else None,
        stderr=subprocess.PIPE,
    )
    try:
        _, told = started.communicate(timeout=seconds + 5 if timed else None)
    except subprocess.TimeoutExpired:
        started.kill()
        started.communicate()
        return f"it took more than {seconds} seconds"
    except KeyboardInterrupt:
        started.kill()
        started.wait()
        raise
    if started.returncode in (0, 1, 2, 130):
        if b"MemoryError" in told or b"bad_alloc" in told:
            return f"it took more than {MEGABYTES} MB of memory"
        sys.stderr.write(told.decode("utf-8", "replace"))
        return started.returncode
    if b"MemoryError" in told or b"bad_alloc" in told:
        return f"it took more than {MEGABYTES} MB of memory"
    return f"it took more than {seconds} seconds of processor time or {MEGABYTES} MB of memory"
