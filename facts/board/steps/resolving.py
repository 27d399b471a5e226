"""Resolving: the affected objects of a spell or ability, and its choices (608)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from facts.board.asked import check_asked
from facts.board.choices import land_types_told_apart
from facts.board.events import BATTLEFIELD, TURNING
from facts.board.steps.attaching import attach
from facts.board.steps.choosing import warn_of_choices
from facts.board.steps.copying import copied_card, copied_face, make_copies
from facts.board.steps.copying_named import copying_what_is_named
from facts.board.steps.counting import forbids_counters
from facts.board.steps.deeds import asked_choices, finds_others, makes_attachable, may_copy_nothing, whom_it_affects
from facts.board.steps.doing import does_what_a_step_does
from facts.board.steps.drafts import ResolutionDraft, ThingDraft
from facts.board.steps.entering import enter
from facts.board.steps.entering_others import tell_of_others
from facts.board.steps.joined_modes import Joined, chosen_for_each, several_modes
from facts.board.steps.modes import in_mode, refuse_mode_of_none
from facts.board.steps.named_by_step import host_of, host_of_source, is_of_what_is_named, without_itself, without_others
from facts.board.steps.named_objects import name_returned, name_target_of_part
from facts.board.steps.printed_abilities import Printed, printed_abilities
from facts.board.steps.resolving_choices import ask_for_choices, warn_of_places_left_open
from facts.board.steps.resolving_players import (
    gainer,
    may_have_changed_hands,
    named_objects,
    only_player,
    players_named,
    speaker,
    whose_it_is,
)
from facts.board.steps.stage import Stage
from facts.board.steps.step_words import said_resolution
from facts.board.steps.told_facts import amounts_told, conditions_told
from facts.board.steps.told_x import refuse_x_of_nothing
from facts.board.steps.turning import turn_by
from facts.board.steps.turning_conditions import also_turns_over
from facts.board.steps.which_ability import meant_abilities, not_again
from facts.board.steps.without_targets import part_that_copies_nothing, part_without_targets, turns_over_alone
from facts.board.target_words import ring_tempts
from facts.board.timeline_terms import AbilityOf, EffectOf, Moment, Resolving
from facts.cards import Ability, Card, read_ability
from facts.effects import asks_for_colors, asks_of_target, is_not_so, listed, makes_ring_bearer, place_of
from facts.effects.form import Chosen, Condition, Filter, TargetsOf, plain_data
from facts.runtime import FrozenDict, pattern
from facts.text import normal, show
from facts.words import ATTACHABLE, ATTACHABLE_BY, EMBLEM, OF_OTHERS, OF_SPELLS, RESOLVING


def resolves(stage: Stage, step: dict[str, Any]) -> None:
    """Let a spell or ability resolve and make its continuous effects.

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    given = step["resolves"]
    aimed_at = players_named(stage, step)
    if aimed_at:
        step = {**step, "chosen": {**(step.get("chosen") or {}), "player": aimed_at[0]}}
    targets = None
    if "affects" in step:
        targets = (
            tuple(stage.thing(label, "affects").label for label in named_objects(step) if label not in aimed_at) or None
        )
    # An ability on the stack is there without its source (113.7a).
    source = stage.thing(step["source"], "source", left=True) if "source" in step else None
    card: tuple[Card, str] | None = None
    given_card: Card | None = None
    modal = False
    together: Joined | None = None
    if isinstance(given, Mapping):
        name, ability, term = _inline(stage, given)
        candidates: list[tuple[Resolving, Ability]] = [(term, ability)]
    else:
        found = _described(stage, given, source) or stage.card(given, "resolves")
        name, given_card = found.name, found
        card = (found, stage.key(found))
        targets = without_itself(stage, step, found, targets)
        if "copy_of" not in step and does_what_a_step_does(stage, step, found, targets, source or stage.only(found)):
            return
        targets = copying_what_is_named(stage, step, found, targets, source)
        together = several_modes(stage, step, found, targets)
        if together is None:
            meant = meant_abilities(stage, step, found, targets)
            together = chosen_for_each(stage, step, found, meant, targets)
        if together is not None:
            meant, targets = [together.printed], together.targets
        if not meant:
            return
        candidates = [(one.term, one.ability) for one in meant]
        modal = together is not None or any(one.mode for one in meant)
        term, ability = candidates[0]
        _warn_of_unread(stage, found, [one.side for one in meant], [one.ability for one in meant])
        card = None if together is not None else card  # the chosen modes are written, not all of the card
        if source is None:
            source = host_of(stage, stage.only(found), meant) or stage.only(found)
        host = host_of_source(targets, source, [one.ability for one in meant])
        if host and source is None and stage.timeline.things[host].card != found:
            stage.fail((), f"the step does not say which {name} is attached to {show(host)}", "Name it with 'source'")
        if host and source is not None and "attached_to" not in step:
            step, targets = {**step, "attached_to": host}, (source.label,)
        if "source" not in step and is_of_what_is_named(targets, source, [one.ability for one in meant]):
            source = stage.timeline.things[(targets or ("",))[0]]
        if source is None and (
            all(effect.lasts is not None for effect in ability.effects)  # it lasts no longer than that
            or (targets is None and any(effect.affects == "attached" for effect in ability.effects))  # 608.2h
        ):
            source = stage.only(found, left=True)
    if any(effect.emblem is not None for effect in ability.effects):
        emblems = [one for one in stage.timeline.things.values() if one.card.name == f"{name} emblem"]
        emblems = [one for one in emblems if source and one.controller == source.controller] or emblems
        if not targets:
            _emblem(stage, step, name, ability, term, source)
        elif emblems:  # an ability of the emblem affects it
            resolves(stage, {**step, "resolves": emblems[-1].card.name, "source": emblems[-1].label})
        else:
            stage.fail(("affects",), "an ability that creates an emblem affects nothing", "Leave 'affects' out")
        return
    candidates = not_again(stage, candidates, targets, source)
    targets = without_others(stage, name, candidates, targets, source)
    if any(effect.mode is not None for _, ability in candidates for effect in ability.effects):
        candidates = [in_mode(stage, step, number, ability) for number, (_, ability) in enumerate(candidates, 1)]
        card = None  # the chosen effect of the ability is written, not all of the card
    if targets is None and "copy_of" not in step and len(candidates) == 1:
        resolving = candidates[0][1]
        text = _text_of(resolving, card) if resolving.kind == "spell" else resolving.text
        alone = part_without_targets(stage, name, resolving, text)
        if alone is None and given_card is not None and source is not None and turns_over_alone(stage, name, resolving):
            also_turns_over(stage, step, source, given_card, resolving)
            return
        candidates, card = ([alone], None) if alone is not None else (candidates, card)
    if "copy_of" not in step and len(candidates) == 1 and may_copy_nothing(candidates[0][1]):
        candidates, card = [part_that_copies_nothing(stage, name, candidates[0][1])], None
    term, ability = candidates[0]
    aside: tuple[str, ...] = ()
    if targets is not None and len(candidates) == 1 and "copy_of" not in step and _are_of_other_parts(ability):
        aside, targets = targets, targets if any(map(asks_for_colors, ability.effects)) else None
    said, by = speaker(stage, step, source)
    if said is None and source is None and card is not None and ability.kind != "spell":
        by = whose_it_is(stage, card[0], ability, by)
    if targets is not None and len(candidates) == 1 and all(one.affects == "targets" for one in ability.effects):
        name_returned(stage, ability, targets, source.label if source else "", by)
    if aside:
        name_target_of_part(stage, ability.text, aside, source, by)
    asked = {key for _, one in candidates for key in asked_choices(one)}
    if "chosen" in step:
        texts = [one.text for _, one in candidates]
        chooser = "" if may_have_changed_hands(stage, source) else by
        if not (
            modal
            or "mode" in asked
            or any(one.mode is not None for _, ability in candidates for one in ability.effects)
        ):
            refuse_mode_of_none(stage, stage.choices(step), name, [*texts, _text_of(ability, card)])
        check_asked(stage.document, (*stage.path, "chosen"), stage.choices(step), texts, chooser, stage.face_named)
        if not any(effect.change_words for effect in ability.effects):  # those choose words without saying so
            warn_of_choices(stage, name, stage.choices(step), [_text_of(ability, card)], asked)
    if aimed_at and "player" not in asked and not _PLAYER_TARGETED.search(_text_of(ability, card)):
        stage.thing(aimed_at[0], "affects")  # it affects no player: there is no such object
    refuse_x_of_nothing(stage, step, name, None if card is None else card[0], [one for _, one in candidates])
    resolution = ResolutionDraft(
        stage.step, str(step.get("as", "")), name, ability, term, card, targets,
        source.label if source else "", by, land_types_told_apart(stage.choices(step), asked), step.get("x"),
    )  # fmt: skip
    resolution.candidates = candidates
    resolution.modes = together.modes if together is not None else ()
    resolution.controller_told = said is not None
    forms = [one.effects for _, one in candidates]
    resolution.told, resolution.amounts = (
        conditions_told(stage, step, forms, [one.text for _, one in candidates]),
        amounts_told(stage, step, forms),
    )
    if resolution.told is None and "told" not in step:
        resolution.told = _told_by_resolving(candidates, targets)
    if "player" in asked and "player" not in resolution.chosen and (only := only_player(stage, resolution, said)):
        resolution.chosen = FrozenDict({**resolution.chosen, "player": (only,)})
    whose = [effect.gain_control for one in forms for effect in one if effect.gain_control is not None]
    resolution.by_source = said is None and source is not None and ("you" in whose or resolution.needs_control)
    if "you" in whose:
        resolution.new_controller = by
    elif any(isinstance(one, Chosen) for one in whose):
        if said is None and "player" not in resolution.chosen and may_have_changed_hands(stage, source):
            stage.fail((), "the step does not say who gains control", "Name that player with 'chosen'")
        resolution.new_controller = gainer(stage, resolution.chosen, said, by)
    if any(map(asks_of_target, ability.effects)) and targets in (None, (resolution.source,)):
        what = "colors" if any(map(asks_for_colors, ability.effects)) else "power and toughness"
        stage.fail((), f"the step does not say whose {what} these are", "Name it with 'affects', and 'source'")
    if any(map(asks_for_colors, ability.effects)) and targets is None:
        stage.fail((), "the step does not say whose colors these are", "Name it with 'affects'")
    if any(effect.besides is not None for effect in ability.effects) and targets is None and "copy_of" not in step:
        stage.fail((), "the step does not name the target that the others are beside", "Name it with 'affects'")
    for key in (*_ONLY_STATIC, *(("lose_texts",) if isinstance(given, dict) else ())):
        if any(key in effect.given() for effect in ability.effects):
            problem = f"{name} does something that only abilities of a card do: {show(key)}"
            stage.fail(("resolves",), problem, "Give a card a static ability that does it")
    places = [place_of(effect) for effect in ability.effects if effect.besides is None]
    if targets is not None and places and all(places) and len(targets) > max(places):
        problem = f"{name} does different things to {max(places)} targets, and {len(targets)} are named"
        stage.fail(("affects",), problem, "Name them in the order of its sentences")
    warn_of_places_left_open(stage, resolution)
    if resolution.targets is None:
        resolution.targets = _own_targets(stage, resolution)
    ask_for_choices(stage, resolution)
    _remember(stage, step, resolution)
    make_copies(stage, step, resolution)
    if "copy_of" in step:
        named = [stage.timeline.things[label] for label in resolution.targets or ()]
        copied = stage.thing(step["copy_of"], "copy_of", left=True)
        tell_of_others(stage, named or stage.timeline.things.values(), copied)
    turn_by(stage, step, resolution)
    if given_card is not None and len(candidates) == 1:
        also_turns_over(stage, step, source, given_card, ability)
    if "attached_to" in step:
        for label in resolution.targets or ():
            attach(stage, stage.timeline.things[label], step["attached_to"], "attached_to")


_TARGETS_OF_A_PART = pattern(r"(?<!the )\btargets?\b(?! (?:players?|opponents?)\b(?! (?:and/)?or\b))", re.IGNORECASE)
"""A target that can be an object: also in "target player or planeswalker"."""


def _are_of_other_parts(ability: Ability) -> bool:
    """Tell whether the targets of a text belong to parts that change no characteristic: the others find their own sets.

    "Tap target creature. Creatures you control get +1/+1." If a quality of these sets is known to the board alone, it
    names the objects that have it.
    """
    if not finds_others(ability) or _TARGETS_OF_A_PART.search(ability.text) is None:
        return False
    sets = [clause for one in ability.effects for clause in listed(one.affects)]
    told = any(isinstance(one, Filter) and (one.as_told is not None or one.name is not None) for one in sets)
    apart = any(one.besides is not None or one.shares is not None for one in ability.effects)
    return not told and not apart


def attached_by_own_text(stage: Stage, step: Mapping[str, Any]) -> None:
    """Let an attached object become an Aura, if its own ability says so and no step told it.

    Args:
        stage: The board so far.
        step: The step, which has been taken.
    """
    label = step["attaches"] if "attaches" in step else next(reversed(stage.timeline.things))
    thing = stage.timeline.things[label]
    card, face = copied_card(stage, thing), copied_face(stage, thing)
    keywords = {one.keyword for one in face.abilities}
    if (
        thing.zone != BATTLEFIELD
        or thing.face_down
        or ATTACHABLE & set(face.type_line.subtypes)
        or keywords & ATTACHABLE_BY
        or any(event.what in TURNING for event in thing.events)
    ):
        return
    own = [one for one in printed_abilities(stage, card) if one.side == thing.side and _attaches_itself(one)]
    told = {one.term for one in stage.timeline.resolutions if one.source == label}
    if len(own) == 1 and own[0].term not in told:
        resolves(stage, {"resolves": card.name, "source": label, "affects": label, "ability": own[0].number})


def _attaches_itself(one: Printed) -> bool:
    """Tell whether an ability that resolves makes its own permanent an Aura, an Equipment or a Fortification.

    It may also return its own card, and say of that permanent what it is.
    """
    returns = _RETURNS.search(one.ability.text) is not None
    own = [
        effect
        for effect in one.ability.effects
        if effect.affected == "this" or (returns and effect.affects == "targets")
    ]
    return one.ability.kind not in ("static", "as_enters") and any(map(makes_attachable, own))


_RETURNS = pattern(r"\breturn (?:it|this card) to the battlefield\b", re.IGNORECASE)


def _text_of(ability: Ability, card: tuple[Card, str] | None) -> str:
    """Return all the text of a card, or of a resolved text without one."""
    faces = card[0].faces if card is not None else ()
    return " ".join([ability.text, *(one.text for face in faces for one in face.abilities)])


_PLAYER_TARGETED = pattern(r"\btarget (?:player|opponent)|\bany (?:other )?target\b|\bor player\b", re.IGNORECASE)


def _described(stage: Stage, name: str, source: ThingDraft | None) -> Card | None:
    """Return the card of the source, or of the objects so far, if the board described it and goes by its name now."""
    objects = [source] if source is not None else stage.timeline.things.values()
    cards = {one.card.name: one.card for one in objects if normal(one.card.name) == normal(name)}
    own = [card for card in cards.values() if source is not None or stage.unknown(name)]
    return own[0] if len(own) == 1 else None


def _told_by_resolving(
    candidates: Sequence[tuple[Resolving, Ability]], targets: tuple[str, ...] | None
) -> tuple[str, ...] | None:
    """Return the conditions that a step implies if an ability resolves whose only effect needs them.

    If there are several effects with different affected sets, the named objects show which of them happened.
    """
    effects = [effect for _, ability in candidates for effect in ability.effects]
    told = [effect.if_.told for effect in effects if effect.if_ is not None and effect.if_.told is not None]
    if len(effects) == 1 and told:
        return (told[0],)
    whom = [effect.affects for effect in effects if isinstance(effect.affects, Filter)]
    apart = targets is not None and len(candidates) == 1 and len(whom) == len(effects) == len(told)
    if not apart or not all(effect.if_ == Condition(told=text) for effect, text in zip(effects, told, strict=True)):
        return None
    return tuple(told) if sorted(str(one.controller) for one in whom) == ["opponent", "you"] else None


def _emblem(
    stage: Stage, step: dict[str, Any], name: str, ability: Ability, term: Resolving, source: ThingDraft | None
) -> None:
    """Name the emblem that an effect makes: the rules say what it is, and where (114)."""
    number, giving = next((place, one) for place, one in enumerate(ability.effects, 1) if one.emblem is not None)
    said, by = speaker(stage, step, source)
    if said is None and may_have_changed_hands(stage, source):
        stage.fail((), "the step does not say who gets the emblem", "Name that player with 'controller'")
    abilities = [plain_data(one) for one in giving.emblem or ()]
    emblem = {"name": f"{name} emblem", "type_line": EMBLEM, "abilities": abilities}
    label = {"as": step["as"]} if "as" in step else {}
    if giving.emblem_for == "each_opponent":
        getting = [player for player in stage.timeline.players if player != by]
    else:
        getting = [by if giving.emblem_for is None else gainer(stage, stage.choices(step), said, by)]
    for who in getting:
        enter(stage, {"enters": emblem, "controller": who, **label}).put_by = EffectOf(term, number)
        label = {}


def _warn_of_unread(stage: Stage, card: Card, sides: list[str], meant: list[Ability]) -> None:
    """Warn about unread sentences of a resolving ability; for an instant or sorcery, of its whole text."""
    for face in card.faces:
        spell = face.side in sides and OF_SPELLS & set(face.type_line.types)
        for ability in face.abilities if spell else meant:
            stage.timeline.warnings += [f"{card.name}: not modelled: {one}" for one in ability.not_modelled]
    if any(_SADDLES.search(one.text) for one in meant):
        stage.timeline.warnings.append(f"{card.name}: not modelled: a permanent becomes saddled")


_SADDLES = pattern(r"^[^\"]*\bbecomes? saddled\b", re.IGNORECASE)
"""Another permanent becomes saddled: only saddle abilities do that here."""


def _inline(stage: Stage, given: Mapping[str, Any]) -> tuple[str, Ability, Resolving]:
    """Return the ability of a step that has its own text or effects."""
    if "text" in given:
        return "an effect", said_resolution(stage, str(given["text"])), AbilityOf(Moment(stage.step), 1)
    form = {"kind": "spell", "effects": list(given["effects"])}
    return "an effect", read_ability(form), AbilityOf(Moment(stage.step), 1)


def _own_targets(stage: Stage, resolution: ResolutionDraft) -> tuple[str, ...] | None:
    """Return the affected set of an ability without named objects: its own permanent, if it says so."""
    if len({whom_it_affects(ability) for _, ability in resolution.candidates}) > 1:
        return None  # the rules say which of them it is
    happening = [effect for effect in resolution.ability.effects if not is_not_so(effect, resolution.told or ())]
    effects = happening or resolution.ability.effects
    affects = [effect.affected for effect in effects]
    if resolution.ability.keyword in RESOLVING:
        affects = ["targets" if resolution.ability.keyword in OF_OTHERS else "this"]
    if all(isinstance(one, str) and one == "this" for one in affects):
        if not resolution.source:
            stage.fail((), "the step does not say what this affects", "Name it with 'affects' or 'source'")
        return (resolution.source,)
    if any(one == "targets" or isinstance(one, TargetsOf) for one in affects):
        stage.fail((), "the step does not say what this affects", "Name its targets with 'affects'")
    return None


_ONLY_STATIC = ("add_abilities_of", "creature_types_of", "full_text_of")
"""Operations that look at other objects all the time: the rules have them for static abilities alone."""


def _remember(stage: Stage, step: dict[str, Any], resolution: ResolutionDraft) -> None:
    resolution.tempts = _is_tempting(resolution)
    stage.timeline.resolutions.append(resolution)
    stage.forbids_counters |= forbids_counters([resolution.ability])
    label = step.get("as")
    if label is not None:
        stage.effects[stage.free(str(label))] = resolution


def _is_tempting(resolution: ResolutionDraft) -> bool:
    """Tell whether the spell or ability has the Ring tempt a player, who chooses one of the named objects."""
    says = ring_tempts(_text_of(resolution.ability, resolution.card))
    return says and any(map(makes_ring_bearer, resolution.ability.effects))


def stacks(stage: Stage, step: dict[str, Any]) -> None:
    """Put an ability of an object onto the stack.

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    thing = stage.thing(step["stacks"], "stacks")
    label = str(step.get("as") or f"stacked_{stage.step}")
    stage.timeline.stacked[stage.free(label)] = (thing.label, stage.step)
