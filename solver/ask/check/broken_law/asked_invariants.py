"""Asking the invariants of the bounded proofs about broken rules of the law.

The engine's program has these rules, too, but for 613.8. So an invariant that notices a broken rule there is a property
that notices the mutant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.ask.check.bounded import SIZES, Mutant, may_go_round, notice
from solver.ask.check.broken_law.in_process import in_process
from solver.ask.check.broken_law.law_mutants import LawMutant
from solver.program import for_answers, statements

_KINDS = ("gone", "dropped", "turned", "flipped")
"""The operators whose mutants cannot lead an atom to its own absence, but for a negation that was turned round."""
_TOGETHER = 20
_SECONDS = 120


def invariants_against(some: Sequence[LawMutant]) -> Iterator[tuple[LawMutant, str]]:
    """Ask the invariants, at two objects and two effects.

    Args:
        some: The mutants.

    Returns:
        Each mutant that was asked about, and an invariant that does not hold; empty if all hold.
    """
    numbers = {statements()[number]: number for number in for_answers()}
    asked: list[tuple[LawMutant, Mutant]] = []
    for one in some:
        number = numbers.get(one.statement)
        if number is None or one.kind not in _KINDS or len(one.trees) > 1:
            continue
        mutant = Mutant(one.name, one.statement, number, one.trees, one.kind)
        if not may_go_round(mutant):
            asked.append((one, mutant))
    for first in range(0, len(asked), _TOGETHER):
        yield from _by_halves(asked[first : first + _TOGETHER])


def _by_halves(asked: Sequence[tuple[LawMutant, Mutant]]) -> Iterator[tuple[LawMutant, str]]:
    mutants = [mutant for _, mutant in asked]
    found = in_process(_SECONDS, lambda: notice(mutants, SIZES).invariants)
    if found is not None:
        for place, (one, _) in enumerate(asked):
            yield one, next(iter(found.get(place, ())), "")
    elif len(asked) > 1:
        half = len(asked) // 2
        yield from _by_halves(asked[:half])
        yield from _by_halves(asked[half:])
