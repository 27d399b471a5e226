"""Batches on a Dask cluster: a partition is a file of boards, and its answers are a file of the same name.

A partition is written under another name and takes its own when it is whole, so that whatever is there is whole: a
worker that dies in the middle leaves nothing that counts, and the partition is done again by another.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from facts.errors import InputError

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

    from facts.store import Store

_RETRIES = 3
"""So often a partition is tried again where its worker was lost or had no connection."""


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
        folder: Where the answers go, in any place that fsspec knows.

    Returns:
        One for each file, by name.

    Raises:
        InputError: There is no such file, two have the same name, or fsspec cannot reach one.
    """
    found: dict[str, Partition] = {}
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
            found[last] = Partition(files.unstrip_protocol(name), f"{folder.rstrip('/')}/{last}")
    return [found[last] for last in sorted(found)]


def batch_on_cluster(
    address: str, parts: Sequence[Partition], *, edition: str, store: Store | None
) -> Iterator[tuple[Partition, int, int]]:
    """Derive partitions on a cluster.

    Args:
        address: Of its scheduler, such as ``tcp://10.0.0.1:8786``.
        parts: What `partitions` returned; a partition whose answers are there is passed over.
        edition: The edition of the rules.
        store: The card store; each worker opens it by its path.

    Returns:
        Each partition as it is done, with the number of its boards and of those with an error.

    Raises:
        InputError: There is no scheduler, or a partition could not be done.
    """
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        raise _not_installed() from error
    try:
        client = Client(address, timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise InputError(
            f"no scheduler answers at {address}", "Give its address: tcp://HOST:8786", source="--dask"
        ) from error
    with client:
        running = {
            client.submit(derive_partition, part, edition, store, pure=False, retries=_RETRIES): part
            for part in parts
            if not _exists(part.target)
        }
        for future in as_completed(list(running)):  # type: ignore[no-untyped-call]
            part = running[future]
            if future.status == "error":
                problem = " ".join(str(future.exception()).split()) or "its workers were lost"
                raise InputError(f"it could not be done: {problem}", "Run it again with --resume", source=part.source)
            count, errors = future.result()
            yield part, count, errors


def derive_partition(part: Partition, edition: str, store: Store | None) -> tuple[int, int]:
    """Derive the boards of a partition, on a worker.

    Args:
        part: The partition.
        edition: The edition of the rules.
        store: As for `batch_on_cluster`.

    Returns:
        How many boards there were, and how many got an error.
    """
    from solver.batch import batch, lines_of

    files, target = _file_system(part.target)
    if files.exists(target):  # another worker was thought lost, and was not
        return 0, 0
    source_files, source = _file_system(part.source)
    files.makedirs(target.rsplit("/", 1)[0], exist_ok=True)
    unfinished = f"{target}.{uuid.uuid4().hex}.part"
    count = errors = 0
    try:
        with source_files.open(source, "rb") as lines, files.open(unfinished, "wb") as answers:
            for answer in batch(lines_of(lines), source.rsplit("/", 1)[-1], edition=edition, cards=copy(store)):
                answers.write(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
                count += 1
                errors += "error" in answer
        files.mv(unfinished, target)
    except BaseException:
        if files.exists(unfinished):
            files.rm(unfinished)
        raise
    return count, errors


def _not_installed() -> InputError:
    """Return what to say where the extra is missing."""
    return InputError("Dask is not installed", "Install it with: pip install 'mtg-typeline[dask]'", source="--dask")


def _exists(path: str) -> bool:
    files, inside = _file_system(path)
    return bool(files.exists(inside))


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
