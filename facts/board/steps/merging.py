"""Merging: a mutating spell and its creature (727)."""

from __future__ import annotations

from typing import Any

from facts.board.events import BATTLEFIELD, Event, Spell
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.named_objects import name_mutated
from facts.board.steps.stage import Stage
from facts.board.steps.telling_others import note_texts
from facts.cards import Card
from facts.text import show


def mutates(stage: Stage, step: dict[str, Any]) -> None:
    """Let a card or a copy of a spell merge with a creature (727).

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    thing = stage.thing(step["onto"], "onto")
    if thing.zone != BATTLEFIELD:
        problem = f"{show(thing.label)} is not on the battlefield: nothing can merge with it (727.2)"
        stage.fail(("onto",), problem, "Name a creature on the battlefield")
    card = stage.card(step["mutates"], "mutates")
    name_mutated(stage, thing, Spell(card, stage.key(card), card.faces[0].side), _owner(stage, step, thing, card))
    place = str(step.get("position") or "over")
    # Each part has abilities of its own, even where another part is the same card.
    key = f"{stage.key(card)} (merged in step {stage.step})"
    token = bool(step.get("token")) or card.layout == "token"
    thing.events += (Event(stage.step, "merge", place, card=card, key=key, token=token),)
    note_texts(stage, thing)


def _owner(stage: Stage, step: dict[str, Any], thing: ThingDraft, card: Card) -> str:
    """Return the player who owns a mutating spell: as the step says, or as the board shows it on the stack."""
    told = stage.player(step, "owner")
    if told is not None:
        return told
    shown = [
        one.owner for one in stage.timeline.things.values()
        if one.zone == "stack" and one.left is None and one.card == card
    ]  # fmt: skip
    return shown[0] if len(shown) == 1 else thing.owner
