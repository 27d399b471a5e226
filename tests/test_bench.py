"""The benchmarks run to their end, each once and on little input; their times do not matter."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench import clock, cold, explaining, growth, many, warm
from bench.boards import small_batch
from bench.runs import RUNS
from facts import Board
from solver.ask.explain import Why, WhyNot


def test_a_run_ends_with_its_table_and_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results.json"
    monkeypatch.setattr(sys, "argv", ["bench", "--only", "a1", "--repeat", "1", "--calls", "--json", str(results)])
    bench.main()
    assert "a1  10 objects" in capsys.readouterr().out
    told = json.loads(results.read_text(encoding="utf-8"))
    (board,) = told["boards"].values()
    assert board["limit"] and board["atoms"] and told["clingo here"]["slower"]


@pytest.mark.parametrize("call", [["--only", "zz"], ["--json", "/no/such/folder/file"], ["--json", "."]])
def test_errors_come_before_measurements(call: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", *call])
    monkeypatch.setattr(bench, "calibrate", lambda: pytest.fail("measured"))
    with pytest.raises(SystemExit) as ended:
        bench.main()
    assert ended.value.code == 2


def test_all_ratios_are_told() -> None:
    ratios = growth.compare(small_batch(1), others=2, repeat=1)
    assert set(ratios) >= {"grouped", "first of a process", "with the walk", "with a proof", "imperative interpreter"}


def test_other_commands_are_compared_with_derive() -> None:
    assert set(cold.others(1)) == {*cold.COMMANDS, cold.HOUSE_RULES}


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_plot(suffix: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    points = {name: [(1, 2.0), (2, 3.0)] for name in ("objects", "objects of few kinds", "effects")}
    growth.plot(points, tmp_path / f"plot.{suffix}")
    assert (tmp_path / f"plot.{suffix}").stat().st_size


def test_each_board_is_one_that_can_be_told() -> None:
    for run in RUNS:
        assert run.board()["timeline"]


def test_the_boards_of_a_batch_differ() -> None:
    assert len({repr(board) for board in small_batch(500)}) == 500


def test_small_runs() -> None:
    assert clock.yardstick(1).slower > 0
    assert many.measure(small_batch(2), 1).least > 0
    assert warm.measure(RUNS[0].board(), 1).total.least > 0


def test_explained_facts_hold() -> None:
    """The questions have answers: a proof, culprits."""
    for one in explaining.questions(many=20):
        found = one.ask(Board.of(one.board))
        if isinstance(found, Why):
            assert found.proofs, one.name
        if isinstance(found, WhyNot):
            assert found.culprits, one.name
    assert explaining.untouched(1) > 0
    assert all(ratio > 0 for ratio in explaining.why_not_ratios(1, first=0).values())


@pytest.mark.parametrize("what", ["api", "page"])
def test_people_ask_the_server(what: str) -> None:
    pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
    from bench import serving

    found = serving.measure(users=4, seconds=0.5, pause=0.1, what=what, sample=4, warming=0.1)
    assert found.answers >= 4
    assert not found.errors
    assert found.worked_out > 0


def test_times_are_worked_out_from_processor_time() -> None:
    """Whoever is alone waits for no one; two processes answer two users at once; a server that is full has a queue."""
    from bench.serving import worked_out

    assert worked_out([10.0], users=1, pause=1.0, asked=500) == pytest.approx(10.0)
    assert worked_out([10.0], users=2, pause=0.0, asked=500) == pytest.approx(10.0)
    assert worked_out([10.0], users=8, pause=0.0, asked=500) == pytest.approx(40.0)
    assert worked_out([10.0], users=50, pause=1.0) < worked_out([30.0], users=50, pause=1.0) / 3
