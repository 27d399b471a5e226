"""A server, and a real browser that opens its pages: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.solver.serve.browser.page import PATIENCE, Open
from tests.solver.serving import Server, serving

if TYPE_CHECKING:  # where Playwright is not installed the tests are skipped
    from playwright.sync_api import Browser, BrowserContext, Page

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server, without the tester's own card store."""
    with serving("--jobs", "2", XDG_DATA_HOME="/nonexistent") as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser. It has no sandbox, since tests may be run by root; it opens no pages but ours."""
    if BROWSER is None:
        how = pytest.fail if os.environ.get("TYPELINE_BROWSER") == "required" else pytest.skip
        how("there is no Chromium ('apt-get install chromium')")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def open_page(server: Server, browser: Browser) -> Iterator[Open]:
    """Open a page; nothing may go wrong on it, and it may load nothing from elsewhere."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def opened(path: str = "/", width: int = 1400, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if _is_wrong(said.text, said.type) else None)
        page.on("request", lambda asked: wrong.append(asked.url) if not _is_ours(asked.url, server) else None)
        page.goto(server.address.rstrip("/") + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


def _is_wrong(text: str, kind: str) -> bool:
    # A board that is wrong is answered with 400, and the browser says so.
    return kind in ("error", "warning") and "status of 400" not in text and "net::ERR_FAILED" not in text


def _is_ours(url: str, server: Server) -> bool:
    return url.startswith((server.address, "blob:", "data:"))
