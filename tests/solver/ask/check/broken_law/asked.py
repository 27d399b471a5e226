"""Ask a sample of broken rules again: ``python -m tests.solver.ask.check.broken_law.asked SEED``.

The law, the claims and the cases are those of the commit that `samples.yaml` names for the seed, in a work tree of its
own. The outcomes go to `outcomes/`. A run that was stopped goes on where it ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.solver.ask.check.broken_law.samples import Sample, remember, samples

_HERE = Path(__file__).parent
_THERE = _HERE / "asked_there.py"
ROOT = _HERE.parents[4]
"""The repository."""


def command(sample: Sample, kept: Path) -> list[str]:
    """Return the command that asks a sample, to run in a folder with the law that it was asked about.

    Args:
        sample: The sample.
        kept: The file that keeps the outcomes.
    """
    numbers = (sample.seed, sample.asks, sample.every, sample.three)
    return [sys.executable, "-P", str(_THERE), *map(str, numbers), str(kept)]


def ask(sample: Sample, kept: Path) -> None:
    """Ask a sample, and remember its outcomes.

    Args:
        sample: The sample.
        kept: The file that keeps the outcomes on the way.

    Raises:
        ValueError: The sample names no commit.
    """
    if not sample.law:
        raise ValueError(f"no commit is known for seed {sample.seed}")
    with _work_tree(sample.law) as folder:
        subprocess.run(command(sample, kept), cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}, check=True)
    remember(sample, kept)


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
    """Ask samples.

    Args:
        arguments: Their seeds.
    """
    wanted = set(map(int, arguments))
    for sample in samples():
        if sample.seed in wanted:
            ask(sample, Path(tempfile.gettempdir()) / f"typeline_seed_{sample.seed}.jsonl")


if __name__ == "__main__":
    main(sys.argv[1:])
