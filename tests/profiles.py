"""How long the tests with random boards run: HYPOTHESIS_PROFILE=slow for thousands of boards."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings

SLOW = os.environ.get("HYPOTHESIS_PROFILE") == "slow"


def examples(few: int, times: int = 50) -> Callable[[Any], Any]:
    """Return settings: a few boards, the same ones every time; in the slow profile, many more, and new ones each time.

    Args:
        few: The number of boards in the usual run.
        times: How many times as many boards the slow profile tries.

    Returns:
        A decorator.
    """
    return settings(
        max_examples=few * times if SLOW else few,
        derandomize=not SLOW,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
