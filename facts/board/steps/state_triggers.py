"""Abilities that trigger when something is so, not when something happens: "when you control no Islands" (603.8)."""

from __future__ import annotations

from facts.board.events import Named
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.stage import Stage
from facts.board.steps.visible_conditions import condition_said
from facts.board.zones_of_conditions import zone_without_cards
from facts.cards import Ability, Card
from facts.runtime import pattern

_STATE = pattern(r"^(?:[^.:—\"]*— )?When (?P<what>[^.,:;\"]+), ")
"""The trigger of such an ability, if its words are a condition; those of an event are none."""


def name_state(stage: Stage, card: Card, ability: Ability, source: ThingDraft, by: str) -> None:
    """Note the state for which an ability triggers: the check asks whether it ever held until the ability resolves.

    The ability triggers again only after it has resolved.

    Args:
        stage: The board so far.
        card: The card that has the ability.
        ability: The ability.
        source: Its permanent.
        by: The player who controls the ability.
    """
    said = _STATE.match(ability.text)
    condition = None if said is None else condition_said(said["what"], card)
    if said is None or condition is None or zone_without_cards(condition, stage.zones_told):
        return
    words = said["what"]
    before = [one.claimed for one in stage.timeline.named if (one.named, one.words) == (source.label, words)]
    stage.timeline.named += [
        Named(step, "state", "", source.label, None, source.label, by, words=words, condition=condition,
              claimed=stage.step)
        for step in range(max([source.step, *before]) + 1, stage.step + 1)
    ]  # fmt: skip
