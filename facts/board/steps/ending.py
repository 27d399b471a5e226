"""The end of the effects of a spell or ability, and of a copy effect with a duration (611.2b)."""

from __future__ import annotations

import re
from typing import Any

from facts.board.events import Event
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.stage import Stage
from facts.runtime import pattern
from facts.text import best_guess, did_you_mean, show


def ends(stage: Stage, step: dict[str, Any]) -> None:
    """End the effects of a spell or ability that resolved, or the copy effect by which an object entered.

    The label of a permanent that has left ends the effect that its ability lets go on for the turn.

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: There is no such effect, or it has ended already.
    """
    label = step["ends"]
    thing = stage.timeline.things.get(label)
    if thing is not None and label not in stage.effects and _enters_as_a_copy_for_a_time(thing):
        if any(event.ended is thing.first_copy for event in thing.events if event.what == "ends"):
            stage.fail(("ends",), f"the effect {show(label)} has ended already")
        thing.events += (Event(stage.step, "ends", ended=thing.first_copy),)
        return
    if thing is not None and thing.lingers and label not in stage.effects:
        if thing.effect_over is not None:
            stage.fail(("ends",), f"the effect {show(label)} has ended already")
        thing.effect_over = stage.step
        return
    resolution = stage.effects.get(label)
    if resolution is None:
        hint = did_you_mean(label, stage.effects) or "Give the 'resolves' step a label with 'as'"
        stage.fail(("ends",), f"{show(label)}: no such effect", hint, best_guess(label, stage.effects))
    if resolution.ended is not None:
        stage.fail(("ends",), f"the effect {show(label)} has ended already")
    resolution.ended = stage.step
    for thing, event in stage.copies.get(label, []):
        thing.events += (Event(stage.step, "ends", ended=event),)


def _enters_as_a_copy_for_a_time(thing: ThingDraft) -> bool:
    """Tell whether an object entered as a copy by its own text, which gives the copy effect a duration."""
    if thing.first_copy is None or thing.copied_token:
        return False
    return any(_COPY_FOR_A_TIME.search(one.text) for face in thing.card.faces for one in face.abilities)


_COPY_FOR_A_TIME = pattern(r"^(?:As |You may have )[^.]*\benters?\b[^.]*\bcop(?:y|ies) of [^.]*\buntil ", re.IGNORECASE)
