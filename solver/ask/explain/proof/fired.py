"""Count how often each rule of the program fired on a board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from facts.board import Board
from facts.cards import edition_of
from solver.ask.derive import DEFAULT_EDITION
from solver.ask.explain.proof.grounded_board import Case
from solver.ask.explain.rules import Rule, rulebook_order
from solver.process import one_at_a_time


@dataclass(frozen=True)
class FiredRules:
    """The number of times that the rules fired on a board.

    Attributes:
        fired: For each paragraph number, the number of atoms that its rules derived.
        silent: The paragraph numbers whose rules never fired.
    """

    fired: tuple[tuple[str, int], ...]
    silent: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"fired": dict(self.fired), "silent": list(self.silent)}


@one_at_a_time
def fired_rules(board: Board, *, edition: str = DEFAULT_EDITION) -> FiredRules:
    """Find out which rules fired.

    Args:
        board: The board.
        edition: The edition of the rules.

    Returns:
        The numbers of the rules with how many atoms they derived, in the order of the rulebook.

    Raises:
        ValueError: There is no such edition.
    """
    case = Case(board, edition=edition)
    number_of = edition_of(edition).number
    atoms, inference = case.prover.atoms, case.prover.inference
    counts: Counter[str] = Counter()
    for name, arity in atoms.predicates():
        rules = [rule for rule in case.book.deriving(name, arity) if _counts(rule)]
        for row in atoms.rows(name, arity) if rules else ():
            for rule in rules:
                if next(inference.instances((name, *row), atoms.calls, [rule]), None) is not None:
                    counts[number_of(rule.number)] += 1
    numbers = list(dict.fromkeys(number_of(rule.number) for rule in case.book.rules if _counts(rule)))
    numbers.sort(key=rulebook_order)
    return FiredRules(
        tuple((number, counts[number]) for number in numbers if counts[number]),
        tuple(number for number in numbers if not counts[number]),
    )


def _counts(rule: Rule) -> bool:
    """Tell whether a rule is a rule of the game: not bookkeeping, nor a rule that only the walk needs."""
    return not rule.bookkeeping and rule.chapter != "engine/walk.lp"
