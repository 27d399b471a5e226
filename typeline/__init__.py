"""typeline: what every object on a Magic board is, by the Comprehensive Rules.

This is the name to import. It offers the parts of `facts` (boards and cards) and `solver` (answers and explanations)
for users; a module of these is imported when the first name of it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime.on_demand import offer
from facts.version import VERSION as __version__

if TYPE_CHECKING:
    from facts.board.board import Board
    from facts.cards.card import Card
    from facts.cards.edition import DEFAULT_EDITION, EDITIONS
    from facts.cards.store import Store
    from facts.text.errors import InputError
    from solver.answer.answer_values import AbilityAnswer, Answer, ObjectAnswer, Refusal
    from solver.ask.check.board_findings import BoardCheck, BoardFinding, check_board
    from solver.ask.derive import derive
    from solver.ask.diff import Change, diff
    from solver.ask.explain.reasons.why import Why, why
    from solver.ask.explain.walk.walk_text import walk_text
    from solver.ask.explain.walk.walking import explain
    from solver.ask.explain.walk_values import Walk
    from solver.ask.explain.whynot.why_not import WhyNot, why_not
    from solver.ask.query import Bindings, query
    from solver.ask.together.grouping import derive_all
    from solver.run.batch import batch

__all__ = [
    "DEFAULT_EDITION", "EDITIONS", "AbilityAnswer", "Answer", "Bindings", "Board", "BoardCheck", "BoardFinding", "Card",
    "Change", "InputError", "ObjectAnswer", "Refusal", "Store", "Walk", "Why", "WhyNot", "__version__", "batch",
    "check_board", "derive", "derive_all", "diff", "explain", "query", "walk_text", "why", "why_not",
]  # fmt: skip

offer(
    __name__,
    {
        "facts.board.board": ("Board",),
        "facts.cards.card": ("Card",),
        "facts.cards.edition": ("DEFAULT_EDITION", "EDITIONS"),
        "facts.text.errors": ("InputError",),
        "facts.cards.store": ("Store",),
        "solver.answer.answer_values": ("AbilityAnswer", "Answer", "ObjectAnswer", "Refusal"),
        "solver.run.batch": ("batch",),
        "solver.ask.check.board_findings": ("BoardCheck", "BoardFinding", "check_board"),
        "solver.ask.derive": ("derive",),
        "solver.ask.diff": ("Change", "diff"),
        "solver.ask.explain.walk.walking": ("Walk", "explain"),
        "solver.ask.explain.walk.walk_text": ("walk_text",),
        "solver.ask.explain.reasons.why": ("Why", "why"),
        "solver.ask.explain.whynot.why_not": ("WhyNot", "why_not"),
        "solver.ask.together.grouping": ("derive_all",),
        "solver.ask.query": ("Bindings", "query"),
    },
)
