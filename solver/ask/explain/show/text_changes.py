"""The text change that put a word into a type line, or took it away (612.1)."""

from __future__ import annotations

from solver.ask.explain.fact.goal import Goal
from solver.ask.explain.proof.grounded_board import Case
from solver.ask.explain.walk.walk_phrases import start_text
from solver.ask.explain.walk.walk_values import Walk


def text_changes(case: Case, walk: Walk, goal: Goal, *, so: bool) -> list[str]:
    """Say which text change made a fact about a subtype so, or not so (612.1).

    Args:
        case: The board.
        walk: Its walk.
        goal: The fact.
        so: Whether it holds.

    Returns:
        The sentence about the last such change; none if there is none.
    """
    word = {0: ("o", 0, goal.label), 2 if so else 1: goal.value}
    if goal.predicate != "subtype" or not case.prover.atoms.matching("swapped", 3, word):
        return []
    changes = [one for one in walk.starts if one.object == goal.label and one.what == "text"]
    told = [one for one in changes if one.detail.split(" → ")[-1 if so else 0] == goal.value]
    return [f"{start_text(walk, one)}." for one in told[-1:]]
