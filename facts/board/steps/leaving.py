"""Leaving the zone, and phasing out and in (702.26)."""

from __future__ import annotations

import re
from typing import Any

from facts.board.events import Event, Phasing
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.host_copies import copy_host, note_holders
from facts.board.steps.printed_abilities import abilities_ever
from facts.board.steps.stage import Stage
from facts.board.steps.turning import is_forbidden
from facts.cards import outlasts_its_source
from facts.runtime import pattern


def phases(stage: Stage, step: dict[str, Any]) -> None:
    """Phase an object out or in (702.26).

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    thing = stage.thing(step["object"], "object")
    thing.events += (Event(stage.step, "phases", step["phases"]),)
    way = f"phase_{step['phases']}"
    if is_forbidden(stage, way):
        stage.timeline.phasings.append(Phasing(thing.label, stage.step, way))
    note_holders(stage, thing)
    if step["phases"] == "out":
        _warn_of_copies(stage, thing, "has phased out")
    if step["phases"] == "in":
        copy_host(stage, thing)


def leaves(stage: Stage, step: dict[str, Any]) -> None:
    """Let an object leave its zone.

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    thing = stage.thing(step["leaves"], "leaves")
    thing.left = stage.step
    # Which of these texts it had as it left, the rules say.
    thing.lingers = any(outlasts_its_source(one.ability.text) for one in abilities_ever(stage, thing))
    note_holders(stage, thing)
    _warn_of_copies(stage, thing, "has left")


def _warn_of_copies(stage: Stage, thing: ThingDraft, what: str) -> None:
    """Warn of copies of an object that last only as long as it remains tapped, or the like: a step ends them."""
    for one in stage.timeline.resolutions:
        if one.ended is None and _WHILE_IT_REMAINS.search(one.ability.text):
            for other in stage.timeline.things.values():
                if other.left is None and any(
                    event.step == one.step and event.of == thing.label for event in other.events
                ):
                    problem = (
                        f"{thing.label} {what}, and {other.label} is a copy only as long as that remains as it was"
                    )
                    hint = "End the copy effect with 'ends', and give its 'resolves' step a label with 'as'"
                    stage.timeline.warnings.append(f"{problem}. {hint}")


_WHILE_IT_REMAINS = pattern(r"\bcop(?:y|ies) of [^.]*\bfor as long as (?:that \w+|it) remains\b", re.IGNORECASE)
