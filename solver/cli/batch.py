"""``typeline batch``: many boards."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from facts.errors import InputError
from solver.cli.boards import cards_option, edition_option, escapes, rules_option, standard_input

if TYPE_CHECKING:
    from facts.store import Store

_WORTH_IT = 200_000
"""A file of fewer bytes is done before further processes have started."""


@click.command()
@click.argument("boards", default="-", metavar="BOARDS.ndjson")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes; by default all cores for a large file.")
@click.option("--output", metavar="FILE", help="Write there instead, with a progress bar on a terminal.")
@click.option("--resume", is_flag=True, help="Go on after the last whole line of --output.")
@click.option(
    "--dask", "address", metavar="ADDRESS", help="Run on a Dask cluster: a file or glob of boards, --output a folder."
)
@click.option("--timeout", type=click.FloatRange(0.1), metavar="SECONDS", help="So long a board may take.")
@click.option("--memory", type=click.IntRange(64), metavar="MB", help="So much memory a board may take.")
@edition_option
@rules_option
@cards_option
@click.option("--json", "as_json", is_flag=True, help="JSON is printed in any case.")
def command(
    boards: str,
    jobs: int | None,
    output: str | None,
    resume: bool,
    address: str | None,
    timeout: float | None,
    memory: int | None,
    edition: str,
    cards: Store,
    as_json: bool,
) -> None:
    """Derive many boards: one JSON object a line in, one out, in the same order.

    An "id" is carried through. A board that cannot be used gives {"id": ..., "error": ...} on its line; so does one
    that takes longer than --timeout or more than --memory, and the others go on.
    """
    from solver.batch import as_line, lines_of, numbered, told_batch, told_batch_on_cores

    if address is not None:
        _on_cluster(address, boards, output, resume, edition, cards)
        return
    if resume and output is None:
        raise click.UsageError("--resume goes on with a file: name it with --output.")
    with ExitStack() as stack:
        file, source, size = _opened(boards, stack)
        done, write = _destination(output, resume, stack)
        lines: Iterable[bytes] = lines_of(file)
        if output is not None and size and sys.stderr is not None and sys.stderr.isatty():
            bar = stack.enter_context(click.progressbar(length=size, label="Deriving", file=sys.stderr))
            lines = _counted(lines, bar.update)
        if done:
            lines = _after(lines, done, numbered, output or "")
        tell = partial(as_line, escaped=escapes())
        wanted = jobs or ((os.cpu_count() or 1) if size > _WORTH_IT else 1)
        if wanted > 1 or timeout is not None or memory is not None:
            found = told_batch_on_cores(
                lines, source, tell, jobs=wanted, edition=edition, cards=cards, seconds=timeout, megabytes=memory
            )
        else:
            found = told_batch(lines, source, tell, edition=edition, cards=cards)
        for answer in found:
            write(answer)


def _on_cluster(address: str, boards: str, output: str | None, resume: bool, edition: str, cards: Store) -> None:
    """Derive the files of a glob on a cluster, with a line for each on standard error."""
    from solver.cluster import batch_on_cluster, partitions

    if output is None:
        raise click.UsageError("--dask writes a file for each file of boards: name their folder with --output.")
    parts = partitions([boards], output)
    folder = Path(output)
    if not resume and folder.is_dir() and any((folder / Path(part.target).name).exists() for part in parts):
        raise InputError("has answers already, which are not written over", "Go on with --resume", source=output)
    for part, count, errors in batch_on_cluster(address, parts, edition=edition, store=cards):
        click.echo(f"{part.target}: {count} boards, {errors} with an error", err=True)


def _opened(boards: str, stack: ExitStack) -> tuple[BinaryIO, str, int]:
    """Open the input: the file, what messages call it, and its size, 0 where it is not known."""
    if boards == "-":
        return standard_input(), "<stdin>", 0
    try:
        file: BinaryIO = stack.enter_context(Path(boards).open("rb"))  # noqa: SIM115 (the stack closes it)
        return file, boards, os.fstat(file.fileno()).st_size
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=boards) from None


def _destination(output: str | None, resume: bool, stack: ExitStack) -> tuple[int, Callable[[str], None]]:
    """Return how many answers are there already, and what writes one, whole lines at a time."""
    if output is None:
        return 0, click.echo  # which flushes: whoever waits for an answer gets it
    path, done = Path(output), 0
    try:
        if resume and path.exists():
            done = _cut(path)
        elif path.exists() and path.stat().st_size and not resume:
            raise InputError("is there already, and is not written over", "Go on with --resume", source=output)
        file = stack.enter_context(path.open("a", encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=output) from None

    def write(line: str) -> None:
        file.write(f"{line}\n")
        file.flush()

    return done, write


def _cut(path: Path) -> int:
    """Cut half a line off the end of a file, and return how many whole ones it has."""
    count, end = 0, 0
    with path.open("rb+") as file:
        for line in file:
            if line.endswith(b"\n"):
                count += 1
                end += len(line)
        file.truncate(end)
    return count


def _counted(lines: Iterable[bytes], tell: Callable[[int], None]) -> Iterator[bytes]:
    for line in lines:
        yield line
        tell(len(line))


def _after(
    lines: Iterable[bytes], done: int, numbered: Callable[[Iterable[bytes]], Iterator[tuple[int, bytes]]], output: str
) -> Iterator[bytes]:
    """Pass over boards that were answered before: their lines become empty, so that the others keep their numbers."""
    passed = 0
    for line in lines:
        if passed < done and next(numbered([line]), None) is not None:
            passed += 1
            yield b"\n"
        else:
            yield line
    if passed < done:
        problem = f"has {done} answers, and there are only {passed} boards"
        raise InputError(problem, "It is of another input", source=output)
