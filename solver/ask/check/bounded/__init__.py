"""Bounded proofs: an invariant holds on every board up to a size, or here is the smallest board on which it does not.

The rules are those of ``rules/``, grounded over choices in place of a board's facts (`universe`, `proof_vocabulary`).
An invariant is a rule for ``violated`` (``invariants.lp``): it holds if no choice makes that atom true. It is proved by
`induction`: before the first round, and in one round of each layer that begins in any state. Where that fails, `search`
unrolls all rounds and looks for a smallest board. `mutants` breaks the rules to see that the invariants notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.check.bounded.cores import on_cores
    from solver.ask.check.bounded.counterexample import as_yaml, write_board
    from solver.ask.check.bounded.invariants import INVARIANTS
    from solver.ask.check.bounded.mutants import Mutant
    from solver.ask.check.bounded.operators import broken
    from solver.ask.check.bounded.prove import SEARCHED, Outcome, prove
    from solver.ask.check.bounded.scoring import SIZES, score
    from solver.ask.check.bounded.search import search
    from solver.ask.check.bounded.sorts import Sorts
    from solver.ask.check.bounded.variants import may_go_round, notice
    from solver.ask.check.bounded.witnesses import witnesses
    from solver.ask.check.bounded.written import CALLS, left_open

__all__ = [
    "CALLS", "INVARIANTS", "SEARCHED", "SIZES", "Mutant", "Outcome", "Sorts", "as_yaml", "broken", "left_open",
    "may_go_round", "notice", "on_cores", "prove", "score", "search", "witnesses", "write_board",
]  # fmt: skip

offer(__name__)
