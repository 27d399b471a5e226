"""The headers of every response, and the check of who may ask: only our own pages, by a name of this machine."""

from __future__ import annotations

import logging

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from solver.serve.messages import JSON, WRONG, place, refusal

log = logging.getLogger("typeline.serve")

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
SECURITY = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""The headers of every answer: no file is loaded from elsewhere, and no other page can show ours."""


class Guard:
    """Refuses a request under a foreign name of this machine, or from a page that is not ours."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None) -> None:
        """Stand before an application.

        Args:
            app: The application.
            hosts: The names by which the machine may be called; None for any. A foreign page can make its own name
                lead to this machine, but the browser then asks under that name.
        """
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the common headers to its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        wrong = self._wrong(scope)
        if wrong is None:
            await self._careful(scope, receive, guarded)
            return
        await _refuse(guarded, *wrong)

    async def _careful(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; if that fails, the log says where, and no word of the question."""
        begun = False

        async def noticed(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noticed)
        except Exception as error:
            log.error("%s", place(error))
            if not begun:
                await _refuse(send, 500, WRONG)

    def _wrong(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if self.hosts is not None and _name(headers.get("host", "")) not in self.hosts:
            return 421, "this machine is not asked by that name. Use the address that 'typeline serve' prints"
        if scope["method"] == "POST" and headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return 403, "only pages of this address may ask"
        return None


def _name(host: str) -> str:
    """Return a host's name without its port."""
    if host.startswith("["):
        return host.partition("]")[0].removeprefix("[").lower()
    return host.partition(":")[0].lower()


async def _refuse(send: Send, status: int, line: str) -> None:
    start = {"type": "http.response.start", "status": status, "headers": [(b"content-type", JSON.encode())]}
    await send(start)
    await send({"type": "http.response.body", "body": refusal(line, status).body})
