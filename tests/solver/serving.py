"""A server for tests, in a process of its own, and asking it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[2]
JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True)
class Got:
    """The answer of a server."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def refusal(self) -> str:
        """The one line that refuses a request."""
        assert 400 <= self.status < 500, (self.status, self.body)
        line = self.data["error"]
        assert isinstance(line, str)
        assert line.isprintable()
        assert line
        return line


@dataclass
class Server:
    """A server that runs."""

    process: subprocess.Popen[str]
    address: str
    told: list[str] = field(default_factory=list)

    @property
    def host(self) -> str:
        return urlsplit(self.address).hostname or ""

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def ask(
        self,
        path: str,
        body: bytes | str | None = None,
        headers: Mapping[str, str] | None = None,
        method: str | None = None,
        patience: float = 60,
    ) -> Got:
        """Send a request: with a body POST, without GET."""
        connection = HTTPConnection(self.host, self.port, timeout=patience)
        sent = body.encode() if isinstance(body, str) else body
        try:
            connection.request(method or ("GET" if body is None else "POST"), path, sent, dict(headers or {}))
            response = connection.getresponse()
            return Got(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        finally:
            connection.close()

    def api(self, operation: str, board: Any, **more: Any) -> Got:
        """Ask the API."""
        return self.ask(f"/api/{operation}", json.dumps({"board": board, **more}), JSON)

    def megabytes(self) -> int:
        """How much memory the process that listens uses."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) // 1024
        return 0

    def children(self) -> list[int]:
        """The processes that it has started."""
        found = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(one) for path in found for one in path.read_text().split()]


@contextmanager
def serving(*options: str, before: str = "", **environment: str) -> Iterator[Server]:
    """Start a server on a port that is free, and end it.

    Args:
        options: Options of the command.
        before: Python that is run before.
        environment: Environment variables.
    """
    code = f"{before}\nimport sys\nfrom solver.cli import main\nif __name__ == '__main__': main()"
    # Processes are started anew from a main module, which must be a file.
    given = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    for name in ("TYPELINE_CARDS",):
        given.pop(name, None)
    call = [sys.executable, "-c", code, "serve", "--port", "0", *options]
    with subprocess.Popen(
        call, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd="/"
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        try:
            assert address, process.communicate()
            server = Server(process, address)
            yield server
        finally:
            if process.poll() is None:
                process.terminate()
            try:
                out, told = process.communicate(timeout=20)
                if address:
                    server.told += [out, told]
            except subprocess.TimeoutExpired:
                process.kill()
                raise
