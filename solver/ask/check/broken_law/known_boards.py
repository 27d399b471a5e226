"""The boards that matter to each mutant, as a file remembers them: to find them takes minutes."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from solver.ask.check.broken_law.infecting import Infected
from solver.ask.check.broken_law.tried_boards import Pool, Trial

Named = tuple[str, str]
"""The kind of a board and its name."""


@dataclass(frozen=True)
class Mattering:
    """What is known of a mutant.

    Attributes:
        boards: The boards on which it derives something else.
        fires: Those on which the rule fires as it was.
        anywhere: Whether it derives something else that names no board.
    """

    boards: Sequence[Trial]
    fires: Sequence[Trial]
    anywhere: bool


class KnownBoards:
    """The boards that matter to mutants.

    Attributes:
        mutants: What is known of each mutant, by its name; None where the search did not end.
    """

    def __init__(self, kept: Path | None, boards: Pool) -> None:
        """Read what is remembered about these boards.

        Args:
            kept: The file of the outcomes: this one stands beside it.
            boards: All boards. What is remembered about any other pool of boards does not count.
        """
        every = sorted(f"{one.kind} {one.name} {one.data}" for each in boards.values() for one in each)
        self._about = zlib.crc32("\n".join(every).encode())
        self._path = None if kept is None else kept.with_name(f"{kept.name}.{self._about:08x}.boards")
        self.mutants: dict[str, tuple[Sequence[Named], Sequence[Named], bool] | None] = {}
        if self._path is not None and self._path.exists():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                name, told = json.loads(line)
                self.mutants[name] = told

    @property
    def parts(self) -> Path | None:
        """The file for a search that has not ended."""
        return None if self._path is None else self._path.with_suffix(".parts")

    def add(self, names: Sequence[str], found: Infected, lost: Collection[int] = ()) -> None:
        """Remember mutants.

        Args:
            names: Their names, in the order of their numbers in `found`.
            found: The boards.
            lost: The numbers of those for which the search did not end.
        """
        for number, name in enumerate(names):
            told = None
            if number not in lost:
                boards, fires = (_named(each.get(number, ())) for each in (found.boards, found.fires))
                told = boards, fires, number in found.anywhere
            self.mutants[name] = told
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(f"{json.dumps([name, told], ensure_ascii=False)}\n")

    def of(self, name: str, trials: Mapping[Named, Trial]) -> Mattering | None:
        """Return what is known of a mutant; None where the search did not end.

        Args:
            name: Its name.
            trials: All boards, by their kinds and names.
        """
        told = self.mutants[name]
        if told is None:
            return None
        boards, fires = ([trials[kind, each] for kind, each in some] for some in told[:2])
        return Mattering(boards, fires, told[2])


def _named(some: Iterable[Trial]) -> list[Named]:
    return sorted((one.kind, one.name) for one in some)
