"""The players of a resolving spell or ability: its controller, the named players, and the one who gains control."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from facts.board.asked import Chosen
from facts.board.steps.drafts import ResolutionDraft, ThingDraft
from facts.board.steps.printed_abilities import abilities_ever
from facts.board.steps.stage import Stage
from facts.cards import Ability, Card
from facts.effects import is_of_chosen_player
from facts.effects.form import Chosen as ChosenWord
from facts.effects.form import form_parts
from facts.runtime import pattern
from facts.words import attacks_a_player

_TARGET_PLAYER = pattern(r"\btarget (?:player|opponent)\b", re.IGNORECASE)
_THAT_PLAYER = pattern(r"\bthat player\b", re.IGNORECASE)


_NAMED_PLAYER = pattern(r"\b(?:target|chosen|each|choose an?) (?:player|opponent)\b", re.IGNORECASE)


def named_objects(step: Mapping[str, Any]) -> list[str]:
    """Return the objects that a step names under 'affects'.

    Args:
        step: The step.

    Returns:
        Labels of objects, or players.
    """
    named = step.get("affects", [])
    return list(named) if isinstance(named, list) else [named]


def players_named(stage: Stage, step: Mapping[str, Any]) -> list[str]:
    """Return the player that a step names under 'affects', where no object goes by that name: "target player".

    Args:
        stage: The board so far.
        step: The step.

    Returns:
        One player, or none.
    """
    players = [one for one in named_objects(step) if one in stage.timeline.players and one not in stage.timeline.things]
    return players if len(players) == 1 and "player" not in (step.get("chosen") or {}) else []


def only_player(stage: Stage, resolution: ResolutionDraft, said: str | None) -> str:
    """Return the only player whom the text can mean: who gains control, the target's controller, one opponent.

    Args:
        stage: The board so far.
        resolution: The spell or ability that resolves.
        said: The player whom the step names as its controller; None if it names none.

    Returns:
        The player; empty if it may be another.
    """
    gains = any(isinstance(one.gain_control, ChosenWord) for one in resolution.ability.effects)
    if gains and said is not None:
        return said
    text, others = resolution.ability.text, [one for one in stage.timeline.players if one != resolution.controller]
    if resolution.targets and _THAT_PLAYER.search(text) and not _NAMED_PLAYER.search(text):
        target = stage.timeline.things[resolution.targets[0]]
        if may_have_changed_hands(stage, target):
            return ""
        if target.controller in others or not attacks_a_player(text):
            return target.controller
    if resolution.targets and _TARGET_PLAYER.search(text) and any(map(is_of_chosen_player, resolution.ability.effects)):
        named = [stage.timeline.things[label] for label in resolution.targets]
        if len({one.controller for one in named}) > 1 or any(may_have_changed_hands(stage, one) for one in named):
            return ""
        return named[0].controller
    if said is None and may_have_changed_hands(stage, stage.timeline.things.get(resolution.source)):
        return ""
    means_opponent = _OPPONENT.search(text) or attacks_a_player(text)
    return others[0] if len(others) == 1 and means_opponent else ""


def may_have_changed_hands(stage: Stage, thing: ThingDraft | None) -> bool:
    """Tell whether an object's controller may have changed; only the board decides who it is (613.1b).

    Args:
        stage: The board so far.
        thing: The object; None if there is none.

    Returns:
        Whether it may.
    """
    if thing is None:
        return False
    since = [one for one in stage.timeline.resolutions if one.step > thing.step]
    resolved = [one for one in since if one.targets is None or thing.label in one.targets]
    lasting = [effect for one in resolved for effect in one.ability.effects]
    hung = [one for one in stage.timeline.things.values() if one.attached and one.attached[0] == thing.label]
    texts = [one.ability for attached in hung for one in abilities_ever(stage, attached)]  # the rules say which it has
    lasting += [effect for ability in texts for effect in ability.effects]
    back = "owner" if thing.owner == thing.controller else ""  # "gains control of what they own"
    return any((effect.gain_control or back) != back for effect in lasting)


def _speaks_of_you(ability: Ability) -> bool:
    """Tell whether an ability does something that depends on who its controller is."""
    values = (value for _, part in form_parts(ability.effects) for value in part.given().values())
    return any("you" in value if isinstance(value, tuple) else value == "you" for value in values)


_OPPONENT = pattern(r"\b(?:target|an|that) opponent\b", re.IGNORECASE)


def speaker(stage: Stage, step: dict[str, Any], source: ThingDraft | None) -> tuple[str | None, str]:
    """Return the player whom the step names as the controller, and the controller of the spell or ability.

    Args:
        stage: The board so far.
        step: The step.
        source: The permanent whose ability it is, if it is one of a permanent.

    Returns:
        The named player, or None, and the controller.
    """
    said = stage.player(step, "controller")
    return said, said or (source.controller if source else stage.timeline.players[0])


def whose_it_is(stage: Stage, card: Card, ability: Ability, otherwise: str) -> str:
    """Return the controller of the permanents that have the resolving ability, or had it before they left.

    Args:
        stage: The board so far.
        card: The card.
        ability: The ability.
        otherwise: The player to return if several control such permanents.

    Returns:
        The player.
    """
    whose = dict.fromkeys(one.controller for one in stage.those(card) or stage.those(card, left=True))
    if len(whose) > 1 and _speaks_of_you(ability):
        warning = (
            f"{card.name} (step {stage.step}): 'source' does not say whose ability it is: taken as that of {otherwise}"
        )
        stage.timeline.warnings.append(warning)
    return next(iter(whose)) if len(whose) == 1 else otherwise


def gainer(stage: Stage, chosen: Chosen, said: str | None, by: str) -> str:
    """Return the player who gains control by the board; if it names none, the next player.

    Args:
        stage: The board so far.
        chosen: The choices of the step.
        said: The player whom the step names as the controller; None if it names none.
        by: The controller of the spell or ability.

    Returns:
        The player.
    """
    if "player" in chosen:
        return str(chosen["player"][0])
    players = stage.timeline.players
    return said or players[(players.index(by) + 1) % len(players)]
