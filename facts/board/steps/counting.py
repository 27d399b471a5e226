"""Counters and damage on objects (122, 613.7c)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from facts.board.events import Counting
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.stage import Stage
from facts.cards import Ability, Face
from facts.effects.form import COUNTER_ACTIONS
from facts.runtime import pattern
from facts.text import show

_SIGNS = {"p": "+", "m": "-"}
_SIZE = pattern(r"([pm])([0-9]+)([pm])([0-9]+)")
MOST = 1_000_000
"""The most counters of a kind, or damage, on an object: the rules count within 32 bits."""


def put_counters(stage: Stage, thing: ThingDraft, kind: str, count: int) -> None:
    """Put counters on an object, or take some off. The rules say how many there are, and since when (613.7c).

    Args:
        stage: The board so far.
        thing: The object.
        kind: The kind of counter; the word "counter" may stand after it, and p1p1 is +1/+1, as engines call it.
        count: The number of counters; negative to remove some.

    Raises:
        InputError: The object would have more than `MOST` counters of the kind.
    """
    kind = re.sub(r" counters?$", "", kind)
    if size := _SIZE.fullmatch(kind.lower()):
        kind = f"{_SIGNS[size[1]]}{size[2]}/{_SIGNS[size[3]]}{size[4]}"
    if thing.told_counters.get(kind, 0) + count > MOST:
        stage.fail(("counters", kind), f"more than {MOST:,} counters of a kind on {show(thing.label)}")
    thing.counted += ((kind, count, stage.step),)
    if count > 0:
        ask_whether_it_can_have_counters(stage, thing)


def ask_whether_it_can_have_counters(stage: Stage, thing: ThingDraft) -> None:
    """Have the board decide whether counters can be put on an object now, if a text forbids that for some (101.2).

    Args:
        stage: The board so far.
        thing: The object. If it enters or is turned face up now, the board is asked about it as it then is (614.12,
            708.11).
    """
    if counters_are_forbidden(stage):
        changes = thing.step == stage.step or any(one.step == stage.step and one.what == "up" for one in thing.events)
        asked = stage.step + 1 if changes else stage.step
        stage.timeline.countings.append(Counting(thing.label, asked, stage.step))


def counters_are_forbidden(stage: Stage) -> bool:
    """Tell whether a text so far says that counters can't be put on something: the rules say whether it does (101.2).

    Args:
        stage: The board so far.
    """
    return stage.says(face_forbids_counters)


@lru_cache(maxsize=4096)
def face_forbids_counters(face: Face) -> bool:
    """Tell whether a face says that counters can't be put on something.

    Args:
        face: The face.
    """
    return forbids_counters(face.abilities)


def forbids_counters(abilities: Iterable[Ability]) -> bool:
    """Tell whether abilities say that counters can't be put on something.

    Args:
        abilities: The abilities.
    """
    return any(COUNTER_ACTIONS & set(effect.cannot or ()) for one in abilities for effect in one.effects)


def counters(stage: Stage, step: dict[str, Any]) -> None:
    """Put counters on an object, or take some off (122).

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    thing = stage.thing(step["on"], "on")
    for kind, count in step["counters"].items():
        put_counters(stage, thing, kind, count)


def damage(stage: Stage, step: dict[str, Any]) -> None:
    """Deal damage to an object (120).

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    thing = stage.thing(step["on"], "on")
    thing.damage += step["damage"]
    if thing.damage > MOST:
        stage.fail(("damage",), f"more than {MOST:,} damage on {show(thing.label)}")
