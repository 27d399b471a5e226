"""Workers have another allocator, and what they start has the usual one."""

from __future__ import annotations

import os
import subprocess
import sys
from ctypes.util import find_library
from pathlib import Path

import pytest

from tests import allocator

_MAPS = Path("/proc/self/maps")
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is chosen on Linux alone")


@pytest.mark.parametrize(("library", "variable"), [("libjemalloc.so.2", "LD_PRELOAD"), (None, "GLIBC_TUNABLES")])
def test_workers_have_it_and_keep_it_from_others(
    library: str | None, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allocator, "find_library", lambda name: library)
    environment = {"PATH": "/bin"}
    allocator.choose(environment)
    assert environment[variable] == (library or allocator.TUNED)
    allocator.keep_from_others(environment)
    assert environment == {"PATH": "/bin"}


def test_that_of_the_user_stays() -> None:
    environment = {"LD_PRELOAD": ""}
    allocator.choose(environment)
    allocator.keep_from_others(environment)
    assert environment == {"LD_PRELOAD": ""}


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="only workers have another allocator")
def test_this_worker_has_it_and_its_processes_do_not() -> None:
    assert allocator.CHOSEN not in os.environ
    if os.environ.keys() & {"LD_PRELOAD", "MALLOC_CONF", "GLIBC_TUNABLES"} or find_library("jemalloc") is None:
        pytest.skip("the user chooses the allocator, or there is no jemalloc")
    assert "jemalloc" in _MAPS.read_text(encoding="utf-8")
    code = f"print('jemalloc' in open('{_MAPS}').read())"
    started = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert started.stdout == "False\n"
