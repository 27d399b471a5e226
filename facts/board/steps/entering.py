"""Entering: the values of an object as it enters its zone (614.1c)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from facts.board.events import BATTLEFIELD, Claim, Event, Likeness
from facts.board.steps.attaching import attach
from facts.board.steps.choosing import asks_for_choice, choose, chosen_mode
from facts.board.steps.copying import copied_card, copied_face, enter_as_copy
from facts.board.steps.counting import ask_about_counters, face_changes_counters, face_forbids_counters
from facts.board.steps.deeds import asked_choices, makes_copies
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.entering_others import (
    as_it_enters,
    as_others_say,
    told_by_others,
    told_by_spell,
    turning_others,
)
from facts.board.steps.entering_texts import (
    counters_changed,
    entering_with,
    enters_for_an_opponent,
)
from facts.board.steps.entering_with_counters import changes_counters, enter_with_counters, warn_of_changed_counters
from facts.board.steps.host_copies import copy_host, host_copy
from facts.board.steps.named_objects import name_paired
from facts.board.steps.printed_abilities import Printed, printed_abilities
from facts.board.steps.stage import Stage
from facts.board.steps.telling_others import (
    gives_counters_to_others,
    gives_telling,
    has_full_text,
    note_texts,
    telling_others,
)
from facts.board.steps.told_facts import amounts_told, conditions_told
from facts.board.steps.told_x import refuse_x_of_entering
from facts.board.steps.turning import enter_listed, kind_down
from facts.cards import TWO_FACED, Card, Face
from facts.effects import told_amounts
from facts.effects.form import Effect, Exceptions
from facts.runtime import FrozenDict, pattern
from facts.text import normal, show
from facts.words import COUNTERS_TOLD_BY, EMBLEM, ENTERING, UNLOCKED

_TOKENS = ("token", "double_faced_token")


def enters(stage: Stage, step: dict[str, Any]) -> None:
    """Let an object enter a zone, with all that the step and its text say of it.

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    enter(stage, step)


def enter(stage: Stage, step: dict[str, Any], *, card: Card | None = None) -> ThingDraft:
    """Let an object enter a zone, and return it.

    Args:
        stage: The board so far.
        step: The step.
        card: The card that represents it, if that is known; else the step names it.

    Returns:
        The object.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    given = step["enters"]
    owner, controller = stage.player(step, "owner"), stage.player(step, "controller")
    owner = owner or controller or stage.timeline.players[0]
    counted_by_others = stage.says(gives_counters_to_others)  # before its own card is told
    copied = stage.thing(step["copy_of"], "copy_of", left=True) if "copy_of" in step else None
    as_token_copy = given == "token"
    if as_token_copy and copied is None:
        stage.fail(("enters",), "a token that is a copy needs 'copy_of'", "Or describe the token itself")
    if as_token_copy and copied is not None:
        card = copied.card
    elif card is None:
        card = stage.card(given, "enters", token=bool(step.get("token")))
    zone = step.get("zone", "command" if card.faces[0].type_line.text == EMBLEM else BATTLEFIELD)
    if zone != "command" and card.faces[0].type_line.text == EMBLEM:
        stage.fail(("zone",), "an emblem is in the command zone, and in no other (114.1)", "Leave 'zone' out")
    thing = ThingDraft(
        label=stage.label(step, copied.label if as_token_copy and copied is not None else _called(given, card)),
        card=card,
        key=stage.key(card),
        step=stage.step,
        zone=zone,
        owner=owner,
        controller=controller or owner,
        token=bool(step.get("token")) or as_token_copy or card.layout in _TOKENS,
        side=card.faces[0].side,
    )
    plain = step.keys() <= _WHO_AND_WHERE and _is_plain(card)
    if not plain:
        _as_the_step_says(stage, step, thing, copied)
    thing.events += (Event(stage.step, "enter"),)
    stage.timeline.things[thing.label] = thing
    if not plain:
        _beside_others(stage, step, thing, copied)
        thing.mode = chosen_mode(stage, thing)
        _level(stage, step, thing)
    if not plain or counted_by_others or _speaks_of_entering(stage):
        card = copied_card(stage, thing)
        _note_claims(stage, thing)
        _note_likeness(stage, step, thing)
        as_others_say(stage, thing)
        as_it_enters(stage, thing)
        enter_with_counters(stage, step, thing, card, counted_by_others)
        if thing.zone in (BATTLEFIELD, "graveyard", "command"):
            note_texts(stage, thing)
        warn_of_changed_counters(stage, step, thing, card)
    if not plain:
        _warn_of_controller(stage, step, thing)
    return thing


def _speaks_of_entering(stage: Stage) -> bool:
    """Tell whether a text so far may change how later objects enter, or what is to be said of it (614.1, 614.12)."""
    told = stage.telling_others or stage.telling_counters or stage.told_exceptions
    return bool(told) or stage.says(_may_change_what_enters)


@lru_cache(maxsize=4096)
def _may_change_what_enters(face: Face) -> bool:
    """Tell whether a face may change how others enter, by itself or with another text on the board."""
    about_counters = changes_counters(face) or face_changes_counters(face) or face_forbids_counters(face)
    return about_counters or gives_telling(face) or has_full_text(face)


def _warn_of_controller(stage: Stage, step: Mapping[str, Any], thing: ThingDraft) -> None:
    """Warn if an opponent controls an object as it enters, and the step does not name both players."""
    if "owner" in step and "controller" in step:
        return
    if thing.zone == BATTLEFIELD and not thing.face_down and enters_for_an_opponent(thing.face):
        problem = "its text lets an opponent control it as it enters"
        hint = "Name that player with 'controller', beside 'owner'"
        stage.timeline.warnings.append(f"{thing.label}: {problem}. {hint}")


_WHO_AND_WHERE = frozenset(("enters", "as", "controller", "owner", "zone", "token"))
"""The keys of a step that only name the card, the players and the zone."""


_BRINGING = ENTERING | COUNTERS_TOLD_BY.keys()


@lru_cache(maxsize=4096)
def _is_plain(card: Card) -> bool:
    """Tell whether nothing that is printed on a card matters as it enters, to itself or to others."""
    face, *others = card.faces
    return not (
        others
        or card.melds_from
        or _has_rooms(card)
        or turning_others(card)
        or telling_others(face)
        or gives_counters_to_others(face)
        or has_full_text(face)
        # Counters that it, or another object, enters with.
        or face.brings_counters
        or any(one.keyword in _BRINGING or "counter" in one.text.lower() for one in face.abilities)
        or counters_changed(face)
        or enters_for_an_opponent(face)
    )


def _as_the_step_says(stage: Stage, step: dict[str, Any], thing: ThingDraft, copied: ThingDraft | None) -> None:
    """Give an object the values of its step, and the face by which it is named, before it enters."""
    if "made_by" in step and copied is None and not step.get("face_down"):
        problem = "'made_by' names what makes a copy, or what puts a card face down, and this is neither"
        stage.fail(("made_by",), problem, "Say what it copies with 'copy_of', or leave 'made_by' out")
    thing.face_down = kind_down(step.get("face_down"))
    thing.side = _side(stage, step, thing)
    if thing.face_down:
        enter_listed(stage, step, thing)
        _refuse_own_abilities(stage, step, thing)
    thing.status = tuple(step.get("status") or ())
    if _is_named_flipped(step, thing) and "flipped" not in thing.status:
        thing.status += ("flipped",)
    if "told" in step or "mode" in (step.get("chosen") or {}):
        _what_is_told(stage, step, thing, copied)
    thing.unlocked = _unlocked(stage, step, thing)
    thing.x = step.get("x")
    choose(stage, step, thing, copied)
    if not thing.amounts:
        thing.amounts = _only_amount(stage, thing, copied)
    refuse_x_of_entering(stage, step, thing, copied)
    if step["enters"] != "token":
        _meld(stage, step, thing)


def _refuse_own_abilities(stage: Stage, step: dict[str, Any], thing: ThingDraft) -> None:
    """Refuse a choice or a copy by an ability of the card itself: it has none as it enters face down (708.3)."""
    own = [one for face in thing.card.faces for one in face.abilities if one.kind == "as_enters"]
    copying = any(effect.becomes_copy is not None and effect.affects == "this" for one in own for effect in one.effects)
    for key, says in (("chosen", any(map(asked_choices, own))), ("copy_of", copying and "made_by" not in step)):
        if key in step and says:
            problem = f"{thing.card.name} enters face down, without its own abilities (708.3)"
            stage.fail((key,), problem, f"Leave '{key}' out, or name it as it is turned face up, if its text says so")


def _beside_others(stage: Stage, step: dict[str, Any], thing: ThingDraft, copied: ThingDraft | None) -> None:
    """Let an object be attached to others, paired with or exiled by them, or a copy of one, as a step says."""
    if "attached_to" in step:
        attach(stage, thing, step["attached_to"], "attached_to")
    if "paired_with" in step:
        partner = stage.thing(step["paired_with"], "paired_with")
        if partner is thing:
            stage.fail(("paired_with",), f"{show(thing.label)} cannot be paired with itself", "Name another creature")
        thing.paired, partner.paired = partner.label, thing.label
        name_paired(stage, thing, partner)
    if "exiled_with" in step:
        if thing.zone != "exile":
            stage.fail(("exiled_with",), f"{show(thing.label)} is not in exile", "Add: zone: exile")
        thing.exiled_with = stage.thing(step["exiled_with"], "exiled_with").label
    if copied is None:
        return
    as_token_copy = step["enters"] == "token"
    if host_copy(stage, thing) and not as_token_copy:
        stage.host_copies[thing.label] = copied
        copy_host(stage, thing)
    elif not as_token_copy and (
        told_by_others(stage, step, thing, copied) or told_by_spell(stage, step, thing, copied)
    ):
        thing.told_copy = copied.label
    else:
        enter_as_copy(stage, step, thing, copied, token=as_token_copy)


def _what_is_told(stage: Stage, step: dict[str, Any], thing: ThingDraft, copied: ThingDraft | None) -> None:
    """Note the conditions and amounts that a step tells about an object."""
    speaking: list[Card | tuple[Effect, ...]] = [thing.card] if copied is None else [thing.card, copied.card]
    speaking.append(tuple(one.form for one in entering_with((copied or thing).face).forms))
    thing.told, thing.amounts = conditions_told(stage, step, speaking), amounts_told(stage, step, speaking)


def _only_amount(stage: Stage, thing: ThingDraft, copied: ThingDraft | None) -> dict[str, int]:
    """Return the one amount that an object asks the board for, if a number of the step can only be that amount."""
    number = thing.x if thing.x is not None else next(iter(thing.chosen.get("number") or ()), None)
    if not isinstance(number, int):
        return {}
    face = thing.face if copied is None else copied_face(stage, copied)
    asked = dict.fromkeys(text for one in face.abilities for text in told_amounts(one.form))
    return {next(iter(asked)): number} if len(asked) == 1 and "{X}" not in face.mana_cost else {}


def _note_claims(stage: Stage, thing: ThingDraft) -> None:
    """Have the board decide whether an object has the abilities for its copy or choice as it enters (614.12)."""
    copies = None if thing.copied_token else thing.first_copy
    said = bool(thing.chosen) or copies is not None
    if not said or thing.zone != BATTLEFIELD or thing.face_down:
        return
    claims: list[Claim] = []
    if copies is not None:
        own = _abilities_as_it_enters(stage, thing.card, thing.face)
        by = tuple(one.term for one in own if makes_copies(one.ability))
        claims.append(Claim(thing.label, stage.step, by, copies))
    speaking = _abilities_as_it_enters(stage, copied_card(stage, thing), copied_face(stage, thing))
    ever = stage.texts_ever(thing)
    open_whose = len(ever) > (1 if copies is None else 2)  # what it copies may be a copy itself: the rules know of what
    if open_whose:
        speaking = [
            one
            for card in ever.values()
            for face in card.faces
            for one in _abilities_as_it_enters(stage, card, face)
            if card is not thing.card or copies is None
        ]
    for key, values in thing.chosen.items():
        by = tuple(one.term for one in speaking if asks_for_choice(one.ability, key))
        claims.append(Claim(thing.label, stage.step, by, chosen=FrozenDict({key: values}), must=open_whose))
    stage.claim(thing, claims)


def _note_likeness(stage: Stage, step: dict[str, Any], thing: ThingDraft) -> None:
    """Have the board decide what a copy would be without the exceptions that hold only for some card type (707.9f)."""
    copy = thing.first_copy
    if copy is None or thing.zone != BATTLEFIELD or thing.face_down:
        return
    exception = copy.exception
    own = stage.card(step["made_by"], "made_by").faces[0] if "made_by" in step else thing.face
    needs = any(one.of_copy and one.form.needs for one in entering_with(own).forms)
    if needs or (isinstance(exception, Exceptions) and exception.if_creature is not None):
        thing.likeness = Likeness(thing.label, stage.step)
        stage.timeline.likenesses.append(thing.likeness)


def _abilities_as_it_enters(stage: Stage, card: Card, face: Face) -> list[Printed]:
    """Return the abilities of a face by which it enters as a copy or with a choice."""
    return [
        one
        for one in printed_abilities(stage, card)
        if one.side == face.side and (one.ability.kind == "as_enters" or _AS_ENTERS.match(one.ability.text))
    ]


_AS_ENTERS = pattern(r"As [^.]*\benters\b")


def _level(stage: Stage, step: dict[str, Any], thing: ThingDraft) -> None:
    """Give an object its level: the rules say whether that is a number of counters, or a designation."""
    if "level" not in step:
        return
    thing.level = step["level"]
    ask_about_counters(stage, thing)
    card = copied_card(stage, thing)
    if not any("level" in one.text.lower() for face in card.faces for one in face.abilities):
        stage.timeline.warnings.append(f"{thing.label}: no text of {card.name} speaks of levels (711.2, 716.2)")


def _side(stage: Stage, step: dict[str, Any], thing: ThingDraft) -> str:
    side = step.get("face")
    if side is None:
        return _side_named(step, thing)
    sides = [face.side for face in thing.card.faces]
    if side == "omen" and any(side.capitalize() in face.type_line.subtypes for face in thing.card.faces):
        side = "adventure"
    if side not in sides:
        stage.fail(("face",), f"{thing.card.name} has no {side} face", f"It has: {', '.join(sides)}")
    if side == "adventure" and thing.zone != "stack":
        stage.fail(
            ("face",),
            "only a spell can be an Adventure or an Omen (715.4, 720.4)",
            "Leave 'face' out, or say zone: stack",
        )
    if side == "back" and thing.zone not in (BATTLEFIELD, "stack"):
        stage.fail(("face",), f"in the {thing.zone}, only the front face of a card counts (712.8a)", "Leave 'face' out")
    return str(side)


def _side_named(step: dict[str, Any], thing: ThingDraft) -> str:
    """Return the side that is up as an object enters: that of the face that the step names, if that face can be up."""
    first, *others = thing.card.faces
    if not others:
        return first.side
    name = _name_meant(step["enters"], thing.card)
    named = next((face.side for face in others if face.name == name), first.side)
    can_be_up = thing.zone == "stack" or (thing.zone == BATTLEFIELD and thing.card.layout in TWO_FACED)
    return named if can_be_up and not thing.face_down else first.side


def _is_named_flipped(step: dict[str, Any], thing: ThingDraft) -> bool:
    """Tell whether a permanent goes by the name that it has only while flipped (710.2)."""
    lower = thing.card.face("flipped") if thing.zone == BATTLEFIELD and "copy_of" not in step else None
    return lower is not None and not thing.face_down and _name_meant(step["enters"], thing.card) == lower.name


def _unlocked(stage: Stage, step: dict[str, Any], thing: ThingDraft) -> tuple[str, ...]:
    """Return which halves of a Room are unlocked; if the step names it by one half, that half (709.5)."""
    rooms = _has_rooms(thing.card)
    if "unlocked" in step:
        if not rooms and "copy_of" not in step:
            stage.fail(("unlocked",), f"{thing.card.name} is no Room", "Leave 'unlocked' out")
        return tuple(step["unlocked"])
    if not rooms or not isinstance(step["enters"], str) or thing.zone != BATTLEFIELD:
        return ()
    return tuple(face.side for face in thing.card.faces if normal(face.name) == normal(step["enters"]))


@lru_cache(maxsize=4096)
def _has_rooms(card: Card) -> bool:
    return any(not UNLOCKED.isdisjoint(face.type_line.subtypes) for face in card.faces)


def _meld(stage: Stage, step: dict[str, Any], thing: ThingDraft) -> None:
    """Record the cards that an object is melded from: those that the step names, or that its card names."""
    names = step.get("melded_from") or thing.card.melds_from
    for name in names:
        known = stage.timeline.things.get(name)
        thing.melds += (known.card if known is not None else stage.card(name, "melded_from"),)


def _called(given: object, card: Card) -> str:
    """Return the name from which the label of an object is made: of a predefined token, the name that the step uses."""
    return given if isinstance(given, str) and card.layout in _TOKENS else _name_meant(given, card)


def _name_meant(given: object, card: Card) -> str:
    """Return the name by which a step calls a card: that of one of its faces, or its own."""
    if len(card.faces) == 1:
        return card.name
    wanted = normal(given) if isinstance(given, str) else ""
    return next((face.name for face in card.faces[1:] if normal(face.name) == wanted), card.name)
