"""Why an object does not have a face up that its card lacks, or is not face down (708, 712)."""

from __future__ import annotations

from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case
from solver.ask.explain.walk import refusal_text
from solver.ask.explain.walk_values import Walk
from solver.ask.explain.wording import phrases as words

_OF_SOME_CARDS = frozenset(("back", "left", "right"))
"""Faces and halves that only some cards have."""
_OVER = ("front", "back")
"""The faces of double-faced cards."""


def why_not_up(case: Case, walk: Walk, goal: Goal) -> str:
    """Say that a card lacks a face, why an object did not turn over, or that nothing has turned it; else nothing.

    Args:
        case: The board.
        walk: Its walk.
        goal: The fact, which does not hold.
    """
    if goal.predicate != "face":
        return ""
    thing, name = case.timeline.things[goal.label], case.speaker.names.get(goal.label, goal.label)
    if goal.value in _OF_SOME_CARDS and all(face.side != goal.value for face in thing.card.faces):
        return words.NO_SUCH_FACE.format(object=name, face=goal.value)
    refused = [one for one in walk.refused if one.object == goal.label and not (one.entering or one.turning_up)]
    if refused and goal.value in _OVER:
        return refusal_text(refused[-1], name)
    if goal.value == "back" and len(thing.events) == 1 and case.answer.objects[goal.label].face == "front":
        return words.NEVER_TURNED_OVER.format(object=name)
    never = not thing.face_down and all(event.what != "down" for event in thing.events)
    return words.NEVER_FACE_DOWN.format(object=name) if never and goal.value == "down" else ""
