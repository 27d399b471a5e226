"""What resolves in a step: an ability of a card, several of its modes, or words that stand in the step (608)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from facts.board.events import Spell
from facts.board.steps.copying_named import copying_what_is_named
from facts.board.steps.doing import does_what_a_step_does
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.fits_what_is_named import by_what_is_named, that_only_aim, warn_of_another_mode
from facts.board.steps.joined_modes import Joined, chosen_for_each, several_modes
from facts.board.steps.joined_paragraphs import several_paragraphs
from facts.board.steps.named_by_step import host_of, host_of_source, is_of_what_is_named, without_itself
from facts.board.steps.named_targets import is_of_asked_type, name_targets_of_step
from facts.board.steps.overloading import overloaded, without_overload
from facts.board.steps.printed_abilities import Printed, as_spell, printed_abilities
from facts.board.steps.stage import Stage
from facts.board.steps.step_words import said_resolution
from facts.board.steps.which_ability import meant_abilities, warn_that_it_does_nothing
from facts.board.target_words import without_the_word
from facts.board.timeline_terms import AbilityOf, Moment, Resolving
from facts.cards import Ability, Card, read_ability
from facts.effects import listed
from facts.effects.form import TargetsOf
from facts.runtime import pattern
from facts.text import normal, show
from facts.words import OF_A_TARGET


@dataclass
class WhatResolves:
    """What a step says that resolves.

    Attributes:
        step: The step, with what its keys imply.
        name: The name of the card.
        candidates: The abilities that may be meant, each with its term.
        targets: The labels of the objects that the step names; None if it names none.
        source: The source, if it is known.
        card: The card that is written for the rules, with its key; None if only the ability is.
        named_card: The card that the step names.
        joined: Several modes that resolve as one ability.
        modal: Whether a mode of an ability is meant.
        named: The labels of the objects that the step names, also the targets of parts that change nothing.
        spell: The spell that resolves, if it is one.
    """

    step: dict[str, Any]
    name: str
    candidates: list[tuple[Resolving, Ability]]
    targets: tuple[str, ...] | None
    source: ThingDraft | None
    card: tuple[Card, str] | None = None
    named_card: Card | None = None
    joined: Joined | None = None
    modal: bool = False
    named: tuple[str, ...] | None = None
    spell: Spell | None = None

    @property
    def ability(self) -> Ability:
        """The ability, or the first that may be meant."""
        return self.candidates[0][1]


def what_resolves(
    stage: Stage, step: dict[str, Any], targets: tuple[str, ...] | None, source: ThingDraft | None
) -> WhatResolves | None:
    """Find out what resolves in a step.

    Args:
        stage: The board so far.
        step: The step.
        targets: The labels of the objects that it names; None if it names none.
        source: The source, if the step names it.

    Returns:
        What resolves; None if nothing is left to do.

    Raises:
        InputError: The step does not say which ability it is, or names something that it cannot affect.
    """
    given = step["resolves"]
    if isinstance(given, Mapping):
        name, ability, term = _inline(stage, given)
        step = dict(step)
        targets = copying_what_is_named(stage, step, [Printed("front", 1, ability, term)], targets, source)
        return WhatResolves(step, name, [(term, ability)], targets, source)
    card = _described(stage, given, source) or stage.card(given, "resolves")
    spoken = overloaded(stage, step, card)
    if spoken is not None:
        term = AbilityOf(Moment(stage.step), 1)
        return (
            WhatResolves(without_overload(step), card.name, [(term, spoken)], targets, source)
            if spoken.effects
            else None
        )
    targets = without_itself(stage, step, card, targets)
    step = by_what_is_named(stage, step, card, targets, source or stage.only(card))
    if "copy_of" not in step and does_what_a_step_does(stage, step, card, targets, source or stage.only(card)):
        return None
    targets = copying_what_is_named(stage, step, printed_abilities(stage, card), targets, source or stage.only(card))
    joined = several_modes(stage, step, card, targets) or several_paragraphs(stage, step, card, targets)
    meant: list[Printed] = []
    if joined is None:
        meant = meant_abilities(stage, step, card, targets)
        if _only_target_is_named(stage, step, card, meant, targets):
            return None
        joined = chosen_for_each(stage, step, card, meant, targets)
    if joined is not None and not joined.printed.ability.effects:
        warn_that_it_does_nothing(stage, card, "")
        return None
    if joined is not None:
        meant, targets = [joined.printed], joined.targets
    if not meant:
        return None
    _warn_of_unread(stage, card, [one.side for one in meant], [one.ability for one in meant])
    if "ability" not in step:
        _warn_of_the_rest(stage, card, meant)
    if targets is None and joined is None:
        warn_of_another_mode(stage, step, card, meant)
    written = (card, stage.key(card)) if joined is None else None  # the chosen modes are written, not all of the card
    besides = that_only_aim(stage, step, card, meant, targets, source or stage.only(card)) if joined is None else []
    candidates: list[tuple[Resolving, Ability]] = [(one.term, one.ability) for one in (*meant, *besides)]
    modal = (joined is not None and bool(joined.modes)) or any(one.mode for one in meant)
    found = WhatResolves(step, card.name, candidates, targets, source, written, card, joined, modal)
    found.spell = as_spell(stage, card, meant)
    _find_source(stage, found, card, meant)
    return found


def _only_target_is_named(
    stage: Stage, step: dict[str, Any], card: Card, meant: list[Printed], targets: tuple[str, ...] | None
) -> bool:
    """Tell whether a step names only the target of a text, and not the object of awaken or the land of earthbending."""
    if len(meant) != 1 or targets is None or len(targets) != 1:
        return False
    ability, aiming = meant[0].ability, meant
    if ability.keyword in OF_A_TARGET and "ability" not in step:
        every = [one for one in printed_abilities(stage, card) if one.side == meant[0].side]
        aiming = [one for one in every if one.term != meant[0].term]
    elif not without_the_word(ability.text) or _may_be_changed(stage, ability, targets[0]):
        return False
    if not any(is_of_asked_type(stage, one.ability.text, targets[0]) for one in aiming):
        return False
    source = stage.timeline.things.get(step.get("source", "")) or stage.only(card)
    name_targets_of_step(stage, step, card, aiming, targets, source)
    warn_that_it_does_nothing(stage, card, "")
    return True


def _may_be_changed(stage: Stage, ability: Ability, label: str) -> bool:
    """Tell whether an object has a printed card type of those that the effects of an ability change."""
    of = [one.affects.targets for one in ability.effects if isinstance(one.affects, TargetsOf)]
    kinds = [listed(clause.type or ()) for some in of for clause in listed(some or ())]
    asked = {kind for some in kinds for kind in some}
    return not asked or not asked.isdisjoint(stage.timeline.things[label].face.type_line.types)


def _find_source(stage: Stage, found: WhatResolves, card: Card, meant: list[Printed]) -> None:
    """Find the source of an ability of a card, and what it is attached to, if the step does not name it."""
    abilities, effects = [one.ability for one in meant], found.ability.effects
    if found.source is None:
        found.source = host_of(stage, stage.only(card), meant) or stage.only(card)
    host = host_of_source(found.targets, found.source, abilities)
    if host and found.source is None and stage.timeline.things[host].card != card:
        stage.fail((), f"the step does not say which {card.name} is attached to {show(host)}", "Name it with 'source'")
    if host and found.source is not None and "attached_to" not in found.step:
        found.step, found.targets = {**found.step, "attached_to": host}, (found.source.label,)
    if "source" not in found.step and is_of_what_is_named(found.targets, found.source, abilities):
        found.source = stage.timeline.things[(found.targets or ("",))[0]]
    if found.source is None and (
        all(effect.lasts is not None for effect in effects)  # all have a duration, so the source may have left
        or (found.targets is None and any(effect.affects == "attached" for effect in effects))  # 608.2h
    ):
        found.source = stage.only(card, left=True)


def _described(stage: Stage, name: str, source: ThingDraft | None) -> Card | None:
    """Return the card of the source, or of an object so far, if the board described it before and now only names it."""
    if source is not None and normal(source.card.name) == normal(name):
        return source.card
    others = {
        one.card.name: one.card for one in stage.timeline.things.values() if normal(one.card.name) == normal(name)
    }
    return next(iter(others.values())) if len(others) == 1 and stage.unknown(name) else None


def _warn_of_unread(stage: Stage, card: Card, sides: list[str], meant: list[Ability]) -> None:
    """Warn about unread sentences of a resolving ability; for an instant or sorcery, of its whole text."""
    for face in card.faces:
        spell = face.side in sides and face.is_instant_or_sorcery
        for ability in face.abilities if spell else meant:
            stage.timeline.warnings += [f"{card.name}: not modelled: {one}" for one in ability.not_modelled]
    if any(_SADDLES.search(one.text) for one in meant):
        stage.timeline.warnings.append(f"{card.name}: not modelled: a permanent becomes saddled")


def _warn_of_the_rest(stage: Stage, card: Card, meant: list[Printed]) -> None:
    """Warn where a keyword ability of a spell may be meant, such as awaken, and the spell does more (608.2c)."""
    paid = {one.side: one.ability.keyword for one in meant if one.ability.keyword in OF_A_TARGET}
    spells = [face for face in card.faces if face.side in paid and face.is_instant_or_sorcery]
    for face in spells:
        if any(one.effects for one in face.abilities):
            problem = f"{paid[face.side]} and the rest of the spell are told in two steps, and one is applied here"
            hint = f"Name it with 'ability': {paid[face.side]}, or its words"
            stage.timeline.warnings.append(f"{card.name} (step {stage.step}): {problem}. {hint}")


_SADDLES = pattern(r"^(?>(?:When(?:ever)? [^,\"]*, )?)[^\"]*\bbecomes? saddled\b", re.IGNORECASE)
"""Another permanent becomes saddled: only saddle abilities do that here."""


def _inline(stage: Stage, given: Mapping[str, Any]) -> tuple[str, Ability, AbilityOf]:
    """Return the ability of a step that has its own text or effects."""
    if "text" in given:
        return "an effect", said_resolution(stage, str(given["text"])), AbilityOf(Moment(stage.step), 1)
    form = {"kind": "spell", "effects": list(given["effects"])}
    return "an effect", read_ability(form), AbilityOf(Moment(stage.step), 1)
