"""Attached objects that make their host a copy: events that begin such a copy effect, and events that end it.

Python records the moments. The rules say whether a copy effect begins at one, and whether it has ended (707.2c, 611.2b,
702.26f).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from facts.board.events import Event
from facts.board.steps.copying import copied_card, copied_face
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.named_objects import name_copied_by_host
from facts.board.steps.stage import Stage
from facts.board.steps.telling_others import note_copies
from facts.board.timeline_terms import AbilityOf, ExceptionOf, FaceOf
from facts.cards import Ability
from facts.runtime import pattern


class HostCopy(NamedTuple):
    """An ability that makes the host of its object a copy.

    Attributes:
        term: The term of the ability.
        ability: The ability.
        tracks: Whether it resolves, and its effect lasts for as long as its object remains attached.
        optional: Whether its controller chooses anew each time that the object becomes attached.
    """

    term: AbilityOf
    ability: Ability
    tracks: bool
    optional: bool


def host_copy(stage: Stage, thing: ThingDraft) -> HostCopy | None:
    """Return the ability by which an object makes its host a copy, if it has one.

    Args:
        stage: The board so far.
        thing: The object.
    """
    card, face = copied_card(stage, thing), copied_face(stage, thing)
    for number, ability in enumerate(face.abilities, start=1):
        copying = [effect for effect in ability.effects if effect.becomes_copy is not None]
        always = ability.kind == "static" and any(effect.affects == "attached" for effect in copying)
        if always or any(effect.lasts == "while_attached" for effect in copying):
            term = AbilityOf(FaceOf(stage.key(card), face.side), number)
            return HostCopy(term, ability, not always, not always and bool(_MAY.search(ability.text)))
    return None


_MAY = pattern(r"\bmay\b", re.IGNORECASE)


def copy_host(stage: Stage, thing: ThingDraft) -> None:
    """Record that an attached object may begin to make its host a copy now, if the board names the original.

    Args:
        stage: The board so far.
        thing: The attached object, which has just become attached or phased in.
    """
    copied = stage.host_copies.get(thing.label)
    host = stage.timeline.things.get(thing.attached[0]) if thing.attached is not None else None
    by = host_copy(stage, thing) if copied is not None and host is not None else None
    if copied is None or host is None or by is None:
        return
    copied_of = Event(
        stage.step, "copy", of=copied.label, said_in=ExceptionOf(by.term), holder=thing.label, tracks=by.tracks
    )
    host.events += (copied_of,)
    note_copies(stage, [host], copied)
    if by.tracks or not any(holder is thing for holder, _ in stage.held):  # else it was chosen before
        name_copied_by_host(stage, by.ability, by.term, thing, copied)
    if (thing, host) not in stage.held:
        stage.held.append((thing, host))


def note_holders(stage: Stage, thing: ThingDraft) -> None:
    """Record, for each host that an attached object made a copy, that something happened to the host or that object.

    Args:
        stage: The board so far.
        thing: The object that moved to another host, left or phased.
    """
    for holder, host in stage.held:
        noted = host.events[-1]
        if thing in (holder, host) and host.left is None and (noted.step, noted.what) != (stage.step, "attachment"):
            host.events += (Event(stage.step, "attachment"),)
