"""Settings and fixtures of all tests."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import pytest

from tests import allocator
from tests.solver import answers
from tests.tiers import COLLECTED, fast

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadScheduling

if "PYTEST_XDIST_WORKER" in os.environ:
    allocator.keep_from_others(os.environ)


def pytest_configure(config: pytest.Config) -> None:
    """Choose the allocator of the workers."""
    if getattr(config.option, "numprocesses", None):
        allocator.choose(os.environ)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Start one worker more than there are processors with `-n auto`: for the tests that mostly wait."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    from tests import workers

    return workers.number(config)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScheduling | None:
    """Have that worker take those tests."""
    from tests import workers

    return workers.scheduling(config, log)


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
    gc.set_threshold(100_000, 20, 20)
