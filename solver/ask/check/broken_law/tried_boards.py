"""The boards on which broken rules of the law are tried: those of the statements, the cases, and rulings of others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from facts.board import Board
from facts.cards import DEFAULT_EDITION
from solver.ask.check.cases import boards_of, edition_in
from solver.ask.check.refinement import TIERS, boards
from solver.ask.check.specification import copied_boards, further_boards
from solver.ask.check.specification.claims import claimed_boards, finding_claims

PROPERTY, CLAIM, CHECKED, CASE, RULING = "property", "claim", "checked", "case", "ruling"
KINDS = (PROPERTY, CASE, RULING)
"""The kinds of tests. The boards of claims, and of claims about findings, are kinds of their own; a test that notices
there is a property."""
OF_BOARDS = (CLAIM, CHECKED, PROPERTY, CASE, RULING)
SIZE = 2
"""The most objects, and the most effects, on the boards of the tiers."""
BOUND = f"{SIZE} x {SIZE}"
"""The bound within which a mutant may be equivalent: all boards of the tiers up to this size, and all claims."""
_TOGETHER = {PROPERTY: 150, CLAIM: 60, CHECKED: 36, CASE: 32, RULING: 24}
"""The number of boards of a kind in one grounding."""


@dataclass(frozen=True, eq=False)
class Trial:
    """A board on which a broken law is tried.

    Attributes:
        kind: ``property`` (a statement about the law), ``claim``, ``checked`` (a claim about findings), ``case`` or
            ``ruling``.
        name: The case; for other boards their place.
        data: The board as plain data, or the case.
        edition: The edition of the rules.
    """

    kind: str
    name: str
    data: Mapping[str, Any]
    edition: str = DEFAULT_EDITION

    def board(self) -> Board:
        """Read the board."""
        return Board.of(self.data["board"] if self.kind in (CASE, RULING) else self.data)

    @property
    def size(self) -> int:
        """How long the board is."""
        return len(str(self.data))


Pool = Mapping[str, Sequence[Trial]]


def pool(
    folder: Path | None = None, rulings: Sequence[Mapping[str, Any]] = (), *, every: int = 1, size: int = SIZE
) -> Pool:
    """Return all boards.

    Args:
        folder: The cases; none by default.
        rulings: Rulings, in the form of the cases.
        every: One in so many boards of the tiers is taken.
        size: The most objects, and the most effects, on the boards of the tiers.
    """
    of_tiers = islice((board for tier in TIERS for board in boards(tier, size, size)), 0, None, every)
    stated = [*further_boards(), *(one.board for one in copied_boards()), *of_tiers]
    cases = () if folder is None else boards_of(folder)
    return {
        PROPERTY: [Trial(PROPERTY, str(place), data) for place, data in enumerate(stated)],
        CLAIM: [Trial(CLAIM, str(place), board) for place, (board, _) in enumerate(claimed_boards())],
        CHECKED: [Trial(CHECKED, str(place), claim.board) for place, claim in enumerate(finding_claims())],
        CASE: [Trial(CASE, one.name, one.data, edition_in(one.data)) for one in cases],
        RULING: [Trial(RULING, str(place), one, edition_in(one)) for place, one in enumerate(rulings)],
    }


def together(some: Iterable[Trial], most: int | None = None) -> Iterator[Sequence[Trial]]:
    """Put boards of one kind and edition together.

    Args:
        some: The boards.
        most: The most boards together; by default as many as share a grounding.
    """
    alike: dict[tuple[str, str], list[Trial]] = {}
    for one in some:
        alike.setdefault((one.kind, one.edition), []).append(one)
    for (kind, _), those in alike.items():
        size = most or _TOGETHER[kind]
        yield from (those[first : first + size] for first in range(0, len(those), size))
