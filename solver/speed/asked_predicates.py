"""The predicates that the answer needs: rules that do not lead to one of them can be left out."""

from __future__ import annotations

from solver.program import FIRES

ASKED = frozenset(
    (
        FIRES, "answer", "settled", "exists", "contested", "part_applied", "bestows", "has_part", "may_clash",
        "may_decide", "has_amounts",
    )
)  # fmt: skip
"""The predicates that the answer and the loop over the layers read."""
ASKED_BY_QUESTION = ASKED - {"answer"}
"""The predicates that a decision of the board and the loop over the layers read."""
