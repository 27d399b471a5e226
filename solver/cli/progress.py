"""Show the progress of a batch in one line, with Rich. Only imported if the output is a terminal."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TextIO

from rich.console import Console, RenderableType
from rich.progress import BarColumn, ProgressColumn, Task, TaskProgressColumn
from rich.progress import Progress as Bar
from rich.table import Column
from rich.text import Text

_WINDOW = 30.0
"""The seconds over which the rate is measured."""
_BURST = 0.2
"""Answers within this number of seconds count as one burst."""
_WARM, _ENOUGH = 5.0, 4
"""The seconds, and the bursts of answers, after which the time left is shown."""


class _Boards(ProgressColumn):
    """A column with the number of boards answered, the rate, and the time left."""

    def __init__(self) -> None:
        super().__init__(table_column=Column(no_wrap=True))

    def render(self, task: Task) -> Text:
        """Return the text of the column."""
        boards = int(task.fields["boards"])
        told = [f"{boards:,} board{'' if boards == 1 else 's'}"]
        if boards and task.elapsed:
            rate = boards / task.elapsed
            told.append(f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s")
        seconds: float | None = task.fields["left"]()
        if seconds is not None:
            told.append(f"{_duration(round(seconds))} left")
        return Text(", ".join(told))


def _duration(seconds: int) -> str:
    """Write hours, minutes and seconds."""
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"


class Progress:
    """A line with the number of boards answered, the rate, and the time left."""

    def __init__(self, total: int, out: TextIO) -> None:
        """Begin.

        Args:
            total: The number of bytes of boards; 0 if it is not known.
            out: The terminal.
        """
        share = [TaskProgressColumn(), BarColumn(bar_width=None, table_column=Column(ratio=1))] if total else []
        console = Console(file=out)
        self._bar = Bar(*share, _Boards(), console=console, speed_estimate_period=_WINDOW, expand=bool(total))
        self._task = self._bar.add_task("", total=total or None, boards=0, left=self._left)
        self._bursts: deque[tuple[float, float]] = deque()
        self._sizes: deque[int] = deque()
        self._boards = 0
        self._goes_on = False

    def __rich__(self) -> RenderableType:
        """Return the line as Rich draws it."""
        return self._bar.get_renderable()

    def __enter__(self) -> Progress:
        """Draw the line for the first time."""
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        """Draw the line a last time, and leave it on the terminal."""
        total = self._bar.tasks[0].total
        if kind is None and total is not None:
            self._bar.update(self._task, completed=total)  # a blank line after the last board is no board
        self._bar.stop()

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
        """Count a board that an earlier run answered: it does not count toward the rate."""
        self._bar.advance(self._task, self._size())
        self._goes_on = True

    def answered(self) -> None:
        """Count a board."""
        if self._goes_on:
            self._goes_on = False
            self._bar.reset(self._task, completed=int(self._bar.tasks[0].completed))
        now = time.monotonic()
        if not self._bursts or now - self._bursts[-1][0] > _BURST:
            self._bursts.append((now, self._bar.tasks[0].completed))
            while len(self._bursts) > _ENOUGH and now - self._bursts[1][0] > _WINDOW:
                self._bursts.popleft()
        self._boards += 1
        self._bar.update(self._task, advance=self._size(), boards=self._boards)

    def _left(self) -> float | None:
        """Return how many seconds the remaining boards take; None as long as the rate is not known well.

        Answers come in bursts, a group of boards each: the rate counts from burst to burst.
        """
        total, completed = self._bar.tasks[0].total, self._bar.tasks[0].completed
        if total is None or len(self._bursts) < _ENOUGH:
            return None
        (first, before), (last, done) = self._bursts[0], self._bursts[-1]
        if last - first < _WARM:
            return None
        seconds = (total - completed) * (last - first) / (done - before)
        return max(0.0, seconds - (time.monotonic() - last))

    def _size(self) -> int:
        return self._sizes.popleft() if self._sizes else 0
