"""The face of a card whose abilities a step may mean: which one is up, the rules say (701.28)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.board.events import BATTLEFIELD
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.printed_abilities import Printed
from facts.board.steps.stage import Stage
from facts.cards import Card
from facts.text import normal


def source_of(stage: Stage, step: Mapping[str, Any], card: Card) -> ThingDraft | None:
    """Return the permanent whose ability it is: the one that the step names, or the only one of the card.

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
    """
    return stage.timeline.things.get(step["source"]) if "source" in step else stage.only(card)


def face_by_face(stage: Stage, step: Mapping[str, Any], card: Card, candidates: list[Printed]) -> list[list[Printed]]:
    """Return the abilities that a step may mean, face by face, if its source may have another one up.

    The rules say which face is up (701.28).

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        candidates: The abilities.
    """
    source = source_of(stage, step, card)
    sides = [face.side for face in card.faces]
    if source is None or len(sides) < 2 or _side_named(step, card) or not may_show_another_face(stage, source):
        return [candidates]
    return [found for side in sides if (found := [one for one in candidates if one.side == side])]


def of_face_up(
    stage: Stage, step: Mapping[str, Any], card: Card, source: ThingDraft | None, candidates: list[Printed]
) -> list[Printed]:
    """Leave out the abilities of the other face of a double-faced permanent that could not turn over (712.8d).

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        source: The permanent, if it is known.
        candidates: The abilities.
    """
    if source is None or source.zone != BATTLEFIELD or card.layout != "transform" or "copy_of" in step:
        return candidates  # it may become a copy as it turns over
    if _side_named(step, card) or may_show_another_face(stage, source):
        return candidates
    return [one for one in candidates if one.side == source.side]


def meant_sides(stage: Stage, step: Mapping[str, Any], card: Card, source: ThingDraft | None) -> list[str]:
    """Return the faces of a card that a name in a step may mean.

    If its source may have another face up than the one with which it entered, the rules say which (701.28).

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        source: The permanent whose ability it is, if it is one of a permanent.

    Returns:
        Their sides; none if the step leaves that open.
    """
    named = _side_named(step, card)
    if not named and source is not None:  # the card goes by those names, whichever face is up
        return [face.side for face in card.faces] if may_show_another_face(stage, source) else [source.side]
    return [face.side for face in card.faces if normal(face.name) == normal(str(step["resolves"]))]


def _side_named(step: Mapping[str, Any], card: Card) -> str:
    """Return the face that a step names by its own name; empty for names that the card has whichever face is up."""
    sides = [face.side for face in card.faces if normal(face.name) == normal(str(step["resolves"]))]
    return "" if sides in ([], ["front"]) else sides[0]


def may_show_another_face(stage: Stage, source: ThingDraft) -> bool:
    """Tell whether an object may have transformed or converted, or copies something: only the rules say what it shows.

    Args:
        stage: The board so far.
        source: The object.
    """
    return any(event.what in _SHOWING for event in source.events) or any(
        one.does is not None and one.does.what in _SHOWING and one.step >= source.step
        for one in stage.timeline.resolutions
    )


_SHOWING = frozenset(("transform", "convert", "copy"))
"""Events after which an object may have another face up. A resolved effect may bring them to all of a kind."""
