"""Many boards after one another, as ``typeline batch`` gets them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bench.clock import Times, processor_time, summary
from solver.run import batch


def measure(boards: Sequence[Mapping[str, Any]], repeat: int) -> Times:
    """Derive all boards, from lines of JSON to answers.

    Args:
        boards: The boards.
        repeat: How often.

    Returns:
        The time of all boards together.
    """
    lines = [json.dumps({"id": number, "board": board}).encode() for number, board in enumerate(boards)]

    def work() -> None:
        errors = [answer for answer in batch(lines, "bench") if "error" in answer]
        if errors:
            raise ValueError(str(errors[0]))

    work()
    return summary(processor_time(work) for _ in range(repeat))
