"""What all tests share."""

from __future__ import annotations

import gc

import pytest


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is collected stays: looking through it again and again for garbage takes time and finds nothing."""
    del session
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
