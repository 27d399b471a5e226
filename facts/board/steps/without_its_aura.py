"""Notes the objects that a text calls enchanted, where the board has no Aura that would be its source (608.2c)."""

from __future__ import annotations

from collections.abc import Sequence

from facts.board.events import Named
from facts.board.steps.stage import Stage
from facts.cards import Ability, Card
from facts.effects import listed
from facts.words import NAMING_HOST


def name_enchanted(stage: Stage, card: Card, ability: Ability, labels: Sequence[str], by: str) -> None:
    """Note the objects that a text calls enchanted, where the board has no Aura that would be its source (702.5a).

    The Aura must have been able to enchant them at some moment until then: since the ability was activated, an effect
    may have made them something else. The board does not say who controlled the Aura.

    Args:
        stage: The board so far.
        card: The card of the Aura.
        ability: The ability that resolves.
        labels: The objects that the step names.
        by: The player who controls the ability.
    """
    if not ability.effects or any(one.affected != "attached" for one in ability.effects):
        return
    naming = [one.text for face in card.faces for one in face.abilities if one.keyword in NAMING_HOST]
    if len(naming) != 1:
        return
    from facts.oracle import read_enchant  # reading texts takes longer to import than a small board

    enchants = read_enchant(naming[0])
    if enchants is None or enchants.what is None or enchants.player or not enchants.alone:
        return
    of = tuple(one.changed(controller=None) for one in listed(enchants.what))
    stage.timeline.named += [
        Named(step, "enchanted", "", label, of, "", by, claimed=stage.step)
        for label in labels
        for step in range(stage.timeline.things[label].step + 1, stage.step + 1)
    ]
