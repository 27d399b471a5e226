"""The part of a text that works although the board names nothing for another part of it."""

from __future__ import annotations

import re
from dataclasses import replace

from facts.board.steps.stage import Stage
from facts.board.steps.turning_conditions import turns_besides
from facts.board.timeline_terms import AbilityOf, Moment, Resolving
from facts.cards import Ability
from facts.effects import asks_of_target
from facts.runtime import pattern
from facts.text import without_quotes

_MUST_HAVE_TARGETS = pattern(r"(?<!up to one )(?<!up to two )(?<!up to three )(?<!other )\btargets?\b", re.IGNORECASE)


def part_without_targets(stage: Stage, name: str, ability: Ability, text: str) -> tuple[Resolving, Ability] | None:
    """Return the part of an ability that needs nothing to be named, where the board names nothing.

    "Amass 1" changes an Army that may not be there, and "up to one target" allows none (115.1, 608.2). The other
    sentences happen all the same. A text that must have targets cannot resolve without them (601.2c).

    Args:
        stage: The board so far.
        name: The name of the spell or ability that resolves.
        ability: The ability.
        text: All that its card says.

    Returns:
        The part, with a term for it; None where it is all of the ability, or nothing.
    """
    aimed = [effect for effect in ability.effects if effect.affects_targets]
    alone = tuple(effect for effect in ability.effects if not effect.affects_targets)
    if not aimed or not alone or _MUST_HAVE_TARGETS.search(without_quotes(text)):
        return None
    if any(map(asks_of_target, alone)) or any(effect.besides is not None for effect in alone):
        return None
    _warn_of_a_part(stage, name)
    return AbilityOf(Moment(stage.step), 1), replace(ability, effects=alone)


def turns_over_alone(stage: Stage, name: str, ability: Ability) -> bool:
    """Tell whether all that is left of an ability is to transform or convert its permanent (115.1, 608.2).

    That is so if all its targets are optional, and none was chosen. A warning then says that a part does nothing.

    Args:
        stage: The board so far.
        name: Its name in the warning.
        ability: The ability.

    Returns:
        Whether that is all.
    """
    if not all(effect.affects_targets for effect in ability.effects) or not turns_besides(ability.text):
        return False
    if _MUST_HAVE_TARGETS.search(without_quotes(ability.text)):
        return False
    _warn_of_a_part(stage, name)
    return True


def _warn_of_a_part(stage: Stage, name: str) -> None:
    """Warn that a part of a text does nothing, since the step names no object for it."""
    problem = "names nothing for a part of its text, which does nothing; 'affects' would name it"
    stage.timeline.warnings.append(f"{name} (step {stage.step}) {problem}")


def part_that_copies_nothing(stage: Stage, name: str, ability: Ability) -> tuple[Resolving, Ability]:
    """Return what else an ability does to an object that it lets copy "up to one" other and that copies none (115.1).

    Args:
        stage: The board so far.
        name: The name of the spell or ability that resolves.
        ability: The ability.

    Returns:
        The part, with a term for it.
    """
    problem = "is taken to have no target to copy, as 'up to one' allows; 'affects' or 'copy_of' would name one"
    stage.timeline.warnings.append(f"{name} (step {stage.step}) {problem}")
    effects = tuple(one.changed(becomes_copy=None) for one in ability.effects)
    return AbilityOf(Moment(stage.step), 1), replace(ability, effects=effects)
