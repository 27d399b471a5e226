"""Attaching: the hosts of objects, and Auras without a host (301.5, 303.4)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from facts.board.events import BATTLEFIELD, Claim
from facts.board.steps.choosing import choose_anew
from facts.board.steps.copying import copied_face
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.host_copies import copy_host, host_copy, note_holders
from facts.board.steps.named_objects import name_host
from facts.board.steps.printed_abilities import abilities_ever
from facts.board.steps.stage import Stage
from facts.cards import Ability, Card
from facts.runtime import pattern
from facts.text import show, without_quotes
from facts.words import NEEDING_HOST, PERMANENT_NOUN, UNATTACHING

_ONE_TARGET = pattern(r"\btarget\b", re.IGNORECASE)
_IF = pattern(r"\bif\b", re.IGNORECASE)


def attach(stage: Stage, thing: ThingDraft, host: str, key: str, *, otherwise: bool = False) -> None:
    """Attach an object to another, or to a player. Attaching it to its present host does nothing (701.3b).

    The check of the board is asked about the host in any case: an equip ability needs a legal target.

    Args:
        stage: The board so far.
        thing: The object.
        host: The label of its host, or a player.
        key: The key of the step that says so.
        otherwise: Whether another ability than equip, fortify or reconfigure attaches it, as a text says.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    player = host in stage.timeline.players and host not in stage.timeline.things
    other = None if player else stage.thing(host, key)
    if thing.attached is not None and thing.attached[0] == (host if other is None else other.label):
        if other is not None:
            name_host(stage, thing, copied_face(stage, thing), other, otherwise=otherwise)
        return
    if other is None:
        note_holders(stage, thing)
        thing.attachments += ((host, stage.step),)
        return
    if other.zone in ("hand", "library", "stack", "command"):
        where = "on the stack" if other.zone == "stack" else f"in the {other.zone}"
        stage.fail((key,), f"{show(host)} is {where}: nothing can be attached to it", "Name a permanent")
    if other is thing:
        stage.fail((key,), f"{show(host)} cannot be attached to itself (301.5c, 303.4d)", "Name another object")
    if thing.attached is not None:
        note_holders(stage, thing)
    name_host(stage, thing, copied_face(stage, thing), other, otherwise=otherwise)
    thing.attachments += ((other.label, stage.step),)
    _note_claim(stage, thing)


def _note_claim(stage: Stage, thing: ThingDraft) -> None:
    """Have the board decide whether an object has reconfigure as it becomes attached (702.151b)."""
    if thing.zone == BATTLEFIELD:
        terms = tuple(one.term for one in abilities_ever(stage, thing) if one.ability.keyword in UNATTACHING)
        stage.claim(thing, [Claim(thing.label, stage.step, terms, asked="attaches_by")])


def unattach(stage: Stage, thing: ThingDraft) -> None:
    """Let an object be attached to nothing any more (701.3d).

    Args:
        stage: The board so far.
        thing: The object.
    """
    note_holders(stage, thing)
    thing.attachments += (("", stage.step),)


def attaches(stage: Stage, step: dict[str, Any], *, otherwise: bool = False) -> None:
    """Attach an object to another, anew (613.7e).

    Args:
        stage: The board so far.
        step: The step.
        otherwise: Whether another ability than equip, fortify or reconfigure attaches it, as a text says.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    thing = stage.thing(step["attaches"], "attaches")
    before = len(thing.attachments)
    attach(stage, thing, step["to"], "to", otherwise=otherwise)
    if len(thing.attachments) == before and step.keys() <= {"attaches", "to"}:
        problem = f"{thing.label} is attached to {step['to']} already, so it does not become attached"
        stage.timeline.warnings.append(f"{problem} (step {stage.step}; 701.3b)")
    if "copy_of" in step:
        copied = stage.thing(step["copy_of"], "copy_of", left=True)
        if not host_copy(stage, thing):
            problem = f"no text of {thing.card.name} makes its host a copy"
            stage.fail(("copy_of",), problem, "Say with a 'resolves' step what becomes a copy")
        stage.host_copies[thing.label] = copied
    elif thing.label in stage.host_copies and (by := host_copy(stage, thing)) is not None and by.optional:
        del stage.host_copies[thing.label]
    copy_host(stage, thing)
    choose_anew(stage, step, thing)


def also_attaches(
    stage: Stage, source: ThingDraft | None, card: Card, ability: Ability, targets: Sequence[str] | None
) -> None:
    """Let an ability that makes a continuous effect attach its Equipment to the target, or the target to its permanent.

    "Attach it to target creature. That creature gains flying"; "gain control of target Equipment. Attach it to this
    creature". If the text attaches the target only under a condition, a warning says that it is a step of its own.

    Args:
        stage: The board so far.
        source: The permanent whose ability it is, if it is one of a permanent.
        card: The card that has the ability.
        ability: The ability.
        targets: Labels of the targets that the step names.
    """
    text = without_quotes(ability.text)
    if _ATTACHES_IT.search(text):
        problem = f"{card.name} (step {stage.step}): what it attaches to another object is a step of its own"
        stage.timeline.warnings.append(problem)
        return
    if source is None or targets is None or len(targets) != 1 or targets[0] == source.label:
        return
    if len(_ONE_TARGET.findall(text)) != 1 or "attach" not in text.lower():
        return
    from facts.oracle import own_names  # reading texts takes longer to import than a small board

    own = "|".join(re.escape(name) for face in card.faces for name in own_names(face.name))
    itself = rf"(?:{own}|this (?:{PERMANENT_NOUN}|equipment))(?!\w)"
    if re.search(rf"\battach (?:it|{itself}) to target ", text, re.IGNORECASE):
        attaches(stage, {"attaches": source.label, "to": targets[0]}, otherwise=True)
        return
    sentences = [
        one
        for one in re.split(r"(?<=[.])\s", text)
        if re.search(rf"\battach (?:it|that [a-z]+) to {itself}", one, re.I)
    ]
    if not sentences:
        return
    if any(map(_IF.search, sentences)):
        problem = (
            f"{card.name} (step {stage.step}): whether {targets[0]} is attached to {source.label} is a step of its own"
        )
        stage.timeline.warnings.append(problem)
        return
    attaches(stage, {"attaches": targets[0], "to": source.label}, otherwise=True)


_ATTACHES_IT = pattern(r"\battach (?:it|them|that \w+) to (?:the chosen|another) ", re.IGNORECASE)
"""It attaches one of its targets to another object."""


def leaves_copied_open(stage: Stage, thing: ThingDraft) -> bool:
    """Tell whether an object makes its host a copy, and no step names the copied object.

    Args:
        stage: The board so far.
        thing: The object.

    Returns:
        True if both hold.
    """
    return (
        thing.attached is not None
        and thing.left is None
        and not thing.face_down
        and thing.label not in stage.host_copies
        and any(
            one.kind == "static" and effect.affects == "attached" and effect.becomes_copy is not None
            for one in copied_face(stage, thing).abilities
            for effect in one.effects
            if not one.makes_token
        )
    )


def lacks_host(thing: ThingDraft) -> bool:
    """Tell whether an object is an Aura on the battlefield whose host no step names.

    Args:
        thing: The object.

    Returns:
        Whether it lacks one.
    """
    return (
        not NEEDING_HOST.isdisjoint(thing.face.type_line.subtypes)
        and thing.zone == BATTLEFIELD
        and not thing.attachments
        and thing.left is None
        and not thing.face_down
        and not any(event.what in ("copy", "transform", "convert", "down") for event in thing.events)
    )


def copies_an_aura_on_nothing(stage: Stage, thing: ThingDraft) -> bool:
    """Tell whether an object entered the battlefield as a copy of an Aura, and no step names its host.

    Args:
        stage: The board so far.
        thing: The object.

    Returns:
        True if both hold.
    """
    changes = [event for event in thing.events if event.what != "enter"]
    return (
        [(event.what, event.step) for event in changes] == [("copy", thing.step)]
        and not NEEDING_HOST.isdisjoint(copied_face(stage, thing).type_line.subtypes)
        and thing.zone == BATTLEFIELD
        and thing.attached is None
        and thing.left is None
        and not stage.timeline.things[changes[0].of].face_down
    )
