"""Refused instructions that would have made a fact true: to transform, or to enter or turn face up otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from solver.answer import Refusal
from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case
from solver.ask.explain.walk import refusal_text
from solver.ask.explain.walk_values import Walk
from solver.ask.explain.whynot.lacked import was_refused, would_hold_with


def refused_ways(case: Case, goal: Goal, walk: Walk) -> Iterator[str]:
    """Say why an object did not transform, enter, or turn face up as a step says, if a fact would then hold.

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
    """Tell whether a fact would hold of the other face of a permanent, or if the object had entered as a step says."""
    thing = case.timeline.things[goal.label]
    if refused.entering or refused.turning_up or refused.turning_over:
        claims = [one for one in thing.claims if one.step == refused.step and was_refused(case, one)]
        return any(would_hold_with(case, one, [goal]) for one in claims)
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
