"""Work that goes wrong, for processes that import it."""

from __future__ import annotations

import os
import time


def work(task: str) -> str:
    """Do what a word says, or return it in capitals."""
    if task == "die":
        os._exit(3)
    if task == "hang":
        time.sleep(60)
    if task == "grow":
        held = bytearray(10**10)
        return str(len(held))
    return task.upper()
