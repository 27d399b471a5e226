"""``typeline batch``: many boards."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from copy import copy
from functools import partial
from io import BytesIO
from itertools import chain, repeat
from json import JSONDecoder
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

import click

from facts.text import InputError, printable
from solver.cli import NO
from solver.cli.board_argument import cards_option, edition_option, escapes, rules_option, standard_input
from solver.cli.completing import complete_file
from solver.cli.limit_options import board_limit_options
from solver.process import usable_cores

if TYPE_CHECKING:
    from facts.cards.store import Store
    from solver.answer import Answer
    from solver.cli.progress import Progress

_WORTH_IT = 200_000
"""A file of fewer bytes is done before further processes have started."""


@click.command()
@click.argument("boards", default="-", metavar="BOARDS.ndjson", shell_complete=complete_file)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="The number of processes; by default one for each core if the file is large.",
)
@click.option(
    "--output",
    metavar="FILE",
    shell_complete=complete_file,
    help="Write to FILE, and show a progress bar on a terminal.",
)
@click.option("--resume", is_flag=True, help="Go on after the last whole line of --output.")
@click.option(
    "--dask", "address", metavar="ADDRESS", help="Run on a Dask cluster. BOARDS may be a pattern; --output is a folder."
)
@board_limit_options
@edition_option
@rules_option
@cards_option
@click.option("--json", "as_json", is_flag=True, help="No effect: the output is always JSON.")
@click.pass_context
def command(
    ctx: click.Context,
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
    """Derive many boards: read one JSON object a line, and write one a line, in the same order.

    An answer has the "id" of its board. A wrong board gives {"id": ..., "error": ...} on its line. So does a board that
    exceeds --timeout or --memory; the others go on. At the end a line on standard error says how many boards there
    were. The exit code is 1 if a board has an error.
    """
    from solver.engine import check_rules
    from solver.run import lines_of, told_batch, told_batch_on_cores

    began = time.monotonic()
    check_rules()
    if address is not None:
        if jobs is not None:
            raise click.UsageError("--jobs does not go with --dask: a cluster has the workers it has.")
        count, errors = _on_cluster(address, boards, output, resume, edition, cards, timeout, memory)
        _sum_up(ctx, count, errors, time.monotonic() - began)
        return
    if resume and output is None:
        raise click.UsageError("--resume goes on with a file: name it with --output.")
    with ExitStack() as stack:
        file, source, size = _opened(boards, stack)
        if output is not None:
            _refuse(output, file, resume)
        progress: Progress | None = None
        lines: Iterable[bytes] = lines_of(file)
        if output is not None and sys.stderr is not None and sys.stderr.isatty():
            from solver.cli.progress import Progress

            progress = stack.enter_context(Progress(size, sys.stderr))
            lines = progress.reading(lines)
        tell = partial(_line, escaped=output is None and escapes())
        wanted = jobs or (usable_cores() if size > _WORTH_IT else 1)
        if output is None:
            write, look = _to_standard_output()
        else:
            write, look = _destination(output, stack)
            if resume:
                lines = _after(lines, Path(output), progress)
        if wanted > 1 or timeout is not None or memory is not None:
            found = told_batch_on_cores(
                lines, source, tell, jobs=wanted, edition=edition, cards=cards, seconds=timeout, megabytes=memory
            )
        else:
            found = told_batch(lines, source, tell, edition=edition, cards=cards)
        count = errors = 0
        try:
            for answer, failed in found:
                write(answer)
                count += 1
                errors += failed
                if progress is not None:
                    progress.answered()
        except KeyboardInterrupt:
            _say_what_is_kept(count, output)
            raise
        look()
    _sum_up(ctx, count, errors, time.monotonic() - began)


def _say_what_is_kept(count: int, output: str | None) -> None:
    """Say on standard error, after an interruption, how many answers are written."""
    said = f"interrupted: {count:,} answer{' is' if count == 1 else 's are'} written"
    click.echo(said if output is None else f"{said} to {printable(output)}; --resume goes on from there", err=True)


def _to_standard_output() -> tuple[Callable[[str], None], Callable[[], None]]:
    """Return a function that writes an answer there and flushes, so that a reader who waits gets it at once."""
    return click.echo, lambda: None


def _line(name: Any, answer: Answer | str, *, escaped: bool) -> tuple[str, bool]:
    """Return an answer as a line, and whether it is an error."""
    from solver.run import as_line

    return as_line(name, answer, escaped=escaped), isinstance(answer, str)


def _sum_up(ctx: click.Context, boards: int, errors: int, seconds: float) -> None:
    """Say on standard error how many boards were answered, how many of them with an error, and how long it took.

    Where there are errors, the exit code says so, too.
    """
    said = f"{boards:,} board{'' if boards == 1 else 's'}"
    failed = f"{errors:,} with an error" if errors else "no errors"
    click.echo(f"{said}, {failed}, {seconds:.1f} s", err=True)
    if errors:
        ctx.exit(NO)


def _on_cluster(
    address: str,
    boards: str,
    output: str | None,
    resume: bool,
    edition: str,
    cards: Store,
    seconds: float | None,
    megabytes: int | None,
) -> tuple[int, int]:
    """Derive the files of a glob on a cluster, with a line for each on standard error.

    Returns:
        The number of boards, and the number with an error.
    """
    import logging

    from solver.program import further_chapter
    from solver.run import Settings, batch_on_cluster, partitions, unanswered

    if not output:
        raise click.UsageError("--dask writes a file for each file of boards: name their folder with --output.")
    parts = partitions([boards], output)
    todo = unanswered(parts)
    if len(todo) < len(parts) and not resume:
        raise InputError("has answers already, which are not written over", "Go on with --resume", source=output)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say its messages in one line
    rules, store = further_chapter(), copy(cards)
    store.path = os.path.abspath(cards.path)
    settings = Settings(edition, store, rules and os.path.abspath(rules), seconds, megabytes)
    boards_told = failed = 0
    for part, count, errors in batch_on_cluster(address, todo, settings, tell=partial(click.echo, err=True)):
        click.echo(f"{part.target}: {count} boards, {errors} with an error", err=True)
        boards_told, failed = boards_told + count, failed + errors
    return boards_told, failed


def _opened(boards: str, stack: ExitStack) -> tuple[BinaryIO, str, int]:
    """Open the input: the file, its name in messages, and its size, 0 if unknown."""
    if boards == "-":
        return standard_input(), "<stdin>", 0
    try:
        file: BinaryIO = stack.enter_context(Path(boards).open("rb"))  # noqa: SIM115 (the stack closes it)
        return file, boards, os.fstat(file.fileno()).st_size
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=boards) from None


def _refuse(output: str, file: BinaryIO, resume: bool) -> None:
    """Refuse an output that exists already, or whose name cannot be that of a file."""
    path = Path(output)
    try:
        if not output or path.is_dir():
            raise InputError("is a folder" if output else "is no name", "Name a file for the answers", source=output)
        if not path.is_file():
            return
        if file is not getattr(sys.stdin, "buffer", None) and os.path.samestat(path.stat(), os.fstat(file.fileno())):
            raise InputError("is the input", "Name another file for the answers", source=output)
        if not resume and path.stat().st_size:
            raise InputError("is there already, and is not written over", "Go on with --resume", source=output)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=output) from None


def _destination(output: str, stack: ExitStack) -> tuple[Callable[[str], None], Callable[[], None]]:
    """Return two functions: one writes whole lines to a file, one checks in the end that the file exists."""
    try:
        # A lone surrogate, which an id of JSON may have, is written as JSON writes it.
        opened = Path(output).open("a", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115 (the stack closes it)
        file = stack.enter_context(opened)
        _lock(file, output)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=output) from None

    looked = time.monotonic()

    def look() -> None:
        if not _is_still(output, file):
            problem = "was deleted or replaced while it was written"
            raise InputError(problem, "Its answers are lost: run it again", source=output)

    def write(line: str) -> None:
        nonlocal looked
        file.write(f"{line}\n")
        file.flush()
        if time.monotonic() - looked > _LOOK:
            look()
            looked = time.monotonic()

    return write, look


_LOOK = 1.0
"""The seconds between two checks that the file of answers still exists."""


def _is_still(output: str, file: TextIO) -> bool:
    """Tell whether a name is still that of an open file."""
    try:
        return os.path.samestat(os.stat(output), os.fstat(file.fileno()))
    except OSError:
        return False


def _lock(file: TextIO, output: str) -> None:
    """Keep other runs from writing to the same file, where the system can: a run may still go on unnoticed.

    Raises:
        InputError: Another run writes to it.
    """
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError("is being written by another run", "End that one, or wait for it", source=output) from None
    except (ImportError, OSError):  # no locks there
        return


def _after(lines: Iterable[bytes], path: Path, progress: Progress | None) -> Iterable[bytes]:
    """Pass over the boards that a file has answers to, and cut half an answer off its end.

    Returns:
        The lines, those that were passed over empty, so that the others keep their numbers.
    """
    from solver.run import id_in, numbered

    coming = iter(lines)
    passed = answered = end = 0
    try:
        with path.open("rb") if path.exists() else BytesIO() as file:
            for answer in _whole_lines(file):
                board: tuple[int, bytes] | None = None
                while board is None and (line := next(coming, None)) is not None:
                    passed += 1
                    board = next(numbered([line], passed), None)
                if board is None:
                    problem = f"has {answered + 1 + sum(1 for _ in file)} answers, and there are only {answered} boards"
                    raise InputError(problem, "It is of another input", source=str(path))
                answered += 1
                if not _begins(answer, id_in(board[1])):
                    problem = f"has no answer to the board of line {passed}, but another, in line {answered}"
                    raise InputError(problem, "It is of another input", source=str(path))
                end += len(answer)
                if progress is not None:
                    progress.passed()
        if path.exists() and path.stat().st_size > end:
            os.truncate(path, end)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from None
    return chain(repeat(b"\n", passed), coming)


def _whole_lines(file: BinaryIO) -> Iterator[bytes]:
    return (line for line in file if line.endswith(b"\n"))


def _begins(answer: bytes, name: Any) -> bool:
    """Tell whether an answer belongs to the board with an id."""
    text = answer.decode("utf-8", "replace")
    if not text.startswith(_ID):
        return False
    try:
        return bool(_DECODER.raw_decode(text, len(_ID))[0] == name)
    except (ValueError, RecursionError):
        return False


_ID = '{"id":'
_DECODER = JSONDecoder()
