"""Counters and damage on objects (122, 613.7c)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from facts.board.events import Counting, Putting
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.stage import Stage
from facts.cards import Ability, Face
from facts.effects.form import COUNTER_ACTIONS, CounterChange, form_parts
from facts.runtime import pattern
from facts.text import show

_SIGNS = {"p": "+", "m": "-"}
_SIZE = pattern(r"([pm])([0-9]+)([pm])([0-9]+)")
MOST = 1_000_000
"""The most counters of a kind, or damage, on an object: the rules count within 32 bits."""


NOTHING_TOLD = Putting()
"""The rules say who puts the counters on the object, and how many."""
EXACTLY = Putting(exact=True)
"""So many counters were put on an object: the step says so of one that enters, or is turned face up."""


def put_counters(stage: Stage, thing: ThingDraft, counters: Mapping[str, int], putting: Putting = EXACTLY) -> None:
    """Put counters on an object, or take some off. The rules say how many there are, and since when (613.7c).

    Args:
        stage: The board so far.
        thing: The object.
        counters: The number of each kind; negative to remove some. The word "counter" may stand after the kind, and
            p1p1 is +1/+1, as engines call it.
        putting: What the step says of them, beside how many.

    Raises:
        InputError: The object would have more than `MOST` counters of a kind.
    """
    for told, count in counters.items():
        kind = re.sub(r" counters?$", "", told)
        if size := _SIZE.fullmatch(kind.lower()):
            kind = f"{_SIGNS[size[1]]}{size[2]}/{_SIGNS[size[3]]}{size[4]}"
        if thing.told_counters.get(kind, 0) + count > MOST:
            stage.fail(("counters", kind), f"more than {MOST:,} counters of a kind on {show(thing.label)}")
        thing.counted += ((kind, count, stage.step),)
    if any(count > 0 for count in counters.values()):
        ask_about_counters(stage, thing, putting)


def ask_about_counters(stage: Stage, thing: ThingDraft, putting: Putting = NOTHING_TOLD) -> None:
    """Have the board decide about counters that are put on an object now, if a text so far may be about them.

    A text may say that they can't be put on it (101.2), or that more or fewer are (614.16).

    Args:
        stage: The board so far.
        thing: The object. If it enters or is turned face up now, the board is asked about it as it then is (614.12,
            708.11).
        putting: What the step says of the counters.
    """
    if counters_are_forbidden(stage) or (not putting.exact and stage.says(face_changes_counters)):
        changes = thing.step == stage.step or any(one.step == stage.step and one.what == "up" for one in thing.events)
        asked = stage.step + 1 if changes else stage.step
        stage.timeline.countings.append(Counting(thing.label, asked, stage.step, putting))


@lru_cache(maxsize=4096)
def face_changes_counters(face: Face) -> bool:
    """Tell whether a face says, in words that are read, that more or fewer counters are put on something (614.16).

    Args:
        face: The face.
    """
    effects = (effect for ability in face.abilities for effect in ability.effects)
    return any(isinstance(one, CounterChange) for effect in effects for _, one in form_parts(effect))


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
    by = stage.player(step, "put_by")
    without_effect = bool(step.get("without_effect"))
    putting = Putting(bool(step.get("exact")), by or "", untold=by is None, without_effect=without_effect)
    put_counters(stage, thing, step["counters"], putting)


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
