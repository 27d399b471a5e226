"""The counters with which an object enters, and what a step leaves open about them (614.1c)."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from typing import Any

from facts.board.events import BATTLEFIELD, Entry
from facts.board.steps.counting import ask_about_counters, put_counters
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.entering_others import face_of
from facts.board.steps.entering_texts import counters_changed, entering_with, unread_of_others
from facts.board.steps.stage import Stage
from facts.board.steps.telling_others import gives_counting_keyword, has_full_text
from facts.board.steps.which_face import may_show_another_face
from facts.cards import Card, Face
from facts.effects import told_amounts, untold_conditions
from facts.runtime import pattern
from facts.text import show
from facts.words import COUNTERS_TAKEN, COUNTERS_TOLD_BY, ENTERING


def enter_with_counters(stage: Stage, step: dict[str, Any], thing: ThingDraft, card: Card, by_others: bool) -> None:
    """Put the counters on an object that the step names; if it names none, the rules say with which it enters.

    Warns if a step leaves out values that the number of counters may depend on.

    Args:
        stage: The board so far.
        step: The step.
        thing: The object.
        card: The card whose text it has as it enters, as far as the steps tell.
        by_others: Whether a text so far gives counters to others that enter.
    """
    put_counters(stage, thing, step.get("counters") or {})
    thing.counters_told = "counters" in step
    if thing.counters_told or thing.zone != BATTLEFIELD:
        return
    thing.takes_counters = _takes_counters(thing)
    face = None if thing.face_down else face_of(card, thing.side)  # a face-down object has no text
    said = () if face is None else entering_with(face).forms
    own = [one for one in said if not one.of_others and not one.of_copy]
    by_keyword = face is not None and (_enters_by_keyword(face) or face.brings_counters)
    copies = face is not None and _may_have_another_text(stage, thing)  # the rules know of what
    counted = not all(one.is_plain for one in own) or (copies and stage.says(_counts_as_it_enters))
    counted |= any(map(has_full_text, thing.card.faces))
    ask_about_counters(stage, thing)  # the rules give counters also to what has no such text
    if own or by_others or by_keyword or thing.takes_counters or (copies and stage.says(_enters_with_counters)):
        thing.entry = Entry(thing.label, stage.step, must=by_others or thing.takes_counters or counted)
        stage.timeline.entries.append(thing.entry)
    if face is not None:
        _warn_of_counters(stage, step, thing, face)
    for other in (one for one in stage.telling_counters if one.thing.left is None):
        for text, zone in unread_of_others(other.face):
            if zone == other.thing.zone:
                stage.warn_once(f"{other.thing.card.name}: not modelled: {text}")


@lru_cache(maxsize=4096)
def _enters_by_keyword(face: Face) -> bool:
    return any(one.keyword in ENTERING for one in face.abilities)


@lru_cache(maxsize=4096)
def _enters_with_counters(face: Face) -> bool:
    """Tell whether a face says that its own object enters with counters."""
    by_keyword = _enters_by_keyword(face) or gives_counting_keyword(face)
    return (
        by_keyword
        or face.brings_counters
        or any(not (one.of_others or one.of_copy) for one in entering_with(face).forms)
    )


@lru_cache(maxsize=4096)
def _counts_as_it_enters(face: Face) -> bool:
    """Tell whether the board must say with how many counters an object with the text of a face enters."""
    return any(not (one.of_others or one.of_copy or one.is_plain) for one in entering_with(face).forms)


def _may_have_another_text(stage: Stage, thing: ThingDraft) -> bool:
    """Tell whether an object may enter with the text of another: as a copy, or with the full text of a card."""
    if thing.first_copy is not None or any(map(has_full_text, thing.card.faces)):
        return True
    there = reversed(stage.timeline.resolutions)
    now = takewhile(lambda one: one.step == stage.step, there)
    return any(one.entering == thing.label and one.does is not None for one in now)


_HINTS = {"counters": "", "number": ", or the chosen chapter with 'chosen: {number: ...}'"}
"""How a step may tell the counters of a keyword without ``counters``: a hint for each key that tells them."""


def _warn_of_counters(stage: Stage, step: dict[str, Any], thing: ThingDraft, face: Face) -> None:
    """Warn about counters of an entering object that a step leaves open."""
    said = entering_with(face)
    asks = tuple(one.form for one in said.forms if not one.of_others and not one.of_copy)
    if thing.told is None:
        stage.timeline.warnings += [
            f"{thing.label}: 'told' does not say whether {show(text)}: taken as not so"
            for text in dict.fromkeys(untold_conditions(asks))
        ]
    copies = thing.first_copy is not None
    x_is_known = thing.x is not None or (copies and "{X}" in face.mana_cost)
    untold = {key for key, told in (("x", x_is_known), ("number", "number" in thing.chosen)) if not told}
    unknown = [
        one.text for one in face.abilities
        if COUNTERS_TOLD_BY.get(one.keyword or "") in {"counters"} | untold
    ]  # fmt: skip
    unknown += said.unread
    for one in () if x_is_known else said.forms:
        text = face.abilities[one.place - 1].text
        if one.asks_for_x and not one.of_copy and one.form.if_ is None and text not in unknown:
            unknown.append(text)
    unknown += [text for text in told_amounts(asks) if text not in thing.amounts]
    if copies and ("made_by" in step or not thing.copied_token):
        own = thing.face
        if "made_by" in step:
            maker = stage.card(step["made_by"], "made_by")
            thing.made_by, own = (maker, stage.key(maker)), maker.faces[0]
        copying = entering_with(own)
        unknown += copying.unread_of_copy
        if thing.x is None:
            unknown += [own.abilities[one.place - 1].text for one in copying.forms if one.of_copy and one.asks_for_x]
    for text in unknown:
        problem = f"it is not known how many counters {show(text)} means"
        hint = _HINTS.get(COUNTERS_TOLD_BY.get(text.lower(), ""), ", or with 'x' or 'told'")
        stage.timeline.warnings.append(f"{thing.label}: {problem}. Say it with 'counters'{hint}")


def _takes_counters(thing: ThingDraft) -> bool:
    """Tell whether a step says that an object takes the counters which a keyword offers it, such as riot."""
    chosen = thing.chosen.get("mode")
    return bool(chosen and thing.mode is None and _COUNTER_CHOSEN.fullmatch(str(chosen[0])))


_COUNTER_CHOSEN = pattern(COUNTERS_TAKEN, re.IGNORECASE)


def warn_of_changed_counters(stage: Stage, step: dict[str, Any], thing: ThingDraft, card: Card) -> None:
    """Warn if a text that is not read may change the number of counters on an entering object.

    Args:
        stage: The board so far.
        step: The step.
        thing: The object.
        card: The card whose text it has as it enters, as far as the steps tell.
    """
    if thing.zone != BATTLEFIELD or "counters" in step or not stage.says(changes_counters):
        return
    face = face_of(card, thing.side)
    has = bool(thing.counted or thing.entry or face.loyalty or face.defense)
    for other in stage.timeline.things.values():
        if other is thing or other.left is not None or other.zone != BATTLEFIELD or _is_down(other):
            continue
        for text in dict.fromkeys(text for one in _faces_shown(stage, other) for text in counters_changed(one)):
            if has or "for each kind" in text.lower():
                problem = f"{other.card.name}: not modelled: {text.removesuffix('.')}."
                stage.timeline.warnings.append(f"{thing.label}: {problem} Say with 'counters' how many it enters with")


def changes_counters(face: Face) -> bool:
    """Tell whether a face says, in words that are not read, that more or fewer counters are put on something (614.1a).

    Args:
        face: The face.
    """
    return bool(counters_changed(face))


def _faces_shown(stage: Stage, thing: ThingDraft) -> list[Face]:
    """Return the faces that an object may show: the only one by the steps, or all of those whose text it may have."""
    ever = stage.texts_ever(thing)
    if len(ever) == 1 and not may_show_another_face(stage, thing):
        return [face_of(thing.card, thing.side)]
    return [face for card in ever.values() for face in card.faces]


def _is_down(thing: ThingDraft) -> bool:
    """Tell whether an object is face down, so that its text says nothing (708.2)."""
    turned = [event.what for event in thing.events if event.what in ("up", "down")]
    return turned[-1] == "down" if turned else bool(thing.face_down)
