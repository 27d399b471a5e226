"""Batches on a real Dask cluster of two worker processes, one of which is killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from facts.text.errors import InputError
from solver.run.batch import batch
from solver.run.cluster import Partition, Settings, batch_on_cluster, partitions
from tests.solver.command import Typeline

# It is imported where it is used: collecting the tests takes a second less.
if find_spec("dask") is None or find_spec("distributed") is None:
    pytest.skip("Dask is not installed", allow_module_level=True)

SETTINGS = Settings("2024")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    import distributed

    made_of: Any = distributed
    with made_of.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    folder = tmp_path / "boards"
    folder.mkdir()
    for part in range(3):
        lines = [{"id": f"{part}-{number}", "timeline": ["Forest", "Blood Moon"]} for number in range(30)]
        lines.append({"id": f"{part}-bad", "timeline": ["Nope"]})
        (folder / f"{part}.ndjson").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return folder


def _plain(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer; of an error that there is one: what it says depends on whether there is a card store."""
    return {**answer, "error": True} if "error" in answer else answer


def _answers(folder: Path) -> dict[str, list[dict[str, Any]]]:
    return {path.name: [_plain(json.loads(line)) for line in path.open("rb")] for path in sorted(folder.iterdir())}


def _expected(folder: Path) -> dict[str, list[dict[str, Any]]]:
    return {
        path.name: [_plain(json.loads(json.dumps(one))) for one in batch(path.read_bytes().splitlines(), path.name)]
        for path in sorted(folder.iterdir())
    }


def test_a_worker_that_is_killed_loses_nothing(cluster: Any, boards: Path, tmp_path: Path) -> None:
    import distributed

    output = tmp_path / "answers"
    started: Any = distributed
    with started.Client(cluster) as client:
        victim = next(iter(client.run(os.getpid).values()))

    def kill() -> None:
        while not output.exists():
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    parts = partitions([str(boards / "*.ndjson")], str(output))
    done = list(batch_on_cluster(cluster.scheduler_address, parts, SETTINGS))
    killer.join()
    assert {part.target.rsplit("/", 1)[-1] for part, _, _ in done} == {f"{number}.ndjson" for number in range(3)}
    assert _answers(output) == _expected(boards)  # and nothing else is left of the killed one


def test_command(cluster: Any, boards: Path, tmp_path: Path, typeline: Typeline) -> None:
    output = tmp_path / "answers"
    call = ("batch", str(boards / "*.ndjson"), "--dask", cluster.scheduler_address, "--output", str(output))
    told = typeline(*call)
    assert told.code == 1 and told.err.count("31 boards, 1 with an error") == 3
    assert "--resume" in typeline(*call).refusal()
    assert "--resume" in typeline(*call[:-1], output.as_uri()).refusal()
    (output / "2.ndjson").unlink()
    again = typeline(*call, "--resume")
    assert again.code == 1 and again.err.count("boards") == 2  # those of the file, and all
    assert _answers(output) == _expected(boards)


def test_wrong_arguments_are_refused(typeline: Typeline, boards: Path, tmp_path: Path) -> None:
    glob, output = str(boards / "*.ndjson"), str(tmp_path / "answers")
    assert "no such file" in typeline("batch", "no/*.ndjson", "--dask", "tcp://x:1", "--output", output).refusal()
    assert "--output" in typeline("batch", glob, "--dask", "tcp://127.0.0.1:9").refusal()
    with pytest.raises(InputError, match="two files are called"):
        partitions([glob, glob], output)
    with pytest.raises(InputError, match="not known"):
        partitions(["nowhere://x/a"], output)
    part = Partition(str(boards / "0.ndjson"), f"{output}/0.ndjson")
    with pytest.raises(InputError, match="no scheduler answers"):
        list(batch_on_cluster("bad address", [part], SETTINGS))
    assert "--jobs" in typeline("batch", glob, "--jobs", "2", "--dask", "tcp://x:1", "--output", output).refusal()


def test_something_else_answers(boards: Path, tmp_path: Path) -> None:
    """A server of web pages, say."""

    def answer(server: socket.socket) -> None:
        with suppress(OSError):
            while True:
                connection, _ = server.accept()
                with connection:
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 100)

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=answer, args=(server,), daemon=True).start()
        parts = partitions([str(boards / "0.ndjson")], str(tmp_path / "answers"))
        with pytest.raises(InputError, match="no scheduler answers"):
            list(batch_on_cluster(f"tcp://127.0.0.1:{server.getsockname()[1]}", parts, SETTINGS))


def test_all_settings_go_along(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """House rules, limits, and places that are told from where the command runs, not from where the workers do."""
    house = tmp_path / "house.lp"
    house.write_text('%@ house.1 "{O} is snow"\ntext(O,supertype,"Snow") :- text(O,supertype,"Basic").\n', "utf-8")
    entangled = ["Life and Limb", "Urborg, Tomb of Yawgmoth", "Blood Moon", "Humility", "Opalescence"] * 60
    for name, steps in {"fine": ["Forest"], "hostile": ["Dryad Arbor"] * 100 + entangled}.items():
        (tmp_path / f"{name}.in").write_text(json.dumps({"timeline": steps}) + "\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    settings = Settings("2024", rules=str(house), seconds=3)
    done = list(batch_on_cluster(cluster.scheduler_address, partitions(["*.in"], "answers"), settings))
    assert sorted(errors for _, _, errors in done) == [0, 1]
    fine, hostile = [json.loads((tmp_path / "answers" / name).read_bytes()) for name in ("fine.in", "hostile.in")]
    assert fine["objects"]["forest"]["supertypes"] == ["Basic", "Snow"]
    assert hostile == {"id": None, "error": "hostile.in:1: deriving it takes more than 3 seconds"}


def test_a_failing_task_does_not_stop_the_others(cluster: Any, boards: Path, tmp_path: Path) -> None:
    parts = partitions([str(boards / "*.ndjson")], str(tmp_path / "answers"))[:2]
    (boards / "0.ndjson").unlink()
    done = []
    with pytest.raises(InputError, match=r"0\.ndjson: it could not be done: .*No such file"):
        for part, _, _ in batch_on_cluster(cluster.scheduler_address, parts, SETTINGS):
            done.append(part)
    assert sorted(done) == parts[1:]
    elsewhere = partitions([str(boards / "1.ndjson")], "memory://answers")
    with pytest.raises(InputError, match="as it is seen from here"):
        list(batch_on_cluster(cluster.scheduler_address, elsewhere, SETTINGS))


def test_nobody_is_there(boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster without workers is told of; a scheduler that goes away ends the run with what is wrong."""
    import dask

    monkeypatch.setattr("solver.run.cluster._PATIENCE", 1.0)
    parts = partitions([str(boards / "0.ndjson")], str(tmp_path / "answers"))
    told: list[str] = []
    call = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard"]
    with subprocess.Popen([*call, "--scheduler-file", str(tmp_path / "file")], stderr=subprocess.DEVNULL) as scheduler:
        while not (tmp_path / "file").exists():
            assert scheduler.poll() is None
            time.sleep(0.05)
        address = json.loads((tmp_path / "file").read_text(encoding="utf-8"))["address"]

        def waits(line: str) -> None:
            told.append(line)
            scheduler.kill()

        quick = dask.config.set({"distributed.comm.timeouts.connect": "1s"})
        with quick, pytest.raises(InputError, match="is gone"):
            list(batch_on_cluster(address, parts, SETTINGS, tell=waits))
    assert told == [f"the cluster at {address} has no workers (they need mtg-typeline[dask], too): waiting for some"]
