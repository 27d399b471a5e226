"""Exiling a permanent and returning it with its back face up: the permanent leaves, and a new object enters (400.7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from facts.board.steps.entering import enters
from facts.board.steps.leaving import leaves
from facts.board.steps.stage import Stage
from facts.board.timeline import Resolution, Thing
from facts.cards.card import TWO_FACED, Ability
from facts.runtime.patterns import pattern
from facts.text.errors import show

_RETURNING = pattern(r"\bexile [^.:]*\breturn (?:[^.:]* )?(?:transform|convert)ed\b(?P<whose>[^.]*)", re.IGNORECASE)


def how_it_returns(abilities: list[Ability]) -> re.Match[str] | None:
    """Return the words by which abilities exile their permanent and return it transformed; None without such words.

    Args:
        abilities: The abilities.
    """
    return next((found for one in abilities if (found := _RETURNING.search(one.text))), None)


def returns_transformed(stage: Stage, step: Mapping[str, Any], thing: Thing, said: re.Match[str]) -> None:
    """Let a permanent leave, and a new object enter under the same label, with its back face up (712.14a).

    A card without a back face stays in exile; a token ceases to exist.

    Args:
        stage: The board so far.
        step: The step.
        thing: The permanent.
        said: The words that say so.

    Raises:
        InputError: The board leaves open who controls the new object.
    """
    controller = thing.owner
    if "your control" in said["whose"].lower():
        controller = stage.player(dict(step), "controller") or thing.controller
        if "controller" not in step and _may_have_changed_hands(stage, thing):
            problem = f"the step does not say under whose control {show(thing.label)} returns"
            stage.fail((), problem, "Name that player with 'controller'")
    label = thing.label
    leaves(stage, {"leaves": label})
    if thing.token:
        return
    _rename(stage, thing, _free_label(stage, label))
    returning = {"enters": thing.card.name, "as": label, "owner": thing.owner, "controller": controller}
    if thing.card.layout in TWO_FACED and thing.card.face("back") is not None:
        enters(stage, {**returning, "face": "back"}, card=thing.card)
    else:
        enters(stage, {**returning, "zone": "exile"}, card=thing.card)


def _may_have_changed_hands(stage: Stage, thing: Thing) -> bool:
    """Tell whether an effect may have given control of an object to another player."""
    attached = (one.card for one in stage.timeline.things.values() if one.attached and one.attached[0] == thing.label)
    static = (ability for card in attached for face in card.faces for ability in face.abilities)
    return any("gain_control" in effect for ability in static for effect in ability.effects) or any(
        one.targets is None or thing.label in one.targets
        for one in stage.timeline.resolutions
        if any("gain_control" in effect for effect in one.ability.effects)
    )


def _free_label(stage: Stage, label: str) -> str:
    """Return a label for an object whose own goes over to the new object that its card became."""
    before, number = f"{label} before", 1
    while before in stage.timeline.things:
        number += 1
        before = f"{label} before ({number})"
    return before


def _rename(stage: Stage, thing: Thing, label: str) -> None:
    """Give an object another label, everywhere that the board so far speaks of it."""
    old, timeline = thing.label, stage.timeline

    def new(one: str) -> str:
        return label if one == old else one

    thing.label = label
    timeline.things = {new(name): one for name, one in timeline.things.items()}
    for one in timeline.things.values():
        one.paired, one.exiled_with = new(one.paired), new(one.exiled_with)
        one.attachments = [(new(host), since) for host, since in one.attachments]
        for event in one.events:
            event.of, event.holder = new(event.of), new(event.holder)
    for resolution in timeline.resolutions:
        _rename_in(resolution, new)
    thing.claims = [replace(one, label=label) for one in thing.claims]
    thing.entry = None if thing.entry is None else replace(thing.entry, label=label)
    things = timeline.things.values()
    timeline.claims = [one for other in things for one in other.claims]
    timeline.entries = [other.entry for other in things if other.entry is not None]
    timeline.turnings = [replace(one, label=new(one.label)) for one in timeline.turnings]
    timeline.named = [replace(one, label=new(one.label), named=new(one.named)) for one in timeline.named]
    timeline.stacked = {name: (new(of), since) for name, (of, since) in timeline.stacked.items()}
    stage.host_copies = {new(name): one for name, one in stage.host_copies.items()}
    stage.heirs = {new(name): one for name, one in stage.heirs.items()}


def _rename_in(resolution: Resolution, new: Callable[[str], str]) -> None:
    """Give an object another label in what resolved."""
    resolution.source, resolution.entering = new(resolution.source), new(resolution.entering)
    if resolution.targets is not None:
        resolution.targets = tuple(map(new, resolution.targets))
    if resolution.does is not None:
        resolution.does.of = new(resolution.does.of)
