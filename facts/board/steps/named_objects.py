"""Notes the objects that a step names and a text restricts: copied, equipped, mutated onto (707.5, 115.1).

The check of a board asks of each whether the text allows it, by the board as it was at that moment; see
`facts.board.named_questions`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from facts.board.asked import Chosen
from facts.board.events import BATTLEFIELD, Named, Spell
from facts.board.steps.can_resolve import AS_IT_TRANSFORMS
from facts.board.steps.copied_by_words import ELSEWHERE, Copied, could_change_its_types, lesser_size, may_be_copied
from facts.board.steps.drafts import ResolutionDraft, ThingDraft
from facts.board.steps.printed_abilities import Printed, as_spell, printed_abilities
from facts.board.steps.returned_cards import name_returned
from facts.board.steps.stage import Stage
from facts.board.steps.state_triggers import name_state
from facts.board.steps.told_facts import MANA_SPENT, copies_up_to_mana_spent
from facts.board.steps.triggering import name_by_words
from facts.board.target_words import only_host, quality
from facts.board.timeline import described_sets
from facts.board.timeline_terms import AbilityOf, FaceOf
from facts.cards import Ability, Card, Face, symbol_parts, symbols
from facts.effects import ALL_ZONES, listed
from facts.effects.form import Bounds, Effect, Filter, Filters, TargetsOf
from facts.effects.form import Chosen as ChosenType
from facts.runtime import NO_ENTRIES, FrozenDict, pattern
from facts.text import show
from facts.words import (
    ATTACHABLE_BY,
    ATTACHING,
    COPYING,
    COPYING_CARDS,
    COPYING_ITS_OWN,
    NAMING_HOST,
    NEEDING_HOST,
    PAIRING,
)

_MUTATED_ONTO = Filter(type="Creature", not_=Filter(subtype="Human"), owner="you")
"""The creature that a mutating spell targets: "you" are the owner of the spell (702.140a)."""


_BESTOWED_ON = Filter(type="Creature")
"""What a bestowed Aura spell enchants (702.103b)."""
_NO_OBJECT = Filter(token=True, not_=Filter(token=True))
"""A filter that no object meets: for a copy that no text allows."""
_COPY = pattern(r"\bcop(?:y|ies)\b", re.IGNORECASE)


def name_copied_by_text(stage: Stage, resolution: ResolutionDraft, effect: Effect, copied: ThingDraft) -> None:
    """Note the object that a resolving spell or ability copies.

    Args:
        stage: The board so far.
        resolution: The spell or ability that resolves.
        effect: The effect by which something is a copy.
        copied: The copied object.
    """
    parts = resolution.parts  # several paragraphs of a spell are one text
    others = [one for one in parts if one != resolution.ability.text] if len(parts) > 1 else []
    before = " ".join(others) or _before(stage, resolution.term)
    of = may_be_copied(resolution.ability, effect, resolution.source, before)
    _name_copied(
        stage, of, copied, resolution.source, resolution.controller, resolution.chosen,
        x=resolution.x, spell=resolution.spell,
    )  # fmt: skip
    if effect.affected != "this":
        _name_another(stage, of, copied, resolution.targets or (), resolution.controller)


def name_copied_as_it_enters(stage: Stage, printed: list[Printed], thing: ThingDraft, copied: ThingDraft) -> None:
    """Note the object that another one copies as it enters, is turned face up or transforms.

    Args:
        stage: The board so far.
        printed: The abilities of the object.
        thing: The object.
        copied: The copied object.
    """
    for one in (one for one in printed if one.ability.kind == "as_enters"):
        for effect in one.ability.effects:
            if effect.becomes_copy is not None and effect.affected == "this":
                of = may_be_copied(one.ability, effect, "", _before(stage, one.term))
                if copies_up_to_mana_spent(one.ability):
                    of = _up_to_mana_spent(stage, of, thing)
                _name_copied(stage, of, copied, "", thing.controller, thing.chosen, thing, x=thing.x)
                return
    transforming = (one.ability for one in printed if AS_IT_TRANSFORMS.match(one.ability.text))
    copying = ((one, effect) for one in transforming for effect in one.effects if effect.becomes_copy is not None)
    if (found := next(copying, None)) is not None:
        _name_copied(stage, may_be_copied(*found, thing.label), copied, thing.label, thing.controller, thing.chosen)
        return
    if (
        thing.zone == BATTLEFIELD
        and not stage.telling_others
        and not any(_COPY.search(x.ability.text) for x in printed if x.ability.kind != "activated")
    ):
        name_what_no_text_copies(stage, thing, copied)


def _up_to_mana_spent(stage: Stage, of: Copied | None, thing: ThingDraft) -> Copied | None:
    """Limit what an object copies by the mana that was spent to cast it.

    If the step tells X alone, that is taken as its mana cost with that X; else as enough. A warning says so.
    """
    spent = thing.amounts.get(MANA_SPENT)
    if spent is None:
        taken = "enough for what it copies"
        if thing.x is not None:
            spent = _paid(thing.face.mana_cost, thing.x)
            taken = f"{spent}, its mana cost if X is {thing.x}"
        warning = f"{thing.label}: 'told' does not say {show(MANA_SPENT)}: taken as {taken}"
        stage.timeline.warnings.append(f"{warning}. Write told: {{mana spent: ...}}")
    if spent is None:
        return of
    clauses = () if of is None or isinstance(of, TargetsOf) else listed(of)
    return tuple(one.changed(mana_value=Bounds(at_most=spent)) for one in clauses) or of


def _paid(cost: str, x: int) -> int:
    """Return how much mana pays for a cost: the number in a symbol, X, or one mana."""
    spent = 0
    for symbol, count in symbols(cost).items():
        number = next((part for part in symbol_parts(symbol) if isinstance(part, int)), x if symbol == "X" else 1)
        spent += number * count
    return spent


def name_copied_by_spell(stage: Stage, printed: list[Printed], thing: ThingDraft, copied: ThingDraft) -> None:
    """Note the object that another one enters as a copy of, because a spell or ability has said so before (614.1c).

    Args:
        stage: The board so far.
        printed: The abilities of the card of that spell or ability.
        thing: The object.
        copied: The copied object, which was the target of the spell. No step says when, so the question is about the
            moment at which the object enters.
    """
    for one in printed:
        for effect in one.ability.effects:
            if effect.becomes_copy is not None and isinstance(effect.becomes_copy.of, TargetsOf):
                _name_copied(stage, effect.becomes_copy.of, copied, "", thing.controller, NO_ENTRIES, thing)


def name_copied_by_host(
    stage: Stage, ability: Ability, term: AbilityOf, holder: ThingDraft, copied: ThingDraft
) -> None:
    """Note the object that the host of an attached object becomes a copy of, by an ability of that object.

    Args:
        stage: The board so far.
        ability: The ability.
        term: Its term.
        holder: The attached object.
        copied: The copied object.
    """
    source = holder.label if holder.step < stage.step else ""  # an entering object does not exist then
    for effect in ability.effects:
        if effect.becomes_copy is not None:
            of = may_be_copied(ability, effect, source, _before(stage, term))
            _name_copied(stage, of, copied, source, holder.controller, holder.chosen)
            if holder.attached is not None:
                _name_another(stage, of, copied, holder.attached[:1], holder.controller)


def name_what_no_text_copies(stage: Stage, thing: ThingDraft, copied: ThingDraft) -> None:
    """Note that an object is said to enter as a copy of one that the text of the named card does not let it copy.

    Args:
        stage: The board so far.
        thing: The object.
        copied: The copied object.
    """
    _name_copied(stage, _NO_OBJECT, copied, "", thing.controller, thing.chosen, thing)


def name_copied_by_token(
    stage: Stage, maker: Card, making: list[Printed], thing: ThingDraft, copied: ThingDraft
) -> None:
    """Note the object that a token is a copy of.

    A keyword such as embalm creates a copy of the card that has it, and of no other card.

    Args:
        stage: The board so far.
        maker: The card whose ability created the token.
        making: The abilities that could have created the token.
        thing: The token.
        copied: The copied object.
    """
    there = [one for one in stage.those(maker) if one is not thing]
    source = there[0] if len(there) == 1 else None
    effects = [
        (one, effect)
        for one in making
        for effect in one.ability.effects
        if one.ability.makes_token or effect.creates_copy is not None
    ]
    if not effects and any(one.ability.keyword in COPYING_ITS_OWN for one in printed_abilities(stage, maker)):
        _name_copied(stage, _its_own_card(stage, maker), copied, "", thing.controller, NO_ENTRIES)
    elif not effects and any(_POPULATES.search(one.ability.text) for one in printed_abilities(stage, maker)):
        _name_copied(stage, quality("creature token you control"), copied, "", thing.controller, NO_ENTRIES)
    elif not effects and not any(_makes_copies(one.ability) for one in making):
        _name_copied(stage, _NO_OBJECT, copied, "", thing.controller, NO_ENTRIES)
    if len(effects) == 1:
        one, effect = effects[0]
        # "this" is the host if the host has the ability, and the board does not say whose ability it was
        label = "" if source is None or source.step == stage.step or one.to_host else source.label
        of = may_be_copied(one.ability, effect, label, _before(stage, one.term))
        chosen = FrozenDict({**(source.chosen if source is not None else {}), **thing.chosen})
        if of is not None and _asks_for_type(of, chosen):
            stage.timeline.warnings.append(f"{thing.label}: 'chosen' does not say which creature_type was chosen")
        elif of is not None:
            spell, lesser = as_spell(stage, maker, (one,)), lesser_size(one.ability.text) if label else ""
            _name_copied(stage, of, copied, label, thing.controller, chosen, x=thing.x, spell=spell, lesser=lesser)


def _before(stage: Stage, term: object) -> str:
    """Return the paragraph of a card before an ability; empty if there is none."""
    if not isinstance(term, AbilityOf) or not isinstance(term.of, FaceOf) or term.of.key not in stage.timeline.cards:
        return ""
    face = stage.timeline.cards[term.of.key].face(term.of.side)
    return face.abilities[term.place - 2].text if face is not None and term.place > 1 else ""


def _asks_for_type(of: Copied, chosen: Chosen) -> bool:
    """Tell whether objects of a chosen creature type may be copied, and the board does not say which type that is."""
    clauses = listed(of.targets if isinstance(of, TargetsOf) else of)
    subtypes = [type_ for one in clauses for type_ in listed(one.subtype or ())]
    return "creature_type" not in chosen and any(isinstance(type_, ChosenType) for type_ in subtypes)


def _makes_copies(ability: Ability) -> bool:
    """Tell whether an ability may create a token that is a copy, also if its text is not understood."""
    return ability.keyword in COPYING or _COPY.search(ability.text) is not None


def _its_own_card(stage: Stage, maker: Card) -> Filters | None:
    """Return the filter of what a token of a keyword such as embalm may be a copy of.

    The token is a copy of the card that has the keyword. If this enters as a copy, so does the token (707.5). Some of
    these keywords exile the card from a graveyard; then it is no permanent.

    Args:
        stage: The board so far.
        maker: The card.

    Returns:
        The filter; None for any object.
    """
    own = {one.ability.keyword for one in printed_abilities(stage, maker)} & COPYING_ITS_OWN
    of: list[Filter] = [Filter(name=maker.name, zone=ELSEWHERE if own <= COPYING_CARDS else ALL_ZONES)]
    for one in printed_abilities(stage, maker):
        for effect in one.ability.effects if one.ability.kind == "as_enters" else ():
            if effect.becomes_copy is not None and effect.affected == "this":
                copied = may_be_copied(one.ability, effect, "")
                if copied is None or isinstance(copied, TargetsOf):
                    return None
                of += listed(copied)
    return tuple(of)


def name_host(stage: Stage, thing: ThingDraft, face: Face, host: ThingDraft, *, otherwise: bool = False) -> None:
    """Note the host of an Equipment or Fortification that has an ability to attach itself (702.6a), or of an Aura.

    Also note the host of an Equipment whose text says which objects it can be attached to.

    Args:
        stage: The board so far.
        thing: The Equipment.
        face: The face that is up, or that of the copied object.
        host: The host.
        otherwise: Whether another ability than equip, fortify or reconfigure attaches it, as a text says.
    """
    said = tuple(one.text for one in face.abilities if one.keyword in ATTACHING)
    source = thing.label if thing.step < stage.step else ""  # an entering object does not exist then
    bestowed = thing.step == stage.step and any(one.keyword in ATTACHABLE_BY for one in face.abilities) and not said
    if bestowed and host.left is None and thing.first_copy is None and not thing.token:
        stage.timeline.named.append(Named(
            stage.step, "enchanting", thing.label, host.label, _BESTOWED_ON, "", thing.controller, thing.chosen,
            spell=Spell(thing.card, thing.key, face.side, bestowed=True),
        ))  # fmt: skip
    elif not said and not NEEDING_HOST.isdisjoint(face.type_line.subtypes):
        from facts.oracle import read_enchant  # reading texts takes longer to import than a small board

        naming = [one.text for one in face.abilities if one.keyword in NAMING_HOST]
        said_of_host = list(map(read_enchant, naming))
        for text, read in zip(naming, said_of_host, strict=True):
            if read is None or (read.what is None and not read.player):
                stage.timeline.warnings.append(f"{thing.label}: not modelled: {text}")
        enchants = said_of_host[0] if len(said_of_host) == 1 else None
        of = enchants.what if enchants is not None and enchants.alone else None
        if of is not None and host.left is None:
            spell = None if source or thing.first_copy is not None else Spell(thing.card, thing.key, face.side)
            stage.timeline.named.append(Named(
                stage.step, "enchanting", thing.label, host.label, of, source, thing.controller, thing.chosen,
                spell=spell,
            ))  # fmt: skip
    stage.timeline.named += [
        Named(stage.step, "attaching", thing.label, host.label, only, source, thing.controller, thing.chosen)
        for one in face.abilities
        if (only := only_host(one.text)) is not None
    ]
    if said and not otherwise:
        stage.timeline.named.append(
            Named(stage.step, "equipped", thing.label, host.label, None, source, thing.controller, texts=said)
        )


def host_is_target(stage: Stage, thing: ThingDraft, host: str, by: tuple[str, ...] = ()) -> None:
    """Record that the newly equipped creature was the target of the equip ability (702.6a).

    Args:
        stage: The board so far.
        thing: The Equipment.
        host: The label of the creature.
        by: The texts of the equip abilities that the step may mean; empty if it may mean any.
    """
    named = stage.timeline.named
    if named and named[-1].step == stage.step and named[-1].how == "equipped":
        named[-1] = replace(named[-1], how="equipping", texts=by or named[-1].texts)
    elif by:  # another permanent gives it the ability
        named.append(Named(stage.step, "equipping", thing.label, host, None, thing.label, thing.controller, texts=by))


def name_described(stage: Stage, ability: Ability, labels: Sequence[str], source: str, by: str) -> None:
    """Note objects that a text describes before it speaks of its effects: what it returns, and what triggers it.

    Args:
        stage: The board so far.
        ability: The ability, whose effects say nothing about their targets.
        labels: The objects that the step names.
        source: The label of the permanent whose ability it is, or empty.
        by: The player who controls it.
    """
    name_returned(stage, ability.text, labels, source, by)
    name_by_words(stage, ability.text, labels, source, by)


def name_of_set(stage: Stage, ability: Ability, labels: Sequence[str], source: str, by: str) -> None:
    """Note objects of a set that a text describes, where the step also names an object that a player chooses (608.2c).

    Args:
        stage: The board so far.
        ability: The ability.
        labels: The objects of the set that the step names.
        source: The label of the permanent whose ability it is, or empty.
        by: The player who controls it.
    """
    of = described_sets(ability)
    if of is not None:
        stage.timeline.named += [Named(stage.step, "described", "", label, of, source, by) for label in labels]


def name_acting(stage: Stage, card: Card, ability: Ability, source: ThingDraft) -> None:
    """Note the permanent whose ability resolves and affects no object: it must have the ability (113.7a).

    Args:
        stage: The board so far.
        card: The card that has the ability.
        ability: The ability.
        source: The permanent.
    """
    term = next((one.term for one in printed_abilities(stage, card) if one.ability is ability), None)
    if term is not None:
        stage.timeline.named.append(_acting(stage.step, term, ability, source))
        name_as_stacked(stage, term, ability, source)
    name_state(stage, card, ability, source, source.controller)


def name_one_of_several(stage: Stage, could_mean: Sequence[Printed], source: ThingDraft) -> None:
    """Note the permanent of which one of several abilities resolves: it must have one of them (113.7a).

    Args:
        stage: The board so far.
        could_mean: The abilities that the step could mean.
        source: The permanent.
    """
    first, *others = [(one.term, one.ability) for one in could_mean]
    stage.timeline.named.append(replace(_acting(stage.step, *first, source), others=tuple(others)))


def name_as_stacked(stage: Stage, term: AbilityOf, ability: Ability, source: ThingDraft, by: str = "") -> None:
    """Note the steps that may have put an ability onto the stack: its permanent must have had it then (113.7a).

    Args:
        stage: The board so far.
        term: The term of the ability that resolves now.
        ability: The ability.
        source: The permanent.
        by: The player who is said to control the ability, or empty.
    """
    stage.timeline.named += [
        _acting(step, term, ability, source, by)
        for label, step in stage.timeline.stacked.values()
        if label == source.label
    ]


def _acting(step: int, term: AbilityOf, ability: Ability, source: ThingDraft, by: str = "") -> Named:
    """Return a permanent of which an ability resolves, or is put onto the stack."""
    return Named(
        step, "acting", "", source.label, Filter(zone=ALL_ZONES), source.label, by or source.controller,
        ability=(term, ability), controller_told=bool(by),
    )  # fmt: skip


def name_lifted_guard(stage: Stage, step: Mapping[str, Any], texts: Sequence[str], source: ThingDraft) -> bool:
    """Note that an ability lets a player target creatures of opponents, or its source, despite hexproof or shroud.

    Args:
        stage: The board so far.
        step: The step.
        texts: The texts of the abilities that the step may mean.
        source: The permanent whose ability it is.

    Returns:
        Whether one of them does that.

    Raises:
        InputError: The step does not say which player the ability targets.
    """
    as_though = [one for one in texts if "as though" in one]
    if not as_though:
        return False
    from facts.oracle import read_lifted_guard  # reading texts takes longer to import than a small board

    said = next(filter(None, map(read_lifted_guard, as_though)), None)
    if said is None:
        return False
    who = source.controller if said.whose == "you control" else (step.get("chosen") or {}).get("player")
    if who is None:
        stage.fail((), "the step does not say which player is the target", "Name that player with 'affects'")
    of_opponents = "your opponents control" in said.what
    stage.timeline.named.append(
        Named(
            stage.step, "unguarded", "", "" if of_opponents else source.label, None,
            source.label, str(who), guard=said.guard,
        )
    )  # fmt: skip
    return True


def name_paired(stage: Stage, thing: ThingDraft, partner: ThingDraft) -> None:
    """Note two creatures that are paired: one of them must have soulbond, which pairs them (702.95a).

    Args:
        stage: The board so far.
        thing: The one that enters.
        partner: The other.
    """
    bonded = tuple(Filter(keyword=one) for one in sorted(PAIRING))
    stage.timeline.named += [
        Named(stage.step + 1, "paired", "", one.label, bonded, "", one.controller) for one in (thing, partner)
    ]


def name_mutated(stage: Stage, host: ThingDraft, spell: Spell, owner: str) -> None:
    """Note the creature that a mutating spell merges with (702.140a).

    Args:
        stage: The board so far.
        host: The creature.
        spell: The mutating spell.
        owner: The player who owns the spell.
    """
    named = Named(stage.step, "mutated", "", host.label, _MUTATED_ONTO, "", owner, spell=spell)
    stage.timeline.named.append(named)


_POPULATES = pattern(r"\bpopulates?\b", re.IGNORECASE)
"""Words by which a player creates a copy of a creature token that they control."""


def _name_copied(
    stage: Stage,
    of: Copied | None,
    copied: ThingDraft,
    source: str,
    controller: str,
    chosen: Chosen,
    copying: ThingDraft | None = None,
    x: int | None = None,
    spell: Spell | None = None,
    lesser: str = "",
) -> None:
    targeted = isinstance(of, TargetsOf)
    wanted = of.targets if isinstance(of, TargetsOf) else of
    never = copied.token and wanted is not None and all(one.token is False for one in listed(wanted))
    if wanted is None:
        return
    step = stage.step
    if copied.left is not None and not never:
        if targeted:
            return  # the targeting spell may have made it leave
        as_it_was = tuple(one for one in listed(wanted) if one.zone == BATTLEFIELD)
        if as_it_was and copied.zone == BATTLEFIELD:
            wanted, step = as_it_was, copied.left
        elif _is_elsewhere(wanted):
            return  # no step says where it is after it left
    if copied.zone == "exile" and not copied.exiled_with and any(one.exiled_with for one in listed(wanted)):
        problem = f"{copied.label}: 'exiled_with' does not say which permanent exiled it"
        stage.warn_once(f"{problem}: taken as the one whose text lets it be copied")
    moved = copied.zone != BATTLEFIELD and any(one.zone == BATTLEFIELD for one in listed(wanted))
    if moved and could_change_its_types(copied.card):
        return
    how = "entering" if copying is not None else "targeted" if targeted else "chosen"
    stage.timeline.named.append(
        Named(
            step, how, "" if copying is None else copying.label, copied.label, wanted,
            source, controller, chosen, x, spell=spell, lesser=lesser,
        )
    )  # fmt: skip


def _name_another(stage: Stage, of: Copied | None, copied: ThingDraft, copying: Sequence[str], by: str) -> None:
    """Note that an object becomes a copy of "another" one, which is not itself."""
    wanted = of.targets if isinstance(of, TargetsOf) else of
    if wanted is None or copied.left is not None or not all(one.other for one in listed(wanted)):
        return
    stage.timeline.named += [
        Named(stage.step, "chosen", "", copied.label, Filter(other=True, zone=ALL_ZONES), label, by)
        for label in copying
        if stage.timeline.things[label].step < stage.step
    ]


def _is_elsewhere(of: Filters) -> bool:
    """Tell whether the copied object need not be on the battlefield."""
    return any(clause.zone is not None for clause in (of if isinstance(of, tuple) else (of,)))
