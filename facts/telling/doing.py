"""Doing: abilities that make no continuous effect as they resolve, and do what a step of another kind does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from facts.cards import Ability, Card
from facts.keywords import GROWING, keyword_of
from facts.telling.abilities import ATTACHABLE, given_abilities, makes_effects, meant_sides, printed_abilities
from facts.telling.attaching import attaches, unattach
from facts.telling.leaving import phases
from facts.telling.stage import Stage
from facts.telling.turning import turn_over, turns
from facts.timeline import Thing

_TURNING_OVER = re.compile(r"(?:^|: |, |\. |— |\b(?:may|then|else|you) )(transform|convert) ", re.IGNORECASE)
_TURNING_UP = re.compile(r"\bturn(?:ed)?\b[^.:]* face up\b", re.IGNORECASE)
_PHASING_OUT = re.compile(r"\bphases? out\b", re.IGNORECASE)
_TURNING_AND_ATTACHING = re.compile(r"\btransform it\b[^:]*\battach it to target\b", re.IGNORECASE)
_BECOMING = (
    (re.compile(r"\bmonstrosity \w", re.IGNORECASE), "monstrous"),
    (re.compile(r"^renown \d", re.IGNORECASE), "renowned"),
    (re.compile(r"^saddle \d", re.IGNORECASE), "saddled"),
    (re.compile(r"\b[Ff]lip (?:it\b|this\b|~|[A-Z])"), "flipped"),
)
"""What a permanent becomes that no counter shows, and that texts ask for."""
_ATTACHING = frozenset(("equip", "fortify", "reconfigure"))
"""Keyword abilities that attach the permanent that they are on as they resolve (702.6a)."""


def does_what_a_step_does(
    stage: Stage, step: Mapping[str, Any], card: Card, targets: tuple[str, ...] | None, source: Thing | None
) -> bool:
    """Let an ability resolve that only turns over, up or flips, phases out, attaches, or gives a designation.

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        targets: Labels of what the step affects; None where it names nothing.
        source: The permanent whose ability it is, if it is one of a permanent.

    Returns:
        Whether that is all that the step can mean.

    Raises:
        InputError: The step asks for what is not there, or cannot be.
    """
    of_source = source is not None and targets in (None, (source.label,))
    meant = _without_effects(stage, step, card, source if of_source else None)
    texts = [ability.text for ability in meant]
    labels = targets or (() if source is None else (source.label,))
    host = step.get("attached_to", targets[0] if targets is not None and len(targets) == 1 else None)
    if source is not None and host not in (None, source.label):
        given = keyword_of(str(step.get("ability", ""))) in _ATTACHING and _is_attachable(source)
        if given or any(one.keyword in _ATTACHING for one in meant):
            attaches(stage, {"attaches": source.label, "to": host, **_chosen(step)})
            return True
        if any(map(_TURNING_AND_ATTACHING.search, texts)):
            turn_over(stage, source, "transforms", because=f"resolved in step {stage.step}")
            attaches(stage, {"attaches": source.label, "to": host, **_chosen(step)})
            return True
    if of_source and source is not None and source.attached and any(one.keyword == "reconfigure" for one in meant):
        unattach(stage, source)
        return True
    verbs = {said[1].lower() for text in texts for said in _TURNING_OVER.finditer(text)}
    if verbs:
        for label in labels:
            because = f"resolved in step {stage.step}"
            turn_over(stage, stage.timeline.things[label], f"{min(verbs)}s", because=because)  # either turns it over
    elif targets is not None and any(map(_TURNING_UP.search, texts)):
        for label in targets:
            turns(stage, {"turns": label, "face": "up"})
    elif any(map(_PHASING_OUT.search, texts)):
        for label in labels:
            phases(stage, {"phases": "out", "object": label})
    elif designation := next((word for words, word in _BECOMING if any(map(words.search, texts))), ""):
        for label in labels:
            status = stage.timeline.things[label].status
            status += [] if designation in status else [designation]
    else:
        return False
    return bool(labels)


def _chosen(step: Mapping[str, Any]) -> dict[str, Any]:
    return {"chosen": step["chosen"]} if "chosen" in step else {}


def _is_attachable(source: Thing) -> bool:
    """Tell whether a permanent can have been given an ability that attaches it."""
    return bool(ATTACHABLE & set(source.face.type_line.subtypes))


def _without_effects(stage: Stage, step: Mapping[str, Any], card: Card, source: Thing | None) -> list[Ability]:
    """Return the abilities that a step may mean; none if one of them makes a continuous effect as it resolves."""
    wanted = step.get("ability")
    asked = [
        one for one in printed_abilities(stage, card)
        if wanted in (None, one.number) or (isinstance(wanted, str) and wanted.lower() in one.ability.text.lower())
    ]  # fmt: skip
    every = [one.ability for outer in asked for one in (outer, *given_abilities(outer))]
    if any(makes_effects(one, step) and (wanted is not None or one.keyword not in GROWING) for one in every):
        return []
    sides = meant_sides(step, card, source)
    return [one.ability for one in asked if one.side in sides] or [one.ability for one in asked]
