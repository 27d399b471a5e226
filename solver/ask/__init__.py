"""Questions about a board: derive, query, compare, explain and check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask import house_rules
    from solver.ask.derive import DEFAULT_EDITION, EDITIONS, derive, make_answer
    from solver.ask.diff import Change, diff
    from solver.ask.object_labels import object_named
    from solver.ask.query import Bindings, query
    from solver.ask.removable import without_these

__all__ = [
    "DEFAULT_EDITION", "EDITIONS", "Bindings", "Change", "derive", "diff", "house_rules", "make_answer",
    "object_named", "query", "without_these",
]  # fmt: skip

offer(__name__)
