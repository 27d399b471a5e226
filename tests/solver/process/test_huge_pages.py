"""A large process asks for huge pages; a small one does not."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

from solver.process.huge_pages import SWITCH

_HEAP_ASKS = """
import sys
from solver.process import ask_for_huge_pages
kept = [bytes(500) for _ in range(int(sys.argv[1]))]
ask_for_huge_pages()
on_heap = False
for line in open("/proc/self/smaps"):
    on_heap = on_heap and line[0].isupper() or line.endswith("[heap]\\n")
    if on_heap and line.startswith("VmFlags"):
        print("hg" in line.split())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the GNU C library has such a heap")
@pytest.mark.parametrize(("objects", "switch", "asks"), [(300_000, "", True), (300_000, "off", False), (0, "", False)])
def test_it_asks_where_it_is_large(objects: int, switch: str, asks: bool) -> None:
    there = {**os.environ, SWITCH: switch, "PYTHONMALLOC": "malloc"}
    told = subprocess.run(
        [sys.executable, "-c", _HEAP_ASKS, str(objects)], env=there, capture_output=True, text=True, check=True
    ).stdout.split()
    assert told and ("True" in told) is asks
