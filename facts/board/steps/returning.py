"""Exiling a permanent and returning it with its back face up: the permanent leaves, and a new object enters (400.7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from facts.board.events import Event, ReturnsFor
from facts.board.steps.drafts import ResolutionDraft, ThingDraft
from facts.board.steps.entering import enter
from facts.board.steps.leaving import leaves
from facts.board.steps.resolving_players import may_have_changed_hands
from facts.board.steps.stage import Stage
from facts.board.timeline import Turning
from facts.board.timeline_terms import AbilityOf
from facts.cards import Ability, Card
from facts.runtime import pattern
from facts.text import show
from facts.words import RETURNING

_RETURNING = pattern(r"\bexile [^.:]*\breturn (?:[^.:]* )?(?:transform|convert)ed\b(?P<whose>[^.]*)", re.IGNORECASE)


def how_it_returns(abilities: list[Ability], by_keyword: bool) -> tuple[Ability, ReturnsFor] | None:
    """Return the ability that exiles its permanent and returns it transformed, and whose control its words name.

    Args:
        abilities: The abilities.
        by_keyword: Whether the step may mean a keyword ability that does so.

    Returns:
        The ability, and whose control: ``owner``, ``you``, ``keyword`` where only the keyword says it, or empty where
        the text leaves it out; None if no ability does so.
    """
    for one in abilities:
        if (found := _RETURNING.search(one.text)) is not None:
            whose = found["whose"].lower()
            return one, "owner" if "owner's control" in whose else "you" if "your control" in whose else ""
        if by_keyword and one.keyword in RETURNING:
            return one, "keyword"
    return None


def returns_transformed(
    stage: Stage, step: Mapping[str, Any], thing: ThingDraft, whose: ReturnsFor, only_if: AbilityOf | None = None
) -> None:
    """Let a permanent leave, and tell its card, which is a new object under the same label, to return transformed.

    The rules say whether the permanent can be exiled: if it was not, the steps are told again, and it stays. They also
    say whether its card enters the battlefield or stays in exile (712.14a). The words of a back face are read as it
    enters; a card that has none is not read. A token comes back as no object, so its label stays with it; the rules say
    why (111.8).

    Args:
        stage: The board so far.
        step: The step.
        thing: The permanent.
        whose: Under whose control the text says that it returns. The rules say under whose it does (110.2a).
        only_if: The ability, if it has a condition that the rules must check.

    Raises:
        InputError: The board leaves open who controls the new object.
    """
    teller = stage.player(dict(step), "controller") or thing.controller
    controller = thing.owner
    if whose in ("you", ""):
        controller = teller
        if "controller" not in step and may_have_changed_hands(stage, thing):
            problem = f"the step does not say under whose control {show(thing.label)} returns"
            stage.fail((), problem, "Name that player with 'controller'")
    label = thing.label
    phased = any(event.what == "phases" for one in stage.timeline.things.values() for event in one.events)
    stage.may_stay |= phased or only_if is not None
    if stage.step in stage.stayed:
        thing.stays += ((stage.step, only_if),)
        stage.timeline.turnings += [Turning(label, stage.step)] if phased else []
        return
    leaves(stage, {"leaves": label})
    thing.left_if, thing.told_to_return = only_if, True
    if thing.token and (phased or only_if is not None):
        stage.tokens_may_stay.setdefault(label, []).append(stage.step)
    if not thing.token:
        _rename(stage, thing, _free_label(stage, label))
    if phased:
        stage.timeline.turnings.append(Turning(thing.label, stage.step))
    cards = [] if thing.token else [(thing.card, {"as": label})]
    cards += [(event.card, {}) for event in thing.events if event.card is not None and not event.token]
    for card, named in cards:
        _returns(stage, card, {**named, "owner": thing.owner, "controller": controller}, whose, teller)


def _returns(stage: Stage, card: Card, returning: Mapping[str, Any], whose: ReturnsFor, teller: str) -> None:
    """Tell a card that was exiled to enter the battlefield transformed, as a new object."""
    read = {"zone": "exile"} if card.face("back") is None else {"face": "back"}
    entering = enter(stage, {"enters": card.name, **returning, **read}, card=card)
    entering.put_transformed, entering.returns_for, entering.returned_by = True, whose, teller


def _free_label(stage: Stage, label: str) -> str:
    """Return a new label for an object that left. The new object that its card became takes over its old label."""
    before, number = f"{label} before", 1
    while before in stage.timeline.things:
        number += 1
        before = f"{label} before ({number})"
    return before


def _rename(stage: Stage, thing: ThingDraft, label: str) -> None:
    """Give an object another label, everywhere that the board so far speaks of it."""
    old, timeline = thing.label, stage.timeline

    def new(one: str) -> str:
        return label if one == old else one

    known: _Known = {}
    thing.label = label
    timeline.things = {new(name): one for name, one in timeline.things.items()}
    for one in timeline.things.values():
        one.paired, one.exiled_with = new(one.paired), new(one.exiled_with)
        one.attachments = tuple((new(host), since) for host, since in one.attachments)
        one.events = _renamed(one.events, new, known)
        one.claims = tuple(
            replace(said, label=new(said.label), copies=_known(said.copies, known)) for said in one.claims
        )
    for resolution in timeline.resolutions:
        _rename_in(resolution, new, known)
    thing.entry = None if thing.entry is None else replace(thing.entry, label=label)
    thing.likeness = None if thing.likeness is None else replace(thing.likeness, label=label)
    things = timeline.things.values()
    timeline.claims = [one for other in things for one in other.claims]
    timeline.entries = [other.entry for other in things if other.entry is not None]
    timeline.likenesses = [other.likeness for other in things if other.likeness is not None]
    timeline.turnings = [replace(one, label=new(one.label)) for one in timeline.turnings]
    timeline.countings = [replace(one, label=new(one.label)) for one in timeline.countings]
    timeline.phasings = [replace(one, label=new(one.label)) for one in timeline.phasings]
    timeline.readings = [replace(one, source=new(one.source)) for one in timeline.readings]
    timeline.named = [
        replace(one, label=new(one.label), named=new(one.named), source=new(one.source)) for one in timeline.named
    ]
    timeline.stacked = {name: (new(of), since) for name, (of, since) in timeline.stacked.items()}
    stage.host_copies = {new(name): one for name, one in stage.host_copies.items()}
    stage.copies = {
        name: [(one, _known(event, known) or event) for one, event in made] for name, made in stage.copies.items()
    }
    stage.heirs = {new(name): one for name, one in stage.heirs.items()}


_Known = dict[int, tuple[Event, Event]]
"""Events, by their identity, each with the one that took its place."""


def _renamed(events: Sequence[Event], new: Callable[[str], str], known: _Known) -> tuple[Event, ...]:
    """Return the events of an object with other labels in them, and note which one took the place of which."""
    found = []
    for event in events:
        other = replace(event, of=new(event.of), holder=new(event.holder), ended=_known(event.ended, known))
        known[id(event)] = event, other
        found.append(other)
    return tuple(found)


def _known(event: Event | None, known: _Known) -> Event | None:
    """Return the event that took the place of another; the same where none did."""
    return event if event is None else known.get(id(event), (event, event))[1]


def _rename_in(resolution: ResolutionDraft, new: Callable[[str], str], known: _Known) -> None:
    """Give an object another label in resolved spells and abilities."""
    resolution.source, resolution.entering = new(resolution.source), new(resolution.entering)
    if resolution.targets is not None:
        resolution.targets = tuple(map(new, resolution.targets))
    if resolution.does is not None:
        resolution.does = _renamed([resolution.does], new, known)[0]
