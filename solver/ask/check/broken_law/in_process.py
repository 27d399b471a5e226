"""Doing something in a process of its own: a broken law may take all time and all memory."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from typing import Any

from solver.process import set_limits

MEGABYTES = 4000


def in_process(seconds: int, work: Callable[[], Any]) -> Any:
    """Do something in a process of its own within limits.

    Args:
        seconds: The time limit in seconds of processor time.
        work: What to do.

    Returns:
        Its result; None where it does not end.
    """
    forked = multiprocessing.get_context("fork")
    ours, theirs = forked.Pipe(duplex=False)

    def run() -> None:
        set_limits(seconds, MEGABYTES)
        theirs.send(work())
        theirs.close()

    process = forked.Process(target=run, daemon=True)
    process.start()
    theirs.close()
    try:
        latest = time.monotonic() + seconds * 12
        while not ours.poll(1.0):
            if time.monotonic() > latest:
                return None
        return ours.recv()
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()
        ours.close()
