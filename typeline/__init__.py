"""typeline: what every object on a Magic board is, by the Comprehensive Rules.

This is the name to import. It offers what `facts` (boards and cards) and `solver` (answers and explanations) have for
users; a module of these is imported when the first name of it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.on_demand import offer
from facts.version import VERSION as __version__

if TYPE_CHECKING:
    from facts.board import Board
    from facts.cards import Card
    from facts.edition import DEFAULT_EDITION, EDITIONS
    from facts.errors import InputError
    from facts.store import Store
    from solver.answer import AbilityAnswer, Answer, ObjectAnswer, Refusal
    from solver.batch import batch
    from solver.check.board import BoardCheck, BoardFinding, check_board
    from solver.derive import derive
    from solver.diff import Change, diff
    from solver.explain.walk import Walk, explain
    from solver.explain.walk_text import walk_text
    from solver.explain.why import Why, why
    from solver.explain.why_not import WhyNot, why_not
    from solver.grouping import derive_all
    from solver.query import Bindings, query

__all__ = [
    "DEFAULT_EDITION", "EDITIONS", "AbilityAnswer", "Answer", "Bindings", "Board", "BoardCheck", "BoardFinding", "Card",
    "Change", "InputError", "ObjectAnswer", "Refusal", "Store", "Walk", "Why", "WhyNot", "__version__", "batch",
    "check_board", "derive", "derive_all", "diff", "explain", "query", "walk_text", "why", "why_not",
]  # fmt: skip

offer(
    __name__,
    {
        "facts.board": ("Board",),
        "facts.cards": ("Card",),
        "facts.edition": ("DEFAULT_EDITION", "EDITIONS"),
        "facts.errors": ("InputError",),
        "facts.store": ("Store",),
        "solver.answer": ("AbilityAnswer", "Answer", "ObjectAnswer", "Refusal"),
        "solver.batch": ("batch",),
        "solver.check.board": ("BoardCheck", "BoardFinding", "check_board"),
        "solver.derive": ("derive",),
        "solver.diff": ("Change", "diff"),
        "solver.explain.walk": ("Walk", "explain"),
        "solver.explain.walk_text": ("walk_text",),
        "solver.explain.why": ("Why", "why"),
        "solver.explain.why_not": ("WhyNot", "why_not"),
        "solver.grouping": ("derive_all",),
        "solver.query": ("Bindings", "query"),
    },
)
