"""Deriving boards by the law alone and by the program that users run, and comparing the answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from facts.board.board import Board
from facts.cards.edition import DEFAULT_EDITION
from solver.answer.answer_values import Answer
from solver.ask.check.bounded.cores import on_cores
from solver.ask.check.refinement.boards import boards
from solver.ask.check.refinement.refined_vocabulary import TIERS, Tier
from solver.ask.derive import derive
from solver.engine.plain_together import derive_all_plainly
from solver.speed.grouping import derive_all

NAME = "as_the_law_alone"
"""What the comparison is called beside the invariants."""
_AT_ONCE = 600
"""So many boards are looked at together."""
_ALONE = 60
"""Of the boards that `derive_all` derives, every so many is derived by itself, too, as `derive` does it."""


@dataclass(frozen=True)
class Refined:
    """What came of comparing the boards of a tier.

    Attributes:
        tier: The tier.
        objects: How many objects the boards have at most.
        effects: How many effects.
        together: How many boards `batch` derived, and the law alone.
        alone: How many of them `derive` derived, too.
        seconds: Of processor time.
        board: The first board on which the answers differ, as plain data; None where none does.
    """

    tier: Tier
    objects: int
    effects: int
    together: int
    alone: int
    seconds: float
    board: dict[str, Any] | None = None

    @property
    def holds(self) -> bool:
        """Whether the answers are the same on all boards."""
        return self.board is None

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "tier": self.tier.name,
            "says": self.tier.says,
            "holds": self.holds,
            "objects": self.objects,
            "effects": self.effects,
            "boards": self.together,
            "alone": self.alone,
            "seconds": round(self.seconds, 3),
            "counterexample": self.board,
        }


class _Piece(NamedTuple):
    """Some boards of a tier: every ``of``-th from ``first`` on, in chunks.

    Attributes:
        tier: The tier.
        size: How many objects and effects there are at most.
        first: The number of the first chunk.
        of: How many pieces there are.
        edition: The edition of the rules.
    """

    tier: Tier
    size: tuple[int, int]
    first: int
    of: int
    edition: str


def refine(
    objects: int,
    effects: int,
    tiers: Sequence[Tier] = TIERS,
    *,
    edition: str = DEFAULT_EDITION,
    processes: int = 1,
    report: Callable[[str, int, int], None] | None = None,
) -> Iterator[Refined]:
    """Compare the answers of the law alone with those that users get, on all boards of some tiers up to a size.

    Args:
        objects: How many objects a board has at most.
        effects: How many effects.
        tiers: The tiers.
        edition: The edition of the rules.
        processes: On how many cores.
        report: Called when a piece is through, with its tier, how many are and how many there are.

    Returns:
        What came of each tier, in order.
    """
    todo = [_Piece(tier, (objects, effects), first, processes, edition) for tier in tiers for first in range(processes)]
    found: dict[str, list[Refined]] = {}
    for done, (one,) in enumerate(on_cores(_compared, todo, processes), start=1):
        found.setdefault(one.tier.name, []).append(one)
        if report is not None:
            report(f"against the law, {one.tier.name}", done, len(todo))
    for tier in tiers:
        yield _joined(found[tier.name])


def _joined(some: Sequence[Refined]) -> Refined:
    boards = [one.board for one in some if one.board is not None]
    return Refined(
        some[0].tier,
        some[0].objects,
        some[0].effects,
        sum(one.together for one in some),
        sum(one.alone for one in some),
        sum(one.seconds for one in some),
        min(boards, key=lambda board: len(str(board)), default=None),
    )


def _compared(piece: _Piece) -> list[Refined]:
    began = time.process_time()
    together = alone = 0
    for number, chunk in enumerate(_chunks(piece)):
        if number % piece.of != piece.first:
            continue
        together += len(chunk)
        some = chunk[::_ALONE]
        alone += len(some)
        if (differs := differing(chunk, some, piece.edition)) is not None:
            spent = time.process_time() - began
            return [Refined(piece.tier, *piece.size, together, alone, spent, differs)]
    return [Refined(piece.tier, *piece.size, together, alone, time.process_time() - began)]


def _chunks(piece: _Piece) -> Iterator[list[dict[str, Any]]]:
    all_boards = boards(piece.tier, *piece.size)
    while chunk := list(islice(all_boards, _AT_ONCE)):
        yield chunk


def differing(
    chunk: Sequence[dict[str, Any]], some: Sequence[dict[str, Any]] = (), edition: str = DEFAULT_EDITION
) -> dict[str, Any] | None:
    """Find a board on which the law alone and the program that users run differ.

    Args:
        chunk: Boards as plain data.
        some: Those of them that are derived by themselves, too.
        edition: The edition of the rules.

    Returns:
        The first board that differs, or None.
    """
    read = [Board.of(data) for data in chunk]
    plain = list(derive_all_plainly(read, edition=edition))
    for data, law, engine in zip(chunk, plain, derive_all(read, edition=edition), strict=True):
        if _said(law) != _said(engine):
            return data
    answers = {id(data): law for data, law in zip(chunk, plain, strict=True)}
    for data in some:
        if _said(answers[id(data)]) != _said(derive(Board.of(data), edition=edition)):
            return data
    return None


def _said(answer: Answer | Exception) -> Any:
    return answer.as_data() if isinstance(answer, Answer) else f"{type(answer).__name__}: {answer}"
