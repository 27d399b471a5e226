"""Random boards in bulk, through the rules and through the reference: ``python -m tests.reference --boards N``.

A board that differs is made as small as it can be and written to a file that ``typeline derive`` reads, at once.
Exit code 1 where something differs; interrupted, it says how to go on.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click
import yaml

from solver.ask.derive import EDITIONS
from solver.run.workers import Ended, Workers
from tests.reference.fuzzing import AT_A_TIME, EVENTFUL, LARGE, SMALL, Piece, differing, pieces, told

Found = list[dict[str, Any]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare random boards.

    Args:
        arguments: Of the command line.

    Returns:
        1 where something differs, 130 where it was interrupted, else 0.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.reference", description=__doc__)
    parser.add_argument("--boards", type=int, default=1000, help="up to this number (default: 1000)")
    parser.add_argument("--small", action="store_true", help="only boards of up to three objects: much faster")
    parser.add_argument("--eventful", action="store_true", help="only boards on which much happens: rings, copies ...")
    parser.add_argument("--seed", type=int, default=0, help="which (default: 0)")
    parser.add_argument("--first", type=int, default=0, help=f"go on from this one, a multiple of {AT_A_TIME}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")
    parser.add_argument("--edition", default="2024", choices=EDITIONS, help="of the rules (default: 2024)")
    parser.add_argument("--output", default="disagreements", help="folder for what differs (default: disagreements)")
    given = parser.parse_args(arguments)
    if given.first % AT_A_TIME or given.first < 0:
        parser.error(f"--first is a multiple of {AT_A_TIME}")
    start, number, done = time.monotonic(), 0, given.first
    kinds = EVENTFUL if given.eventful else SMALL if given.small else (*SMALL, *LARGE)
    todo = list(pieces(given.boards, given.seed, given.edition, kinds, given.first))
    code = 0
    with ExitStack() as stack:
        looked_at = stack.enter_context(closing(_looked_at(todo, given.jobs)))
        advance: Callable[[int], object] = bool  # no bar
        if sys.stderr.isatty():
            bar = click.progressbar(length=sum(piece.many for piece in todo), label="Comparing", file=sys.stderr)
            advance = stack.enter_context(bar).update
        try:
            for piece, found in looked_at:
                if isinstance(found, Ended):
                    raise RuntimeError(f"boards {piece.first} to {piece.first + piece.many - 1}: {found.why}")
                for one, board in enumerate(found, start=1):
                    _write(board, Path(given.output) / f"{piece.seed}-{piece.first}-{one}.yaml", given.edition)
                number += len(found)
                done += piece.many
                advance(piece.many)
        except KeyboardInterrupt:
            print(f"\ninterrupted: go on with --first {done}", file=sys.stderr)
            code = 130
    seconds = time.monotonic() - start
    print(f"{max(0, done - given.first)} boards, {number} disagreements, {seconds:.0f} s", file=sys.stderr)
    return code or (1 if number else 0)


def _looked_at(todo: Sequence[Piece], jobs: int) -> Generator[tuple[Piece, Found | Ended], None, None]:
    """Find boards that differ, piece by piece, on several cores if there is more than one piece."""
    if jobs > 1 and len(todo) > 1:
        yield from Workers(differing, min(jobs, len(todo))).map(todo)
    else:
        for piece in todo:
            yield piece, differing(piece)


def _write(board: dict[str, Any], path: Path, edition: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(board, sort_keys=False, allow_unicode=True), encoding="utf-8")
    print(f"{path}: {'; '.join(told(board, edition))}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
