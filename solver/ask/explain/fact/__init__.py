"""Facts that users may ask about: the grammar, and the meaning of its words on a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.explain.fact.askable import Askable, askable, askable_text, in_quotes
    from solver.ask.explain.fact.fact_grammar import is_in_words, open_question, said_of
    from solver.ask.explain.fact.goal import OF_ABILITIES, TYPES, Goal, counters_meant, said_together
    from solver.ask.explain.fact.goals import is_in_vocabulary, read_goal
    from solver.ask.explain.fact.lookup import AnsweredBoard

__all__ = [
    "OF_ABILITIES", "TYPES", "AnsweredBoard", "Askable", "Goal", "askable", "askable_text", "counters_meant",
    "in_quotes", "is_in_vocabulary", "is_in_words", "open_question", "read_goal", "said_of", "said_together",
]  # fmt: skip

offer(__name__)
