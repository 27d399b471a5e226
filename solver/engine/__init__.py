"""The loop over layers, and questions about moments of the past."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.engine.fact_atoms import add_facts
    from solver.engine.layers import LAYERS, Layers, after_step, before_steps, performs
    from solver.engine.loading import check_rules
    from solver.engine.moments import (
        ONE_BOARD,
        Grounds,
        Question,
        answered,
        moments,
        questions,
        settled_facts,
        write_facts,
    )
    from solver.engine.plain import LawRule, PlainLayers, law_changed, law_rules, law_statements, look_calls
    from solver.engine.rounds import Rounds
    from solver.engine.stepwise import remembers, stepwise

__all__ = [
    "LAYERS", "ONE_BOARD", "Grounds", "LawRule", "Layers", "PlainLayers", "Question", "Rounds", "add_facts",
    "after_step", "answered", "before_steps", "check_rules", "law_changed", "law_rules", "law_statements", "look_calls",
    "moments", "performs", "questions", "remembers", "settled_facts", "stepwise", "write_facts",
]  # fmt: skip

offer(__name__)
