"""Fifty people who ask ``typeline serve`` at once: how many errors, and how long answers to small boards take."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

USERS = 50
LIMIT = 150.0
"""So many milliseconds 95 % of the answers may take, on two cores that have nothing else to do."""
_SIZES = (2, 3, 5, 8)
_CARDS = (
    "Dryad Arbor", "Blood Moon", "Urborg, Tomb of Yawgmoth", "Grizzly Bears", "Humility", "Glorious Anthem", "Forest",
    "Opalescence", "Mutavault", "Bad Moon", "Crusade", "Island",
)  # fmt: skip


class Load(NamedTuple):
    """What a run of many users came to.

    Attributes:
        answers: How many answers there were.
        errors: How many of them were none, or were refusals.
        seconds: How long the run took.
        alone: What the median answer takes somebody who is alone, in milliseconds.
        median: The median, in milliseconds.
        of_95: What 95 % take at most.
        of_99: What 99 % take at most.
    """

    answers: int
    errors: int
    seconds: float
    alone: float
    median: float
    of_95: float
    of_99: float


def measure(users: int = USERS, seconds: float = 10.0, pause: float = 1.0, what: str = "api") -> Load:
    """Let users ask for some time.

    Args:
        users: How many.
        seconds: How long.
        pause: How many seconds each waits between two questions, on average.
        what: Whether they ask the ``api`` or the ``page``.
    """
    with _server() as address:
        return asyncio.run(_load(address, users, seconds, pause, what))


@contextmanager
def _server() -> Iterator[str]:
    """Start a server with two processes."""
    call = [sys.executable, "-c", "from solver.cli import main; main()", "serve", "--port", "0", "--jobs", "2"]
    given = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True, env=given) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()
            process.wait(20)


def _request(chance: random.Random, what: str) -> bytes:
    """Return a question about a small board, as HTTP."""
    cards = chance.sample(_CARDS, chance.choice(_SIZES))
    if what == "api":
        path, kind = "/api/derive", "application/json"
        body = json.dumps({"board": {"timeline": cards}}).encode()
    else:
        path, kind = "/board", "application/x-www-form-urlencoded"
        body = urlencode({"board": json.dumps({"timeline": cards}), "do": "show"}).encode()
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: localhost",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "",
        "",
    ]
    return "\r\n".join(lines).encode() + body


async def _load(address: str, users: int, seconds: float, pause: float, what: str) -> Load:
    chance = random.Random(25)
    for _ in range(2):  # both processes are warm
        await asyncio.gather(*(_user(address, random.Random(one), 1.0, 0.0, what) for one in range(8)))
    alone = sorted(taken for _, taken in await _user(address, chance, 1.0, 0.0, what))
    begun = time.monotonic()
    told = await asyncio.gather(*(_user(address, random.Random(one), seconds, pause, what) for one in range(users)))
    answers = [one for each in told for one in each]
    times = sorted(taken for _, taken in answers)
    return Load(
        answers=len(answers),
        errors=sum(status != 200 for status, _ in answers),
        seconds=time.monotonic() - begun,
        alone=alone[len(alone) // 2],
        median=times[len(times) // 2],
        of_95=times[int(0.95 * len(times))],
        of_99=times[int(0.99 * len(times))],
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
"""What is measured: who it is that asks, and how."""
