"""The memory allocator of the workers of a run: with that of the GNU C library, clingo slows down as they go on.

A grounding makes millions of small things, and frees most of them. What stays lies scattered among the free pieces, so
the next grounding gets pieces that are far from each other. After a minute of groundings, each takes twice the
processor time that it takes in a new process. With jemalloc it takes less, and always the same. Answers do not depend
on it. The processes that tests start have the usual allocator, as users have it.
"""

from __future__ import annotations

import sys
from collections.abc import MutableMapping
from ctypes.util import find_library

TUNED = "glibc.malloc.tcache_count=65000:glibc.malloc.tcache_max=1048576"
"""Where there is no jemalloc: keep what is freed for the next piece of its size. That saves less."""

KEPT = "thp:always,metadata_thp:always,dirty_decay_ms:-1,muzzy_decay_ms:-1,narenas:1"
"""How jemalloc keeps memory: in large pages, of which it gives none back."""


def choose(environment: MutableMapping[str, str]) -> None:
    """Have the workers that this process is about to start use jemalloc, if the system has it.

    Args:
        environment: Their environment. If it chooses an allocator already, it stays as it is.
    """
    if not sys.platform.startswith("linux") or environment.keys() & _VARIABLES:
        return
    library = find_library("jemalloc")
    chosen = {"GLIBC_TUNABLES": TUNED} if library is None else {"LD_PRELOAD": library, "MALLOC_CONF": KEPT}
    environment.update({**chosen, CHOSEN: " ".join(chosen)})


def keep_from_others(environment: MutableMapping[str, str]) -> None:
    """Have the processes that a worker starts use the usual allocator: the worker has its own by now.

    Args:
        environment: Their environment.
    """
    for variable in environment.pop(CHOSEN, "").split():
        environment.pop(variable, None)


_VARIABLES = frozenset(("LD_PRELOAD", "MALLOC_CONF", "GLIBC_TUNABLES"))
CHOSEN = "TYPELINE_TESTS_ALLOCATOR"
"""The environment variable that tells workers which of these was set for them."""
