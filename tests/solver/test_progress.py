"""How far a batch is, on a terminal and elsewhere."""

from __future__ import annotations

import io
import json
import os
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from solver.cli.progress import Progress
from tests.solver.command import ROOT, Typeline

_CONTROLS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def _drawn(progress: Progress, columns: int) -> str:
    console = Console(file=io.StringIO(), width=columns)
    console.print(progress)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def _with_four_answered(total: int) -> Progress:
    """Four of ten boards answered, of which all are read."""
    progress = Progress(total, io.StringIO())
    for _ in progress.reading([b"\n", *[b"x" * 9 + b"\n"] * 10]):
        pass
    for _ in range(4):
        progress.answered()
    return progress


def test_what_is_answered_counts_not_what_is_read() -> None:
    assert re.match(r" 41% \S+ +4 boards, [\d.,]+/s(, 0:0\d left)?\n", _drawn(_with_four_answered(101), 60))


@pytest.mark.parametrize("columns", [1, 10, 20, 39, 60, 200])
def test_it_takes_one_line(columns: int) -> None:
    line = _drawn(_with_four_answered(101), columns)
    assert line.count("\n") == 1
    assert len(line.rstrip("\n")) <= columns


def test_of_an_input_without_an_end() -> None:
    assert re.fullmatch(r"4 boards, [\d.,]+/s\s*", _drawn(_with_four_answered(0), 40))


def test_what_was_answered_before_says_nothing_of_the_rate() -> None:
    progress = Progress(41, io.StringIO())
    list(progress.reading([b"x" * 10] * 4))
    progress.passed()
    progress.passed()
    progress.answered()
    assert re.match(r" 73% \S+ +1 board, ", _drawn(progress, 60))


def test_in_the_end_all_is_done() -> None:
    with _with_four_answered(101) as progress:
        pass
    assert _drawn(progress, 60).startswith("100% ")


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
    drawn = [line for line in re.split(r"[\r\n]+", _CONTROLS.sub("", shown.decode())) if line]
    assert all(len(one) <= 40 for one in drawn)
    assert "0%" in drawn[0] and "100%" in drawn[-1] and "300 boards" in drawn[-1]


def test_none_elsewhere(tmp_path: Path, typeline: Typeline) -> None:
    run = typeline("batch", "-", "--output", str(tmp_path / "told"), stdin=json.dumps({"timeline": ["Forest"]}))
    assert (run.code, run.out, run.err) == (0, "", "")
