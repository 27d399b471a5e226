"""Running the command line in a process with limits: clingo cannot be interrupted while it grounds, a process can.

The process is this program again, with the same arguments and input. It limits its own memory and is ended when its
time is over, in any phase: reading the board, deriving or writing. Its output passes through the
process that waits for it, so that a slow reader costs it no time.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import subprocess

SECONDS = 60
"""The limit in seconds of processor time for a command with house rules; its limit of time is a little higher."""
MEGABYTES = 1024
"""The memory limit in megabytes."""
_MARK = "TYPELINE_WITHIN_LIMITS"
_TERMINAL = "terminal"
"""The value of the environment variable `_MARK` if the output finally goes to a terminal."""
_STATUS = b"\x1e"
"""Begins a report of the process on its standard error. The report ends with the line."""
_PATIENCE = 2.0
"""The seconds that an interrupted process gets to end by itself."""

_CHILD = """
import sys
sys.path[:] = {path!r}
from solver.process.process_limits import keep_limits
keep_limits({processor}, {megabytes})
sys.argv = ["typeline", *sys.argv[1:]]
from solver.cli import main
main()
"""


class Limits(NamedTuple):
    """The limits of a command.

    Attributes:
        seconds: The time limit, from the moment when its modules are loaded; None for no limit.
        megabytes: The limit on all memory; None for no limit.
        processor: The limit in seconds of processor time; None for no limit.
    """

    seconds: float | None = None
    megabytes: int | None = None
    processor: int | None = None


def inside() -> bool:
    """Tell whether `run` started this process: then it keeps its limits already."""
    return bool(os.environ.get(_MARK))


def writes_to_terminal() -> bool:
    """Tell whether the output goes to a terminal: this process writes there, or its parent process does."""
    if inside():
        return os.environ[_MARK] == _TERMINAL
    return sys.stdout is not None and sys.stdout.isatty()


def set_limits(seconds: int | None, megabytes: int | None) -> None:
    """Set the limits of this process, where the system supports them. Processes that it starts inherit them.

    Args:
        seconds: Processor time; None for no limit.
        megabytes: Memory; None for no limit.
    """
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if megabytes is not None:
            size = megabytes * 1024 * 1024
            resource.setrlimit(resource.RLIMIT_AS, (size, size))
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    except (ImportError, ValueError, OverflowError, OSError):
        return


def limit_memory(megabytes: int) -> None:
    """Limit how much more memory this process may take from now on, where the system supports that.

    Args:
        megabytes: The memory limit, beside the memory that it already has.
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


_CLOSE = 2 << 20
"""A process this many bytes below its limit gets no further memory: Python asks for a megabyte at a time."""


def out_of_memory(process: int | None) -> bool:
    """Tell whether a process is at the limit of its memory, where the system says so.

    Python may then loop for ever (it needs memory to handle a `MemoryError`), so another process must watch it.

    Args:
        process: The identifier of the process; None for no process.
    """
    if process is None:
        return False
    try:
        import resource

        most, _ = resource.prlimit(process, resource.RLIMIT_AS)
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, AttributeError, ValueError, IndexError, OSError):
        return False
    return most != resource.RLIM_INFINITY and pages * os.sysconf("SC_PAGE_SIZE") > most - _CLOSE


def keep_limits(processor: int | None, megabytes: int | None) -> None:
    """Begin the work of a process that `run` started: it limits itself, and reports its work from time to time.

    It ends when the process that waits for it is gone.

    Args:
        processor: As for `set_limits`.
        megabytes: As for `set_limits`.
    """
    from solver.process.activity import activity

    main, parent = threading.get_ident(), os.getppid()
    errors = sys.stderr.buffer

    def tell() -> None:
        while os.getppid() == parent:
            try:
                errors.write(_STATUS + activity(main).encode() + b"\n")
                errors.flush()
            except (OSError, ValueError):
                break
            time.sleep(_INTERVAL)
        os._exit(1)

    threading.Thread(target=tell, daemon=True).start()
    set_limits(processor, megabytes)


_INTERVAL = 0.3
"""The seconds between two looks at a process."""


class Reporting:
    """Shows somebody the present work of a process."""

    def __call__(self, doing: str) -> None:
        """Take its present work."""

    def clear(self) -> None:
        """Clear the line: something else is written now."""


@dataclass
class _Watched:
    """A process, and its messages so far.

    Attributes:
        process: The process.
        timer: Ends it; it runs from the first report of the process.
        report: Shows somebody the work of the process; None if nobody looks.
        out: Its output, as it comes; None at its end.
        errors: The lines on its standard error.
        doing: Its last reported action.
        late: Whether it was ended because its time was over.
        full: Whether it was ended because it got no further memory.
    """

    process: subprocess.Popen[bytes]
    timer: threading.Timer
    report: Reporting | None
    out: queue.SimpleQueue[bytes | None] = field(default_factory=queue.SimpleQueue)
    errors: list[bytes] = field(default_factory=list)
    doing: str = ""
    late: bool = False
    full: bool = False

    def read_output(self, file: IO[bytes]) -> None:
        while piece := file.read1(1 << 16):  # type: ignore[attr-defined]
            self.out.put(piece)
        self.out.put(None)

    def read_errors(self, file: IO[bytes]) -> None:
        for line in file:
            before, mark, doing = line.partition(_STATUS)
            self.errors.append(before)
            if mark:
                if not self.doing:
                    self.timer.start()
                self.doing = doing.decode("utf-8", "replace").strip()
                if self.report is not None:
                    self.report(self.doing)

    def end(self) -> None:
        if self.process.poll() is None:  # else its output is only read slowly
            self.late = True
            self.process.kill()

    def watch_memory(self) -> None:
        before = False
        while self.process.poll() is None:
            now = out_of_memory(self.process.pid)
            if before and now:
                self.full = True
                self.process.kill()
            before = now
            time.sleep(_INTERVAL)


def run(
    arguments: Sequence[str],
    limits: Limits | None = None,
    *,
    quiet: bool = False,
    report: Reporting | None = None,
) -> int | str:
    """Run the command line in a process with limits.

    Args:
        arguments: The words after ``typeline``.
        limits: The limits; those of house rules by default.
        quiet: Whether its answer is of no interest.
        report: Gets the present work of the process several times a second.

    Returns:
        Its exit code; or the limit that it exceeded and what it was doing, as in ``takes more than 4 seconds, while
        reading rules texts``.

    Raises:
        OSError: The output cannot be written, or no process can be started.
    """
    import subprocess

    limits = Limits(SECONDS + 5, MEGABYTES, SECONDS) if limits is None else limits
    code = _CHILD.format(path=sys.path, processor=limits.processor, megabytes=limits.megabytes)
    sys.stdout.flush()
    process = subprocess.Popen(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code, *arguments],
        env=_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait = threading.TIMEOUT_MAX if limits.seconds is None else min(limits.seconds, threading.TIMEOUT_MAX)
    watched = _Watched(process, threading.Timer(wait, lambda: watched.end()), report)
    watched.timer.daemon = True
    assert process.stdout is not None and process.stderr is not None
    readers = [
        threading.Thread(target=watched.read_output, args=(process.stdout,), daemon=True),
        threading.Thread(target=watched.read_errors, args=(process.stderr,), daemon=True),
    ]
    if limits.megabytes is not None:
        readers.append(threading.Thread(target=watched.watch_memory, daemon=True))
    try:
        for reader in readers:
            reader.start()
        while (piece := watched.out.get()) is not None:
            if not quiet:
                if report is not None:
                    report.clear()
                _write(piece)
        for reader in readers:
            reader.join()
        process.wait()
    except KeyboardInterrupt:
        _end_gently(process)
        raise
    finally:
        watched.timer.cancel()
        if process.poll() is None:
            process.kill()
            process.wait()
        if report is not None:
            report.clear()
    return _outcome(watched, limits)


def _environment() -> dict[str, str]:
    """Return the environment of a process whose output passes through us: it writes as we would."""
    given = {**os.environ, _MARK: "1", "MALLOC_ARENA_MAX": "1"}  # else each thread reserves 64 MB of addresses
    if sys.stdout.encoding:
        given["PYTHONIOENCODING"] = f"{sys.stdout.encoding}:backslashreplace"
    if sys.stdout.isatty():
        import shutil

        given[_MARK] = _TERMINAL
        given.setdefault("COLUMNS", str(shutil.get_terminal_size().columns))
    return given


def _write(piece: bytes) -> None:
    """Write the output of the process to the standard output."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(piece.decode("utf-8", "replace"))
        sys.stdout.flush()
    else:
        buffer.write(piece)
        buffer.flush()


def _end_gently(process: subprocess.Popen[bytes]) -> None:
    """Let a process that was interrupted with us end by itself, so that it leaves nothing behind."""
    import subprocess

    try:
        process.wait(_PATIENCE)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        process.kill()
        process.wait()


def _outcome(watched: _Watched, limits: Limits) -> int | str:
    """Return the exit code of a process, or the limit that it exceeded."""
    told, code = b"".join(watched.errors), watched.process.returncode
    while_doing = f", while {watched.doing}" if watched.doing else ""
    if watched.late:
        return f"takes more than {_seconds(limits.seconds or 0)}{while_doing}"
    if watched.full or any(sign in told for sign in _NO_MEMORY):
        return f"takes more than {limits.megabytes} MB of memory{while_doing}"
    if code in (0, 1, 2, 130):
        sys.stderr.write(told.decode("utf-8", "replace"))
        return int(code)
    beyond = [
        *([] if limits.processor is None else [f"{_seconds(limits.processor)} of processor time"]),
        *([] if limits.megabytes is None else [f"{limits.megabytes} MB of memory"]),
    ]
    return f"takes more than {' or '.join(beyond)}{while_doing}" if beyond else f"ended its process{while_doing}"


_NO_MEMORY = (
    b"MemoryError",
    b"bad_alloc",
    b"failed to map segment",
    b"Cannot allocate memory",
    b"can't start new thread",
    b"SystemError: error return without exception set",
)
"""The message of a process that gets no more memory; the last one is that of an extension module."""


def _seconds(seconds: float | None) -> str:
    return f"{seconds:g} second{'' if seconds == 1 else 's'}"
