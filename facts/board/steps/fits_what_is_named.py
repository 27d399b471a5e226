"""Which ability of a card fits what a step names, if the step does not say which one it means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from facts.board.steps.can_resolve import can_resolve
from facts.board.steps.deeds import finds_others, makes_effects
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.named_by_step import WITH_ANOTHER
from facts.board.steps.named_targets import has_printed_types
from facts.board.steps.printed_abilities import Printed, abilities_ever, given_abilities, printed_abilities
from facts.board.steps.resolving_players import speaker
from facts.board.steps.stage import Stage
from facts.board.steps.which_ability import ATTACHING_ANOTHER, listed_abilities
from facts.board.steps.which_face import meant_sides
from facts.board.target_words import how_many_targets
from facts.board.timeline import at_one_kind
from facts.cards import Card, chapter_numbers, deeds_of, has_target
from facts.effects import SOURCE_OR_HOST, asks_of_target
from facts.runtime import pattern
from facts.text import show
from facts.words import ATTACHING, GROWING, OF_THEIR_OWN, RESOLVING

_TELLING = frozenset(("ability", "chosen", "copy_of", "face_down", "told", "x"))
"""The keys of a step that say more of the ability it means."""


class _Fitting(NamedTuple):
    """The abilities of a card, by what they have to do with the named objects.

    Attributes:
        changing: Those with a continuous effect that may be about the named objects.
        own: Those with a continuous effect that is about another object: their own permanent, or its host.
        attaching: Those that attach their permanent to the named object.
        aiming: Other ones without a continuous effect that have a target.
    """

    changing: list[Printed]
    own: list[Printed]
    attaching: list[Printed]
    aiming: list[Printed]


def by_what_is_named(
    stage: Stage, step: dict[str, Any], card: Card, targets: tuple[str, ...] | None, source: ThingDraft | None
) -> dict[str, Any]:
    """Return a step with the ability or mode that alone fits the objects it names, if only one without effect does.

    An ability about its own permanent does not fit another one, and one about "equipped creature" fits only that.

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        targets: Labels of the named objects; None if the step names none.
        source: The permanent whose ability it is, if the step or the board says which.

    Returns:
        The step as it is, if the other words of the step or the rules find the ability.

    Raises:
        InputError: Several abilities fit, and a step that does not say which may mean any of them.
    """
    host = step.get("attached_to")
    if host is not None and source is not None and targets in (None, (source.label,)):
        targets = (host,)
    if targets is None or not _TELLING.isdisjoint(step) or any(_has_text(stage, one, card, source) for one in targets):
        return step
    fitting = _fitting(stage, step, card, targets, source)
    if host is not None:
        fitting = fitting._replace(changing=[one for one in fitting.changing if "attach" in one.ability.text.lower()])
    changing, own, attaching, aiming = fitting
    if not (changing or own) or (host is not None and not attaching):
        return step
    mass = bool(changing) and all(finds_others(one.ability) and not has_target(one.ability.text) for one in changing)
    if attaching and not any(map(_attaches_to_target, changing)):
        aiming = attaching[:1]
    elif changing and not mass:
        beside = source is not None and len(changing) == 1 and _only_aims_beside(changing[0])
        if source and beside:
            return {**step, "source": source.label, "ability": changing[0].number}
        _ask_which(stage, card, changing, _that_fit(stage, step, aiming, targets, source), targets)
        return step
    if changing:
        aiming = [one for one in aiming if _may_aim(stage, one, targets)]
    if aiming:
        if len(changing) + len(aiming) > 1:
            _refuse(stage, card, [*changing, *aiming], targets)
        mode = {"chosen": {"mode": aiming[0].mode}} if aiming[0].mode else {}
        return {**step, "ability": aiming[0].number, **mode}
    alone = not changing and all(_about(one) <= {"this"} and not one.to_host for one in own)
    if alone and _permanents(stage, card, source) and not _may_be_lent(stage):
        which = "this ability" if len(own) == 1 else "each ability"
        whom = "its permanent" if source is None else show(source.label)
        other = next(show(label) for label in targets if source is None or label != source.label)
        problem = f"{which} of {card.name} changes only {whom}, and not {other}"
        stage.fail(("affects",), problem, "Leave 'affects' out, or name the permanent that has the ability")
    return step


def that_only_aim(
    stage: Stage,
    step: dict[str, Any],
    card: Card,
    meant: Sequence[Printed],
    targets: tuple[str, ...] | None,
    source: ThingDraft | None,
) -> list[Printed]:
    """Return the abilities without a continuous effect that a step means if it cannot mean the one that has one.

    The rules say whether the named object is a legal target of the one with a continuous effect (115.1).

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        meant: The abilities with continuous effects that the step may mean.
        targets: Labels of the named objects; None if the step names none.
        source: The permanent whose ability it is, if the step or the board says which.

    Returns:
        Those that may have the named object as their target; none unless one ability with one target changes it.
    """
    if targets is None or len(targets) != 1 or len(meant) != 1 or not _changes_one_target(meant[0]):
        return []
    told = not _TELLING.isdisjoint(step) or "attached_to" in step
    if told or _has_text(stage, targets[0], card, source):
        return []
    aiming = _fitting(stage, step, card, targets, source).aiming
    aiming = [one for one in aiming if one.side == meant[0].side and not chapter_numbers(one.ability.text)]
    return _that_fit(stage, step, aiming, targets, source)


def _changes_one_target(one: Printed) -> bool:
    """Tell whether an ability does nothing but change its only target."""
    ability = one.ability
    plain = ability.keyword is None and not ability.chooses and not chapter_numbers(ability.text)
    changes = bool(ability.effects) and all(map(at_one_kind, ability.effects))
    return plain and changes and how_many_targets((ability.text,))[1] == 1 and not one.mode


def _that_fit(
    stage: Stage, step: dict[str, Any], aiming: Sequence[Printed], targets: Sequence[str], source: ThingDraft | None
) -> list[Printed]:
    """Return the abilities that may have the named objects as their targets, by all that the steps so far say."""
    by = speaker(stage, step, source)[1]
    own = [one for one in aiming if not given_abilities(one) and _are_on_its_side(stage, one, targets, by)]
    return [one for one in own if _may_aim(stage, one, targets)]


def _fitting(
    stage: Stage, step: Mapping[str, Any], card: Card, targets: tuple[str, ...], source: ThingDraft | None
) -> _Fitting:
    """Sort the abilities of a card by what they have to do with the objects that a step names."""
    sides = meant_sides(stage, step, card, source) if len(card.faces) > 1 else []
    hosts = {one.attached[0] for one in _permanents(stage, card, source) if one.attached is not None}
    hosted = hosts.issuperset(targets)
    found = _Fitting([], [], [], [])
    resolved = {one.term for one in stage.timeline.resolutions}
    for outer in printed_abilities(stage, card):
        if sides and outer.side not in sides:
            continue
        acting = makes_effects(outer.ability, step)
        given = given_abilities(outer) if not acting or outer.term in resolved else ()
        for one in (outer, *given):
            if _changes(one, step):
                about = one.to_host or (one is outer or _about(outer) == {"this"})
                fits = not about or _may_be_about(one, hosted)
                (found.changing if fits else found.own).append(one)
        if outer.ability.keyword in ATTACHING and source is not None and len(targets) == 1 and not hosted:
            found.attaching.append(outer)
        elif not acting and _only_aims(stage, outer, card):
            found.aiming.append(outer)
    return found


def _changes(one: Printed, step: Mapping[str, Any]) -> bool:
    """Tell whether an ability makes a continuous effect for which a step need not name it."""
    grows = one.ability.keyword in GROWING
    return makes_effects(one.ability, step) and one.ability.kind != "as_enters" and not grows


def _may_be_about(one: Printed, hosted: bool) -> bool:
    """Tell whether an ability can have to do with objects that do not have it: with its targets, or with its host.

    Args:
        one: The ability.
        hosted: Whether its permanent is attached to the named object.
    """
    ability = one.ability
    if ability.keyword in RESOLVING:
        return ability.keyword not in OF_THEIR_OWN
    if has_target(ability.text) or any(map(asks_of_target, ability.effects)):
        return True
    if any(effect.if_ is not None and effect.if_.affected is not None for effect in ability.effects):
        return True
    about = _about(one)
    if any(effect.emblem is not None for effect in ability.effects):  # an ability of the emblem may be meant
        return True
    return (hosted and (one.to_host or "attached" in about)) or not about.issubset(SOURCE_OR_HOST)


def _about(one: Printed) -> set[str]:
    return {str(effect.affected) for effect in one.ability.effects}


def _only_aims_beside(one: Printed) -> bool:
    """Tell whether an ability changes only its own permanent, and does something else to its target."""
    effects = one.ability.effects
    plain = all(WITH_ANOTHER.isdisjoint(effect.given()) for effect in effects) and not any(map(asks_of_target, effects))
    about_others = any(effect.if_ is not None and effect.if_.affected is not None for effect in effects)
    return plain and not about_others and _about(one) == {"this"} and not one.mode and not _attaches_to_target(one)


def _attaches_to_target(one: Printed) -> bool:
    return ATTACHING_ANOTHER.search(one.ability.text) is not None and has_target(one.ability.text)


def _only_aims(stage: Stage, one: Printed, card: Card) -> bool:
    """Tell whether something is an ability or a mode that has a target; a paragraph of a spell is none."""
    face = card.face(one.side) or card.faces[0]
    apart = one.mode > 0 or not face.is_instant_or_sorcery
    return apart and not one.ability.keyword and has_target(one.ability.text) and can_resolve(stage, one, card)


def _may_aim(stage: Stage, one: Printed, targets: Sequence[str]) -> bool:
    """Tell whether a text may have the named objects as its targets: by their number, and by their printed types."""
    most = how_many_targets((one.ability.text,))[1]
    return (most is None or most >= len(targets)) and has_printed_types(stage, one.ability.text, targets)


def _are_on_its_side(stage: Stage, one: Printed, targets: Sequence[str], by: str) -> bool:
    """Tell whether the named objects may have the controller for whom a text asks, as the steps so far say.

    Args:
        stage: The board so far.
        one: The ability.
        targets: Labels of the objects.
        by: The player who controls the ability.
    """
    said = _WHOSE.search(one.ability.text)
    if said is None or any(
        effect.gain_control for told in stage.timeline.resolutions for effect in told.ability.effects
    ):
        return True
    yours = said["whose"].lower() == "you control"
    return all((stage.timeline.things[label].controller == by) == yours for label in targets)


_WHOSE = pattern(
    r"\btarget (?:[\w-]+ ){1,4}?(?P<whose>you control|you don't control|an opponent controls|your opponents control)\b",
    re.IGNORECASE,
)


def _permanents(stage: Stage, card: Card, source: ThingDraft | None) -> list[ThingDraft]:
    return [source] if source is not None else stage.those(card)


def _has_text(stage: Stage, label: str, card: Card, source: ThingDraft | None) -> bool:
    """Tell whether a named object may have the abilities of a card: it is the source, or a copy, or has merged."""
    thing = stage.timeline.things[label]
    own = thing.card.name == card.name or stage.has_text(thing, card)
    return own or (source is not None and thing is source) or any(one.what in ("copy", "merge") for one in thing.events)


def _may_be_lent(stage: Stage) -> bool:
    """Tell whether something on the board may give an object the abilities of another one."""
    every = (one for thing in stage.timeline.things.values() for one in abilities_ever(stage, thing))
    forms = [effect for one in every for effect in one.ability.effects]
    forms += [effect for one in stage.timeline.resolutions for effect in one.ability.effects]
    return any(one.add_abilities_of is not None or one.full_text_of is not None for one in forms)


def _ask_which(
    stage: Stage, card: Card, changing: Sequence[Printed], others: Sequence[Printed], targets: Sequence[str]
) -> None:
    """Ask which ability a step means, if one that makes no continuous effect may have the named objects as its targets.

    If what that ability does is no event on a board, a step hardly tells of it: then a warning says what is taken.

    Args:
        stage: The board so far.
        card: The card.
        changing: The abilities with a continuous effect that may be about the named objects.
        others: Those without one.
        targets: Labels of the named objects.

    Raises:
        InputError: An ability without a continuous effect turns its targets over or face up, or phases them out.
    """
    if any(deed.whom == "targets" for one in others for deed in deeds_of(card, one.ability)):
        _refuse(stage, card, [*changing, *others], targets)
    _warn_of(stage, card, others)


def warn_of_another_mode(stage: Stage, step: Mapping[str, Any], card: Card, meant: Sequence[Printed]) -> None:
    """Warn if a step that names no object and no mode may also mean a mode without target and continuous effect.

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        meant: The abilities with continuous effects that the step may mean.
    """
    if len(meant) == 1 and meant[0].mode and "chosen" not in step:
        others = (one for one in printed_abilities(stage, card) if one.mode and one.number == meant[0].number)
        without = [one for one in others if one.side == meant[0].side and not makes_effects(one.ability, step)]
        _warn_of(stage, card, [one for one in without if not has_target(one.ability.text)])


def _warn_of(stage: Stage, card: Card, others: Sequence[Printed]) -> None:
    if others:
        problem = f"{show(others[0].ability.text)} could be meant, too, and makes no continuous effect"
        hint = "Name one of its abilities" if not others[0].mode else "Name its mode"
        stage.timeline.warnings.append(f"{card.name} (step {stage.step}): {problem}. {hint} to be sure")


def _refuse(stage: Stage, card: Card, found: Sequence[Printed], targets: Sequence[str]) -> None:
    named = " and ".join(map(show, targets))
    stage.fail(
        ("resolves",), f"several abilities of {card.name} could be meant, with {named}", listed_abilities([*found])
    )
