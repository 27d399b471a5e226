"""Ask a sample of broken rules with the code of the folder that this runs in: see `asked.py`, which starts it."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from solver.ask.check import case_folder
from solver.ask.check.broken_law.law_score import score_law
from solver.ask.check.broken_law.law_verdict import LawVerdict
from solver.ask.check.broken_law.tried_boards import Pool, pool

_PROPERTY, _CASES, _BOUND = ("property",), ("case", "finding"), ("bound",)
NOT_ALL = 3
"""The exit code where the time was over."""


def main(seed: int, count: int, every: int, three: int, kept: Path, seconds: float | None = None) -> bool:
    """Ask the properties, then the cases about what no property notices, then all boards up to the bound.

    The last question is about mutants that change no answer.

    Args:
        seed: Decides which mutants come first.
        count: The number of mutants.
        every: One in so many boards of the tiers is taken, at 2 x 2.
        three: One in so many at 3 x 3, for mutants that no property notices until then; 0 for none.
        kept: The file of outcomes. What it has is not asked again.
        seconds: After this time nothing further is asked.

    Returns:
        Whether all has been asked.
    """
    latest = None if seconds is None else time.monotonic() + seconds
    small = partial(pool, case_folder(None), every=every)
    stages: list[tuple[str, Callable[[], Pool], Sequence[str]]] = [("property", small, _PROPERTY)]
    if three:
        stages.append(("larger", partial(pool, None, every=three, size=3), _PROPERTY))
    stages.append(("case", small, _CASES))
    if _can_ask_within_bound():
        stages.append(("bound", small, _BOUND))
    told: list[LawVerdict] = []
    for name, boards, kinds in stages:
        file = kept.with_suffix(f".{name}")
        if not file.exists():
            _write(file, [_open_to(one, kinds) for one in told])
        left = None if latest is None else latest - time.monotonic()
        if left is not None and left <= 0:
            return False
        told = score_law(count, seed=seed, boards=boards, kinds=kinds, kept=file, seconds=left)
        if len(told) < count or not all(set(kinds) <= set(one.asked) for one in told):
            return False
    _write(kept, told)
    return True


def _can_ask_within_bound() -> bool:
    """Tell whether the code of the folder knows the question; samples before November 30, 10:00 do not."""
    return find_spec("solver.ask.check.broken_law.within_bound") is not None


def _open_to(one: LawVerdict, kinds: Sequence[str]) -> LawVerdict:
    """Return an outcome as the next stage is to know it: only what no property notices is asked again."""
    if "property" in one.by:
        return replace(one, asked=[*one.asked, "small", *kinds])
    return replace(one, asked=[kind for kind in one.asked if kind not in ("small", *kinds)])


def _write(file: Path, some: Sequence[LawVerdict]) -> None:
    lines = (json.dumps(asdict(one), ensure_ascii=False) for one in some)
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    first, many, one_in, one_in_at_three = map(int, sys.argv[1:5])
    time_left = float(sys.argv[6]) if len(sys.argv) > 6 else None
    sys.exit(0 if main(first, many, one_in, one_in_at_three, Path(sys.argv[5]), time_left) else NOT_ALL)
