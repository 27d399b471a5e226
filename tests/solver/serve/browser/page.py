"""What the tests of the page do with it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from facts.text.reading import read_document

if TYPE_CHECKING:  # where Playwright is not installed the tests are skipped
    from playwright.sync_api import Page

SHOTS = os.environ.get("TYPELINE_SCREENSHOTS")
"""A folder for pictures of the page, to be looked at."""
Open = Callable[..., "Page"]
WIDTHS = {"phone": 360, "tablet": 768, "desk": 1400}
PATIENCE = 30_000
"""How many milliseconds the browser waits for something to appear: the machine may do much else."""


def add(page: Page, names: str) -> None:
    page.get_by_label("Card names").first.fill(names)
    page.get_by_role("button", name="Add", exact=True).click()


def board(page: Page) -> Any:
    return read_document(page.locator("#text").input_value(), "x").data["timeline"]


def remembered(page: Page) -> str:
    """Wait until the page has written its board into its address, and return that: a reader is never so fast."""
    page.evaluate("() => remembered")
    return "/#" + page.url.partition("/#")[2]


def shoot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


def fits(page: Page) -> bool:
    """Tell whether nothing is wider than the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
