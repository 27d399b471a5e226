"""How far a batch is, on a terminal and elsewhere."""

from __future__ import annotations

import io
import json
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from solver.cli.progress import Progress
from tests.solver.command import ROOT, Typeline


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def _after_two_seconds(total: int) -> Progress:
    """Two of ten boards answered a second, of which all are read."""
    clock = _Clock()
    progress = Progress(total, io.StringIO(), clock)
    progress.__enter__()
    for _ in progress.reading([b"\n", *[b"x" * 9 + b"\n"] * 10]):
        pass
    for _ in range(4):
        clock.now += 0.5
        progress.answered()
    return progress


def test_what_is_answered_counts_not_what_is_read() -> None:
    assert _after_two_seconds(101).line(60) == f"Deriving  41% [{'#' * 6}{'-' * 11}] 4 boards, 2.0/s, 0:03 left"


@pytest.mark.parametrize("columns", [1, 10, 20, 39, 60, 200])
def test_it_takes_one_line(columns: int) -> None:
    line = _after_two_seconds(101).line(columns)
    assert len(line) == columns
    assert columns < 39 or "2.0/s, 0:03 left" in line


def test_of_an_input_without_an_end() -> None:
    assert _after_two_seconds(0).line(40).rstrip() == "Deriving 4 boards, 2.0/s"


def test_what_was_answered_before_says_nothing_of_the_rate() -> None:
    clock = _Clock()
    progress = Progress(40, io.StringIO(), clock)
    with progress:
        list(progress.reading([b"x" * 10] * 4))
        progress.passed()
        progress.passed()
        clock.now += 1
        progress.answered()
        assert progress.line(60).rstrip().endswith("1 board, 1.0/s, 0:01 left")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudoterminals")
def test_on_a_terminal_of_forty_columns(tmp_path: Path) -> None:
    import pty

    boards = tmp_path / "boards"
    boards.write_text("".join(f'{{"id":{number},"timeline":["Forest"]}}\n' for number in range(300)), "utf-8")
    ours, theirs = pty.openpty()
    call = [sys.executable, "-c", "from solver.cli import main; main()", "batch", str(boards)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "40"}
    with subprocess.Popen([*call, "--output", str(tmp_path / "told")], stderr=theirs, env=environment) as run:
        os.close(theirs)
        shown = b""
        while select.select([ours], [], [], 30)[0]:
            try:
                shown += os.read(ours, 10_000)
            except OSError:  # nobody writes any more
                break
    os.close(ours)
    assert run.returncode == 0
    drawn = shown.decode().strip("\r\n").split("\r")
    assert all(len(one) < 40 for one in drawn)
    assert "0%" in drawn[0] and "100%" in drawn[-1] and "300 boards" in drawn[-1]


def test_none_elsewhere(tmp_path: Path, typeline: Typeline) -> None:
    run = typeline("batch", "-", "--output", str(tmp_path / "told"), stdin=json.dumps({"timeline": ["Forest"]}))
    assert (run.code, run.out, run.err) == (0, "", "")
