"""Asking the claims: which of them do not hold under the law in force?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from facts.board import Board
from facts.cards import DEFAULT_EDITION
from solver.answer import Answer
from solver.ask.check.specification.claims.claim import Claim, Data, Objects
from solver.ask.check.specification.claims.every import claims
from solver.ask.check.specification.claims.finding_claim import FindingClaim
from solver.ask.check.specification.findings_plainly import found_plainly
from solver.ask.together import derive_all_plainly


@lru_cache(maxsize=1)
def claimed_boards() -> tuple[tuple[Data, tuple[int, ...]], ...]:
    """Return the boards of the claims, each once, with the places of the claims that are about it."""
    found: dict[str, tuple[Data, list[int]]] = {}
    for place, claim in enumerate(claims()):
        for board in (claim.board, claim.other):
            found.setdefault(str(board), (board, []))[1].append(place)
    return tuple((board, tuple(places)) for board, places in found.values())


def broken_claims(
    some: Sequence[Claim],
    edition: str = DEFAULT_EDITION,
    *,
    answered: Callable[[Sequence[Data], Sequence[Board], Sequence[Answer | Exception]], object] | None = None,
) -> Iterator[Claim]:
    """Return the claims that do not hold under the law in force.

    Args:
        some: The claims.
        edition: The edition of the rules.
        answered: Called with the boards of the claims, as plain data and read, and with the answers of the law to them.
    """
    boards = {str(board): board for claim in some for board in (claim.board, claim.other)}
    read = [Board.of(board) for board in boards.values()]
    answers = list(derive_all_plainly(read, edition=edition))
    if answered is not None:
        answered(list(boards.values()), read, answers)
    objects = {text: _objects(answer) for text, answer in zip(boards, answers, strict=True)}
    for claim in some:
        one, other = objects[str(claim.board)], objects[str(claim.other)]
        if one is None or other is None or not _holds(claim, one, other):
            yield claim


def broken_finding_claims(some: Sequence[FindingClaim], edition: str = DEFAULT_EDITION) -> Iterator[FindingClaim]:
    """Return the claims about findings that do not hold under the law in force.

    Args:
        some: The claims.
        edition: The edition of the rules.
    """
    boards = [Board.of(claim.board) for claim in some]
    for claim, found in zip(some, found_plainly(boards, edition=edition), strict=True):
        if isinstance(found, Exception) or {one for one in found if one.kind in claim.kinds} != claim.findings:
            yield claim


def _objects(answer: Answer | Exception) -> Objects | None:
    """Return the objects of an answer, each with the rules that refused it something, and with warnings about it."""
    if not isinstance(answer, Answer):
        return None
    told = answer.as_data()
    refused = [(each["object"], each["rule"]) for each in told["refused"]]
    return {
        label: {
            **one,
            "refused": [rule for whose, rule in refused if whose == label],
            "warnings": [warning for warning in told["warnings"] if warning.startswith(f"{label}: ")],
        }
        for label, one in told["objects"].items()
    }


def _holds(claim: Claim, one: Objects, other: Objects) -> bool:
    try:
        return claim.holds(one, other)
    except (KeyError, TypeError, ValueError, IndexError):  # an object or a value is missing in the answer
        return False


def claims_about(names: Iterable[str]) -> list[Claim]:
    """Return the claims about boards.

    Args:
        names: The names of these boards in the pool.
    """
    boards = claimed_boards()
    places = {place for name in names for place in boards[int(name)][1]}
    return [claims()[place] for place in sorted(places)]
