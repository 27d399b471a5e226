"""Python's search for garbage that refers to itself: put off while many objects are made that are all needed.

The search looks at all new objects again and again, and from time to time at the cards and rules, too. Nearly all
objects of a board, or of a group of boards, are needed until it has its answer. Then Python frees them anyway.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def searched_later() -> Iterator[None]:
    """Put the search off until the ``with`` block ends, if it is enabled."""
    searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            gc.enable()
