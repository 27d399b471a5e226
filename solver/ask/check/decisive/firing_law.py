"""On which boards do rules of the law fire?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clingo import Number
from clingo.ast import AST, Function, SymbolicTerm

from facts.board import Board
from solver.ask.together import PlainTogether, derive_all_plainly
from solver.engine import law_changed, law_rules
from solver.program import Grounding

_FIRED = "fired"


def firing(places: Sequence[int], boards: Sequence[Board], edition: str) -> set[int]:
    """Return the boards on which one of some rules fires, also as the board is asked about a moment of the past.

    Args:
        places: The places of the rules among the statements of the law.
        boards: The boards.
        edition: The edition of the rules.

    Returns:
        The boards, by their identity.
    """
    rules = law_rules()
    marked = {place: [*rules[place].trees[1:], *_marks(rules[place].trees[1:])] for place in places}
    with law_changed(marked, beside=True):
        found: set[int] = set()
        for board in boards:
            told: list[Grounding] = []
            try:
                with PlainTogether.seen_by(told.append):
                    list(derive_all_plainly([board], edition=edition))
            finally:
                if any(True for one in told for _ in one.atoms(_FIRED, 1)):
                    found.add(id(board))
        return found


def _marks(trees: Sequence[AST]) -> Iterator[AST]:
    """Return for each rule one with the same body that says that it fires."""
    for tree in trees:
        if tree.ast_type.name == "Rule":
            yield tree.update(head=within(tree.head, _FIRED))


def within(head: AST, name: str, *numbers: int) -> AST:
    """Return a head as an argument of another predicate, after numbers.

    Args:
        head: The head of a rule.
        name: The other predicate.
        numbers: The arguments before it.
    """
    symbol = head.atom.symbol
    before = [SymbolicTerm(head.location, Number(number)) for number in numbers]
    return head.update(atom=head.atom.update(symbol=Function(head.location, name, [*before, symbol], 0)))
