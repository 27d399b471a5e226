"""The text change that put a word into a type line or an ability, or took it away (612.1)."""

from __future__ import annotations

from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case
from solver.ask.explain.walk import start_text
from solver.ask.explain.walk_values import Walk
from solver.ask.explain.wording import COLORS


def text_changes(case: Case, walk: Walk, goal: Goal, *, so: bool) -> list[str]:
    """Say which text change made a fact about a subtype or an ability true, or false (612.1).

    Args:
        case: The board.
        walk: Its walk.
        goal: The fact.
        so: Whether it holds.

    Returns:
        The sentence about the last such change; none if there is none.
    """
    asked = str(goal.value).lower()
    changes: list[str] = []
    for start in walk.starts:
        if start.object == goal.label and start.what == "text":
            old, _, new = start.detail.partition(" → ")
            word = new if so else old
            word = COLORS.get(word, word).lower()
            if asked == word if goal.predicate == "subtype" else word in asked:
                changes.append(f"{start_text(walk, start)}.")
    return changes[-1:] if changes and _is_reworded(case, goal, asked) else []


def _is_reworded(case: Case, goal: Goal, asked: str) -> bool:
    """Tell whether a fact is about a word that can change, and does not come from the printed words."""
    one = case.answer.objects[goal.label]
    if goal.predicate == "subtype":
        word = {0: ("o", 0, goal.label)}
        atoms = case.prover.atoms
        return any(atoms.matching("now_says", 3, {**word, place: goal.value}) for place in (1, 2))
    return goal.predicate in ("keyword", "ability") and not any(
        ability.printed and asked in ability.text.lower() for ability in one.abilities
    )
