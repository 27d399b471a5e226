"""Leaving the zone, and phasing out and in (702.26)."""

from __future__ import annotations

import re
from typing import Any

from facts.board.steps.copying import copied_face
from facts.board.steps.host_copies import copy_host, note_holders
from facts.board.steps.stage import Stage
from facts.board.timeline import Event
from facts.runtime.patterns import pattern


def phases(stage: Stage, step: dict[str, Any]) -> None:
    """Phase an object out or in (702.26).

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    thing = stage.thing(step["object"], "object")
    thing.events.append(Event(stage.step, "phases", step["phases"]))
    note_holders(stage, thing)
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
    note_holders(stage, thing)
    face = copied_face(stage, thing)
    for ability in face.abilities:
        if _GOES_ON.search(ability.text):
            problem = f"{thing.label} has left, and its effect goes on until end of turn"
            stage.timeline.warnings.append(f"{problem}: not modelled. Let it leave at the end of the turn")


_GOES_ON = pattern(r"\b(?:this effect continues|that goes on) until end of turn\b", re.IGNORECASE)
