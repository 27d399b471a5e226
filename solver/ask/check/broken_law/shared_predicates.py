"""The predicates whose atoms name no board: what card texts and the rules themselves say, alike for all boards."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, islice

from clingo import SymbolicAtom

from facts.board import Board
from solver.ask.check.specification import further_boards
from solver.ask.check.specification.claims import claimed_boards
from solver.ask.together import PlainTogether, derive_all_plainly, of_which_board

_EVERY = 64
"""Of this many boards of claims, one is looked at."""

Signature = tuple[str, int]
"""The name of a predicate, and how many arguments it has."""


@lru_cache(maxsize=1)
def shared_predicates() -> frozenset[Signature]:
    """Return the predicates that occur on some boards, and never with an object, a player or a step of a board.

    Groundings of several boards are searched for that. A predicate that occurs in none of them is not returned.
    """
    seen: list[PlainTogether] = []
    without, within = set[Signature](), set[Signature]()
    some = chain(further_boards(), islice((board for board, _ in claimed_boards()), 0, None, _EVERY))
    with PlainTogether.seen_by(seen.append):
        list(derive_all_plainly([Board.of(one) for one in some], looked_at=lambda *_: _sort(seen, without, within)))
    return frozenset(without - within)


def _sort(seen: list[PlainTogether], without: set[Signature], within: set[Signature]) -> None:
    for grounding in seen:
        atoms = grounding.control.symbolic_atoms
        for name, count, _ in atoms.signatures:
            each = [] if (name, count) in within else [_names_a_board(atom) for atom in atoms.by_signature(name, count)]
            if each:
                (within if any(each) else without).add((name, count))
    seen.clear()


def _names_a_board(atom: SymbolicAtom) -> bool:
    try:
        of_which_board(atom.symbol)
    except ValueError:
        return False
    return True
