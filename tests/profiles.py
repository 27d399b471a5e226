"""How long the tests with random boards run: HYPOTHESIS_PROFILE=slow for thousands of boards."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings

SLOW = os.environ.get("HYPOTHESIS_PROFILE") == "slow"


def examples(few: int, times: int = 50) -> Callable[[Any], Any]:
    """Return settings: so many boards and the same ones every time, or many more and new ones.

    Args:
        few: How many boards, usually.
        times: How many times more in the slow profile.

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
