"""Turning: face down and up (708), and over to the other face (701.28)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Any

from facts.board.asked import Chosen
from facts.board.events import BATTLEFIELD, Claim, Event
from facts.board.steps.can_resolve import AS_IT_TRANSFORMS
from facts.board.steps.choosing import asks_for_choice, choose_anew
from facts.board.steps.copying import copied_card, copy_event
from facts.board.steps.counting import ask_about_counters, put_counters
from facts.board.steps.deeds import makes_copies
from facts.board.steps.drafts import ResolutionDraft, ThingDraft
from facts.board.steps.printed_abilities import Printed, abilities_ever, printed_abilities
from facts.board.steps.stage import Stage
from facts.board.steps.telling_others import note_copies
from facts.board.timeline import Turning
from facts.board.timeline_terms import AbilityOf, FaceOf, ListedBy
from facts.cards import Ability, Card, Face
from facts.effects.form import Effect, FaceDownValues, form_parts
from facts.runtime import NO_ENTRIES, FrozenDict, pattern
from facts.text import best_guess, did_you_mean, show
from facts.words import TURNING_UP

_PUTS_AS_MANY = pattern(r"\bis turned face up, put (?:X|a number of) \S+ counters on it", re.IGNORECASE)
"""Counters as a permanent is turned face up, whose number depends on the board."""
_DAY_NIGHT = pattern(r"\b(?:day|night)bound\b")


def turns(stage: Stage, step: dict[str, Any], because: str = "", only: str = "") -> None:
    """Turn an object face down or up (708).

    Args:
        stage: The board so far.
        step: The step.
        because: The name of the spell or ability that turns it; empty if it is none.
        only: A card type in lower case, if that turns it face up only if its card has this card type.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    thing = stage.thing(step["turns"], "turns")
    if step.get("face") == "up":
        up = Event(stage.step, "up", only.capitalize(), counters_told="counters" in step, because=because)
        thing.events += (up,)
        put_counters(stage, thing, step.get("counters") or {})
        if "counters" not in step:
            ask_about_counters(stage, thing)  # those of its text
        if is_forbidden(stage, "turn_face_up"):
            stage.timeline.turnings.append(Turning(thing.label, stage.step))
        if "counters" not in step and any(map(_PUTS_AS_MANY.search, (one.text for one in thing.face.abilities))):
            warning = f"{thing.label}: 'counters' does not say how many counters it got as it was turned face up"
            stage.timeline.warnings.append(warning)
        own, copied = _as_it_is_turned_up(stage, thing), None
        if "copy_of" in step:
            copied = stage.thing(step["copy_of"], "copy_of", left=True)
            by = _may_make_it_a_copy(stage, thing)
            if not by:
                problem = f"no ability of {thing.card.name} makes it a copy as it is turned face up (708.8)"
                stage.fail(("copy_of",), problem, "Leave 'copy_of' out")
            thing.events += (copy_event(stage, step, thing, copied, token=False, own=by),)
            note_copies(stage, [thing], copied)
        choose_anew(stage, step, thing, copied)
        _note_claims(stage, step, thing, own)
        if not because:
            _note_cost(stage, thing)
    else:
        thing.events += (Event(stage.step, "down", kind_down(step.get("face_down", True))),)


_AS_TURNED_UP = pattern(r"As [^.,]* turned face up\b")


def _as_it_is_turned_up(stage: Stage, thing: ThingDraft) -> list[Printed]:
    """Return the abilities that may apply as an object is turned up: of its card, or of what it may be a copy of."""
    return [
        one
        for one in abilities_ever(stage, thing)
        if _AS_TURNED_UP.match(one.ability.text) or one.ability.keyword in TURNING_UP
    ]


def _may_make_it_a_copy(stage: Stage, thing: ThingDraft) -> list[Printed]:
    """Return the abilities by which an object may become a copy as it is turned face up.

    Where several say so, those of the text that it has by the steps alone.
    """
    found = [one for one in abilities_ever(stage, thing) if "turned face up" in one.ability.text]
    keys = {stage.key(card) for card in stage.texts(thing)}
    return [one for one in found if isinstance(one.term.of, FaceOf) and one.term.of.key in keys] or found


def _note_claims(stage: Stage, step: dict[str, Any], thing: ThingDraft, own: list[Printed]) -> None:
    """Have the board decide whether an object that is turned face up has the abilities that then apply (708.11).

    If it becomes a copy at the same time, the abilities of what it copies ask for its choices and counters (616.1).

    Args:
        stage: The board so far.
        step: The step.
        thing: The object.
        own: The abilities that may apply before it becomes a copy.
    """
    speaking = _as_it_is_turned_up(stage, thing)
    if thing.zone != BATTLEFIELD or not (own or speaking):
        return

    def claim(says: Callable[[Ability], bool], copies: Event | None = None, chosen: Chosen = NO_ENTRIES) -> Claim:
        terms = tuple(one.term for one in (speaking if copies is None else own) if says(one.ability))
        return Claim(thing.label, stage.step, terms, copies, chosen, "turns_up_by", must=may_be_another)

    may_be_another = len(stage.texts_ever(thing)) > 1  # only the rules know whose text it has then
    claims: list[Claim] = []
    if "copy_of" in step:
        claims.append(claim(makes_copies, thing.events[-1]))
    for key in step.get("chosen", ()):
        if key in thing.chosen:
            claims.append(claim(partial(asks_for_choice, key=key), chosen=FrozenDict({key: thing.chosen[key]})))
    if "counters" not in step:
        claims.append(claim(_puts_counters))
    stage.claim(thing, claims)


def _note_cost(stage: Stage, thing: ThingDraft) -> None:
    """Have the board decide whether an object would have the ability with the cost for which it is turned face up.

    Args:
        stage: The board so far.
        thing: The object.
    """
    if thing.zone == BATTLEFIELD:
        terms = tuple(one.term for one in abilities_ever(stage, thing) if one.ability.keyword in _WITH_COSTS)
        stage.claim(thing, [Claim(thing.label, stage.step, terms, asked="pays_to_turn")])


_WITH_COSTS = frozenset(("morph", "megamorph", "disguise"))
"""Keywords with a cost for which a permanent is turned face up (702.37e, 702.168d)."""


def _puts_counters(ability: Ability) -> bool:
    """Tell whether an ability may put counters on its object as that is turned face up."""
    return ability.keyword in TURNING_UP or "counter" in ability.text


def turns_over(stage: Stage, step: dict[str, Any]) -> None:
    """Transform or convert an object (701.28).

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    verb = "transforms" if "transforms" in step else "converts"
    thing = stage.thing(step[verb], verb)
    because = str(step.get("because", ""))
    if because and because not in stage.timeline.stacked:
        hint = did_you_mean(because, stage.timeline.stacked) or "Put the ability onto the stack with 'stacks'"
        meant = best_guess(because, stage.timeline.stacked)
        stage.fail(("because",), f"{show(because)}: no such ability on the stack", hint, meant)
    turn_over(stage, thing, verb, because=because, delayed=bool(step.get("delayed")))
    if "copy_of" in step:
        _becomes_a_copy(stage, step, thing, verb)


def _becomes_a_copy(stage: Stage, step: dict[str, Any], thing: ThingDraft, verb: str, time: int = 0) -> None:
    """Record what an object becomes a copy of as it turns over. The rules say whether it has such an ability then.

    Args:
        stage: The board so far.
        step: The step, which names the copied object.
        thing: The object.
        verb: What it does, as the key of a step.
        time: The step at which it turns over; 0 for this one.

    Raises:
        InputError: The step names a missing object, or the object has no such ability.
    """
    by = [one for one in abilities_ever(stage, thing) if _makes_it_a_copy(one)]
    if not by:
        problem = f"no ability of {thing.card.name} makes it a copy as it {verb}"
        stage.fail(("copy_of",), problem, "Leave 'copy_of' out")
    copied = stage.thing(step["copy_of"], "copy_of", left=True)
    since = time if time >= copied.step else stage.step
    event = replace(copy_event(stage, step, thing, copied, token=False, own=by), step=since)
    thing.events += (event,)
    note_copies(stage, [thing], copied)
    terms = tuple(one.term for one in by)
    stage.claim(thing, [Claim(thing.label, since, terms, event, asked="turns_over_by", must=True)])


def copies_as_it_turned(stage: Stage, step: dict[str, Any], thing: ThingDraft, ability: Ability) -> bool:
    """Let a permanent become a copy as it transforms, if a step names that ability as if it resolved.

    The permanent transforms with this step, unless a step before has told that.

    Args:
        stage: The board so far.
        step: The step.
        thing: The permanent.
        ability: The ability that the step means.

    Returns:
        Whether that is what the step means.

    Raises:
        InputError: The step names a missing object.
    """
    if AS_IT_TRANSFORMS.match(ability.text) is None or "copy_of" not in step:
        return False
    told = [one.step for one in thing.events if one.what in ("transform", "convert")]
    if not told and thing.side == "front":
        turn_over(stage, thing, "transforms", because=f"resolved in step {stage.step}")
    _becomes_a_copy(stage, step, thing, "transforms", max(told, default=0))
    return True


def _makes_it_a_copy(one: Printed) -> bool:
    """Tell whether an ability makes its object a copy as it turns over."""
    return AS_IT_TRANSFORMS.match(one.ability.text) is not None and makes_copies(one.ability)


def leaves_turned_copy_open(stage: Stage, thing: ThingDraft) -> bool:
    """Tell whether an object becomes a copy as it turns over, and no step names what it copies.

    Args:
        stage: The board.
        thing: The object.
    """
    sides = {one.side for one in printed_abilities(stage, thing.card) if _makes_it_a_copy(one)}
    side, under, left_open = thing.side, 0, False
    for event in thing.events if sides else ():
        if event.what in ("transform", "convert"):
            side = "front" if side == "back" else "back"
            left_open = side in sides and not under
        elif event.what in ("copy", "ends"):
            under += 1 if event.what == "copy" else -1
            left_open = False
    return left_open


def turn_over(
    stage: Stage, thing: ThingDraft, verb: str, *, because: str, delayed: bool = False, only_if: AbilityOf | None = None
) -> None:
    """Record that an object is to transform or convert. The rules say whether it does.

    Args:
        stage: The board so far.
        thing: The object.
        verb: The action, as the key of a step.
        because: The name of the spell or ability that says so; empty if the board does not name it.
        delayed: Whether a delayed triggered ability says so.
        only_if: The ability, if it has a condition that the rules must check.
    """
    what = verb.removesuffix("s")
    thing.events += (Event(stage.step, what, because=because, delayed=delayed, only_if=only_if),)
    if _may_keep_from_it(stage, bool(because)):
        stage.timeline.turnings.append(Turning(thing.label, stage.step))


def _may_keep_from_it(stage: Stage, by_an_ability: bool) -> bool:
    """Tell whether an effect may keep an object from transforming, so that the board must be asked."""
    return (by_an_ability and stage.says(_is_of_day_and_night)) or is_forbidden(stage, "transform")


@lru_cache(maxsize=4096)
def _is_of_day_and_night(face: Face) -> bool:
    """Tell whether an ability of a face is daybound or nightbound, or gives one of them."""
    given = (one for part in _parts(face) for one in part.add_abilities or () if isinstance(one, str))
    return any(map(_DAY_NIGHT.search, (*(one.keyword or "" for one in face.abilities), *given)))


def is_forbidden(stage: Stage, action: str) -> bool:
    """Tell whether a text so far says that an action cannot happen to some objects; the rules say whether it does.

    Args:
        stage: The board so far.
        action: The action, as the effect form names it.
    """
    return stage.says(_forbids(action))


@cache
def _forbids(action: str) -> Callable[[Face], bool]:
    """Return the question whether a face says that an action cannot happen."""
    return lambda face: any(action in (part.cannot or ()) for part in _parts(face))


def _parts(face: Face) -> Iterator[Effect]:
    """Go through the effects of a face, and those of the abilities that they give."""
    parts = (part for ability in face.abilities for _, part in form_parts(ability.effects))
    return (part for part in parts if isinstance(part, Effect))


def turn_by(stage: Stage, step: dict[str, Any], resolution: ResolutionDraft) -> None:
    """Turn the affected objects of a resolving effect face down, or over to the other face.

    Args:
        stage: The board so far.
        step: The step.
        resolution: The spell or ability that resolves.
    """
    if any(effect.turn == "over" for effect in resolution.ability.effects):
        _turn_all_over(stage, resolution)
        return
    effect = next((effect for effect in resolution.ability.effects if effect.turn == "face_down"), Effect())
    down: str | ListedBy = kind_down(step.get("face_down") or bool(effect))
    if not down:
        return
    values = effect.face_down_values
    if values is not None:
        down = ListedBy(resolution.term)
    because = f"resolved in step {stage.step}"
    if resolution.targets is None:
        resolution.does = Event(stage.step, "down", down, values=values, because=because)
    for label in resolution.targets or ():
        stage.timeline.things[label].events += (Event(stage.step, "down", down, values=values, because=because),)


def _turn_all_over(stage: Stage, resolution: ResolutionDraft) -> None:
    """Transform the affected set of a resolving effect: objects that the step names, or that the board then decides."""
    because = f"resolved in step {stage.step}"
    if resolution.targets is None:
        resolution.does = Event(stage.step, "transform", because=because)
        there = [one for one in stage.timeline.things.values() if one.zone == BATTLEFIELD and one.left is None]
        if _may_keep_from_it(stage, by_an_ability=True):
            stage.timeline.turnings += [Turning(one.label, stage.step) for one in there]
    for label in resolution.targets or ():
        turn_over(stage, stage.timeline.things[label], "transforms", because=because)


def kind_down(given: object) -> str:
    """Return the kind of face-down object.

    Args:
        given: The value in the step: yes, no, or the kind.

    Returns:
        The kind; empty if the object is face up.
    """
    if not given:
        return ""
    return "face_down" if given is True else str(given)


def _listing(card: Card) -> list[tuple[str, int, FaceDownValues]]:
    """Return the abilities of a card that put others face down and list their values: side, number and values."""
    return [
        (face.side, number, effect.face_down_values)
        for face in card.faces
        for number, ability in enumerate(face.abilities, start=1)
        for effect in ability.effects
        if effect.face_down_values is not None
    ]


def _puts_face_down(stage: Stage, thing: ThingDraft) -> Card | None:
    """Return the only card on the battlefield that puts cards there face down and lists their values."""
    if thing.face_down != "face_down":
        return None
    things = stage.timeline.things
    there = [copied_card(stage, one) for one in things.values() if one.zone == BATTLEFIELD and one.left is None]
    copying = [one.does for one in stage.timeline.resolutions if one.does is not None and one.ended is None]
    there += [copied_card(stage, things[does.of]) for does in copying if does.of]  # all those that it made copies
    makers = [card for card in dict.fromkeys(there) if _listing(card)]
    return makers[0] if len(makers) == 1 else None


def enter_listed(stage: Stage, step: dict[str, Any], thing: ThingDraft) -> None:
    """Give a card that enters face down the values that the ability lists (708.2a).

    Args:
        stage: The board so far.
        step: The step.
        thing: The object.
    """
    maker = stage.card(step["made_by"], "made_by") if "made_by" in step else _puts_face_down(stage, thing)
    if maker is None:
        return
    for side, number, values in _listing(maker)[:1]:
        thing.face_down = ListedBy(AbilityOf(FaceOf(stage.key(maker), side), number))
        thing.face_down_values = values
