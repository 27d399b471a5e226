"""Overload: a spell cast for its overload cost says "each" in the place of "target" (702.96)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from facts.board.steps.stage import Stage
from facts.board.steps.which_ability import warn_that_it_does_nothing
from facts.board.target_words import TARGET_WORD
from facts.cards import Ability, Card, read_ability
from facts.effects import listed
from facts.effects.form import Effect, TargetsOf, plain_data
from facts.runtime import pattern


def overloaded(stage: Stage, step: Mapping[str, Any], card: Card) -> Ability | None:
    """Return what an overloaded spell does: it affects each object that could have been its target (702.96a).

    Args:
        stage: The board so far.
        step: The step that lets it resolve.
        card: The card.

    Returns:
        The ability, without targets and perhaps without effects; None if the step does not tell that it was overloaded.

    Raises:
        InputError: The spell does different things to several targets.
    """
    spells = [
        one
        for face in card.faces
        if any(ability.keyword == _OVERLOAD for ability in face.abilities)
        for one in face.abilities
        if one.kind == "spell"
    ]
    if not spells or not any(map(_is_overload, listed(step.get("told", [])))):
        return None
    effects = [_on_each(effect) for one in spells for effect in one.effects]
    if any(effect is None for effect in effects):
        stage.fail(("told",), f"an overloaded {card.name} is not modelled", "Write {text: ...} with 'each'")
    text = TARGET_WORD.sub(lambda found: "Each" if found[0][0] == "T" else "each", " ".join(one.text for one in spells))
    if not effects:
        warn_that_it_does_nothing(stage, card)
        return read_ability({"kind": "spell", "text": text, "effects": []})
    told = [{key: value for key, value in plain_data(one).items() if key not in _OF_ABILITY} for one in effects]
    chosen = [kind for one in spells for kind in one.chooses]
    return read_ability({"kind": "spell", "text": text, "effects": told, **({"chooses": chosen} if chosen else {})})


def without_overload(step: dict[str, Any]) -> dict[str, Any]:
    """Return a step without its word that the spell was overloaded.

    Args:
        step: The step.
    """
    told = [one for one in listed(step.get("told", [])) if not _is_overload(one)]
    return {**step, "told": told} if told else {key: value for key, value in step.items() if key != "told"}


def _is_overload(told: object) -> bool:
    return isinstance(told, str) and _OVERLOADED.fullmatch(told) is not None


def _on_each(effect: Effect) -> Effect | None:
    """Return an effect on its targets as one on each object that could be one; None if that is not possible."""
    aimed = effect.affects
    if not isinstance(aimed, TargetsOf):
        return None if aimed == "targets" else effect
    return None if aimed.targets is None or aimed.nth is not None else effect.changed(affects=aimed.targets)


_OVERLOAD = "overload"
_OVERLOADED = pattern(r"(?:it was )?overload(?:ed)?", re.IGNORECASE)
_OF_ABILITY = ("kind", "text", "chooses")
"""Keys of an ability that are none of its effects."""
