"""Batches on a Dask cluster: a partition is a file of boards, and its answers are a file of the same name.

A partition is written under another name and takes its own when it is whole, so that each existing file is whole: a
worker that dies in the middle leaves nothing that counts, and the partition is done again by another.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from facts.text import InputError
from solver.answer import Answer
from solver.process import MEGABYTES
from solver.run.batch import as_line, lines_of, told_batch_on_cores

if TYPE_CHECKING:
    from distributed import Client
    from fsspec import AbstractFileSystem

    from facts.cards.store import Store

_RETRIES = 3
"""The number of retries of a partition whose worker was lost or had no connection."""
_PATIENCE = 10.0
"""The seconds without workers or without an answer before the user is told."""


class Partition(NamedTuple):
    """A file of boards, and where its answers go.

    Attributes:
        source: The file, as fsspec names it.
        target: The file of its answers.
    """

    source: str
    target: str


def partitions(inputs: Sequence[str], folder: str) -> list[Partition]:
    """Return the partitions of an input.

    Args:
        inputs: Files, folders' contents by a glob, or addresses that fsspec knows (``s3://...``).
        folder: The folder for the answers, in any place that fsspec knows.

    Returns:
        One for each file, by name.

    Raises:
        InputError: There is no such file, two have the same name, or fsspec cannot reach one.
    """
    found: dict[str, Partition] = {}
    place = _named(*_file_system(folder)).rstrip("/")
    for given in inputs:
        files, path = _file_system(given)
        try:
            names = sorted(files.glob(path)) if any(sign in path for sign in "*?[") else [path]
            missing = not names or not all(files.isfile(name) for name in names)
        except OSError as error:
            raise InputError(f"it cannot be reached: {error}", "Name files", source=given) from error
        if missing:
            raise InputError("there is no such file", "Name files of boards, one a line, or a glob", source=given)
        for name in names:
            last = name.rsplit("/", 1)[-1]
            if last in found:
                raise InputError(f"two files are called {last}", "Their answers would be one file", source=given)
            found[last] = Partition(_named(files, name), f"{place}/{last}")
    return [found[last] for last in sorted(found)]


class Settings(NamedTuple):
    """The settings with which workers derive boards.

    Attributes:
        edition: The edition of the rules.
        store: The card store; each worker opens it by its path.
        rules: The path of house rules; each worker reads them by it.
        seconds: The time limit for a board.
        megabytes: The memory limit for a board.
    """

    edition: str
    store: Store | None = None
    rules: str | None = None
    seconds: float | None = None
    megabytes: int | None = None


def unanswered(parts: Sequence[Partition]) -> list[Partition]:
    """Return the partitions whose answers are not there.

    Args:
        parts: The result of `partitions`.

    Raises:
        InputError: fsspec cannot reach a place.
    """
    return [part for part in parts if not _exists(part.target)]


def batch_on_cluster(
    address: str,
    parts: Sequence[Partition],
    settings: Settings,
    *,
    tell: Callable[[str], object] = lambda line: None,
) -> Iterator[tuple[Partition, int, int]]:
    """Derive partitions on a cluster.

    Args:
        address: The address of its scheduler, such as ``tcp://10.0.0.1:8786``.
        parts: Of the partitions that `partitions` returned, those without answers.
        settings: The settings for deriving boards.
        tell: Gets a line where the cluster has no workers.

    Returns:
        Each partition as it is done, with the number of its boards and of those with an error.

    Raises:
        InputError: There is no scheduler, it is gone, or a partition could not be done; all others are done then.
    """
    try:
        import distributed
    except ImportError as error:
        raise _not_installed() from error
    try:
        client = distributed.Client(address, timeout=f"{_PATIENCE:g}s")  # type: ignore[no-untyped-call]
    except Exception as error:  # an unknown server may give any answer
        raise InputError(
            f"no scheduler answers at {address}", "Give its address: tcp://HOST:8786", source="--dask"
        ) from error
    wrong: list[InputError] = []
    with client:
        running = {
            client.submit(derive_partition, part, settings, pure=False, retries=_RETRIES): part for part in parts
        }
        for future in _as_done(client, list(running), address, tell):
            part = running[future]
            if future.status == "finished":
                count, errors = future.result()
                if _exists(part.target):
                    yield part, count, errors
                    continue
                problem = f"its answers are not in {part.target}, as it is seen from here"
                wrong.append(InputError(problem, "Name a place that all can reach", source=part.source))
            elif future.status == "error":
                wrong.append(_undone(part, future.exception()))
            else:
                raise _gone(address)
    _clean(parts)
    if wrong:
        others = f" ({len(wrong) - 1} more could not be done)" if len(wrong) > 1 else ""
        raise InputError(f"{wrong[0].problem}{others}", wrong[0].hint, source=wrong[0].source)


def _as_done(client: Client, futures: list[Any], address: str, tell: Callable[[str], object]) -> Iterator[Any]:
    """Return tasks as they are done. Say so if the cluster has no workers for a while: some clusters add them late.

    Raises:
        InputError: The scheduler is gone.
    """
    from distributed import as_completed

    coming: Any = as_completed(futures)  # type: ignore[no-untyped-call]
    looked, said = time.monotonic(), False
    while not coming.is_empty():
        if coming.has_ready():
            yield from coming.next_batch(block=False)
            looked = time.monotonic()
            continue
        if client.status == "closed":
            raise _gone(address)
        time.sleep(0.05)
        if not said and time.monotonic() - looked >= _PATIENCE and client.status == "running":
            looked = time.monotonic()
            if not _workers(client):
                tell(f"the cluster at {address} has no workers (they need mtg-typeline[dask], too): waiting for some")
                said = True


def _workers(client: Client) -> int:
    """Return how many workers a cluster has; 1 if its scheduler does not answer."""
    try:
        return len(client.nthreads())  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError):
        return 1


def _gone(address: str) -> InputError:
    """Return the message if the scheduler ended before the tasks did."""
    return InputError(f"the scheduler at {address} is gone", "Run it again with --resume", source="--dask")


def _undone(part: Partition, error: BaseException | None) -> InputError:
    """Return the message if a partition failed."""
    problem = " ".join(str(error).split()) or (type(error).__name__ if error is not None else "its workers were lost")
    return InputError(f"it could not be done: {problem}", "Run it again with --resume", source=part.source)


def _clean(parts: Sequence[Partition]) -> None:
    """Remove the unfinished files of killed workers, whose partitions others have done."""
    for part in parts:
        files, target = _file_system(part.target)
        folder, _, name = target.rpartition("/")
        try:
            left = [one for one in files.ls(folder, detail=False) if one.rpartition("/")[2].startswith(f"{name}.")]
            for one in left:
                if one.endswith(_UNFINISHED) and files.exists(target):
                    files.rm(one)
        except OSError:
            continue


def derive_partition(part: Partition, settings: Settings) -> tuple[int, int]:
    """Derive the boards of a partition, on a worker.

    They are derived in a process of their own, which can be ended, and has no other thread of the worker beside it.

    Args:
        part: The partition.
        settings: The settings for deriving boards.

    Returns:
        The number of boards, and the number with an error.
    """
    files, target = _file_system(part.target)
    if files.exists(target):  # another worker was thought lost, and was not
        return 0, 0
    source_files, source = _file_system(part.source)
    files.makedirs(target.rsplit("/", 1)[0], exist_ok=True)
    unfinished = f"{target}.{uuid.uuid4().hex}{_UNFINISHED}"
    count = errors = 0
    try:
        with source_files.open(source, "rb") as lines, files.open(unfinished, "wb") as answers:
            for line, failed in told_batch_on_cores(
                lines_of(lines),
                source.rsplit("/", 1)[-1],
                _line,
                jobs=1,
                edition=settings.edition,
                cards=copy(settings.store),
                seconds=settings.seconds,
                # House rules were tried within limits where the batch began, and have them here too.
                megabytes=settings.megabytes or (None if settings.rules is None else MEGABYTES),
                rules=settings.rules,
            ):
                answers.write(line)
                count += 1
                errors += failed
        files.mv(unfinished, target)
    except BaseException:
        if files.exists(unfinished):
            files.rm(unfinished)
        raise
    return count, errors


_UNFINISHED = ".part"


def _line(name: Any, answer: Answer | str) -> tuple[bytes, bool]:
    """Return an answer as a line, and whether it is an error."""
    return f"{as_line(name, answer)}\n".encode("utf-8", "backslashreplace"), isinstance(answer, str)


def _not_installed() -> InputError:
    """Return the message if the extra is missing."""
    return InputError("Dask is not installed", "Install it with: pip install 'mtg-typeline[dask]'", source="--dask")


def _exists(path: str) -> bool:
    files, inside = _file_system(path)
    try:
        files.invalidate_cache()
        return bool(files.exists(inside))
    except OSError as error:
        raise InputError(f"it cannot be reached: {error}", "Name files", source=path) from error


def _named(files: AbstractFileSystem, path: str) -> str:
    """Return the name by which every worker finds a path of a file system."""
    return path if "file" in (files.protocol, *files.protocol) else str(files.unstrip_protocol(path))


def _file_system(path: str) -> tuple[AbstractFileSystem, str]:
    """Return the file system of a path, and the path in it.

    Raises:
        InputError: fsspec is not installed, or does not know such places.
    """
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise _not_installed() from error
    try:
        found: tuple[Any, str] = url_to_fs(path)
    except (ImportError, ValueError) as error:
        raise InputError(
            f"this place is not known: {' '.join(str(error).split())}", "Name files", source=path
        ) from error
    return found
