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


def test_the_rate_counts_answers_and_not_lines() -> None:
    assert re.match(r" 41% \S+ +4 boards, [\d.,]+/s(, 0:0\d left)?\n", _drawn(_with_four_answered(101), 60))


@pytest.mark.parametrize("columns", [1, 10, 20, 39, 60, 200])
def test_it_takes_one_line(columns: int) -> None:
    line = _drawn(_with_four_answered(101), columns)
    assert line.count("\n") == 1
    assert len(line.rstrip("\n")) <= columns


def test_of_an_input_without_an_end() -> None:
    assert re.fullmatch(r"4 boards, [\d.,]+/s\s*", _drawn(_with_four_answered(0), 40))


def _shown_after(seconds: float, bursts: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what is shown after some groups of ten boards, of a hundred: one group each time after some seconds."""
    now = 100.0
    monkeypatch.setattr("solver.cli.progress.time.monotonic", lambda: now)
    progress = Progress(1001, io.StringIO())
    list(progress.reading([b"\n", *[b"x" * 9 + b"\n"] * 100]))
    for _ in range(bursts):
        now += seconds
        for _ in range(10):
            progress.answered()
    return _drawn(progress, 80)


@pytest.mark.parametrize(("bursts", "left"), [(1, None), (2, None), (3, None), (4, "2:00"), (6, "1:20"), (9, "0:20")])
def test_the_time_left_is_right_or_not_shown(bursts: int, left: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it took until the first answers: a group takes twenty seconds."""
    shown = re.search(r"(\d+:\d\d) left", _shown_after(20.0 if bursts > 3 else 1.0, bursts, monkeypatch))
    assert (shown and shown[1]) == left


def test_earlier_answers_do_not_count_for_the_rate() -> None:
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
    assert "0%" in drawn[0] and "100%" in drawn[-2] and "300 boards" in drawn[-2]
    assert drawn[-1].startswith("300 boards, no errors, ")


def test_none_elsewhere(tmp_path: Path, typeline: Typeline) -> None:
    run = typeline("batch", "-", "--output", str(tmp_path / "told"), stdin=json.dumps({"timeline": ["Forest"]}))
    assert (run.code, run.out) == (0, "")
    assert re.fullmatch(r"1 board, no errors, \d+\.\d s\n", run.err)
