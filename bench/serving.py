"""Fifty people who ask ``typeline serve`` at once: how many errors, and how long answers to small boards take.

A user asks, reads the answer, and asks again. Between two questions a user thinks, evenly between nothing and twice the
pause. A user of the API asks once a second, as a page does whose reader adds and drags cards in a hurry; a user of the
page, which comes with its walk and its pictures, once in three seconds. A user without a pause is a program: that run
measures how much the server can do, and its times say only how long the queue is. The boards are of 2 to 8 cards, and
few of them are alike, so hardly any answer is just looked up.

Other work on the machine counts on the clock. So processor time is measured, too: of all processes for one answer, and
in this process for each answer alone. From the latter follow the times on a machine that does nothing else
(`worked_out`).
"""

from __future__ import annotations

import asyncio
import heapq
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

USERS = 50
LIMIT = 150.0
"""The most milliseconds that 95 % of the answers may take, on two cores that have nothing else to do."""
_SIZES = (2, 3, 5, 8)
_CARDS = (
    "Dryad Arbor", "Blood Moon", "Urborg, Tomb of Yawgmoth", "Grizzly Bears", "Humility", "Glorious Anthem", "Forest",
    "Opalescence", "Mutavault", "Bad Moon", "Crusade", "Island",
)  # fmt: skip


class Load(NamedTuple):
    """The result of a run with many users.

    Attributes:
        answers: How many answers there were.
        errors: How many of the requests got no answer, or a refusal.
        seconds: How long the run took.
        alone: The time of the median answer for one user alone, in milliseconds.
        median: The median, in milliseconds.
        of_95: The time within which 95 % of the answers came, in milliseconds.
        of_99: The time within which 99 % of them came.
        listening: Processor time of the process that listens, for one answer, in milliseconds.
        deriving: Processor time of the processes that answer, for one answer.
        worked_out: The time within which 95 % would come by processor time alone, in milliseconds.
    """

    answers: int
    errors: int
    seconds: float
    alone: float
    median: float
    of_95: float
    of_99: float
    listening: float
    deriving: float
    worked_out: float


def measure(
    users: int = USERS,
    seconds: float = 10.0,
    pause: float = 1.0,
    what: str = "api",
    sample: int = 200,
    warming: float = 1.0,
) -> Load:
    """Let users ask for some time.

    Args:
        users: How many.
        seconds: How long.
        pause: How many seconds each waits between two questions, on average.
        what: Whether they ask the ``api`` or the ``page``.
        sample: For how many answers processor time is measured alone.
        warming: For how many seconds users ask before, three times: then both processes are warm.
    """
    with _server() as (address, pid):
        found = asyncio.run(_load(address, pid, users, seconds, pause, what, warming))
    if not pause:
        return found
    times = [one + found.listening for one in processor_times(what, sample)]
    return found._replace(worked_out=worked_out(times, users, pause))


def processor_times(what: str, count: int) -> list[float]:
    """Answer questions in this process.

    Args:
        what: Whether the ``api`` or the ``page`` is asked.
        count: How many.

    Returns:
        The processor time of each, in milliseconds.
    """
    from solver.serve import Request, Work, warm

    warm()
    chance, work = random.Random(25), Work()
    name = "derive" if what == "api" else "page"
    times = []
    for _ in range(count):
        request = Request(name, _body(chance, what))
        begun = time.process_time()
        work([request])
        times.append(1000 * (time.process_time() - begun))
    return times[count // 4 :]


def worked_out(times: Sequence[float], users: int, pause: float, processes: int = 2, asked: int = 20_000) -> float:
    """Work out how long 95 % of the answers take at most, where nothing else runs.

    Args:
        times: How long answers take by themselves, in milliseconds.
        users: How many ask.
        pause: How many seconds each thinks between two questions, on average.
        processes: How many processes answer in the order of the questions, each on a core of its own.
        asked: How many questions to simulate.

    Returns:
        Milliseconds. Here questions are answered one by one; the server answers those that wait together, in less time.
    """
    chance = random.Random(5)
    asking = [2000 * pause * chance.random() for _ in range(users)]
    free = [0.0] * processes
    heapq.heapify(asking)
    taken = []
    for _ in range(asked):
        at = heapq.heappop(asking)
        end = max(at, heapq.heappop(free)) + chance.choice(times)
        heapq.heappush(free, end)
        taken.append(end - at)
        heapq.heappush(asking, end + 2000 * pause * chance.random())
    return sorted(taken)[int(0.95 * asked)]


@contextmanager
def _server() -> Iterator[tuple[str, int]]:
    """Start a server with two processes: its address, and its process."""
    call = [sys.executable, "-c", "from solver.cli import main; main()", "serve", "--port", "0", "--jobs", "2"]
    given = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True, env=given) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.terminate()
            process.wait(20)


def _body(chance: random.Random, what: str) -> bytes:
    """Return a question about a small board."""
    cards = chance.sample(_CARDS, chance.choice(_SIZES))
    if what == "api":
        return json.dumps({"board": {"timeline": cards}}).encode()
    return urlencode({"board": json.dumps({"timeline": cards}), "do": "show"}).encode()


def _request(chance: random.Random, what: str) -> bytes:
    """Return a question about a small board, as HTTP."""
    body = _body(chance, what)
    path, kind = "/api/derive", "application/json"
    if what != "api":
        path, kind = "/board", "application/x-www-form-urlencoded"
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: localhost",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "",
        "",
    ]
    return "\r\n".join(lines).encode() + body


def _processor(pid: int) -> tuple[float, float]:
    """Return the milliseconds of processor time that a process and its children took; 0 where the system tells none."""
    own = others = 0.0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        used = (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")
        if path.parent.name == str(pid):
            own = used
        elif fields[1] == str(pid):
            others += used
    return own, others


async def _load(address: str, pid: int, users: int, seconds: float, pause: float, what: str, warming: float) -> Load:
    chance = random.Random(25)
    for _ in range(2):  # both processes are warm
        await asyncio.gather(*(_user(address, random.Random(one), warming, 0.0, what) for one in range(8)))
    alone = sorted(taken for _, taken in await _user(address, chance, warming, 0.0, what))
    before, begun = _processor(pid), time.monotonic()
    told = await asyncio.gather(*(_user(address, random.Random(one), seconds, pause, what) for one in range(users)))
    answers = [one for each in told for one in each]
    times = sorted(taken for _, taken in answers)
    listening, deriving = (
        (after - before) / len(answers) for before, after in zip(before, _processor(pid), strict=True)
    )
    return Load(
        answers=len(answers),
        errors=sum(status != 200 for status, _ in answers),
        seconds=time.monotonic() - begun,
        alone=alone[len(alone) // 2],
        median=times[len(times) // 2],
        of_95=times[int(0.95 * len(times))],
        of_99=times[int(0.99 * len(times))],
        listening=listening,
        deriving=deriving,
        worked_out=0.0,
    )


async def _user(
    address: str, chance: random.Random, seconds: float, pause: float, what: str
) -> list[tuple[int, float]]:
    """Ask for some time.

    Returns:
        Of each answer the status (0 for none) and how many milliseconds it took.
    """
    found: list[tuple[int, float]] = []
    where: Any = urlsplit(address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    end = time.monotonic() + seconds
    await asyncio.sleep(chance.random() * pause)
    while time.monotonic() < end or not found:
        begun = time.monotonic()
        try:
            writer.write(_request(chance, what))
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(
                int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
            )
            await reader.readexactly(length)
            status = int(head.split()[1])
        except (OSError, asyncio.IncompleteReadError):
            status = 0
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
        found.append((status, 1000 * (time.monotonic() - begun)))
        await asyncio.sleep(chance.random() * 2 * pause)
    writer.close()
    return found


RUNS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("the API, each asks once a second", {"pause": 1.0, "what": "api"}),
    ("the API, each asks without a pause", {"pause": 0.0, "what": "api"}),
    ("the page with its walk, each once in 3 s", {"pause": 3.0, "what": "page"}),
)
"""The measurement: the users, and how they ask."""
