"""Bounded proofs: an invariant holds on every board up to a size, or here is the smallest board on which it does not.

The rules are those of ``rules/``, grounded once over choices in the place of a board's facts (`universe`), with all
steps of all layers (`unrolled`). An invariant is a rule for ``violated`` (``invariants.lp``); that it holds on all
boards is that no choice makes it true. `mutants` breaks the rules to see that the invariants notice.
"""

from solver.check.bounded.invariants import INVARIANTS
from solver.check.bounded.prove import Outcome, prove

__all__ = ["INVARIANTS", "Outcome", "prove"]
