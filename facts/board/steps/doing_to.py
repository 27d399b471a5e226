"""Deeds of an ability that resolves, such as phasing out: to which objects it does them, and what happens to these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from facts.board.events import Event
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.leaving import phases
from facts.board.steps.named_by_step import host_of
from facts.board.steps.named_objects import name_acting
from facts.board.steps.named_targets import name_targets_of_step
from facts.board.steps.printed_abilities import Printed, given_abilities
from facts.board.steps.resolving_players import speaker
from facts.board.steps.stage import Stage
from facts.board.steps.triggering import name_by_words
from facts.board.steps.turning import turn_over, turns
from facts.board.steps.turning_conditions import condition_for_others, designate_if, has_visible_condition, turn_over_if
from facts.board.steps.which_ability import listed_abilities
from facts.board.timeline_terms import AbilityOf
from facts.cards import TURNING_OVER, Card, Deed, deeds_of, has_target
from facts.runtime import pattern
from facts.text import show

_SAYING = {
    "transform": "transforms",
    "convert": "converts",
    "up": "is turned face up",
    "out": "phases out",
}
"""How a message says what happens to an object; of a designation it says that something becomes it."""


_IF_SUCH_A_CARD = pattern(
    r"\bif (?:it|that card)(?:'s| is) an? (?P<what>artifact|creature|enchantment|land) card, "
    r"(?:you may )?turn it face up\b",
    re.IGNORECASE,
)
"""A text that reveals a face-down object and turns it face up only if its card has a card type (608.2c)."""


class Doing(NamedTuple):
    """An ability with deeds, as a step lets it resolve.

    Attributes:
        one: The ability.
        deeds: Its deeds.
        alone: Whether it is the only ability that the step can mean; others would do the same.
        bearer: The permanent whose ability it is, if it is one of a permanent.
        named: Labels of the objects that the step names besides that permanent.
        only_if: The ability, if it does something to other objects only under a condition that the rules check.
    """

    one: Printed
    deeds: tuple[Deed, ...]
    alone: bool
    bearer: ThingDraft | None
    named: tuple[str, ...]
    only_if: AbilityOf | None = None


def deeds_done(
    stage: Stage,
    step: Mapping[str, Any],
    card: Card,
    targets: tuple[str, ...] | None,
    source: ThingDraft | None,
    found: Sequence[Printed],
) -> bool:
    """Let an ability do its deeds, if the step means an ability that has some, and no continuous effect.

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        targets: Labels of the objects that the step names; None if it names none.
        source: The permanent whose ability it is, if the step or the board says which.
        found: The abilities that the step may mean.

    Returns:
        Whether the step means such an ability.

    Raises:
        InputError: The step leaves open which ability it is, or to which objects it does something.
    """
    about_itself = any(deed.whom == "this" for one in found for deed in deeds_of(card, one.ability))
    bearer = _bearer(stage, step, card, targets, source) if about_itself else source
    given = [inner for one in found for inner in given_abilities(one, plain=True)]
    if not deeds_among(card, found) and deeds_among(card, given):
        having = _bearer_of_given(stage, step, targets, source, given)
        if "ability" in step or having is not stage.only(card):
            found, bearer = given, having
    acting = {one.term: deeds for one in found if (deeds := deeds_of(card, one.ability))}
    named = tuple(label for label in targets or () if bearer is None or label != bearer.label)
    candidates = [one for one in found if one.term in acting]
    fitting = [one for one in candidates if _fits(one, acting[one.term], bearer, named)]
    if not fitting:
        if candidates and bearer is not None and not any(has_target(one.ability.text) for one in found):
            problem = f"this ability of {card.name} is about {show(bearer.label)} alone, and not {show(named[0])}"
            stage.fail(("affects",), problem, "Leave 'affects' out, or name the object that has it with 'source'")
        if targets is not None:
            name_targets_of_step(stage, step, card, found, targets, source)
        return False
    if not named:  # those that need no other object; of the permanent alone if it is named
        own = [one for one in fitting if any(deed.whom == "this" for deed in acting[one.term])]
        fitting = own or [one for one in fitting if not _needs_a_name(acting[one.term])] or fitting
    results = {tuple((deed.result, deed.whom) for deed in acting[one.term]) for one in fitting}
    if len(results) > 1 or (len(fitting) > 1 and any(has_visible_condition(card, one.ability) for one in fitting)):
        stage.fail(("resolves",), f"several abilities of {card.name} could be meant", listed_abilities(fitting))
    deeds = acting[fitting[0].term]
    if any(deed.what == "flipped" for deed in deeds) and card.face("flipped") is None:
        return False
    doing = Doing(fitting[0], deeds, len(fitting) == 1, bearer, named)
    if not named and targets is not None and any(deed.whom == "targets" for deed in deeds):
        doing = doing._replace(named=targets)
    if doing.named and has_target(doing.one.ability.text):
        name_targets_of_step(stage, step, card, fitting, doing.named, bearer, doing.one)
    elif doing.named and doing.alone:
        of, by = "" if bearer is None else bearer.label, speaker(stage, dict(step), bearer)[1]
        name_by_words(stage, doing.one.ability.text, doing.named, of, by)
    if doing.alone and any(deed.whom != "this" and deed.what in TURNING_OVER for deed in deeds):
        by = stage.player(dict(step), "controller") or ""
        doing = doing._replace(only_if=condition_for_others(stage, bearer, card, doing.one.ability, by))
    for deed in deeds:
        for label in _done_to(stage, card, doing, deed):
            _do(stage, step, card, doing, deed, label)
    if bearer is not None and doing.alone and any(deed.whom == "this" for deed in deeds):
        name_acting(stage, card, doing.one.ability, bearer)
    return True


def deeds_among(card: Card, printed: Iterable[Printed]) -> frozenset[str]:
    """Return what comes of the deeds of some abilities.

    Args:
        card: The card that has them.
        printed: The abilities.
    """
    return frozenset(deed.result for one in printed for deed in deeds_of(card, one.ability))


def _bearer(
    stage: Stage, step: Mapping[str, Any], card: Card, targets: tuple[str, ...] | None, source: ThingDraft | None
) -> ThingDraft | None:
    """Return the permanent whose ability it is: the named object, if it has that text and no source is named."""
    if "source" in step or targets is None or len(targets) != 1:
        return source
    thing = stage.timeline.things[targets[0]]
    has_it = thing.card.name == card.name or stage.has_text(thing, card)
    return thing if has_it and (source is None or source.card.name != thing.card.name) else source


def _bearer_of_given(
    stage: Stage,
    step: Mapping[str, Any],
    targets: tuple[str, ...] | None,
    source: ThingDraft | None,
    given: Sequence[Printed],
) -> ThingDraft | None:
    """Return the permanent to which another one gives an ability: the named source or object, or the host of that one.

    Args:
        stage: The board so far.
        step: The step.
        targets: Labels of the objects that the step names; None if it names none.
        source: The permanent that the step names as the source, or the only one that gives the ability.
        given: The given abilities.
    """
    if "source" not in step and targets is not None and len(targets) == 1:
        return stage.timeline.things[targets[0]]
    return host_of(stage, source, given) or (source if "source" in step else None)


def _fits(one: Printed, deeds: Sequence[Deed], bearer: ThingDraft | None, named: Sequence[str]) -> bool:
    """Tell whether an ability has a use for the objects that a step names besides its permanent."""
    if not named or bearer is None:
        return True
    if any(deed.whom in ("targets", "others") for deed in deeds) or has_target(one.ability.text):
        return True
    return any(deed.whom == "attached" for deed in deeds) and tuple(named) == _host(bearer)


def _needs_a_name(deeds: Sequence[Deed]) -> bool:
    return any(deed.whom in ("targets", "others") and not deed.perhaps for deed in deeds)


def _host(bearer: ThingDraft) -> tuple[str, ...]:
    return () if bearer.attached is None else bearer.attached[:1]


def _done_to(stage: Stage, card: Card, doing: Doing, deed: Deed) -> tuple[str, ...]:
    """Return the labels of the objects to which an ability does a deed."""
    happens = _SAYING.get(deed.what, f"becomes {deed.what}")
    if deed.whom in ("targets", "others"):
        if not doing.named and not deed.perhaps:
            stage.fail((), f"the step does not say which object {happens}", "Name each of them with 'affects'")
        return doing.named
    if doing.bearer is None:
        if len(doing.named) == 1:
            return doing.named
        problem = f"the step does not say which {card.name} {happens}"
        stage.fail((), problem, "Name the permanent whose ability it is with 'source'")
    if deed.whom == "this":
        return (doing.bearer.label,)
    host = [label for label in _host(doing.bearer) if label in stage.timeline.things]
    if not host:
        problem = f"{show(doing.bearer.label)} is attached to no object, so the step does not say what {happens}"
        stage.fail((), problem, "Attach it first, with 'attached_to' or 'attaches'")
    return tuple(host)


def _do(stage: Stage, step: Mapping[str, Any], card: Card, doing: Doing, deed: Deed, label: str) -> None:
    """Do a deed to an object, if its condition is met: the rules say so where a board shows it (608.2c)."""
    thing, because = stage.timeline.things[label], f"resolved in step {stage.step}"
    by = stage.player(dict(step), "controller") or ""
    asks = deed.whom == "this" and doing.alone
    ability = doing.one.ability
    if deed.what in TURNING_OVER:
        if not asks or not turn_over_if(stage, thing, f"{deed.what}s", card, ability, by, doing.named):
            only_if = None if deed.whom == "this" else doing.only_if
            turn_over(stage, thing, f"{deed.what}s", because=because, only_if=only_if)
    elif deed.what == "up":
        said = _IF_SUCH_A_CARD.search(ability.text)
        turns(stage, {"turns": label, "face": "up"}, because=because, only="" if said is None else said["what"])
    elif deed.what == "out":
        phases(stage, {"phases": "out", "object": label})
    elif not asks or not designate_if(stage, thing, deed.what, card, ability, by):
        thing.events += (Event(stage.step, "designated", deed.what),)
