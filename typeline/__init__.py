"""typeline: what every object on a Magic board is, by the Comprehensive Rules.

This is the name to import. It offers the parts of `facts` (boards and cards) and `solver` (answers and explanations)
for users. Each of their modules is imported when one of its names is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer
from facts.version import VERSION as __version__

if TYPE_CHECKING:
    from facts.board import Board
    from facts.cards import DEFAULT_EDITION, EDITIONS, Card
    from facts.cards.store import Store
    from facts.text import InputError
    from solver.answer import AbilityAnswer, Answer, ObjectAnswer, Refusal
    from solver.ask import Bindings, Change, derive, diff, query
    from solver.ask.check import BoardCheck, BoardFinding, check_board
    from solver.ask.explain import Walk, Why, WhyNot, explain, walk_text, why, why_not
    from solver.ask.together import derive_all
    from solver.run import batch

__all__ = [
    "DEFAULT_EDITION", "EDITIONS", "AbilityAnswer", "Answer", "Bindings", "Board", "BoardCheck", "BoardFinding", "Card",
    "Change", "InputError", "ObjectAnswer", "Refusal", "Store", "Walk", "Why", "WhyNot", "__version__", "batch",
    "check_board", "derive", "derive_all", "diff", "explain", "query", "walk_text", "why", "why_not",
]  # fmt: skip

offer(__name__)
