"""Ask a sample of broken rules again: ``python -m tests.solver.ask.check.broken_law.asked SEED [SECONDS]``.

The law, the claims and the cases are those of the commit that `samples.yaml` names for the seed, in a work tree of its
own. The outcomes go to `outcomes/`. After SECONDS nothing further is asked; the next call goes on from there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.solver.ask.check.broken_law.asked_there import NOT_ALL
from tests.solver.ask.check.broken_law.samples import Sample, remember, samples

_HERE = Path(__file__).parent
_THERE = _HERE / "asked_there.py"
ROOT = _HERE.parents[4]
"""The repository."""


def command(sample: Sample, kept: Path, seconds: float | None = None) -> list[str]:
    """Return the command that asks a sample, to run in a folder with the law that it was asked about.

    Args:
        sample: The sample.
        kept: The file that keeps the outcomes.
        seconds: After this time nothing further is asked.
    """
    numbers = (sample.seed, sample.asks, sample.every, sample.three)
    limit = [] if seconds is None else [str(seconds)]
    return [sys.executable, "-P", str(_THERE), *map(str, numbers), str(kept), *limit]


def ask(sample: Sample, kept: Path, seconds: float | None = None) -> bool:
    """Ask a sample, and remember its outcomes.

    Args:
        sample: The sample.
        kept: The file that keeps the outcomes on the way.
        seconds: After this time nothing further is asked.

    Returns:
        Whether all has been asked.

    Raises:
        ValueError: The sample names no commit.
        RuntimeError: The code of that commit fails.
    """
    if not sample.law:
        raise ValueError(f"no commit is known for seed {sample.seed}")
    with _work_tree(sample.law) as folder:
        path = {**os.environ, "PYTHONPATH": str(folder)}
        ended = subprocess.run(command(sample, kept, seconds), cwd=folder, env=path, check=False).returncode
    if ended not in (0, NOT_ALL):
        raise RuntimeError(f"the sample of seed {sample.seed} could not be asked")
    if ended == 0:
        remember(sample, kept)
    return ended == 0


@contextmanager
def _work_tree(commit: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder) / "law"
        subprocess.run(["git", "worktree", "add", "--detach", str(there), commit], cwd=ROOT, check=True)
        try:
            yield there
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(there)], cwd=ROOT, check=True)


def main(arguments: Sequence[str]) -> None:
    """Ask a sample.

    Args:
        arguments: Its seed, and the number of seconds after which nothing further is asked.
    """
    seed, *limit = map(int, arguments)
    sample = next(one for one in samples() if one.seed == seed)
    kept = Path(tempfile.gettempdir()) / f"typeline_seed_{seed}_{sample.law}.jsonl"
    if not ask(sample, kept, *limit):
        print("Not all has been asked: call it again.")


if __name__ == "__main__":
    main(sys.argv[1:])
