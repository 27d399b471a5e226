"""Bounded proofs: an invariant holds on every board up to a size, or here is the smallest board on which it does not.

The rules are those of ``rules/``, grounded over choices in the place of a board's facts (`universe`, `vocabulary`). An
invariant is a rule for ``violated`` (``invariants.lp``); that it holds is that no choice makes it true. It is proved by
`induction`: before the first round, and in one round of each layer that begins in any state. Where that fails, `search`
unrolls all rounds and looks for a smallest board. `mutants` breaks the rules to see that the invariants notice.
"""

from solver.ask.check.bounded.invariants import INVARIANTS
from solver.ask.check.bounded.prove import SEARCHED, Outcome, prove

__all__ = ["INVARIANTS", "SEARCHED", "Outcome", "prove"]
