"""The routes: what is asked where. No board is read here; a process of the pool does that."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from facts.errors import InputError
from solver.serve import messages
from solver.serve.guard import Guard
from solver.serve.messages import JSON, MOST_BYTES, Reply, refusal
from solver.serve.openapi import openapi_text
from solver.serve.operations import OPERATIONS
from solver.serve.pool import Busy, Pool
from solver.serve.work import FIRST
from solver.workers import Ended

log = logging.getLogger("typeline.serve")

BODY_SECONDS = 30.0
"""So long a client may take to send the body of a request."""
_GONE = 499
"""The status of what nobody waits for any more: it is never sent."""
Answering = Pool[messages.Request, Reply]


def application(pool: Answering, *, hosts: frozenset[str] | None) -> Starlette:
    """Return the application.

    Args:
        pool: The processes that answer; they are started and stopped with the application.
        hosts: The names by which the machine may be called; None for any.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        pool.start(FIRST)
        try:
            yield
        finally:
            await asyncio.to_thread(pool.stop)

    routes = [
        *(Route(f"/api/{name}", partial(_operation, pool, name), methods=["POST"]) for name in OPERATIONS),
        Route("/api/cards", partial(_cards, pool), methods=["GET"]),
        Route("/openapi.json", _openapi, methods=["GET"]),
        Route("/schema/{name}.json", _schema, methods=["GET"]),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _refused})
    app.add_middleware(Guard, hosts=hosts)
    return app


async def _operation(pool: Answering, name: str, request: Request) -> Response:
    """Answer as the command of this name does."""
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != JSON:
        return _response(refusal(f"a request is sent as {JSON}", 415))
    return await _asked(pool, request, name)


async def _cards(pool: Answering, request: Request) -> Response:
    """Complete the name of a card."""
    return await _answered(pool, request, messages.Request("cards", about=request.query_params.get("q", "")[:1000]))


async def _openapi(_: Request) -> Response:
    """Describe the API."""
    return Response(openapi_text(), media_type=JSON)


async def _schema(request: Request) -> Response:
    """Return a schema, as ``typeline schema`` prints it."""
    from facts.schema import schema_text

    name = request.path_params["name"]
    if name not in ("board", "card", "answer"):
        raise HTTPException(404)
    return Response(schema_text(name), media_type="application/schema+json")


async def _asked(pool: Answering, request: Request, what: str, about: str = "") -> Response:
    """Read the body of a request, and have it answered."""
    try:
        body = await _body(request)
    except ClientDisconnect:
        return Response(status_code=_GONE)
    return await _answered(pool, request, messages.Request(what, body, about))


async def _body(request: Request) -> bytes:
    """Return the body of a request.

    Raises:
        HTTPException: It is too long, or takes too long to come.
        ClientDisconnect: Nobody sends it any more.
    """
    too_long = f"a request is at most {MOST_BYTES:,} bytes long"
    told = request.headers.get("content-length", "0")
    if told.isdigit() and int(told) > MOST_BYTES:
        raise HTTPException(413, too_long, {"Connection": "close"})
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                body += piece
                if len(body) > MOST_BYTES:
                    raise HTTPException(413, too_long, {"Connection": "close"})
    except TimeoutError:
        raise HTTPException(408, f"sending a request takes at most {BODY_SECONDS:g} seconds") from None
    return bytes(body)


async def _answered(pool: Answering, request: Request, task: messages.Request) -> Response:
    """Have a request answered, unless who asks goes away before it is its turn."""
    doing = asyncio.ensure_future(pool.do(task))
    gone = asyncio.ensure_future(_until_gone(request))
    try:
        await asyncio.wait((doing, gone), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            return Response(status_code=_GONE)
        reply = doing.result()
    except Busy:
        return _response(
            refusal("too many others ask at the moment. Try again in some seconds", 503), {"Retry-After": "5"}
        )
    finally:
        for one in (doing, gone):
            one.cancel()
    if isinstance(reply, Ended) and pool.stopping:
        return _response(refusal("the server stops", 503))
    if isinstance(reply, Ended):
        return _response(beyond(task.what, reply))
    if reply.noted:
        log.error("%s: %s", task.what, reply.noted)
    return _response(reply)


def beyond(what: str, ended: Ended) -> Reply:
    """Return what says that a request went beyond a limit, as the command does.

    Args:
        what: What was asked.
        ended: What it went beyond.
    """
    said = f"{what.replace('_', '-')} {ended.why.removeprefix('deriving it ')}"
    return refusal(str(InputError(said, "Give it more with --timeout or --memory, or ask about less")), 422)


async def _until_gone(request: Request) -> None:
    """Return when who asks has gone away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(reply: Reply, headers: dict[str, str] | None = None) -> Response:
    return Response(reply.body, reply.status, {**reply.headers, **(headers or {})}, reply.type)


async def _refused(_: Request, error: Exception) -> Response:
    """Say in one line that there is nothing here, or that this is not how it is asked for."""
    assert isinstance(error, HTTPException)
    return _response(refusal(error.detail[:1].lower() + error.detail[1:], error.status_code), dict(error.headers or {}))
