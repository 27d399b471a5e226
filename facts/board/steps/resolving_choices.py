"""Choices of a resolving spell or ability: those that its text asks for and a step leaves open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from facts.board.asked import Chosen
from facts.board.choices import check_words, is_word_of
from facts.board.steps.deeds import asked_choices
from facts.board.steps.drafts import ResolutionDraft
from facts.board.steps.modes import speaks_of
from facts.board.steps.own_target import warn_taken_for
from facts.board.steps.stage import Stage
from facts.board.target_words import chooses_one, ring_tempts, without_the_word
from facts.cards import Ability
from facts.effects import (
    asks_for_x,
    is_not_so,
    needs_no_target,
    parts_with_targets,
    place_of,
    speaks_of_defender,
    spoken_choices,
    told_amounts,
    untold_conditions,
)
from facts.effects.form import Chosen as ChosenWord
from facts.runtime import FrozenDict
from facts.text import show
from facts.words import BY_X


class _LeftOpen(NamedTuple):
    """Values that the board must supply for an ability: X, conditions and amounts."""

    x: bool
    conditions: tuple[str, ...]
    amounts: tuple[str, ...]


@lru_cache(maxsize=4096)
def _left_open(ability: Ability) -> _LeftOpen:
    conditions, amounts = (tuple(dict.fromkeys(find(ability.effects))) for find in (untold_conditions, told_amounts))
    return _LeftOpen(any(map(asks_for_x, ability.effects)), conditions, amounts)


def ask_for_choices(stage: Stage, resolution: ResolutionDraft) -> None:
    """Check that the choices of a resolving spell or ability are made.

    Args:
        stage: The board so far.
        resolution: The spell or ability that resolves.

    Raises:
        InputError: The step leaves open a choice that only the board can tell.
    """
    for effect in resolution.ability.effects:
        if effect.change_words is not None:
            resolution.chosen = _with_word_of_text(resolution, effect.change_words)
            path, text = (*stage.path, "chosen"), resolution.ability.text
            check_words(stage.document, path, resolution.chosen, effect.change_words, text)
    left_open = _left_open(resolution.ability)
    asking = left_open.x or resolution.ability.keyword in BY_X
    if resolution.x is None and len(resolution.candidates) < 2 and asking:
        warning = f"{resolution.name} (step {stage.step}): 'x' does not say what X is"
        stage.timeline.warnings.append(warning)
    if resolution.told is None:
        stage.timeline.warnings += [
            f"{resolution.name} (step {stage.step}): 'told' does not say whether {show(text)}: taken as not so"
            for text in left_open.conditions
        ]
    for text in left_open.amounts:
        if text not in resolution.amounts and resolution.x is None:
            problem = f"'told' does not say how much is {show(text)}: taken as 0, a life total as 20"
            warning = f"{resolution.name} (step {stage.step}): {problem}"
            stage.timeline.warnings.append(warning)
    # A mode that was chosen may leave out the part that asks: "from colorless or from the color of your choice".
    asked = asked_choices(resolution.ability)
    modes = [one for one in resolution.ability.effects if one.mode is not None]
    if modes:
        asked = [
            key
            for key in asked
            if (key == "mode" and len(modes) > 1) or any(speaks_of(one, key) for one in resolution.ability.effects)
        ]
    defended = len(stage.timeline.players) > 2 and speaks_of_defender(resolution.ability.effects)
    for key in dict.fromkeys([*asked, *(("player",) if defended else ())]):
        if key == "player" and not defended and _all_named(resolution):
            continue
        if key not in resolution.chosen and len(resolution.candidates) < 2:
            warning = f"{resolution.name} (step {stage.step}): 'chosen' does not say which {key} was chosen"
            stage.timeline.warnings.append(warning)


def warn_of_places_left_open(stage: Stage, resolution: ResolutionDraft) -> None:
    """Warn where a step names fewer targets than the text has, and does not say which of them (115.6, 608.2b).

    Args:
        stage: The board so far.
        resolution: The spell or ability that resolves.
    """
    happening = [one for one in resolution.ability.effects if not is_not_so(one, resolution.told or ())]
    places = {place_of(one) for one in happening} - {0}
    needed = {place_of(one) for one in happening if not needs_no_target(one)} - {0}
    named = len(resolution.targets or places)
    if len(needed) < named < len(places):
        problem = f"{named} of {len(places)} targets named, and the text lets others be left out, too"
        hint = "the first ones are meant. If not, write the part of the text as {text: ...}"
        stage.timeline.warnings.append(f"{resolution.name} (step {stage.step}): {problem}: {hint}")
    elif named == len(needed) < len(places) and ring_tempts(resolution.ability.text):
        warn_taken_for(stage, resolution.name, without_the_word(resolution.ability.text))
    if resolution.lacks_one_target:
        parts = parts_with_targets(resolution.ability.effects, resolution.told or (), named)
        problem = f"{named} of {len(parts)} targets named"
        if chooses_one(resolution.ability.text):
            one = without_the_word(resolution.ability.text)
            problem = f"the step does not name all targets and the {one}, which is chosen without a target"
        hint = "each is meant, in order, for the first part of the text for which it is legal"
        otherwise = "If another part is meant, write it as {text: ...}"
        stage.timeline.warnings.append(f"{resolution.name} (step {stage.step}): {problem}: {hint}. {otherwise}")


def _with_word_of_text(resolution: ResolutionDraft, kinds: Sequence[str]) -> Chosen:
    """Return the choices, with the new word of a text change if the text itself names that: "with Vampire"."""
    chosen, kind = resolution.chosen, kinds[0]
    if "to" in chosen or len(kinds) != 1:
        return chosen
    named = [word for word in re.findall(r"\b[A-Z][\w'-]+", resolution.ability.text) if is_word_of(kind, word)]
    first = chosen.get("from") or chosen.get(kind)
    return FrozenDict({**chosen, "from": first, "to": tuple(named[:1])}) if first and len(set(named)) == 1 else chosen


def _all_named(resolution: ResolutionDraft) -> bool:
    """Tell whether nobody needs to know the chosen player: the step names all objects that depend on that choice."""
    return all(
        resolution.names(effect) for effect in resolution.ability.effects if "player" in spoken_choices(effect)
    ) and not any(isinstance(effect.gain_control, ChosenWord) for effect in resolution.ability.effects)
