"""Many boards: one a line, in order; a bad one gets an error on its line and the run goes on.

Boards are derived in groups (`solver.ask.together.grouping`), and groups on several cores.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat
from math import isfinite
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, TypeVar

from facts.board import SOURCE, Board
from facts.cards import CardSource
from facts.text import MAX_BYTES, Document, InputError, read_document
from solver.answer import Answer, answer_line, json_line
from solver.ask import DEFAULT_EDITION
from solver.ask.together import SIZE, derive_all
from solver.process import searched_later
from solver.program import further_chapter
from solver.run.workers import GROWN, Ended, Workers, megabytes_used
from solver.speed import read_ahead

if TYPE_CHECKING:
    from facts.cards.store import Store

_CHUNK = 4 * SIZE
"""The lines that a process gets at first. With more lines, those with similar steps can share a grounding."""
_LATER = 10 * SIZE
"""The lines that it gets in a long batch, where an early end of one process matters less."""
_PATIENCE = 0.02
"""The seconds that a group waits for its next line, so that single lines get single answers."""

Line = tuple[int, bytes]
"""A line with its number in the input."""
Told = TypeVar("Told")


Tell = Callable[[Any, Answer | str], Told]
"""Makes a result of a line's id and its answer or error. It runs in the process that derived the answer."""


def as_data(name: Any, answer: Answer | str) -> dict[str, Any]:
    """Return an answer as plain data.

    Args:
        name: The id of its line.
        answer: The answer, or what is wrong with the line.

    Returns:
        The answer with its ``id``, or ``{"id": ..., "error": ...}``.
    """
    return {"id": name, "error": answer} if isinstance(answer, str) else {"id": name, **answer.as_data()}


def as_line(name: Any, answer: Answer | str, *, escaped: bool = False) -> str:
    """Return an answer as JSON: the value of `as_data`, without spaces.

    Args:
        name: The id of its line.
        answer: The answer, or what is wrong with the line.
        escaped: Write everything beyond ASCII with escapes.
    """
    if isinstance(answer, str):
        return json_line(as_data(name, answer), escaped=escaped)
    return answer_line(name, answer, escaped=escaped)


def batch(
    lines: Iterable[bytes], source: str, *, edition: str = DEFAULT_EDITION, cards: CardSource | None = None
) -> Iterator[dict[str, Any]]:
    """Derive boards.

    Args:
        lines: Each a JSON object: a board, with an ``id`` if wished, or ``{"id": ..., "board": {...}}``.
            Empty lines are passed over.
        source: The name of the input in messages.
        edition: The edition of the rules.
        cards: The source of cards that are neither defined on a board nor built in.

    Returns:
        For each line, in order, the answer with its ``id``, or ``{"id": ..., "error": ...}``.
    """
    return told_batch(lines, source, as_data, edition=edition, cards=cards)


def told_batch(
    lines: Iterable[bytes],
    source: str,
    tell: Tell[Told],
    *,
    edition: str = DEFAULT_EDITION,
    cards: CardSource | None = None,
) -> Iterator[Told]:
    """Derive boards, as `batch` does.

    Args:
        lines: As for `batch`.
        source: The name of the input in messages.
        tell: Makes a result of each answer.
        edition: The edition of the rules.
        cards: As for `batch`.

    Returns:
        For each line, in order, what was made of its answer.
    """
    work = _Work(source, tell, edition, cards)
    grown: Workers[list[Line], list[Told]] | None = None
    most = megabytes_used() + GROWN
    try:
        for group in _as_they_come(numbered(lines), _CHUNK):
            if grown is None and megabytes_used() > most and _travels(cards):
                grown = _workers(work, 1)
            if grown is None:
                yield from work(group)
            else:
                for chunk, found in grown.do(group):
                    yield from _told_of(chunk, found, work)
    finally:
        if grown is not None:
            grown.end()


def _travels(cards: CardSource | None) -> bool:
    """Tell whether another process can look up cards, too."""
    if cards is None:
        return True
    from facts.cards.store import Store

    return isinstance(cards, Store)


def batch_on_cores(
    lines: Iterable[bytes],
    source: str,
    *,
    jobs: int,
    edition: str = DEFAULT_EDITION,
    cards: Store | None = None,
    seconds: float | None = None,
    megabytes: int | None = None,
) -> Iterator[dict[str, Any]]:
    """Derive boards on several cores, each board within limits.

    Args:
        lines: As for `batch`.
        source: The name of the input in messages.
        jobs: The number of processes.
        edition: The edition of the rules.
        cards: A store of cards; each process opens it for itself.
        seconds: The time limit for a board.
        megabytes: The memory limit for a board.

    Returns:
        As `batch`, in the order of the lines; a board that goes beyond a limit or ends its process gets an error.
    """
    return told_batch_on_cores(
        lines, source, as_data, jobs=jobs, edition=edition, cards=cards, seconds=seconds, megabytes=megabytes
    )


def told_batch_on_cores(
    lines: Iterable[bytes],
    source: str,
    tell: Tell[Told],
    *,
    jobs: int,
    edition: str = DEFAULT_EDITION,
    cards: Store | None = None,
    seconds: float | None = None,
    megabytes: int | None = None,
    rules: str | None = None,
) -> Iterator[Told]:
    """Derive boards on several cores, as `batch_on_cores` does.

    Args:
        lines: As for `batch`.
        source: The name of the input in messages.
        tell: Makes a result of each answer, in the process that derived it: a function of a module.
        jobs: The number of processes.
        edition: The edition of the rules.
        cards: As for `batch_on_cores`.
        seconds: The time limit for a board.
        megabytes: The memory limit for a board.
        rules: The path of house rules; those of this process, if None.

    Returns:
        For each line, in order, what was made of its answer.
    """
    work = _Work(source, tell, edition, cards)
    limited = seconds is not None or megabytes is not None
    chunks = _chunks(numbered(lines), repeat(SIZE) if limited else chain(repeat(_CHUNK, 4 * jobs), repeat(_LATER)))
    for chunk, found in _workers(work, jobs, seconds, megabytes, rules).map(chunks):
        yield from _told_of(chunk, found, work)


def _workers(
    work: _Work[Told],
    jobs: int,
    seconds: float | None = None,
    megabytes: int | None = None,
    rules: str | None = None,
) -> Workers[list[Line], list[Told]]:
    """Return the processes that derive lines; the time of reading the rules does not count toward a board's limit."""
    prepare = None if seconds is None else read_ahead
    return Workers(work, jobs, seconds, megabytes, prepare=prepare, split=_each, rules=rules or further_chapter())


def _each(chunk: list[Line]) -> list[list[Line]]:
    """Return lines one by one: if a chunk gave no result, one of its boards is at fault."""
    return [[line] for line in chunk]


def _told_of(chunk: list[Line], found: list[Told] | Ended, work: _Work[Told]) -> Iterator[Told]:
    """Return the results of a chunk, or the error of the line at fault."""
    if not isinstance(found, Ended):
        yield from found
        return
    for number, line in chunk:
        yield work.tell(id_in(line), str(InputError(found.why, source=f"{work.source}:{number}")))


def answers(
    lines: Sequence[Line], source: str, *, edition: str = DEFAULT_EDITION, cards: CardSource | None = None
) -> list[dict[str, Any]]:
    """Derive the boards on some lines, together.

    Args:
        lines: The lines with their numbers.
        source: The name of the input in messages.
        edition: The edition of the rules.
        cards: The source of further cards.

    Returns:
        For each line the answer with its ``id``, or ``{"id": ..., "error": ...}``.
    """
    return _Work(source, as_data, edition, cards)(lines)


@dataclass(frozen=True)
class _Work(Generic[Told]):
    """Deriving the boards on some lines, together.

    Attributes:
        source: The name of the input in messages.
        tell: Makes a result of each answer.
        edition: The edition of the rules.
        cards: The source of further cards.
    """

    source: str
    tell: Tell[Told]
    edition: str
    cards: CardSource | None

    def __call__(self, lines: Sequence[Line]) -> list[Told]:
        with searched_later():
            return list(self._told(lines))

    def _told(self, lines: Sequence[Line]) -> Iterator[Told]:
        read = [_read(line, f"{self.source}:{at}") for at, line in lines]
        # The states of a game are often the same again: equal boards are derived once.
        keys = [one if isinstance(one, Exception) else repr(one) for _, one in read]
        boards = {key: self._board(one) for key, (_, one) in dict(zip(keys, read, strict=True)).items()}
        derived = dict(zip(boards, _each_derived(list(boards.values()), self.edition), strict=True))
        for (number, line), (name, _), key in zip(lines, read, keys, strict=True):
            answer = derived[key]
            if isinstance(answer, InputError):
                problem = answer.problem.removesuffix(", in line 1")
                told = InputError(problem, answer.hint, answer.path, None, f"{self.source}:{number}")
                yield self.tell(id_in(line) if name is None else name, str(told))
            elif isinstance(answer, RuntimeError):
                # The board is not at fault, but the other boards go on.
                told = InputError(f"cannot be derived: {answer}", source=f"{self.source}:{number}")
                yield self.tell(name, str(told))
            elif isinstance(answer, Exception):
                raise answer
            else:
                yield self.tell(name, answer)

    def _board(self, described: Mapping[str, Any] | Exception) -> Board | Exception:
        """Return the described board, or its error."""
        if isinstance(described, Exception):
            return described
        try:
            return Board(Document(described, SOURCE), cards=self.cards)  # its line was read: no copy is needed
        except (InputError, RuntimeError) as error:
            return error


def _each_derived(boards: Sequence[Board | Exception], edition: str) -> Iterator[Answer | Exception]:
    """Derive the boards; keep the errors in their places."""
    derived = derive_all([board for board in boards if isinstance(board, Board)], edition=edition)
    for board in boards:
        yield next(derived) if isinstance(board, Board) else board


def _read(line: bytes, source: str) -> tuple[Any, Mapping[str, Any] | Exception]:
    """Read a line: its id, and the description of its board, or its error."""
    name: Any = None
    try:
        if not line.startswith(b"{"):
            raise InputError("a line is a JSON object: a board")
        data = read_document(line, f"{source}.json", limit=MAX_BYTES).data
        name = data.get("id")
        if set(data) <= {"id", "board"} and "board" in data:
            return name, data["board"]
        return name, {key: value for key, value in data.items() if key != "id"}
    except (InputError, RuntimeError) as error:
        return name, error


def id_in(line: bytes) -> Any:
    """Return the id of a line, if that much of it can be read: its answer has the same.

    Args:
        line: The line.
    """
    try:
        data = json.loads(line, parse_constant=lambda word: None, parse_float=_finite)
        return data.get("id") if isinstance(data, dict) else None
    except (ValueError, RecursionError):
        return None


def _finite(digits: str) -> float | None:
    """Read a number; JSON has no word for one that is too large."""
    number = float(digits)
    return number if isfinite(number) else None


# ---- lines


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """Iterate over the lines of a file; one that is too long for a board is cut, not kept in memory.

    Args:
        file: The file.

    Returns:
        Its lines. Each has at most one byte more than a board may have.
    """
    while line := file.readline(MAX_BYTES + 1):
        yield line
        while line and not line.endswith(b"\n"):
            line = file.readline(MAX_BYTES)


def numbered(lines: Iterable[bytes], first: int = 1) -> Iterator[Line]:
    """Number lines, and pass over those that are empty.

    Args:
        lines: The lines.
        first: The number of the first.
    """
    for number, line in enumerate(lines, first):
        line = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if line.strip():
            yield number, line.strip()


def _chunks(lines: Iterator[Line], sizes: Iterable[int]) -> Iterator[list[Line]]:
    for size in sizes:
        if not (chunk := list(islice(lines, size))):
            return
        yield chunk


def _as_they_come(lines: Iterator[Line], size: int) -> Iterator[list[Line]]:
    """Group lines; a group that waits for its next line too long goes as it is."""
    ready: queue.Queue[Line | BaseException | None] = queue.Queue(maxsize=2 * size)
    stopped = threading.Event()

    def give(one: Line | BaseException | None) -> bool:
        while not stopped.is_set():
            try:
                ready.put(one, timeout=0.1)
                return True
            except queue.Full:
                continue
        return False

    def read() -> None:
        try:
            for line in lines:
                if not give(line):
                    return
            give(None)
        except BaseException as error:
            give(error)

    threading.Thread(target=read, daemon=True).start()
    try:
        ended = False
        while not ended:
            group: list[Line] = []
            failed: BaseException | None = None
            while len(group) < size:
                try:
                    one = ready.get(timeout=_PATIENCE) if group else ready.get()
                except queue.Empty:
                    break
                if one is None or isinstance(one, BaseException):
                    ended, failed = True, one
                    break
                group.append(one)
            if group:
                yield group
            if failed is not None:
                raise failed
    finally:
        stopped.set()
