"""Resolving: the affected objects of a spell or ability, and its choices (608)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from facts.board.asked import check_asked
from facts.board.board_text import flow
from facts.board.choices import land_types_told_apart
from facts.board.events import BATTLEFIELD, TURNING
from facts.board.steps.attaching import also_attaches, attach
from facts.board.steps.choosing import warn_of_choices
from facts.board.steps.copying import copied_card, copied_face, make_copies
from facts.board.steps.deeds import asked_choices, makes_attachable, may_copy_nothing, whom_it_affects
from facts.board.steps.drafts import ResolutionDraft, ThingDraft
from facts.board.steps.entering import enter
from facts.board.steps.modes import in_mode, refuse_mode_of_none
from facts.board.steps.named_by_step import without_others
from facts.board.steps.named_objects import name_acting, name_as_stacked, name_described, name_of_set
from facts.board.steps.named_targets import name_target_of_part, name_targets_besides, name_targets_in_places
from facts.board.steps.own_target import (
    own_place,
    place_beside_set,
    spell_texts,
    warn_of_last_of_set,
    warn_of_one_named,
)
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
from facts.board.steps.state_triggers import name_state
from facts.board.steps.telling_others import note_copies
from facts.board.steps.told_facts import amounts_told, conditions_told
from facts.board.steps.told_x import refuse_x_of_nothing
from facts.board.steps.turning import copies_as_it_turned, turn_by
from facts.board.steps.turning_conditions import also_turns_over, turns_targets_besides
from facts.board.steps.what_resolves import WhatResolves, what_resolves
from facts.board.steps.which_ability import not_again
from facts.board.steps.without_its_aura import name_enchanted
from facts.board.steps.without_targets import part_that_copies_nothing, part_without_targets, turns_over_alone
from facts.board.target_words import lists_modes, may_aim_at_objects, ring_tempts, without_the_word
from facts.board.timeline import parts_of
from facts.board.timeline_terms import AbilityOf, EffectOf, Resolving
from facts.board.zones_of_conditions import hidden_zones_counted, no_cards_listed
from facts.cards import Ability, Card
from facts.effects import (
    SOURCE_OR_HOST,
    asked_of_named,
    asks_of_target,
    is_not_so,
    listed,
    makes_ring_bearer,
    place_of,
    takes_size_of_target,
)
from facts.effects.form import Chosen, Condition, Filter, TargetsOf, plain_data
from facts.runtime import FrozenDict, pattern
from facts.text import show
from facts.words import ATTACHABLE, ATTACHABLE_BY, ATTACHING, EMBLEM, OF_OTHERS, RESOLVING


def resolves(stage: Stage, step: dict[str, Any]) -> None:
    """Let a spell or ability resolve and make its continuous effects.

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    aimed_at, given = players_named(stage, step), step
    if aimed_at:
        step = {**step, "chosen": {**(step.get("chosen") or {}), "player": aimed_at[0]}}
    targets = None
    if "affects" in step:
        targets = (
            tuple(stage.thing(label, "affects").label for label in named_objects(step) if label not in aimed_at) or None
        )
    # An ability on the stack is there without its source (113.7a).
    source = stage.thing(step["source"], "source", left=True) if "source" in step else None
    named = len(stage.timeline.named)
    what = what_resolves(stage, step, targets, source)
    if what is None:
        _check_what_only_acts(stage, given, named)
        return
    if (
        what.source is not None
        and len(what.candidates) == 1
        and copies_as_it_turned(stage, what.step, what.source, what.ability)
    ):
        return
    if any(effect.emblem is not None for effect in what.ability.effects):
        _about_emblem(stage, what)
    elif _parts_that_happen(stage, what):
        resolution = _resolution_of(stage, what, aimed_at)
        _refuse_what_is_open(stage, what, resolution)
        _make_effects(stage, what, resolution)


def _check_what_only_acts(stage: Stage, step: dict[str, Any], before: int) -> None:
    """Check the choices and note the player of a spell or ability that makes no continuous effect.

    The player controls it as it resolves, and as it was put onto the stack. `before` is the number of objects that
    earlier steps named.
    """
    if "chosen" in step and not stage.unknown(step["resolves"]):
        faces = stage.card(step["resolves"], "resolves").faces
        _check_asked(stage, step, [one.text for face in faces for one in face.abilities])
    said = stage.player(step, "controller")
    if said is not None:
        stage.timeline.named[before:] = [
            replace(one, controller=said, controller_told=True) if one.how in ("acting", "state") else one
            for one in stage.timeline.named[before:]
        ]


def _parts_that_happen(stage: Stage, what: WhatResolves) -> bool:
    """Keep only the parts of an ability that happen in this step: the chosen mode, or what needs no target.

    Returns:
        Whether effects are left; False if all that happens is that something turns over.
    """
    what.candidates = not_again(stage, what.candidates, what.targets, what.source)
    what.named = what.targets
    what.targets = without_others(stage, what.name, what.candidates, what.targets, what.source)
    if any(effect.mode is not None for _, ability in what.candidates for effect in ability.effects):
        chosen = enumerate(what.candidates, 1)
        what.candidates = [in_mode(stage, what.step, number, ability) for number, (_, ability) in chosen]
        what.card = None  # the chosen effect of the ability is written, not all of the card
    copying = "copy_of" in what.step
    if what.targets is None and not copying and len(what.candidates) == 1:
        resolving = what.ability
        text = _text_of(resolving, what.card) if resolving.kind == "spell" else resolving.text
        alone = part_without_targets(stage, what.name, resolving, text)
        if alone is not None:
            what.candidates, what.card = [alone], None
        elif what.named_card is not None and what.source is not None and turns_over_alone(stage, what.name, resolving):
            also_turns_over(stage, what.step, what.source, what.named_card, resolving)
            return False
    if not copying and len(what.candidates) == 1 and may_copy_nothing(what.ability):
        what.candidates, what.card = [part_that_copies_nothing(stage, what.name, what.ability)], None
    return True


def _resolution_of(stage: Stage, what: WhatResolves, aimed_at: Sequence[str]) -> ResolutionDraft:
    """Return the resolution, with its controller, its choices, and what the step tells of it.

    Args:
        stage: The board so far.
        what: What resolves.
        aimed_at: The players among its targets.
    """
    step, name, candidates, source = what.step, what.name, what.candidates, what.source
    term, ability = candidates[0]
    aside: tuple[str, ...] = ()
    targets = what.targets
    parts = spell_texts(ability, what.named_card) or parts_of(ability, None if what.card is None else what.card[0])
    if targets is not None and len(candidates) == 1 and "copy_of" not in step and _are_of_other_parts(ability, parts):
        aside, targets = targets, targets if any(map(asked_of_named, ability.effects)) else None
    in_places = targets or ()
    place = 0 if len(candidates) > 1 or "copy_of" in step else own_place(ability, parts, len(in_places))
    if place:  # the others are targets of parts that change nothing
        targets = in_places[place - 1 : place]
    elif len(candidates) == 1 and len(in_places) == 1:
        warn_of_one_named(stage, name, ability, parts)
    alone = 0 if len(candidates) > 1 or "copy_of" in step else place_beside_set(ability, parts, len(in_places))
    of_set: tuple[str, ...] = ()
    if alone:  # the others are those that the text finds
        targets, of_set = in_places[alone - 1 : alone], (*in_places[: alone - 1], *in_places[alone:])
        warn_of_last_of_set(stage, name, ability, targets[0], of_set)
    said, by = speaker(stage, step, source)
    if said is None and source is None and what.card is not None and ability.kind != "spell":
        by = whose_it_is(stage, what.card[0], ability, by)
    undescribed = targets if all(one.affects == "targets" for one in ability.effects) else None
    if undescribed is not None and len(candidates) == 1:
        name_described(stage, ability, undescribed, source.label if source else "", by)
    name_of_set(stage, ability, of_set, source.label if source else "", by)
    if source is None and targets is not None and what.named_card is not None and len(candidates) == 1:
        name_enchanted(stage, what.named_card, ability, targets, by)
    if aside:
        turns_targets_besides(stage, ability, aside)
        if may_aim_at_objects(ability.text):
            name_target_of_part(stage, ability.text, aside, source, by, what.spell)
    elif undescribed is not None and _CHOOSES_TARGET.search(ability.text):
        name_target_of_part(stage, ability.text, undescribed, source, by, what.spell)
    elif what.named and len(candidates) == 1 and "copy_of" not in step and not place and not _changes_targets(ability):
        host = (
            [what.step["attached_to"]]
            if "attached_to" in what.step and _ATTACHED_TO_TARGET.search(ability.text)
            else []
        )
        name_targets_besides(stage, ability.text, [*what.named, *host], source, by, what.spell)
    asked = {key for _, one in candidates for key in asked_choices(one)}
    _check_choices(stage, what, asked, by)
    if aimed_at and "player" not in asked and not _PLAYER_TARGETED.search(_text_of(ability, what.card)):
        stage.thing(aimed_at[0], "affects")  # it affects no player: there is no such object
    refuse_x_of_nothing(stage, step, name, None if what.card is None else what.card[0], [one for _, one in candidates])
    resolution = ResolutionDraft(
        stage.step, str(step.get("as", "")), name, ability, term, what.card, targets,
        source.label if source else "", by, land_types_told_apart(stage.choices(step), asked), step.get("x"),
    )  # fmt: skip
    resolution.candidates = candidates
    resolution.modes = what.joined.modes if what.joined is not None else ()
    resolution.spell = what.spell
    resolution.controller_told = said is not None
    resolution.source_told = "source" in step
    if place:
        others = (*in_places[: place - 1], *in_places[place:])
        aimed = others if not ability.effects or any(map(without_the_word, parts)) else in_places
        name_targets_in_places(stage, resolution, aimed)
    elif aside and not may_aim_at_objects(ability.text):
        name_targets_in_places(stage, resolution, aside)  # the targets of another paragraph
    elif resolution.has_other_targets:
        name_targets_in_places(stage, resolution, resolution.targets or ())
    if source is not None and len(candidates) == 1 and isinstance(term, AbilityOf):
        name_as_stacked(stage, term, ability, source, said or "")
        if what.named_card is not None:
            name_state(stage, what.named_card, ability, source, by)
    forms = [one.effects for _, one in candidates]
    resolution.told = conditions_told(stage, step, forms, [*(one.text for _, one in candidates), *_of_spell(what)])
    resolution.amounts = amounts_told(stage, step, forms)
    if resolution.told is None and "told" not in step:
        resolution.told = _told_by_resolving(candidates, targets)
        _warn_of_what_resolving_tells(stage, resolution)
    if resolution.x is None and len(candidates) == 1:
        for zone in hidden_zones_counted(ability.effects):
            if zone not in stage.zones_told:
                stage.timeline.warnings.append(f"{name} (step {stage.step}): {no_cards_listed(zone)}")
    if "player" in asked and "player" not in resolution.chosen and (only := only_player(stage, resolution, said)):
        resolution.chosen = FrozenDict({**resolution.chosen, "player": (only,)})
    _name_new_controller(stage, what, resolution, said)
    return resolution


def _of_spell(what: WhatResolves) -> list[str]:
    """Return the texts of all paragraphs of an instant or sorcery spell: any of them may ask what a step tells."""
    card = what.named_card
    faces = card.faces if card is not None and what.ability.kind == "spell" else ()
    return [one.text for face in faces if face.is_instant_or_sorcery for one in face.abilities]


def _check_choices(stage: Stage, what: WhatResolves, asked: set[str], by: str) -> None:
    """Check that a text asks for the choices of the step, and that they can be made.

    Args:
        stage: The board so far.
        what: What resolves.
        asked: The kinds of choices that its effects ask for.
        by: Its controller.
    """
    if "chosen" not in what.step:
        return
    effects = [one for _, ability in what.candidates for one in ability.effects]
    texts, whole = [one.text for _, one in what.candidates], _text_of(what.ability, what.card)
    chooser = "" if may_have_changed_hands(stage, what.source) else by
    if not (what.modal or "mode" in asked or any(one.mode is not None for one in effects)):
        refuse_mode_of_none(stage, stage.choices(what.step), what.name, [*texts, whole])
    _check_asked(stage, what.step, texts, chooser)
    if not any(effect.change_words for effect in what.ability.effects):  # those choose words without saying so
        warn_of_choices(stage, what.name, stage.choices(what.step), [whole], asked)


def _check_asked(stage: Stage, step: dict[str, Any], texts: Iterable[str], chooser: str = "") -> None:
    place = (*stage.path, "chosen")
    check_asked(stage.document, place, stage.choices(step), texts, chooser, stage.face_named, "608.2d")


def _name_new_controller(stage: Stage, what: WhatResolves, resolution: ResolutionDraft, said: str | None) -> None:
    """Note who gains control of something, and whether the controller of the source decides that.

    Args:
        stage: The board so far.
        what: What resolves.
        resolution: The resolution.
        said: The controller, if the step names that player.
    """
    effects = [effect for _, one in what.candidates for effect in one.effects]
    whose = [effect.gain_control for effect in effects if effect.gain_control is not None]
    resolution.by_source = said is None and what.source is not None and ("you" in whose or resolution.needs_control)
    if "you" in whose:
        resolution.new_controller = resolution.controller
    elif any(isinstance(one, Chosen) for one in whose):
        if said is None and "player" not in resolution.chosen and may_have_changed_hands(stage, what.source):
            stage.fail((), "the step does not say who gains control", "Name that player with 'chosen'")
        resolution.new_controller = gainer(stage, resolution.chosen, said, resolution.controller)


def _refuse_what_is_open(stage: Stage, what: WhatResolves, resolution: ResolutionDraft) -> None:
    """Check that the step names all that the effects need, and no more."""
    effects, targets, name = what.ability.effects, resolution.targets, what.name
    if any(map(asks_of_target, effects)) and targets in (None, (resolution.source,)):
        needed = next(filter(None, map(asked_of_named, effects)), "power and toughness")
        stage.fail((), f"the step does not say whose {needed} these are", "Name it with 'affects', and 'source'")
    sized = bool(effects) and all(one.affected == "this" and takes_size_of_target(one) for one in effects)
    if sized and targets is not None and len(targets) > 1:
        problem = f"{name} takes something of one object, and {len(targets)} are named"
        stage.fail(("affects",), problem, f"Name one besides {show(resolution.source)}")
    if targets is None and (asked := next(filter(None, map(asked_of_named, effects)), "")):
        stage.fail((), f"the step does not say whose {asked} these are", "Name it with 'affects'")
    if any(effect.besides is not None for effect in effects) and targets is None and "copy_of" not in what.step:
        stage.fail((), "the step does not name the target that the others are beside", "Name it with 'affects'")
    for key in (*_ONLY_STATIC, *(("lose_texts",) if isinstance(what.step["resolves"], dict) else ())):
        if any(key in effect.given() for effect in effects):
            problem = f"{name} does something that only abilities of a card do: {show(key)}"
            stage.fail(("resolves",), problem, "Give a card a static ability that does it")
    places = [place_of(effect) for effect in effects if effect.besides is None]
    if targets is not None and places and all(places) and len(targets) > max(places):
        problem = f"{name} does different things to {max(places)} targets, and {len(targets)} are named"
        stage.fail(("affects",), problem, "Name them in the order of its sentences")
    warn_of_places_left_open(stage, resolution)


def _make_effects(stage: Stage, what: WhatResolves, resolution: ResolutionDraft) -> None:
    """Add the resolution to the timeline, and do what else it does: copy, turn over, attach."""
    step = what.step
    if resolution.targets is None:
        resolution.targets = _own_targets(stage, resolution)
    ask_for_choices(stage, resolution)
    _remember(stage, step, resolution)
    make_copies(stage, step, resolution)
    if "copy_of" in step:
        named = [stage.timeline.things[label] for label in resolution.targets or ()]
        copied = stage.thing(step["copy_of"], "copy_of", left=True)
        note_copies(stage, named or stage.timeline.things.values(), copied)
    turn_by(stage, step, resolution)
    if what.named_card is not None and len(what.candidates) == 1:
        also_turns_over(stage, step, what.source, what.named_card, what.ability)
    if "attached_to" in step:
        otherwise = all(one.keyword not in ATTACHING and "attach" in one.text.lower() for _, one in what.candidates)
        if step["attached_to"] in (resolution.targets or ()) and len(resolution.targets or ()) > 1:
            problem = f"{show(step['attached_to'])} is one of 'affects', which are attached to it"
            own = flow({"attaches": "LABEL", "to": step["attached_to"]})
            stage.fail(("attached_to",), problem, f"Leave it out of 'affects', or attach in a step of its own: {own}")
        for label in resolution.targets or ():
            attach(stage, stage.timeline.things[label], step["attached_to"], "attached_to", otherwise=otherwise)
    elif what.named_card is not None and len(what.candidates) == 1:
        also_attaches(stage, what.source, what.named_card, what.ability, what.targets)


def _about_emblem(stage: Stage, what: WhatResolves) -> None:
    """Let an ability create an emblem; if the step names objects, an ability of the emblem affects them."""
    source = what.source
    emblems = [one for one in stage.timeline.things.values() if one.card.name == f"{what.name} emblem"]
    emblems = [one for one in emblems if source and one.controller == source.controller] or emblems
    if not what.targets:
        term, ability = what.candidates[0]
        _emblem(stage, what.step, what.name, ability, term, source)
        if source is not None and what.named_card is not None:
            name_acting(stage, what.named_card, ability, source)
    elif emblems:
        resolves(stage, {**what.step, "resolves": emblems[-1].card.name, "source": emblems[-1].label})
    else:
        stage.fail(("affects",), "an ability that creates an emblem affects nothing", "Leave 'affects' out")


_CHOOSES_TARGET = pattern(r"\bchoose target\b|\bfor control of target\b", re.IGNORECASE)
"""A text that describes its target in a sentence of its own, some sentences before it speaks of "that creature"."""


_ATTACHED_TO_TARGET = pattern(r"\battach [^.]* to target\b", re.IGNORECASE)


def _changes_targets(ability: Ability) -> bool:
    """Tell whether an effect may affect targets, and not its source, its host, or what is beside the target."""
    return not all(one.affected in SOURCE_OR_HOST or one.besides is not None for one in ability.effects)


def _are_of_other_parts(ability: Ability, parts: Sequence[str]) -> bool:
    """Tell whether the targets of a text belong to parts that change no characteristic: the others find their own sets.

    "Tap target creature. Creatures you control get +1/+1." If only the board can tell a quality of these sets, the step
    names the objects that have it.

    Args:
        ability: The ability.
        parts: Its text, or all texts of its spell, which is followed paragraph by paragraph (608.2c).
    """
    own = (ability.text, *(parts if not lists_modes(parts) else ()))
    finds = bool(ability.effects) and all(one.affects_filter for one in ability.effects)
    if not finds or not any(map(may_aim_at_objects, own)):
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


def _told_by_resolving(
    candidates: Sequence[tuple[Resolving, Ability]], targets: tuple[str, ...] | None
) -> tuple[str, ...] | None:
    """Return the conditions that a step implies if an ability resolves all of whose effects need one.

    If there are several effects with different affected sets, the named objects show which of them happened.
    """
    effects = [effect for _, ability in candidates for effect in ability.effects]
    told = [effect.if_.told for effect in effects if effect.if_ is not None and effect.if_.told is not None]
    if len(effects) == len(told) and len(set(told)) == 1:
        return (told[0],)
    whom = [effect.affects for effect in effects if isinstance(effect.affects, Filter)]
    apart = targets is not None and len(candidates) == 1 and len(whom) == len(effects) == len(told)
    if not apart or not all(effect.if_ == Condition(told=text) for effect, text in zip(effects, told, strict=True)):
        return None
    return tuple(told) if sorted(str(one.controller) for one in whom) == ["opponent", "you"] else None


def _warn_of_what_resolving_tells(stage: Stage, resolution: ResolutionDraft) -> None:
    """Warn that a step implies a condition, although another sentence does something in any case."""
    told = [text for text in resolution.told or () if "this way" not in text]
    whole = "\n".join(resolution.texts) if told else ""
    if _LATER_IF.search(whole) or (resolution.ability.kind == "spell" and _IF_AND_MORE.search(whole)):
        for text in told:
            problem = f"the step is taken to say that '{text}'; 'told: []' would say that it is not so"
            stage.timeline.warnings.append(f"{resolution.name} (step {resolution.step}): {problem}")


_LATER_IF = pattern(r"[.\n)] *(?:[^.—]*— )?[^.]*\bif\b", re.IGNORECASE)
"""A condition of a sentence that is not the first one."""
_IF_AND_MORE = pattern(r"\bif\b[^.]*[.\n]\s*\w", re.IGNORECASE)
"""A condition, and a sentence after it."""


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
    # It affects no object; the rules say which words its text had then.
    stage.timeline.resolutions.append(
        ResolutionDraft(
            stage.step, "", name, ability, term, None, (), source.label if source else "", by,
            candidates=[(term, ability)],
        )
    )  # fmt: skip


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


_ONLY_STATIC = ("change_words_to", "creature_types_of", "full_text_of")
"""Operations that look at other objects all the time: the rules have them for static abilities alone."""


def _remember(stage: Stage, step: dict[str, Any], resolution: ResolutionDraft) -> None:
    resolution.tempts = _is_tempting(resolution)
    stage.timeline.resolutions.append(resolution)
    if resolution.card is None:
        stage.note_text([one for _, one in resolution.candidates])
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
