"""Copies: objects that enter as one or become one, and exceptions (707)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from facts.board.events import Event, Reading
from facts.board.steps.copying_named import does_more_to_what_is_copied
from facts.board.steps.drafts import ResolutionDraft, ThingDraft
from facts.board.steps.named_objects import (
    name_copied_as_it_enters,
    name_copied_by_spell,
    name_copied_by_text,
    name_copied_by_token,
)
from facts.board.steps.printed_abilities import Printed, printed_abilities, with_given
from facts.board.steps.stage import Stage
from facts.board.steps.step_words import said_exception
from facts.board.steps.which_ability import HOW_A_COPY_IS_CREATED
from facts.board.timeline_terms import AbilityOf, ExceptionOf, KeywordEffect, Moment
from facts.cards import Ability, Card, Face, read_ability
from facts.effects import OPERATIONS
from facts.effects.form import AmountOf, CopyTerms, Effect, Exceptions
from facts.runtime import pattern
from facts.text import has_piece, show
from facts.words import COPYING, COPYING_CARDS, OF_TOKENS


def make_copies(stage: Stage, step: dict[str, Any], resolution: ResolutionDraft) -> None:
    """Make the affected objects of a resolving copy effect copies of another object (layer 1).

    Args:
        stage: The board so far.
        step: The step.
        resolution: The spell or ability that resolves.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    effect = next((effect for effect in resolution.ability.effects if effect.becomes_copy is not None), None)
    if "copy_of" not in step:
        if effect is not None and resolution.ability.kind != "as_enters":
            stage.fail((), "the step does not say what is copied", "Name it with 'copy_of'")
        return
    copied = stage.thing(step["copy_of"], "copy_of", left=True)
    if effect is not None and len(resolution.candidates) == 1:
        name_copied_by_text(stage, resolution, effect, copied)
    exception: Exceptions | None = None
    said_in = ExceptionOf(resolution.term)
    if effect is not None and effect.becomes_copy is not None:
        exception = effect.becomes_copy.except_
    if "except" in step:
        exception, said_in = _told_exception(stage, step["except"]), ExceptionOf(Moment(stage.step))
    made = stage.copies.setdefault(resolution.label, [])
    if resolution.targets is None or (effect is not None and effect.if_ is not None):
        resolution.does = Event(stage.step, "copy", of=copied.label, exception=exception, said_in=said_in)
    if resolution.ability.makes_token:
        _refuse_what_is_no_token(stage, resolution)
    holder = (
        stage.timeline.things.get(resolution.source)
        if effect is not None and effect.lasts == "while_attached"
        else None
    )
    becoming = resolution.targets or ()
    if does_more_to_what_is_copied(resolution.ability):
        becoming = (resolution.source,) if resolution.source else ()
    for label in () if resolution.does else becoming:
        thing = stage.timeline.things[label]
        event = Event(
            stage.step, "copy", of=copied.label, exception=exception, said_in=said_in,
            holder=holder.label if holder is not None else "", tracks=holder is not None,
        )  # fmt: skip
        thing.events += (event,)
        made.append((thing, event))
        if holder is not None:
            stage.held.append((holder, thing))


def _refuse_what_is_no_token(stage: Stage, resolution: ResolutionDraft) -> None:
    """Check that the copy is a token if the resolving ability creates one."""
    for label in resolution.targets or ():
        if not stage.timeline.things[label].token:
            problem = f"{resolution.name} creates a token that is a copy, and {show(label)} is no token"
            stage.fail(("affects",), problem, HOW_A_COPY_IS_CREATED)


def copy_event(
    stage: Stage,
    step: dict[str, Any],
    thing: ThingDraft,
    copied: ThingDraft,
    *,
    token: bool,
    own: Sequence[Printed] | None = None,
) -> Event:
    """Return the event that an object becomes a copy by its own text, or that a token is one.

    Args:
        stage: The board so far.
        step: The step.
        thing: The object.
        copied: The object that it copies.
        token: Whether it is a token that is made as a copy.
        own: Its abilities, if they may be others than those of the face of its card that is up.

    Returns:
        The event, with the exceptions of the copy.
    """
    own = _of_face_up(stage, thing) if own is None else own
    exception, said_in = _exception(stage, step, thing, own, token=token)
    if not token and "made_by" in step and _lets_others_enter(stage, stage.card(step["made_by"], "made_by")):
        name_copied_by_spell(stage, printed_abilities(stage, stage.card(step["made_by"], "made_by")), thing, copied)
    elif not token:
        name_copied_as_it_enters(stage, list(own), thing, copied)
    elif "made_by" in step:
        maker = stage.card(step["made_by"], "made_by")
        making = with_given(printed_abilities(stage, maker))
        name_copied_by_token(stage, maker, making, thing, copied)
    return Event(
        stage.step, "copy", of=copied.label, exception=exception, said_in=said_in,
        until_face_down=not token and _until_face_down(own),
    )  # fmt: skip


def _of_face_up(stage: Stage, thing: ThingDraft) -> list[Printed]:
    """Return the abilities of the face of its own card that an object has up."""
    return [one for one in printed_abilities(stage, thing.card) if one.side == thing.face.side]


def _told_exception(stage: Stage, given: str | Mapping[str, Any]) -> Exceptions:
    """Return the exceptions that a step tells, in Oracle wording or in the effect form."""
    told = said_exception(stage, given) if isinstance(given, str) else Exceptions.from_data(given)
    stage.note_text((), told)
    return told


def _exception(
    stage: Stage, step: dict[str, Any], thing: ThingDraft, own: Sequence[Printed], *, token: bool
) -> _Excepted:
    """Return the exceptions of a copy, and where they stand."""
    if "except" in step:
        return _told_exception(stage, step["except"]), ExceptionOf(Moment(stage.step))
    maker = stage.card(step["made_by"], "made_by") if "made_by" in step else None
    if maker is None and not token:
        maker = thing.card
    if maker is None:
        return None, None
    if "made_by" in step and not token and _creates_only_tokens(stage, maker):
        problem = f"{maker.name} creates a token that is a copy, and {show(thing.label)} is no token"
        stage.fail(("made_by",), problem, "Write 'enters: token', or leave 'made_by' out")
    if "made_by" in step:
        _warn_of_unread(stage, maker)
    keywords = {ability.keyword for face in maker.faces for ability in face.abilities} & COPYING if token else set()
    printed = printed_abilities(stage, maker) if token or "made_by" in step else own
    texts = [(one, effect) for one in with_given(printed) for effect in one.ability.effects]
    found = [
        (one, effect.becomes_copy.except_)
        for one, effect in texts
        # A text "as this enters" is about the card as it enters as a copy itself.
        if effect.becomes_copy is not None and not (keywords and one.ability.kind == "as_enters")
    ]
    if token and "made_by" in step:
        making = [one for one in found if one[0].ability.makes_token]
        making += [(one, effect.creates_copy.except_) for one, effect in texts if effect.creates_copy is not None]
        found = _of_the_mode(stage, step, maker, making or found)
        if any(form is not None or _does_more(one) for one, form in found):
            _read_as_it_was_then(stage, thing, maker, found[0][0])
    if found:
        return found[0][1], ExceptionOf(found[0][0].term)
    return None, KeywordEffect(str(keywords.pop())) if len(keywords) == 1 else None


def _does_more(making: Printed) -> bool:
    """Tell whether an ability that makes a copy also changes it: "it gains protection from white"."""
    done = {key for effect in making.ability.effects for key in effect.given()}
    return not (done & OPERATIONS <= {"becomes_copy", "creates_copy", "turn"})


def _read_as_it_was_then(stage: Stage, thing: ThingDraft, maker: Card, making: Printed) -> None:
    """Ask how the text that makes a token reads as it does so, if text changes may have reached it (612.1).

    Args:
        stage: The board so far.
        thing: The token.
        maker: The card with the text.
        making: The ability that makes the token.
    """
    timeline = stage.timeline
    named = {label for one in timeline.resolutions if one.changes_words for label in one.targets or ()}
    faces = [face for one in timeline.things.values() for face in one.card.faces]
    static = any(ability.changes_texts for face in faces for ability in face.abilities)
    makers = [one for one in timeline.things.values() if one.card == maker]
    if not static and not any(one.label in named for one in makers):
        return
    left = [one for one in makers if one.left is not None]
    source = stage.only(maker) or (left[0] if len(makers) == len(left) == 1 else None)
    if makers and source is None:
        problem = f"several objects may have made this token, and text changes reach only some {maker.name} (612.1)"
        timeline.warnings.append(f"{thing.label}: {problem}. Write the exceptions with 'except'")
        return
    timeline.readings.append(Reading(stage.step, making.term, source.label if source is not None else ""))


def _lets_others_enter(stage: Stage, maker: Card) -> bool:
    """Tell whether a spell or ability of a card makes other objects copies, such as those that enter later."""
    return any(
        effect.becomes_copy is not None and effect.affected != "this"
        for one in printed_abilities(stage, maker)
        if one.ability.kind in ("spell", "activated", "triggered", "loyalty")
        for effect in one.ability.effects
    )


def _creates_only_tokens(stage: Stage, maker: Card) -> bool:
    """Tell whether each text of a card that makes copies creates tokens."""
    copying = [
        one.ability.makes_token
        for one in with_given(printed_abilities(stage, maker))
        for effect in one.ability.effects
        if effect.becomes_copy is not None
    ]
    return bool(copying) and all(copying)


def _warn_of_unread(stage: Stage, maker: Card) -> None:
    """Warn about unread sentences of a card that makes copies."""
    for ability in (one for face in maker.faces for one in face.abilities):
        unread = (one for one in ability.not_modelled if _OF_COPIES.search(one))
        stage.timeline.warnings += [f"{maker.name}: not modelled: {one}" for one in unread]


_Excepted = tuple[Exceptions | None, ExceptionOf | KeywordEffect | None]
"""The exceptions of a copy, and where they stand."""
_OF_COPIES = pattern(r"\b(?:cop(?:y|ies)|tokens?)\b", re.IGNORECASE)
_Making = list[tuple[Printed, Exceptions | None]]
"""Abilities that make a copy, with its exceptions."""


def _of_the_mode(stage: Stage, step: dict[str, Any], maker: Card, found: _Making) -> _Making:
    """Return which of several abilities of a card makes a token, where the copy is not the same by each of them."""
    if all(terms == found[0][1] for _, terms in found):
        return found
    modes = stage.choices(step).get("mode") or [""]
    mode = str(modes[0])
    meant = [
        one
        for at, one in enumerate(found, 1)
        if mode and (mode == str(one[0].mode or at) or has_piece(one[0].ability.text, mode))
    ]
    if len(meant) != 1:
        listed = "; ".join(f"{one.mode or at}: {show(one.ability.text)}" for at, (one, _) in enumerate(found, 1))
        problem = f"several abilities of {maker.name} make such a token"
        stage.fail(("made_by",), problem, f"Say which with 'chosen: {{mode: ...}}': {listed}")
    return meant


def enter_as_copy(stage: Stage, step: dict[str, Any], thing: ThingDraft, copied: ThingDraft, *, token: bool) -> None:
    """Let an object enter as a copy, or a token be made as one (707.5, 707.2).

    Args:
        stage: The board so far.
        step: The step.
        thing: The object.
        copied: The object that it copies.
        token: Whether it is a token that is made as a copy.
    """
    event = copy_event(stage, step, thing, copied, token=token)
    if token:
        _warn_of_unnamed_keyword(stage, step, thing, copied)
        exception = event.exception
        if isinstance(exception, Exceptions) and isinstance(exception.set_loyalty, AmountOf) and "x" not in step:
            problem = "the step does not say what X is, the starting loyalty of this copy (707.9b)"
            stage.timeline.warnings.append(f"{thing.label}: {problem}. Say it with 'x'")
        thing.copied_token = True
        thing.events = (event, *thing.events[1:])
        if thing.zone == "stack":
            _copy_spell(stage, step, thing, copied)
    else:
        thing.events += (event,)
    _done_besides(stage, step, thing)


def _warn_of_unnamed_keyword(stage: Stage, step: dict[str, Any], thing: ThingDraft, copied: ThingDraft) -> None:
    """Warn of a token that copies a card in exile or in a graveyard, if a keyword of that card may have created it."""
    if "made_by" in step or "except" in step or copied.zone not in ("exile", "graveyard"):
        return
    keywords = {one.keyword for face in copied.card.faces for one in face.abilities} & COPYING_CARDS
    for keyword in sorted(filter(None, keywords)):
        problem = f"the step does not say that {keyword} created this copy, with its exceptions (707.2)"
        stage.timeline.warnings.append(f"{thing.label}: {problem}. If it did, name it: made_by: {copied.card.name}")


def _copy_spell(stage: Stage, step: dict[str, Any], thing: ThingDraft, copied: ThingDraft) -> None:
    """Note the decisions that the step leaves out: the copy of a spell has those of the original (707.10).

    Such a copy is no token yet.
    """
    thing.token = "token" in step
    thing.decided_for = copied.label
    thing.decisions = tuple(key for key in ("x", "chosen", "status") if key not in step)


def _done_besides(stage: Stage, step: dict[str, Any], thing: ThingDraft) -> None:
    """Apply the maker's other effects on a copy: "it gains haste" is no part of the copy."""
    if "made_by" not in step and (thing.copied_token or "except" in step):
        return
    maker = stage.card(step["made_by"], "made_by") if "made_by" in step else thing.card
    own = printed_abilities(stage, maker) if "made_by" in step else _of_face_up(stage, thing)
    printed = with_given(own)
    effects = [effect for one in printed for effect in one.ability.effects]
    copying = next((effect for effect in effects if effect.becomes_copy is not None), Effect())
    done = {key: value for key, value in copying.given().items() if key in OPERATIONS - {"becomes_copy", "turn"}}
    made = [read_ability({"kind": "spell", "effects": [{"affects": "targets", **done}]})] if done else []
    made += [one.ability for one in printed if thing.copied_token and one.ability.keyword in OF_TOKENS]
    source = stage.only(maker)
    stage.timeline.resolutions += [
        ResolutionDraft(
            stage.step, "", maker.name, ability, AbilityOf(Moment(stage.step), place), None, (thing.label,),
            source.label if source and source is not thing else "", thing.controller, thing.chosen, thing.x,
        )
        for place, ability in enumerate(made, start=1)
    ]  # fmt: skip


def copied_face(stage: Stage, thing: ThingDraft) -> Face:
    """Return the face whose text an object has now, as far as the steps tell.

    Args:
        stage: The board so far.
        thing: The object.

    Returns:
        Its own, unless it is a copy.
    """
    card = copied_card(stage, thing)
    return card.face(thing.side) or card.faces[0]


def copied_card(stage: Stage, thing: ThingDraft) -> Card:
    """Return the card whose text an object has now, as far as the steps tell.

    Args:
        stage: The board so far.
        thing: The object.

    Returns:
        Its own, unless it is a copy.
    """
    step = stage.step + 1
    while (event := _copy_before(stage, thing, step)) is not None:
        thing, step = stage.timeline.things[event.of], event.step
    return thing.card


def _copy_before(stage: Stage, thing: ThingDraft, step: int) -> Event | None:
    """Return the event by which an object was a copy before a step. Two objects may have copied each other since."""
    made: list[Event] = []
    for event in thing.events:
        if event.step >= step:
            break
        if event.what == "copy" and stage.may_be_under(thing, event, step - 1):
            made.append(event)
        elif event.ended in made:
            made.remove(event.ended)
    return made[-1] if made else None


def _until_face_down(own: Iterable[Printed]) -> bool:
    """Tell whether an object becomes a copy, by one of its abilities, only until it is turned face down."""
    effects = (effect for one in own for effect in one.ability.effects)
    return any(effect.becomes_copy is not None and effect.becomes_copy.until_face_down for effect in effects)


def copied_by_text(other: ThingDraft, ability: Ability) -> str:
    """Return the label of the object that an ability makes others copies of: the object that has it, or its host.

    Args:
        other: The object that has the ability.
        ability: The ability.

    Returns:
        The label; empty if there is no such object.
    """
    terms = _terms_of_copy(ability)
    if terms is None:
        return ""
    return other.label if terms.of == "this" else (other.attached or ("", 0))[0]


def _terms_of_copy(ability: Ability) -> CopyTerms | None:
    return next((one.becomes_copy for one in ability.effects if one.becomes_copy is not None), None)


def enters_as_copy(stage: Stage, thing: ThingDraft, other: ThingDraft, resolution: ResolutionDraft) -> bool:
    """Let an object enter as the copy that another object says (614.12).

    If the step names what it copies, the object is that copy first, and the other text may still apply (616.1f).

    Args:
        stage: The board so far.
        thing: The object.
        other: The object that says so.
        resolution: The spell or ability that resolves.

    Returns:
        Whether the ability of the other object matters.
    """
    terms = _terms_of_copy(resolution.ability)
    if terms is None:
        return True
    of = copied_by_text(other, resolution.ability)
    if of not in stage.timeline.things or thing.told_copy not in ("", of):
        return False
    resolution.does = Event(stage.step, "copy", of=of, exception=terms.except_, said_in=ExceptionOf(resolution.term))
    return True
