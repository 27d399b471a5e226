"""Huge pages for the memory that clingo works in.

clingo looks up each atom in one table of all terms that the process has met. When this table is large, most lookups
wait for the address of a page. Linux has pages of 2 MB instead of 4 KB for a process that asks for them.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

_FROM = 128 << 10
"""The size of a process, in kilobytes, from which on it asks: the memory of a smaller one is in the caches anyway."""
_STEP = 32 << 20
"""The heap of such a process grows by so many bytes: a small piece has no room for a huge page."""
_TOP_PAD, _MMAP_THRESHOLD = -2, -3  # malloc.h, for `mallopt`
_MADV_HUGEPAGE = 14  # sys/mman.h


SWITCH = "TYPELINE_HUGE_PAGES"
"""The environment variable that turns this off: ``off``. It must do so before a process is large."""


def ask_for_huge_pages() -> None:
    """Ask for huge pages for the heap, where the process is large; only Linux with the GNU C library has them."""
    global _large
    _large = _large or (sys.platform == "linux" and _is_large())
    if _large and (heap := _heap()) is not None:
        heap.ask()


_large = False
"""Whether the process was large once. Finding out takes most of a millisecond in a large process."""


def _is_large() -> bool:
    from resource import RUSAGE_SELF, getpagesize, getrusage  # no part of Python on Windows

    if getrusage(RUSAGE_SELF).ru_maxrss < _FROM:
        return False
    # A process counts the size of the one that started it, too, so that was only the quick question.
    try:
        resident = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return False
    return resident * getpagesize() >= _FROM << 10


class _Heap:
    """The heap of this process.

    Attributes:
        library: The C library.
        asked: The address up to which huge pages were asked for.
    """

    def __init__(self, library: Any, first: int) -> None:
        self.library = library
        self.asked = first

    def ask(self) -> None:
        """Ask for huge pages for the memory that came since the last time."""
        end = self.library.sbrk(0)
        if end > self.asked:
            self.library.madvise(self.asked, end - self.asked, _MADV_HUGEPAGE)
        self.asked = end


@cache
def _heap() -> _Heap | None:
    """Let the heap grow by large pieces; None where there is no such heap, or where this is turned off."""
    if os.environ.get(SWITCH) == "off":
        return None
    from ctypes import CDLL, c_int, c_size_t, c_ssize_t, c_void_p

    library = CDLL(None)
    if not all(hasattr(library, name) for name in ("sbrk", "mallopt", "madvise")):
        return None
    library.sbrk.restype, library.sbrk.argtypes = c_void_p, [c_ssize_t]
    library.mallopt.argtypes = [c_int, c_int]
    library.madvise.argtypes = [c_void_p, c_size_t, c_int]
    try:
        places = Path("/proc/self/maps").read_text().splitlines()
    except OSError:
        return None
    first = next((int(line.partition("-")[0], 16) for line in places if line.endswith("[heap]")), None)
    if first is None:
        return None
    library.mallopt(_TOP_PAD, _STEP)
    library.mallopt(_MMAP_THRESHOLD, _STEP)
    return _Heap(library, first)
