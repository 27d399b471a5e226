"""A line on the terminal for people who wait: the time so far, and the present work of the program."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from solver.process import Reporting

PATIENCE = 10.0
"""The seconds before anything is shown."""
_INTERVAL = 0.5


class Waiting(Reporting):
    """A line on the terminal that shows the present work, from `PATIENCE` seconds on."""

    def __init__(self) -> None:
        self._since = time.monotonic()
        self._shown = 0
        self._lock = threading.Lock()

    def __call__(self, doing: str) -> None:
        """Show the present work in place of the line before."""
        passed = time.monotonic() - self._since
        if passed < PATIENCE:
            return
        from facts.text import printable
        from solver.answer import width

        line = printable(f"{passed:.0f} s: {doing}")[: width() - 1]
        with self._lock:
            _draw(f"\r{line:<{self._shown}}")
            self._shown = len(line)

    def clear(self) -> None:
        """Take the line away."""
        with self._lock:
            if self._shown:
                _draw(f"\r{'':<{self._shown}}\r")
                self._shown = 0


def _draw(text: str) -> None:
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError):
        return


def waiting() -> Waiting | None:
    """Return the display of the current action; None without a terminal."""
    return Waiting() if sys.stderr is not None and sys.stderr.isatty() else None


@contextmanager
def shown_while_waiting() -> Iterator[None]:
    """Show the present work of this thread on the terminal, if it takes long."""
    line = waiting()
    if line is None:
        yield
        return
    from solver.process import activity

    thread = threading.get_ident()
    ended = threading.Event()

    def show() -> None:
        patience = PATIENCE
        while not ended.wait(patience):
            line(activity(thread))
            patience = _INTERVAL
        line.clear()

    shower = threading.Thread(target=show, daemon=True)
    shower.start()
    try:
        yield
    finally:
        ended.set()
        shower.join()
