"""Settings and fixtures of all tests."""

from __future__ import annotations

import gc
import os

import pytest

from tests import allocator
from tests.solver import answers
from tests.tiers import COLLECTED, fast

if "PYTEST_XDIST_WORKER" in os.environ:
    allocator.keep_from_others(os.environ)


def pytest_configure(config: pytest.Config) -> None:
    """Choose the allocator of the workers."""
    if getattr(config.option, "numprocesses", None):
        allocator.choose(os.environ)


@pytest.fixture(scope="session", autouse=True)
def _shared_answers(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Have the workers of a run share the answers of the cases: many tests need them."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        answers.share(tmp_path_factory.getbasetemp().parent / "answers")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of the fast tier, before `-m` looks at the marks."""
    config.stash[COLLECTED] = tuple(items)
    for item in fast(items):
        item.add_marker("fast")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exempt the collected tests from garbage collection: they stay, so looking through them takes time for nothing."""
    del session
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
