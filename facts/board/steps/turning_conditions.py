"""The conditions under which abilities transform or convert their permanent: "if you control five artifacts"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from facts.board.events import Event
from facts.board.steps.drafts import ResolutionDraft, ThingDraft
from facts.board.steps.stage import Stage
from facts.board.steps.turning import turn_over
from facts.board.steps.visible_conditions import visible_condition
from facts.board.timeline_terms import AbilityOf, Moment
from facts.board.zones_of_conditions import zone_without_cards
from facts.cards import Ability, Card, read_ability
from facts.effects.form import plain_data
from facts.runtime import pattern
from facts.text import without_quotes
from facts.words import PERMANENT_NOUN

_SENTENCE = pattern(r"[^.]+\.?")
_DEED = pattern(
    r"(?:^|: |, |\. |— |\b(?:and|then|you) )(?P<deed>transform|convert) (?!all\b|each\b|every\b|target\b|up to\b)",
    re.IGNORECASE,
)
_LATER = pattern(r"^(?:when|whenever|at) ", re.IGNORECASE)
_OTHERWISE = pattern(r"^(?:if you don't|otherwise)\b", re.IGNORECASE)
"""The beginning of a sentence that happens instead of what the step says."""
_OF_IT = pattern(r"\b(?:transform|convert) (?:it|that|him|her|them)\b", re.IGNORECASE)
"""Words that turn over "it": in a text with a target, that may be the target or the permanent."""
_MAY_DEPEND = pattern(r"\b(?:if|unless|may)\b", re.IGNORECASE)
_THAT_ONE = pattern(rf"\bif that (?:{PERMANENT_NOUN}) (?=has\b|is\b)", re.IGNORECASE)
"""A condition about the one object that the step names."""


def turn_over_if(
    stage: Stage, thing: ThingDraft, verb: str, card: Card, ability: Ability, by: str, targets: Sequence[str] = ()
) -> bool:
    """Let an ability transform its permanent if its condition is met: the rules decide that on the board (608.2c).

    Args:
        stage: The board so far.
        thing: The permanent.
        verb: The action, as the key of a step.
        card: The card that has the ability.
        ability: The ability.
        by: The player who controls the ability; empty for the player who controls the permanent as it resolves.
        targets: Labels of the objects that the step names besides.

    Returns:
        Whether it has a condition that a board shows. If not, nothing has been done.
    """
    term = condition_asked(stage, thing, card, ability, by, targets)
    if term is not None:
        turn_over(stage, thing, verb, because=f"resolved in step {stage.step}", only_if=term)
    return term is not None


def designate_if(stage: Stage, thing: ThingDraft, status: str, card: Card, ability: Ability, by: str) -> bool:
    """Let an ability give its permanent a designation if its condition is met: the rules decide that (603.4, 608.2c).

    Args:
        stage: The board so far.
        thing: The permanent.
        status: The designation.
        card: The card that has the ability.
        ability: The ability.
        by: The player who controls the ability; empty for the player who controls the permanent as it resolves.

    Returns:
        Whether it has a condition that a board shows. If not, nothing has been done.
    """
    term = condition_asked(stage, thing, card, ability, by)
    if term is not None:
        thing.events += (Event(stage.step, "designated", status, only_if=term),)
    return term is not None


_INTERVENING = pattern(
    r"^(?:[^.:—]*— )?(?:when|whenever|at) [^.:]*?, "
    r"if (?P<what>(?!you do\b)(?:(?!\b(?:it|that|they|them)\b)[^.,;:])+), ",
    re.IGNORECASE,
)
"""A condition between a trigger and its effects (603.4), about nothing that the trigger names."""


def condition_for_others(
    stage: Stage, bearer: ThingDraft | None, card: Card, ability: Ability, by: str
) -> AbilityOf | None:
    """Have the rules ask for the condition of a triggered ability that transforms other objects (603.4).

    Args:
        stage: The board so far.
        bearer: The permanent whose ability it is, if the board says which.
        card: The card that has the ability.
        ability: The ability.
        by: The player who controls the ability; empty for the player who controls the permanent as it resolves.

    Returns:
        The term of the ability; None if it has no condition that a board shows.
    """
    said = _INTERVENING.match(ability.text)
    if bearer is None or said is None:
        return None
    return condition_asked(stage, bearer, card, ability, by, read=f"If {said['what']}, transform this permanent.")


def has_visible_condition(card: Card, ability: Ability) -> bool:
    """Tell whether an ability does something to its permanent only under a condition that a board shows.

    Args:
        card: The card that has the ability.
        ability: The ability.
    """
    return visible_condition(ability.text, tuple(face.name for face in card.faces)) is not None


def condition_asked(
    stage: Stage, thing: ThingDraft, card: Card, ability: Ability, by: str, targets: Sequence[str] = (), read: str = ""
) -> AbilityOf | None:
    """Have the rules ask for the condition of an ability as it resolves (603.4, 608.2c).

    Args:
        stage: The board so far.
        thing: The permanent.
        card: The card that has the ability.
        ability: The ability.
        by: The player who controls the ability; empty for the player who controls the permanent as it resolves.
        targets: Labels of the objects that the step names besides.
        read: The sentence with the condition, if it is not the text of the ability.

    Returns:
        The term of the ability; None if it has no condition that a board shows.
    """
    faces = tuple(face.name for face in card.faces)
    condition, about = visible_condition(read or ability.text, faces), thing.label
    if condition is None and len(targets) == 1:
        about = targets[0]
        condition = visible_condition(_THAT_ONE.sub("if this permanent ", ability.text), faces)
    if condition is None:
        return None
    if not ability.effects and (zone := zone_without_cards(condition, stage.zones_told)):
        problem = f"{card.name} (step {stage.step}): the board lists no card in a {zone}"
        stage.timeline.warnings.append(f"{problem}, so the step itself is taken to say that the condition was met")
        return None
    effect = {"affects": "this", "turn": "over", "if": plain_data(condition)}
    form = read_ability({"kind": "triggered", "text": ability.text, "effects": [effect]})
    term = AbilityOf(Moment(stage.step), 1)
    asked = ResolutionDraft(
        stage.step, "", thing.card.name, form, term, None, (thing.label,), about, by or thing.controller
    )
    asked.candidates, asked.by_source = [(term, form)], not by
    stage.timeline.resolutions.append(asked)
    return term


def also_turns_over(
    stage: Stage, step: Mapping[str, Any], source: ThingDraft | None, card: Card, ability: Ability
) -> None:
    """Let an ability that makes a continuous effect transform or convert its permanent besides, if its text says so.

    If a condition for it is not one that a board shows, a warning says that it is a step of its own.

    Args:
        stage: The board so far.
        step: The step.
        source: The permanent whose ability it is, if it is one of a permanent.
        card: The card that has the ability.
        ability: The ability.
    """
    if source is None or any(effect.turn == "over" for effect in ability.effects):
        return
    said = _said_besides(ability.text)
    if said is None:
        return
    sentence, verb = said
    by = stage.player(dict(step), "controller") or ""
    of_target = "target" in ability.text.lower() and _OF_IT.search(sentence) is not None
    if not of_target and turn_over_if(stage, source, verb, card, ability, by):
        return
    if not of_target and _MAY_DEPEND.search(sentence) is None:
        turn_over(stage, source, verb, because=f"resolved in step {stage.step}")
        return
    problem = f"{card.name} (step {stage.step}): whether {source.label} {verb}, too, is a step of its own"
    stage.timeline.warnings.append(problem)


_TARGETS = pattern(
    r"(?:^|[.:,] |\b(?:and|then|you|may) )(?P<deed>transform|convert) "
    r"(?:up to (?:one|two|three) |any number of )?target\b",
    re.IGNORECASE,
)
"""The words that transform or convert a target."""


def turns_targets_besides(stage: Stage, ability: Ability, targets: Sequence[str]) -> None:
    """Let an ability that makes a continuous effect elsewhere transform or convert its targets, if its text says so.

    "Transform target Werewolf. Creatures you control gain trample."

    Args:
        stage: The board so far.
        ability: The ability.
        targets: Labels of the targets that the step names, which its effects do not affect.
    """
    said = _TARGETS.search(without_quotes(ability.text))
    if said is None:
        return
    for label in targets:
        turn_over(
            stage, stage.timeline.things[label], f"{said['deed'].lower()}s", because=f"resolved in step {stage.step}"
        )


def turns_besides(text: str) -> bool:
    """Tell whether a text that does something else transforms or converts its permanent, too.

    Args:
        text: The text.
    """
    return _said_besides(text) is not None


@lru_cache(maxsize=1024)
def _said_besides(text: str) -> tuple[str, str] | None:
    """Return the sentence by which a text transforms or converts its permanent, and the key of the step for it."""
    sentences = [one.strip() for one in _SENTENCE.findall(without_quotes(text))]
    for place, sentence in enumerate(sentences):
        if (place and _LATER.match(sentence) is not None) or _OTHERWISE.match(sentence) is not None:
            continue
        if (found := _DEED.search(sentence)) is not None:
            return sentence, f"{found['deed'].lower()}s"
    return None
