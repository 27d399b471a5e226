"""Parts of a proof on several cores."""

from __future__ import annotations

import multiprocessing
import signal

import pytest

from solver.ask.check.bounded.cores import on_cores


def _blocked(_: int) -> list[int]:
    return [int(one) for one in signal.pthread_sigmask(signal.SIG_BLOCK, ())]


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="processes cannot be forked")
def test_an_interrupt_reaches_the_parent_alone() -> None:
    """Otherwise a process that is just starting prints what it was doing, beside the one line of its parent."""
    assert all(signal.SIGINT in found for found in on_cores(_blocked, [1, 2, 3], 2))
    assert signal.SIGINT not in _blocked(0)
