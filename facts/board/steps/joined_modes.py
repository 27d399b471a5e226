"""Several modes of one spell or ability: what they do together, and which of the named objects each of them affects."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from facts.board.events import BATTLEFIELD, Named
from facts.board.steps.deeds import makes_effects
from facts.board.steps.modes import may_choose_again, named_modes
from facts.board.steps.named_targets import has_printed_types
from facts.board.steps.printed_abilities import Printed, as_spell, printed_abilities
from facts.board.steps.resolving_players import speaker
from facts.board.steps.stage import Stage
from facts.board.target_words import targets_said
from facts.board.timeline_terms import AbilityOf, Moment
from facts.cards import Ability, Card, ChosenMode, with_ability_conditions
from facts.effects import place_of
from facts.effects.form import Ability as AbilityForm
from facts.effects.form import Effect, Filter, TargetsOf
from facts.runtime import pattern
from facts.text import show, without_quotes

_TARGETS = pattern(r"(?<!the )\btargets?\b(?! (?:players?|opponents?)\b)", re.IGNORECASE)
_SEVERAL = pattern(
    r"\b(?:up to |one or |or )?(?:two|three|four|X|any number of) (?:other )?targets?\b|\beach of\b", re.IGNORECASE
)
_OTHER_STEPS = pattern(r"\bphases? out\b|\bface up\b|\btransform\b|\battach\b", re.IGNORECASE)


_FORM = AbilityForm.from_data({"kind": "spell"})


class _Part(NamedTuple):
    """A chosen mode.

    Attributes:
        ability: What it says.
        effects: Its continuous effects.
        targets: The number of its targets that are objects.
        several: Whether it may have more targets than that.
    """

    ability: Ability
    effects: tuple[Effect, ...]
    targets: int
    several: bool


class Joined(NamedTuple):
    """What several chosen modes do together.

    Attributes:
        printed: The modes as one ability.
        targets: Labels of the objects that it affects; None if the step names none.
        modes: Each of them, with its effects.
    """

    printed: Printed
    targets: tuple[str, ...] | None
    modes: tuple[ChosenMode, ...]


def several_modes(stage: Stage, step: Mapping[str, Any], card: Card, targets: tuple[str, ...] | None) -> Joined | None:
    """Return what several chosen modes do together, in their printed order (700.2, 608.2c).

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        targets: Labels of the affected objects; None if the step names none.

    Returns:
        The modes as one ability. None if the step names fewer than two modes, or if none of them makes a continuous
        effect.

    Raises:
        InputError: There is no such mode, or the step names too many or too few objects.
    """
    said = named_modes(stage, step, card)
    chosen = sorted(said, key=lambda one: one.mode)
    if chosen != said and len(set(targets or ())) > 1:
        problem = "the modes are not in their printed order, in which their targets are named (608.2c)"
        stage.fail(("chosen", "mode"), problem, f"Write [{', '.join(str(one.mode) for one in chosen)}]")
    return _joined(stage, step, card, chosen, targets)


def chosen_for_each(
    stage: Stage, step: Mapping[str, Any], card: Card, meant: Sequence[Printed], targets: tuple[str, ...] | None
) -> Joined | None:
    """Return what a mode does that was chosen several times: once for each time that the step names a target.

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        meant: The abilities that the step may mean.
        targets: Labels of the affected objects; None if the step names none.

    Returns:
        The mode, once for each target. None if the step names no target twice, or if the text does not let a player
        choose the mode more than once.
    """
    if len(meant) != 1 or not meant[0].mode or targets is None or len(set(targets)) == len(targets):
        return None
    heads = [one for one in printed_abilities(stage, card) if one.number == meant[0].number and not one.mode]
    if not any(may_choose_again(one.ability.text) for one in heads):
        return None
    return _joined(stage, step, card, [meant[0]] * len(targets), targets)


def _joined(
    stage: Stage, step: Mapping[str, Any], card: Card, chosen: Sequence[Printed], targets: tuple[str, ...] | None
) -> Joined | None:
    """Join modes. Return None if there are not several, or if none of them makes a continuous effect."""
    parts = [_part(one.ability, step) for one in chosen]
    if len(parts) < 2 or not any(part.effects for part in parts):
        return None
    for part in parts:
        if not part.effects and _OTHER_STEPS.search(part.ability.text):
            problem = f"the mode {show(part.ability.text)} makes no continuous effect"
            stage.timeline.warnings.append(f"{card.name} (step {stage.step}): {problem}; write what it does as a step")
    named = targets or ()
    counts = _counts(stage, card, parts, named)
    affected: list[str] = []
    effects: list[Effect] = []
    modes: list[ChosenMode] = []
    at = 0
    for one, part, count in zip(chosen, parts, counts, strict=True):
        of_part = named[at : at + count] if at < len(named) else named
        at += count
        before = len(effects)
        if part.effects and count:
            effects += _at_places(part, len(affected), count)
            affected += of_part
        elif count:
            _name_targets(stage, step, card, one, part, of_part)
        elif not part.targets or not named or any(_is_in_its_zone(stage, part, label) for label in named):
            effects += part.effects  # else it has no target: "up to X target creatures" may have none
        modes.append(ChosenMode(one.mode, tuple(range(before + 1, len(effects) + 1))))
    text = "\n".join(part.ability.text for part in parts)
    unread = tuple(one for part in parts for one in part.ability.not_modelled)
    ability = replace(parts[0].ability, given=text, effects=tuple(effects), unread=unread, form=_FORM)
    printed = Printed(chosen[0].side, chosen[0].number, ability, AbilityOf(Moment(stage.step), 1))
    return Joined(printed, tuple(affected) or None, tuple(modes))


def _name_targets(
    stage: Stage, step: Mapping[str, Any], card: Card, chosen: Printed, part: _Part, labels: Sequence[str]
) -> None:
    """Note the targets of a mode that makes no continuous effect, if its words describe them (115.1)."""
    of = targets_said((part.ability.text,), len(labels))
    if of is None:
        return
    source = stage.timeline.things.get(step.get("source", "")) or stage.only(card)
    by = speaker(stage, dict(step), source)[1]
    own = "" if source is None else source.label
    spell = as_spell(stage, card, (chosen,))
    stage.timeline.named += [
        Named(stage.step, "targeted", "", label, of, own, by, x=step.get("x"), spell=spell) for label in labels
    ]


def _part(ability: Ability, step: Mapping[str, Any]) -> _Part:
    """Return a chosen mode with the number of its targets."""
    said = without_quotes(ability.text)
    aimed = [effect for effect in ability.effects if effect.affects_targets]
    most = max(map(place_of, aimed), default=0)
    makes = makes_effects(ability, {key: value for key, value in step.items() if key != "affects"})
    targets = most or (1 if aimed or _TARGETS.search(said) else 0)
    if makes and not aimed:
        targets = 0
    effects = tuple(with_ability_conditions(ability, one) for one in ability.effects) if makes else ()
    return _Part(ability, effects, targets, not most and _SEVERAL.search(said) is not None)


def _counts(stage: Stage, card: Card, parts: Sequence[_Part], named: Sequence[str]) -> list[int]:
    """Return how many of the named objects each mode has as targets.

    A step names objects for each mode that has targets, or only for the modes that make continuous effects. If each
    mode has one target, and the step names one object, that object is the target of them all.
    """
    acting = [part.targets if part.effects else 0 for part in parts]
    every = [part.targets for part in parts]
    found = [_of_so_many(parts, one, len(named)) for one in (acting, every)]
    fitting = [one for one in found if one is not None]
    if fitting:  # a step names the targets of each mode; if these are too few, only of modes with continuous effects
        by_place = fitting[::-1] if len(named) >= sum(every) else fitting
        there = [one for one in by_place if _are_in_their_zones(stage, parts, one, named)]
        if len(there) > 1 and there[0] != there[1]:
            _warn_of_types(stage, card, parts, there, named)
        return next(iter(there), fitting[0])
    if len(named) == 1 and set(acting) <= {0, 1}:
        return acting
    wanted = sum(acting)
    targets = "one target" if wanted == 1 else f"{wanted} targets"
    those = "no object is" if not named else "one object is" if len(named) == 1 else f"{len(named)} objects are"
    problem = f"the chosen modes of {card.name} have {targets}, and {those} named"
    hint = "Name one for each mode, in the order of the text; an object may be named more than once"
    stage.fail(("affects",) if named else (), problem, hint)


def _of_so_many(parts: Sequence[_Part], counts: list[int], named: int) -> list[int] | None:
    """Return how many of the named objects each mode has; None if there are too many or too few."""
    wanted = sum(counts)
    loose = [at for at, part in enumerate(parts) if counts[at] and part.several]
    if named == wanted:
        return counts
    if len(loose) != 1 or named < wanted - 1:
        return None
    return [count + named - wanted if at in loose else count for at, count in enumerate(counts)]


def _warn_of_types(
    stage: Stage, card: Card, parts: Sequence[_Part], ways: Sequence[list[int]], named: Sequence[str]
) -> None:
    """Warn where a named object has no printed card type for which its mode asks, and another way would fit (115.1)."""
    taken, other = (_without_their_types(stage, parts, counts, named) for counts in ways[:2])
    if taken and not other:
        part, label = taken[0]
        problem = f"{show(label)} is taken for the target of {show(part.ability.text)}"
        stage.timeline.warnings.append(f"{card.name} (step {stage.step}): {problem}. Name the target of each mode")


def _without_their_types(
    stage: Stage, parts: Sequence[_Part], counts: Sequence[int], named: Sequence[str]
) -> list[tuple[_Part, str]]:
    """Return the modes and their targets that have no printed card type for which the mode asks."""
    each = [part for part, count in zip(parts, counts, strict=True) for _ in range(count)]
    pairs = zip(each, named, strict=False)
    return [(part, label) for part, label in pairs if not has_printed_types(stage, part.ability.text, (label,))]


def _are_in_their_zones(stage: Stage, parts: Sequence[_Part], counts: Sequence[int], named: Sequence[str]) -> bool:
    """Tell whether each of the named objects is in a zone of which its mode speaks."""
    each = [part for part, count in zip(parts, counts, strict=True) for _ in range(count)]
    return all(_is_in_its_zone(stage, part, label) for part, label in zip(each, named, strict=True))


def _is_in_its_zone(stage: Stage, part: _Part, label: str) -> bool:
    """Tell whether an object is in a zone of which a mode speaks: the battlefield, if it says no "card" (109.2)."""
    elsewhere = _OFF_BATTLEFIELD.search(part.ability.text) is not None
    return elsewhere != (stage.timeline.things[label].zone == BATTLEFIELD)


_OFF_BATTLEFIELD = pattern(r"\btargets? (?:[\w-]+,? ){0,5}?(?:cards?|spells?|abilit(?:y|ies))\b", re.IGNORECASE)
"""A target that is not on the battlefield."""


def _at_places(part: _Part, before: int, count: int) -> list[Effect]:
    """Return the effects of a mode, with the places of its targets among all that the step names."""
    found: list[Effect] = []
    for effect in part.effects:
        affects = effect.affects
        wanted = affects.targets if isinstance(affects, TargetsOf) else Filter()
        places = [place_of(effect)] if place_of(effect) else range(1, count + 1) if effect.affects_targets else ()
        found += [effect.changed(affects=TargetsOf(targets=wanted, nth=before + place)) for place in places] or [effect]
    return found
