"""The predicates that the answer needs: rules that do not lead to one of them can be left out."""

from __future__ import annotations

from solver.program.rule_files import FIRES

ASKED = frozenset(
    (FIRES, "answer", "settled", "exists", "contested", "taken", "bestows", "potential", "may_clash", "has_amounts")
)
"""The predicates that the answer and the loop over the layers read."""
