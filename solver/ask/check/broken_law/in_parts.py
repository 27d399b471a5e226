"""Finding the boards that matter to mutants, some boards at a time: a search that is stopped goes on where it ended."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from solver.ask.check.broken_law.in_process import in_process
from solver.ask.check.broken_law.infecting import Infected, infected
from solver.ask.check.broken_law.law_mutants import LawMutant
from solver.ask.check.broken_law.tried_boards import Pool

_PART = 96
"""The number of boards in a part."""
_SECONDS = 180


class Search:
    """A search for the boards that matter to some mutants.

    Attributes:
        found: The boards, by the places of the mutants.
        lost: The places of the mutants for which the search did not end.
    """

    def __init__(self, mutants: Sequence[LawMutant], boards: Pool, path: Path | None = None) -> None:
        """Go on from what is remembered.

        Args:
            mutants: The mutants.
            boards: The boards.
            path: The file that remembers the parts that are done.
        """
        self.found, self.lost = Infected(), set[int]()
        self._mutants, self._boards = mutants, boards
        names = "\n".join(one.name for one in mutants)
        self._about = zlib.crc32(f"{names}\n{_PART}".encode())
        self._path = path
        self._done = 0
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                about, told = json.loads(line)
                if about == self._about:
                    self._take(told)

    def ends(self, latest: float | None = None) -> bool:
        """Search the parts that are left.

        Args:
            latest: After this time no further part is searched.

        Returns:
            Whether all are done.
        """
        for part in islice(self._parts(), self._done, None):
            if latest is not None and time.monotonic() > latest:
                return False
            told = [list(each) for each in _asked(range(len(self._mutants)), self._mutants, part)]
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(f"{json.dumps([self._about, told])}\n")
            self._take(told)
        return True

    def _parts(self) -> Iterator[Pool]:
        for kind, each in self._boards.items():
            for first in range(0, len(each), _PART):
                yield {kind: each[first : first + _PART]}

    def _take(self, told: Any) -> None:
        trials = {(one.kind, one.name): one for each in self._boards.values() for one in each}
        for places, result in told:
            if result is None:
                self.lost.update(places)
                continue
            boards, fires, anywhere = result
            for into, some in ((self.found.boards, boards), (self.found.fires, fires)):
                for place, those in some:
                    into.setdefault(places[place], set()).update(trials[kind, name] for kind, name in those)
            self.found.anywhere.update(places[place] for place in anywhere)
        self._done += 1


def _asked(places: Sequence[int], mutants: Sequence[LawMutant], boards: Pool) -> Iterator[tuple[Sequence[int], Any]]:
    """Search some boards for some mutants; halve those that take too long. A single mutant then gets None."""
    some = [mutants[place] for place in places]
    seconds = _SECONDS + 2 * len(some) + sum(map(len, boards.values())) // 5
    told = in_process(seconds, lambda: infected(some, boards).told())
    if told is not None:
        found, fires, anywhere = told
        yield list(places), [list(found.items()), list(fires.items()), sorted(anywhere)]
    elif len(some) == 1:
        yield list(places), None
    else:
        half = len(some) // 2
        yield from _asked(places[:half], mutants, boards)
        yield from _asked(places[half:], mutants, boards)
