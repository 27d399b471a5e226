"""Listening: the server of the application, with patience for slow clients, but not without end."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from facts.text import InputError
from solver.run import Service
from solver.serve.app import Answering, application
from solver.serve.request_work import Work, joined, warm

HEAD_SECONDS = 10.0
"""The seconds in which a client must send the head of a request, or begin one on a new connection."""
UNREAD_SECONDS = 30.0
"""The seconds for which a client may leave an answer unread."""
_KEPT_SECONDS = 20
"""The seconds for which an idle connection stays open: people think between two questions."""
_MOST_CONNECTIONS = 1000
_LAST_SECONDS = 2
"""The seconds that pending answers get when the server stops."""
_ANY = ("0.0.0.0", "::", "")  # noqa: S104 - only compared
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class PatientProtocol(H11Protocol):
    """HTTP for a client that may be slow, or may want to keep connections open for nothing."""

    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection."""
        super().connection_made(transport)
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._forget_head()
        elif self._late is None and (before is None or before.response_complete):
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._forget_head()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait until the client has read a part of the answer, but not for ever."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def _expect_head(self) -> None:
        self._forget_head()
        self._late = self.loop.call_later(HEAD_SECONDS, self._too_late)

    def _forget_head(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        self._late = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()


def serve(
    *,
    host: str,
    port: int,
    service: Service,
    ready: Callable[[str], None],
) -> None:
    """Listen until the process is interrupted or told to end.

    Args:
        host: The address to listen at.
        port: The port; 0 for any that is free.
        service: The settings for answering questions.
        ready: Gets the address when the server listens there.

    Raises:
        InputError: The address cannot be listened at.
    """
    listening = _listening(host, port)
    pool = service.pool(Work(service.cards), warm, joined)
    hosts = None if host in _ANY else frozenset({*LOOPBACK, host.lower()})
    config = uvicorn.Config(
        application(pool, hosts=hosts),
        http=PatientProtocol,
        ws="none",
        lifespan="on",
        access_log=False,
        log_level="error",
        proxy_headers=False,
        server_header=False,
        date_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=_KEPT_SECONDS,
        timeout_graceful_shutdown=2 * _LAST_SECONDS + 1,
        h11_max_incomplete_event_size=32 * 1024,
    )
    server = _Server(config, pool, lambda: ready(_address(listening)))
    # Uvicorn raises the signal that ended it once more. The server has obeyed it already, so ignore it.
    before = {one: signal.signal(one, lambda *_: None) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run(sockets=[listening])
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
        listening.close()
        pool.end()


class _Server(uvicorn.Server):
    """A server that says when it listens, and ends long requests when it stops."""

    def __init__(self, config: uvicorn.Config, pool: Answering, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._pool = pool
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        async def end() -> None:
            await asyncio.sleep(_LAST_SECONDS)
            await asyncio.to_thread(self._pool.end)

        ending = asyncio.ensure_future(end())
        await super().shutdown(sockets)
        ending.cancel()


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that is bound.

    Raises:
        InputError: There is no such address, or something else listens there.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind, protocol)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"nobody can listen at {host}:{port}: {why}", "Name another --port or --host") from None
    return bound


def _address(listening: socket.socket) -> str:
    """Return the address of the page: of a server that listens at all addresses, the one that others would use."""
    named: tuple[Any, ...] = listening.getsockname()
    host = _outward() if named[0] in _ANY else named[0]
    return f"http://{f'[{host}]' if ':' in host else host}:{named[1]}/"


def _outward() -> str:
    """Return the address by which this machine is in its network, without sending anything there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nobody has this address (RFC 5737): it only chooses the route
            return str(asking.getsockname()[0])
        except OSError:
            return "127.0.0.1"
