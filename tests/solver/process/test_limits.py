"""`--timeout` and `--memory` limit a whole command, reading included; waiting people see the progress."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from solver.cli import waiting
from solver.process import process_limits
from solver.process.activity import activity
from tests.solver.command import ROOT, Typeline, on_a_terminal, shell

WIDE = {"timeline": [{"enters": "Forest", "as": f"forest {number}"} for number in range(30_000)]}
"""A board that takes seconds to read, and hundreds of megabytes."""
COMMANDS = {
    "derive": ["{board}"],
    "explain": ["{board}"],
    "why": ["{board}", "x is a Land"],
    "why-not": ["{board}", "x is a Land"],
    "query": ["{board}", 'type(X,"Land")'],
    "diff": ["{board}", "--without", "x"],
    "check": ["{board}"],
    "cards import": ["{bulk}", "--cards", "{store}"],
    "cards coverage": ["{bulk}"],
}
_LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited where the system does it")


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A board and a file of cards that take long."""
    folder = tmp_path_factory.mktemp("long")
    board, bulk = folder / "board.json", folder / "bulk.json"
    board.write_text(json.dumps(WIDE))
    cards = [
        {"name": f"Card {number}", "type_line": "Artifact", "oracle_text": f"Creatures you control get +{number}/+0."}
        for number in range(30_000)
    ]
    bulk.write_text(json.dumps(cards))
    return {"board": str(board), "bulk": str(bulk), "store": str(folder / "cards.db")}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_ends_in_time(command: str, places: dict[str, str], typeline: Typeline) -> None:
    given = ["forest 1" if one == "x" else one.format_map(places) for one in COMMANDS[command]]
    line = typeline(*command.split(), *given, "--timeout", "0.7").refusal()
    assert line.startswith(f"{command} takes more than 0.7 seconds")
    assert not Path(places["store"]).exists()


@_LINUX
@pytest.mark.parametrize("command", ["derive", "explain"])
def test_reading_a_board_counts_as_memory(command: str, places: dict[str, str], typeline: Typeline) -> None:
    line = typeline(command, places["board"], "--memory", "70").refusal()
    assert line.startswith(f"{command} takes more than 70 MB of memory")


def test_an_extension_module_that_gets_no_memory_ends_clearly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_limits, "_CHILD", "raise SystemError('error return without exception set')")
    assert process_limits.run([], process_limits.Limits(60, 70, 60)) == "takes more than 70 MB of memory"


@pytest.mark.parametrize("command", [one for one in COMMANDS if not one.startswith("cards")])
def test_within_the_limits_the_answer_is_the_same(command: str, typeline: Typeline, tmp_path: Path) -> None:
    board = tmp_path / "board.yaml"
    board.write_text("timeline: [{enters: Dryad Arbor, as: x}, Blood Moon]")
    given = [one.format(board=board) for one in COMMANDS[command]]
    assert typeline(command, *given, "--timeout", "60", "--memory", "1000") == typeline(command, *given)


def test_five_hundred_effects_that_all_interact_end_clearly(tmp_path: Path, typeline: Typeline) -> None:
    four = ["Urborg, Tomb of Yawgmoth", "Blood Moon", "Conspiracy", "Life and Limb"]
    board = tmp_path / "board.json"
    board.write_text(json.dumps({"timeline": ["Dryad Arbor"] * 20 + four * 125}))
    line = typeline("derive", str(board), "--timeout", "3").refusal()
    assert line.startswith("derive takes more than 3 seconds, while ")


def test_whoever_reads_slowly_costs_no_time() -> None:
    board = json.dumps({"timeline": ["Forest"] * 1500})
    run = shell(f"echo '{board}' | typeline derive - --json --timeout 8 | (sleep 9; wc -c)")
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 200_000 and run.stderr == b""


def test_whoever_stops_reading_is_left_in_peace() -> None:
    run = shell("typeline derive Forest --json --timeout 30 | head -1")
    assert (run.returncode, run.stdout, run.stderr) == (0, b"{\n", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("limits", [[], ["--timeout", "60"]], ids=["without limits", "within limits"])
def test_an_interrupt_ends_it_at_once(limits: list[str], tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    many = ["Urborg, Tomb of Yawgmoth", "Blood Moon", "Conspiracy", "Life and Limb"] * 60
    board.write_text(json.dumps({"timeline": ["Dryad Arbor"] * 100 + many}))
    call = [sys.executable, "-c", "from solver.cli import main; main()", "derive", str(board), *limits]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    # What a shell starts in the background ignores interrupts, and so would what the tests start there.
    heeded = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        call, env=environment, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=heeded
    ) as run:
        try:
            time.sleep(4)  # it grounds by now
            os.killpg(run.pid, signal.SIGINT)
            assert run.wait(20) in (130, -signal.SIGINT)
        finally:
            run.kill()


class TestWaiting:
    """The progress that waiting people see."""

    def test_nothing_at_first_and_then_what_is_done(self, monkeypatch: pytest.MonkeyPatch) -> None:
        screen = io.StringIO()
        monkeypatch.setattr(sys, "stderr", screen)
        line = waiting.Waiting()
        line("reading the board")
        assert screen.getvalue() == ""
        monkeypatch.setattr(waiting, "PATIENCE", 0.0)
        line("reading the board")
        line("deriving")
        assert screen.getvalue() == "\r0 s: reading the board\r0 s: deriving         "
        line.clear()
        assert screen.getvalue().endswith("\r             \r")

    def test_it_fits_a_narrow_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "20")
        monkeypatch.setattr(sys, "stderr", screen := io.StringIO())
        monkeypatch.setattr(waiting, "PATIENCE", 0.0)
        waiting.Waiting()("applying the effects of layer 7a (step 100)")
        assert len(screen.getvalue().lstrip("\r")) < 20

    def test_nothing_where_there_is_no_terminal(self) -> None:
        assert waiting.waiting() is None

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudoterminals")
    def test_on_a_terminal(self, places: dict[str, str]) -> None:
        start = "from solver.cli import main, waiting; waiting.PATIENCE = 0.1; main()"
        given = ["derive", places["board"], "--timeout", "0.7"]
        shown = on_a_terminal(*given, start=start, errors=True, environment={"COLUMNS": "60"})
        assert re.search(r"\d s: (starting|reading the board)", shown)  # which one, a busy machine decides
        assert "\rderive takes more than 0.7 seconds, while " in shown

    def test_the_work_of_a_thread(self) -> None:
        from facts import Board
        from solver import derive

        board, ended, said = Board.of(WIDE), threading.Event(), set()
        main = threading.get_ident()

        def listen() -> None:
            while not ended.wait(0.001):
                said.add(activity(main))

        listener = threading.Thread(target=listen)
        listener.start()
        expected = {"writing the board as facts", "writing the answer"}
        for _ in range(50):  # both take milliseconds: on a busy machine the listener may miss them for a while
            derive(board)
            if expected <= said:
                break
        ended.set()
        listener.join()
        assert expected <= said
