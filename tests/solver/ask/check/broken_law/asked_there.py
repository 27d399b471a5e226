"""Ask a sample of broken rules with the code of the folder that this runs in: see `asked.py`, which starts it."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

from solver.ask.check import case_folder
from solver.ask.check.broken_law import pool, score_law

_CASES = ("case", "finding")


def main(seed: int, count: int, every: int, three: int, kept: Path) -> None:
    """Ask the properties, then the cases about what no property notices.

    Args:
        seed: Decides which mutants come first.
        count: The number of mutants.
        every: One in so many boards of the tiers is taken, at 2 x 2.
        three: One in so many at 3 x 3, for mutants that no property notices until then; 0 for none.
        kept: The file of outcomes. What it has is not asked again.
    """
    small = partial(pool, case_folder(None), every=every)
    told = score_law(count, seed=seed, boards=small, kinds=("property",), kept=kept)
    if three:
        larger = partial(pool, None, every=three, size=3)
        told = score_law(count, seed=seed, boards=larger, kinds=("property",), kept=kept, again=True)
    with kept.open("a", encoding="utf-8") as file:
        for one in told:
            if "property" in one.by:
                said = {"name": one.name, "chapter": one.chapter, "kind": one.kind, "asked": _CASES}
                file.write(f"{json.dumps(said, ensure_ascii=False)}\n")
    score_law(count, seed=seed, boards=small, kinds=_CASES, kept=kept)


if __name__ == "__main__":
    first, many, one_in, one_in_at_three = map(int, sys.argv[1:5])
    main(first, many, one_in, one_in_at_three, Path(sys.argv[5]))
