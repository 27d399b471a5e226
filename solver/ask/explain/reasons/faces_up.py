"""Why an object does not have a face up that its card lacks, or is not face down (708, 712)."""

from __future__ import annotations

from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case
from solver.ask.explain.wording import phrases as words

_OF_SOME_CARDS = frozenset(("back", "left", "right"))
"""Faces and halves that only some cards have."""


def why_not_up(case: Case, goal: Goal) -> str:
    """Say that a card lacks a face, or that nothing has turned an object face down; empty for all other facts.

    Args:
        case: The board.
        goal: The fact, which does not hold.
    """
    if goal.predicate != "face":
        return ""
    thing, name = case.timeline.things[goal.label], case.speaker.names.get(goal.label, goal.label)
    if goal.value in _OF_SOME_CARDS and all(face.side != goal.value for face in thing.card.faces):
        return words.NO_SUCH_FACE.format(object=name, face=goal.value)
    never = not thing.face_down and all(event.what != "down" for event in thing.events)
    return words.NEVER_FACE_DOWN.format(object=name) if never and goal.value == "down" else ""
