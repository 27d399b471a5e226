"""Deriving boards by the law alone and by the program that users run, and comparing the answers."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from facts.board import Board
from facts.cards import DEFAULT_EDITION, described_card
from solver.answer import Answer
from solver.ask.check.bounded import on_cores
from solver.ask.check.refinement.refined_vocabulary import TIERS
from solver.ask.check.refinement.tier import Tier
from solver.ask.check.refinement.tier_boards import boards
from solver.ask.check.specification import (
    COMPARED,
    STATEMENTS,
    Tally,
    compare_copies,
    copied_boards,
    further_boards,
    state,
)
from solver.ask.check.specification.claims import Claim, broken_claims, broken_finding_claims, claims, finding_claims
from solver.ask.derive import derive
from solver.ask.together import derive_all

NAME = "as_the_law_alone"
"""The name of the comparison among the invariants."""
_AT_ONCE = 1200
"""The number of boards compared together."""
_ALONE = 60
"""One in this many boards of `derive_all` is also derived alone, with `derive`."""
_CLAIMS = ((3, 24),)
"""Up to so many objects and effects, one in so many claims is asked (see `_one_in`); with more, all."""


_LABEL = re.compile(r"\bo\d+\b")
"""A label of an object in a tier."""

FURTHER = Tier(
    "further",
    "rings of three to five, one transformation per ability, what a spell does to what it puts there",
    (),
    (),
)
"""Boards that no tier has: the same ones at each size (`further_boards`)."""


@dataclass(frozen=True)
class Refined:
    """The outcome of comparing the boards of a tier.

    Attributes:
        tier: The tier.
        objects: The maximum number of objects on the boards.
        effects: The number of effects.
        together: The number of boards that `batch` derived, and the law alone.
        alone: The number of those that `derive` derived, too.
        seconds: The processor time in seconds.
        board: The first board on which the answers differ, as plain data; None where none does.
        tallies: The results of the statements about the law alone, by their names.
        claimed: The number of boards of claims that `batch` derived, and the law alone.
    """

    tier: Tier
    objects: int
    effects: int
    together: int
    alone: int
    seconds: float
    board: dict[str, Any] | None = None
    tallies: Mapping[str, Tally] = field(default_factory=dict)
    claimed: int = 0

    @property
    def holds(self) -> bool:
        """True if the answers are the same on all boards."""
        return self.board is None

    @property
    def uses(self) -> str:
        """How many of the tier's abilities and events its largest boards have; empty for boards of no tier."""
        return self.tier.uses(self.objects, self.effects) if self.tier.kinds else ""

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "tier": self.tier.name,
            "says": self.tier.says,
            "holds": self.holds,
            "objects": self.objects,
            "effects": self.effects,
            "uses": self.uses,
            "boards": self.together,
            "alone": self.alone,
            "boards_of_claims": self.claimed,
            "seconds": round(self.seconds, 3),
            "counterexample": self.board,
        }


class _Piece(NamedTuple):
    """Some boards of a tier.

    Attributes:
        tier: The tier.
        size: The maximum number of objects and effects.
        first: The number of the piece.
        of: The number of pieces.
        edition: The edition of the rules.
    """

    tier: Tier
    size: tuple[int, int]
    first: int
    of: int
    edition: str

    @property
    def is_last(self) -> bool:
        """Whether it is the last piece of its tier."""
        return self.first == self.of - 1


def refine(
    objects: int,
    effects: int,
    tiers: Sequence[Tier] = (*TIERS, FURTHER),
    *,
    edition: str = DEFAULT_EDITION,
    processes: int = 1,
    report: Callable[[str, int, int], None] | None = None,
) -> Iterator[Refined]:
    """Compare the answers of the law alone with those that users get, on all boards of some tiers up to a size.

    Args:
        objects: The maximum number of objects on a board.
        effects: The number of effects.
        tiers: The tiers.
        edition: The edition of the rules.
        processes: The number of cores to use.
        report: Called when a piece is done, with its tier, the number of pieces done, and the number of all.

    Returns:
        The result of each tier, in order.
    """
    longest_first = sorted(tiers, key=lambda tier: tier != FURTHER)
    size = (objects, effects)
    todo = [_Piece(tier, size, first, processes, edition) for tier in longest_first for first in range(processes)]
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
        tallied(some),
        sum(one.claimed for one in some),
    )


def tallied(some: Iterable[Refined]) -> dict[str, Tally]:
    """Add up the results of the statements.

    Args:
        some: The results of boards.

    Returns:
        The result of each statement on all of them.
    """
    found = {one.name: Tally(one.name) for one in STATEMENTS}
    for one in some:
        for name, tally in one.tallies.items():
            found[name].add(tally)
    return found


def _compared(piece: _Piece) -> list[Refined]:
    began = time.process_time()
    together = alone = claimed = 0
    tallies = {one.name: Tally(one.name) for one in STATEMENTS}
    differs = None
    for chunk in _chunks(piece):
        together += len(chunk)
        some = chunk[::_ALONE]
        alone += len(some)
        if (differs := differing(chunk, some, piece.edition, tallies)) is not None:
            break
    if piece.tier == FURTHER and piece.is_last:
        _compare_copies(tallies[COMPARED[0]], piece.edition)
    if piece.tier == FURTHER and piece.edition == DEFAULT_EDITION:
        claimed, wrong = _ask_claims(tallies, piece)
        differs = differs or wrong
    spent = time.process_time() - began
    return [Refined(piece.tier, *piece.size, together, alone, spent, differs, tallies, claimed)]


def _compare_copies(tally: Tally, edition: str) -> None:
    for board, changed, blind in compare_copies(list(copied_boards()), edition=edition):
        if changed:
            tally.comes_up(board)
        if not blind:
            tally.fails(board)


def _ask_claims(tallies: Mapping[str, Tally], piece: _Piece) -> tuple[int, dict[str, Any] | None]:
    """Ask the claims about answers.

    Returns:
        The number of their boards, and the first board on which the law alone and the program that users run differ.
    """
    count, wrong = 0, None

    def compare(chunk: Sequence[dict[str, Any]], read: Sequence[Board], law: Sequence[Answer | Exception]) -> None:
        nonlocal count, wrong
        count += len(chunk)
        wrong = wrong or _first_difference(chunk, read, law, piece.edition)

    every = next((few for size, few in _CLAIMS if max(piece.size) <= size), 1)
    for chunk in _claims_of(piece, every):
        for claim in chunk:
            tallies[claim.name].comes_up(claim.board)
        for claim in broken_claims(chunk, piece.edition, answered=compare):
            tallies[claim.name].fails(claim.board)
    about_findings = finding_claims()[::every] if piece.is_last else []
    for one in about_findings:
        tallies[one.name].comes_up(one.board)
    for one in broken_finding_claims(about_findings, piece.edition):
        tallies[one.name].fails(one.board)
    return count, wrong


def _claims_of(piece: _Piece, every: int) -> Iterator[Sequence[Claim]]:
    """Return the claims that a piece asks. If they are few, the first piece asks all: their boards share groundings."""
    some: Sequence[Claim] = ()
    if every == 1:
        some = claims()[piece.first :: piece.of]
    elif not piece.first:
        some = _one_in(every, claims())
    for first in range(0, len(some), _AT_ONCE):
        yield some[first : first + _AT_ONCE]


def _one_in(many: int, every: Sequence[Claim]) -> list[Claim]:
    """Return one in so many claims, and the claims with which each key of a board, such as an operation, comes up.

    The operations that a rules text is read as count, too.
    """
    read: dict[int, frozenset[str]] = {}
    keys = [_keys_of_board(one.board, read) | _keys_of_board(one.other, read) for one in every]
    known = set[str]().union(*keys[::many])
    found = []
    for place, one in enumerate(every):
        if place % many == 0 or not keys[place] <= known:
            known |= keys[place]
            found.append(one)
    return found


def _keys_of_board(board: Mapping[str, Any], read: dict[int, frozenset[str]]) -> frozenset[str]:
    """Return the keys of a board, and those of its cards as they are read; ``read`` has those of cards by identity."""
    found = {*_keys({**board, "cards": ()})}
    for card in board.get("cards", ()):
        if id(card) not in read:
            abilities = [ability for face in described_card(card).faces for ability in face.abilities]
            effects = [effect.to_data() for ability in abilities for effect in ability.effects]
            read[id(card)] = frozenset((*_keys(card), *_keys(effects)))
        found |= read[id(card)]
    return frozenset(found)


def _keys(data: Any) -> Iterator[str]:
    if isinstance(data, Mapping):
        yield from data
    inside = data.values() if isinstance(data, Mapping) else data if isinstance(data, (list, tuple)) else ()
    for one in inside:
        yield from _keys(one)


def _first_difference(
    chunk: Sequence[dict[str, Any]], read: Sequence[Board], law: Sequence[Answer | Exception], edition: str
) -> dict[str, Any] | None:
    engine = derive_all(read, edition=edition)
    return next((data for data, one, other in zip(chunk, law, engine, strict=True) if _said(one) != _said(other)), None)


def _chunks(piece: _Piece) -> Iterator[list[dict[str, Any]]]:
    """Return the boards of a piece; those with the same steps in other orders are neighbors (`orders`)."""
    if piece.tier == FURTHER:
        own = list(further_boards()) if piece.is_last else []
    else:
        alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for board in boards(piece.tier, *piece.size):
            alike.setdefault(_steps_of(board), []).append(board)
        by_length = sorted(alike.values(), key=lambda some: len(some[0]["timeline"]))
        own = [board for some in by_length[piece.first :: piece.of] for board in some]
    for first in range(0, len(own), _AT_ONCE):
        yield own[first : first + _AT_ONCE]


def _steps_of(board: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the steps of a board of a tier without the labels of its objects, in an order of their own."""
    return tuple(sorted(_LABEL.sub("o", str(step)) for step in board["timeline"]))


def differing(
    chunk: Sequence[dict[str, Any]],
    some: Sequence[dict[str, Any]] = (),
    edition: str = DEFAULT_EDITION,
    tallies: Mapping[str, Tally] | None = None,
) -> dict[str, Any] | None:
    """Find a board on which the law alone and the program that users run differ.

    Args:
        chunk: Boards as plain data.
        some: The boards among them that are also derived alone, with `derive`.
        edition: The edition of the rules.
        tallies: Receives the results of the statements about the law alone.

    Returns:
        The first board that differs, or None.
    """
    told = state(chunk, edition=edition)
    for name, tally in (tallies or {}).items():
        tally.add(told.tallies[name])
    if (different := _first_difference(chunk, told.boards, told.answers, edition)) is not None:
        return different
    answers = {id(data): law for data, law in zip(chunk, told.answers, strict=True)}
    for data in some:
        if _said(answers[id(data)]) != _said(derive(Board.of(data), edition=edition)):
            return data
    return None


def _said(answer: Answer | Exception) -> Any:
    return answer.as_data() if isinstance(answer, Answer) else f"{type(answer).__name__}: {answer}"
