"""Batches on a real Dask cluster of two worker processes, one of which is killed."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from facts.errors import InputError
from solver.batch import batch
from solver.cluster import Partition, batch_on_cluster, partitions
from tests.solver.command import Typeline

distributed = pytest.importorskip("distributed", reason="Dask is not installed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    folder = tmp_path / "boards"
    folder.mkdir()
    for part in range(8):
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
    output = tmp_path / "answers"
    with distributed.Client(cluster) as client:
        victim = next(iter(client.run(os.getpid).values()))

    def kill() -> None:
        while not output.exists():
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    parts = partitions([str(boards / "*.ndjson")], str(output))
    done = list(batch_on_cluster(cluster.scheduler_address, parts, edition="2024", store=None))
    killer.join()
    assert {part.target.rsplit("/", 1)[-1] for part, _, _ in done} == {f"{number}.ndjson" for number in range(8)}
    left = [path for path in output.iterdir() if path.suffix == ".part"]  # of the killed worker
    assert len(left) <= 1
    for path in left:
        path.unlink()
    assert _answers(output) == _expected(boards)


def test_command(cluster: Any, boards: Path, tmp_path: Path, typeline: Typeline) -> None:
    output = tmp_path / "answers"
    call = ("batch", str(boards / "*.ndjson"), "--dask", cluster.scheduler_address, "--output", str(output))
    told = typeline(*call)
    assert told.code == 0 and told.err.count("31 boards, 1 with an error") == 8
    assert "--resume" in typeline(*call).refusal()
    (output / "3.ndjson").unlink()
    again = typeline(*call, "--resume")
    assert again.code == 0 and again.err.count("boards") == 1
    assert _answers(output) == _expected(boards)


def test_what_is_wrong(typeline: Typeline, boards: Path, tmp_path: Path) -> None:
    glob, output = str(boards / "*.ndjson"), str(tmp_path / "answers")
    assert "no such file" in typeline("batch", "no/*.ndjson", "--dask", "tcp://x:1", "--output", output).refusal()
    assert "--output" in typeline("batch", glob, "--dask", "tcp://127.0.0.1:9").refusal()
    with pytest.raises(InputError, match="two files are called"):
        partitions([glob, glob], output)
    with pytest.raises(InputError, match="not known"):
        partitions(["nowhere://x/a"], output)
    part = Partition(str(boards / "0.ndjson"), f"{output}/0.ndjson")
    with pytest.raises(InputError, match="no scheduler answers"):
        list(batch_on_cluster("bad address", [part], edition="2024", store=None))
