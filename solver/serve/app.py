"""The routes. This process reads no board; a process of the pool does that."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from html import escape

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from facts.text import InputError, show
from solver.draft import words_text
from solver.run import BusyError, Ended, Pool
from solver.serve import messages
from solver.serve.assets import assets
from solver.serve.guard import Guard
from solver.serve.messages import HTML, JSON, MOST_BYTES, Reply, refusal
from solver.serve.openapi import openapi_text
from solver.serve.operations import OPERATIONS

log = logging.getLogger("typeline.serve")

BODY_SECONDS = 30.0
"""The seconds in which a client must send the body of a request."""
_MOST_READ = 8 * MOST_BYTES
"""The most bytes read from a body that is too long: a client hears no answer while it sends."""
_CLOSE = {"Connection": "close"}
_LATER = {"Retry-After": "5"}
_GONE = 499
"""The status of an answer that nobody waits for any more: it is never sent."""
Answering = Pool[messages.Request, Reply]


def application(pool: Answering, *, hosts: frozenset[str] | None) -> Starlette:
    """Return the application.

    Args:
        pool: The processes that answer; they are started and stopped with the application.
        hosts: The names by which the machine may be called; None for any.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        pool.start()
        try:
            yield
        finally:
            await asyncio.to_thread(pool.end)

    routes = [
        *(Route(f"/api/{name}", partial(_operation, pool, name), methods=["POST"]) for name in OPERATIONS),
        Route("/api/cards", partial(_cards, pool), methods=["GET"]),
        Route("/", partial(_page, pool, "page"), methods=["GET"]),
        Route("/board", partial(_form, pool, "page"), methods=["POST"]),
        Route("/picture", partial(_form, pool, "picture"), methods=["POST"]),
        Route("/examples/{name}", partial(_page, pool, "example"), methods=["GET"]),
        Route("/api", partial(_page, pool, "api"), methods=["GET"]),
        Route("/static/{name}", _asset, methods=["GET"]),
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


async def _page(pool: Answering, what: str, request: Request) -> Response:
    """Show a page that has an address of its own."""
    about = str(request.path_params.get("name", ""))[:200]
    return _shown(request, await _answered(pool, request, messages.Request(what, about=about)))


async def _form(pool: Answering, what: str, request: Request) -> Response:
    """Answer the form of the page."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise HTTPException(415, f"a form is sent as {_FORM}")
    return _shown(request, await _asked(pool, request, what))


async def _asset(request: Request) -> Response:
    """Send a file that pages load."""
    found = assets().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    kept = "public, max-age=31536000, immutable" if request.url.query == found.mark else "no-cache"
    return Response(found.body, headers={"Cache-Control": kept}, media_type=found.type)


async def _openapi(_: Request) -> Response:
    """Describe the API."""
    return Response(openapi_text(), media_type=JSON)


async def _schema(request: Request) -> Response:
    """Return a schema, as ``typeline schema`` prints it, or the words that a choice may be."""
    from facts.schema import schema_text

    name = request.path_params["name"]
    if name == "words":
        return Response(words_text(), media_type=JSON)
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
        ClientDisconnect: The client has gone.
    """
    too_long = HTTPException(413, f"a request is at most {MOST_BYTES:,} bytes long", _CLOSE)
    told = request.headers.get("content-length", "0")
    if told.isdigit() and int(told) > _MOST_READ:
        raise too_long
    body, size = bytearray(), 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                size += len(piece)
                if size <= MOST_BYTES:
                    body += piece
                elif size > _MOST_READ:
                    raise too_long
    except TimeoutError:
        raise HTTPException(408, f"sending a request takes at most {BODY_SECONDS:g} seconds", _CLOSE) from None
    if size > MOST_BYTES:
        raise too_long
    return bytes(body)


async def _answered(pool: Answering, request: Request, task: messages.Request) -> Response:
    """Have a request answered, unless the client goes away before its turn."""
    try:
        doing = asyncio.wrap_future(pool.submit(task))
    except BusyError:
        return _busy(pool)
    gone = asyncio.ensure_future(_until_gone(request))
    try:
        await asyncio.wait((doing, gone), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            return Response(status_code=_GONE)
        reply = doing.result()
    except BusyError:
        return _busy(pool)
    except InputError as error:  # no process can be started
        return _response(refusal(str(error), 503), _LATER)
    finally:
        for one in (doing, gone):
            one.cancel()
    if isinstance(reply, Ended):
        return _response(beyond(task.what, reply))
    if reply.noted:
        log.error("%s: %s", task.what, reply.noted)
    return _response(reply)


def _busy(pool: Answering) -> Response:
    """Say that the server cannot answer now."""
    if pool.ended:
        return _response(refusal("the server stops", 503))
    return _response(refusal("too many others ask at the moment. Try again in some seconds", 503), _LATER)


def beyond(what: str, ended: Ended) -> Reply:
    """Refuse a request that went beyond a limit, in the words of the command.

    Args:
        what: The question.
        ended: The limit that it exceeded.
    """
    said = f"{what.replace('_', '-')} {ended.why.removeprefix('deriving it ')}"
    return refusal(str(InputError(said, "Give it more with --timeout or --memory, or ask about less")), 422)


async def _until_gone(request: Request) -> None:
    """Return when the client has gone away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _shown(request: Request, response: Response) -> Response:
    """Return a refusal as a page: its reader has no use for JSON."""
    if response.media_type != JSON:
        return response
    line = json.loads(bytes(response.body))["error"]
    body = _LINE_PAGE.format(line=escape(line), style=f"/static/style.css?{assets()['style.css'].mark}")
    kept = {key: value for key, value in response.headers.items() if key in ("retry-after", "connection")}
    return Response(body, response.status_code, kept, HTML)


_FORM = "application/x-www-form-urlencoded"
_LINE_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>typeline</title><link rel="stylesheet" href="{style}"></head>
<body><header class="top"><h1><a href="/">typeline</a></h1></header>
<main><p class="error" role="alert">{line}</p></main></body></html>
"""


def _response(reply: Reply, headers: dict[str, str] | None = None) -> Response:
    return Response(reply.body, reply.status, {**reply.headers, **(headers or {})}, reply.type)


async def _refused(request: Request, error: Exception) -> Response:
    """Say in one line that there is nothing at this address, or that the request has the wrong form."""
    assert isinstance(error, HTTPException)
    path = show(request.url.path)
    if error.status_code == 404:
        line = f"{path} is no address here. /openapi.json lists the operations"
    elif error.status_code == 405:
        line = f"{request.method} does not go with {path}. /openapi.json lists the operations"
    else:
        line = error.detail[:1].lower() + error.detail[1:]
    response = _response(refusal(line, error.status_code), dict(error.headers or {}))
    return response if request.url.path.startswith("/api/") else _shown(request, response)
