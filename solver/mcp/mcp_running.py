"""Running the server: over standard input and output, or over HTTP. It stops cleanly, and logs no boards."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import uvicorn
from mcp.server import Server
from mcp.server.stdio import stdio_server

from facts.text import InputError
from solver.mcp.mcp_server import make_server
from solver.mcp.tool_answers import MAX_BYTES
from solver.mcp.tool_calls import Desk, Question, Told, get_ready
from solver.run import Pool, Service

PATH = "/mcp"
"""The path of the server over HTTP."""
_BODY = MAX_BYTES + 64 * 1024
"""The most bytes of a request: its arguments and the frame of the protocol."""
_CONNECTIONS = 500
"""The most open connections; others are refused with 503."""
_PATIENCE = 3
"""The seconds that connections get to end when the server stops."""
_LOCAL = ("127.0.0.1", "localhost", "::1")


def serve_stdio(service: Service) -> None:
    """Serve the parent process until the input ends or a signal arrives.

    Args:
        service: The settings for answering calls.

    Raises:
        InputError: The connection broke, and not because the parent process ended.
    """
    pool = _pool(service)
    server = make_server(pool)

    async def serve() -> None:
        async with stdio_server() as (reading, writing):
            pool.start(1)
            await server.run(reading, writing, server.create_initialization_options())

    def stop() -> None:  # a thread of the SDK waits for input, and cannot be interrupted
        pool.end()
        os._exit(0)

    _log_no_boards()
    with _on_signals(stop):
        try:
            asyncio.run(serve())
        except BaseExceptionGroup as group:
            _, other = group.split((BrokenPipeError, ConnectionError))  # the parent process is gone
            if other is not None:
                raise InputError(f"the connection broke: {_reason(other)}", source="mcp") from other
        finally:
            pool.end()


def _reason(group: BaseExceptionGroup[BaseException]) -> str:
    """Return the first error of a group in one line."""
    first: BaseException = group
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return " ".join(f"{type(first).__name__}: {first}".split())


def serve_http(host: str, port: int, service: Service) -> None:
    """Serve over streamable HTTP, until a signal ends it; its address goes to standard error.

    Args:
        host: The address to listen at.
        port: The port; 0 for any that is free.
        service: As for `serve_stdio`.

    Raises:
        InputError: No server can listen there.
    """
    listening = _listening(host, port)
    pool = _pool(service)
    web = _Web(uvicorn.Config(
        _app(make_server(pool), host),
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=_PATIENCE,
    ))  # fmt: skip

    def stop() -> None:
        web.ready.wait(_PATIENCE)  # a server that is told to exit while it starts complains
        web.should_exit = True
        pool.end()

    shown = f"[{host}]" if ":" in host else host
    web.says = f"typeline mcp: http://{shown}:{listening.getsockname()[1]}{PATH}"
    _log_no_boards()
    pool.start(1)
    with _on_signals(stop):
        try:
            web.run(sockets=[listening])
        finally:
            pool.end()
            listening.close()


class _Web(uvicorn.Server):
    """A web server that leaves signals to us: its own way of stopping ends the process by the signal.

    Attributes:
        says: Its message on standard error once it has started.
        ready: Whether it has started.
    """

    says = ""

    def __init__(self, config: uvicorn.Config) -> None:
        """Take the service to run."""
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        print(self.says, file=sys.stderr, flush=True)
        self.ready.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


def _app(server: Server[Any], host: str) -> Callable[..., Awaitable[None]]:
    """Return the web application: no sessions, so nothing is kept between calls.

    Where it listens on this machine only, requests in the name of another host are refused (DNS rebinding).
    """
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=_BODY,
        host="127.0.0.1" if host in _LOCAL else host,
    )

    async def only_posts(scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Refuse to open a stream from the server to the client: it would stay open, and nothing would ever come."""
        if scope["type"] == "http" and scope["path"] == PATH and scope["method"] in ("GET", "DELETE"):
            await send({"type": "http.response.start", "status": 405, "headers": [(b"allow", b"POST")]})
            await send({"type": "http.response.body", "body": b"There are no sessions: POST only"})
        else:
            await app(scope, receive, send)

    return only_posts


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=256)
    except (OSError, OverflowError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"nobody can listen at {host} port {port}: {why}", "Name another port", "--http") from None


def _pool(service: Service) -> Pool[Question, Told]:
    return service.pool(Desk(service.cards), get_ready)


@contextmanager
def _on_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Stop when a signal asks for it, in a thread of its own: the signal may come at any moment."""

    def handle(_: int, __: FrameType | None) -> None:
        threading.Thread(target=stop, daemon=True).start()

    wanted = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    before = {number: signal.signal(number, handle) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Template(logging.Formatter):
    """Writes an event without its values, which may be from a board."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one line."""
        kind = record.exc_info[0] if record.exc_info else None
        said = str(record.msg).split("\n")[0][:200] if record.args or kind else record.name
        return f"typeline mcp: {record.name}: {said}{f' ({kind.__name__})' if kind else ''}"


def _log_no_boards() -> None:
    """Log errors of the libraries, without the values in their messages."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Template())
    handler.setLevel(logging.ERROR)
    logging.basicConfig(handlers=[handler], level=logging.ERROR, force=True)
