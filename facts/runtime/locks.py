"""Locks that threads share, and that a forked process finds free."""

from __future__ import annotations

import os
from threading import RLock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _thread import RLock as Lock


def lock_over_forks() -> Lock:
    """Make a lock that a thread can take several times.

    A process that forks waits until no other thread holds it: in the new process no thread would ever release it, and
    what it guards would stay half done. A fork takes the locks in the reverse of the order in which they were made, so
    code that holds two of them must have made the inner one first.

    Returns:
        The lock.
    """
    lock = RLock()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)
    return lock


CARDS = lock_over_forks()
"""Readers of cards hold this lock, so that all threads get the same object for the same card."""
