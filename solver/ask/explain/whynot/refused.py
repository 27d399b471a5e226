"""Instructions that the rules refused and that would have made a fact true: to transform, and to enter as a copy."""

from __future__ import annotations

from collections.abc import Iterator

from solver.answer import Refusal
from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case
from solver.ask.explain.walk import refusal_text
from solver.ask.explain.walk_values import Walk


def refused_ways(case: Case, goal: Goal, walk: Walk) -> Iterator[str]:
    """Say why an object did not transform, or did not enter as a copy, if a fact would be true of what it then were.

    Args:
        case: The board.
        goal: The fact, which does not hold.
        walk: The walk of the board.
    """
    name = case.speaker.names.get(goal.label, goal.label)
    for refused in walk.refused:
        if refused.object == goal.label and _would_have(case, goal, refused):
            yield refusal_text(refused, name)


def _would_have(case: Case, goal: Goal, refused: Refusal) -> bool:
    """Tell whether the other face of a permanent, or the object that it does not copy, has what a fact says."""
    thing = case.timeline.things[goal.label]
    if refused.entering:
        copied = [one.copies.of for one in thing.claims if one.copies is not None]
        return any(one in case.answer.objects and goal._replace(label=one).holds(case.answer) for one in copied)
    if goal.predicate in ("face", "property"):
        return True
    others = [face for face in thing.card.faces if face.side != case.answer.objects[goal.label].face]
    said = str(goal.value)
    if goal.predicate in ("keyword", "ability"):
        return any(said.lower() in one.text.lower() for face in others for one in face.abilities)
    return any(
        said in (face.name, face.power, face.toughness, *face.type_line.types, *face.type_line.subtypes)
        for face in others
    )
