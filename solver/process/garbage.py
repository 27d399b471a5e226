"""Python's search for garbage that refers to itself: put off while much is made that is needed.

It looks through all that was made since it last looked, time and again, and through the cards and rules in between. Of
a board, or a group of boards, nearly all is needed until the answers are there, and goes by itself then.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def searched_later() -> Iterator[None]:
    """Put the search off until this is over, where there is one."""
    searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            gc.enable()
