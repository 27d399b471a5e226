"""How far a batch is: one line on a terminal, that never takes more than one."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import TextIO

_EVERY = 0.1
"""So many seconds are between two drawings."""
_WINDOW = 30.0
"""Over so many seconds the rate is taken."""
_BAR = (10, 40)
"""So many columns a bar has at least, or is left out, and at most."""


class Progress:
    """How many boards are answered, how fast, and how long the others will take."""

    def __init__(self, total: int, out: TextIO | None, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin.

        Args:
            total: How many bytes of boards there are; 0 where that is not known.
            out: The terminal; None to draw nothing.
            clock: The time in seconds.
        """
        self._total, self._out, self._clock = total, out, clock
        self._sizes: deque[int] = deque()
        self._boards = self._bytes = 0
        self._drawn = -_EVERY
        self._samples: deque[tuple[float, int, int]] = deque()

    def __enter__(self) -> Progress:
        """Draw it for the first time."""
        self._sample()
        self._draw()
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        """Draw it as it stands, and leave the line."""
        if kind is None:
            self._bytes = self._total
        self._draw()
        if self._out is not None:
            self._out.write("\n")
            self._out.flush()

    def reading(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """Return lines as they are, and keep in mind how long they are: boards are read ahead of their answers.

        Args:
            lines: Lines of the input.
        """
        size = 0
        for line in lines:
            size += len(line)
            if line.strip():
                self._sizes.append(size)
                size = 0
            yield line

    def passed(self) -> None:
        """Count a board that was answered before."""
        self._bytes += self._sizes.popleft() if self._sizes else 0
        self._samples.clear()
        self._sample()

    def answered(self) -> None:
        """Count a board."""
        self._bytes += self._sizes.popleft() if self._sizes else 0
        self._boards += 1
        now = self._clock()
        if now - self._drawn >= _EVERY:
            self._drawn = now
            self._sample()
            self._draw()

    def _sample(self) -> None:
        now = self._clock()
        self._samples.append((now, self._boards, self._bytes))
        while len(self._samples) > 2 and now - self._samples[1][0] >= _WINDOW:
            self._samples.popleft()

    def _draw(self) -> None:
        if self._out is not None:
            self._out.write(f"\r{self.line(_columns(self._out) - 1)}")
            self._out.flush()

    def line(self, columns: int) -> str:
        """Return the line.

        Args:
            columns: So long it is.
        """
        (since, boards, before), (until, all_boards, all_bytes) = self._samples[0], self._samples[-1]
        seconds = until - since
        share = min(1.0, self._bytes / self._total) if self._total else 0.0
        told = [f"{share:4.0%}"] if self._total else []
        counted = [f"{self._boards:,} board{'' if self._boards == 1 else 's'}"]
        if seconds > 0 and all_boards > boards:
            rate = (all_boards - boards) / seconds
            counted.append(f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s")
            if self._total:
                left = max(0.0, self._total - self._bytes) * seconds / max(1, all_bytes - before)
                counted.append(f"{_duration(left)} left")
        words = ", ".join(counted)
        room = columns - len(" ".join(["Deriving", *told, words])) - 3
        if self._total and room >= _BAR[0]:
            wide = min(room, _BAR[1])
            told.append(f"[{'#' * int(share * wide):-<{wide}}]")
        line = " ".join(["Deriving", *told, words])
        if len(line) > columns:
            line = " ".join([*told, words])
        return f"{line[: max(0, columns)]:<{max(0, columns)}}"


def _duration(seconds: float) -> str:
    """Write hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _columns(terminal: TextIO) -> int:
    """Return how wide a terminal is."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told) > 0:
        return int(told)
    try:
        return os.get_terminal_size(terminal.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
