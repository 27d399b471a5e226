"""Notes the targets that a step names for the parts of a text that change no characteristic (115.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from facts.board.events import Named, Spell
from facts.board.steps.can_resolve import RESOLVING_TEXT
from facts.board.steps.drafts import ResolutionDraft, ThingDraft
from facts.board.steps.printed_abilities import Printed, as_spell, of_spell, printed_abilities
from facts.board.steps.resolving_players import speaker
from facts.board.steps.stage import Stage
from facts.board.target_words import (
    TARGET_WORD,
    has_targets,
    how_many_targets,
    lists_modes,
    longest_quality,
    objects_said,
    quality,
    supporting_said,
    targets_said,
)
from facts.cards import Card
from facts.effects import ALL_ZONES, listed
from facts.effects.form import Filter
from facts.runtime import pattern
from facts.text import without_quotes
from facts.words import CARD_TYPES

_TURNED = pattern(
    r"\b(?:turn|transform|convert)s? (?:up to (?:one|two|three|X) |any number of )?(?P<other>(?:an)?other )?target "
    r"(?P<what>[^.,:]+?)(?: face (?:up|down)\b|[.,]|$)",
    re.IGNORECASE,
)
_TURNS = pattern(
    r"\b(?P<other>(?:an)?other )?target (?P<what>[^.,:]+?) "
    r"(?:phases? out|transforms?|converts?|(?:is|are) turned (?:face (?:up|down)|over))\b",
    re.IGNORECASE,
)
"""The targets of abilities that only turn over, turn face up or phase out."""


def texts_that_aim(card: Card, found: Sequence[Printed], named: int) -> list[str]:
    """Return the texts that may have the targets of a step: all paragraphs of a spell are one text (608.2c).

    A trigger on the card of the spell, such as one for cycling, is another text. It is meant if only it can have so
    many targets.

    Args:
        card: The card.
        found: The abilities that the step may mean.
        named: How many objects the step names.
    """
    sides = {face.side for face in card.faces if face.is_instant_or_sorcery}
    spell = [one for one in found if one.side in sides and one.ability.kind in ("spell", "plain")]
    spell = [one for one in spell if one.ability.keyword is not None or not RESOLVING_TEXT.match(one.ability.text)]
    parts = [one for one in spell if one.ability.keyword is None]
    texts = [one.ability.text for one in found]
    if not parts or len({one.side for one in found}) > 1 or any(one.mode for one in found) or lists_modes(texts):
        return texts
    whole = "\n".join(supporting_said(without_quotes(one.ability.text)) for one in parts)
    others = [one.ability.text for one in found if one not in spell]
    fitting = [one for one in (whole, *others) if _can_have_so_many(one, named)]
    return fitting[:1] or [whole]


def _can_have_so_many(text: str, named: int) -> bool:
    """Tell whether a text can have so many objects as its targets."""
    fewest, most = how_many_targets((text,))
    return has_targets((text,)) and (fewest or 0) <= named and (most is None or named <= most)


def has_printed_types(stage: Stage, text: str, labels: Sequence[str]) -> bool:
    """Tell whether objects have a printed card type of those for which a text asks of its targets.

    Args:
        stage: The board so far.
        text: The text.
        labels: Labels of the objects.

    Returns:
        Whether each has one; true where the text asks for none.
    """
    asked = _types_asked(text)
    return not asked or all(asked.intersection(stage.timeline.things[label].face.type_line.types) for label in labels)


def is_of_asked_type(stage: Stage, text: str, label: str) -> bool:
    """Tell whether a text asks for card types of its target, and an object has one of them, as printed.

    Args:
        stage: The board so far.
        text: The text.
        label: The label of the object.
    """
    return bool(_types_asked(text)) and has_printed_types(stage, text, [label])


def _types_asked(text: str) -> set[str]:
    """Return the card types of which the target of a text must have one; none if any type will do."""
    alone = _OF_ONE_TYPE.findall(text)
    if len(alone) == len(TARGET_WORD.findall(text)) == 1:  # the usual words, without reading them as a filter
        return {alone[0].capitalize()}
    said = targets_said((text,), 1)
    kinds = [listed(clause.type or ()) for clause in listed(said or ())]
    return {str(kind) for some in kinds for kind in some} if all(kinds) else set()


_OF_ONE_TYPE = pattern(
    r"(?<!other )\btarget (?:attacking |blocking |(?:un)?tapped )?"
    rf"({'|'.join(sorted(CARD_TYPES))})\b(?!,? (?:and/)?or\b|,? card\b|, [a-z]+, or| spell\b)",
    re.IGNORECASE,
)


def name_targets_of_step(
    stage: Stage,
    step: Mapping[str, Any],
    card: Card,
    found: Sequence[Printed],
    labels: Sequence[str],
    source: ThingDraft | None,
    meant: Printed | None = None,
) -> None:
    """Note the targets that a step names for one of several abilities, which makes no continuous effect.

    Args:
        stage: The board so far.
        step: The step.
        card: The card that has the abilities.
        found: The abilities that the step may mean.
        labels: Labels of the targets.
        source: The permanent whose ability it is, if it is one of a permanent.
        meant: The ability among them that the step means, if that is known.
    """
    by, spell = speaker(stage, dict(step), source)[1], of_spell(card, found if meant is None else [meant])
    texts = texts_that_aim(card, found, len(labels))
    _name_targets(stage, texts, labels, source, by, card, spell, step.get("x"))


def _name_targets(
    stage: Stage,
    texts: Sequence[str],
    labels: Sequence[str],
    source: ThingDraft | None,
    controller: str,
    card: Card,
    spell: Printed | None,
    x: int | None,
) -> None:
    """Note the targets of a spell or ability that makes no continuous effect (115.1).

    Args:
        stage: The board so far.
        texts: The texts of the abilities that the step may mean.
        labels: The objects that the step names.
        source: The permanent whose ability it is, if it is one of a permanent.
        controller: The player who controls it.
        card: The card that has the abilities.
        spell: Its ability, if it is an instant or sorcery spell.
        x: The value of X in the text, if the step says it.
    """
    labels = _without_own_permanent(texts, labels, source)
    found = [match for text in texts for one in (_TURNED, _TURNS) if (match := one.search(text))]
    said = {one["what"] for one in found}
    of = quality(next(iter(said))) if len(said) == 1 else None
    by = "" if source is None else source.label
    own = source is not None and source.label in labels
    another = any(one["other"] for one in found)
    if source is not None and own and (another or _excludes_itself(texts, source)):
        other = Filter(other=True, zone=ALL_ZONES)
        stage.timeline.named.append(Named(stage.step, "targeted", "", source.label, other, by, controller))
    if own and another:
        return
    if of is not None or not said:
        each = Named(
            stage.step, "targeted", "", "", of, by, controller, x=x,
            ability=None if spell is None else (spell.term, spell.ability),
            spell=None if spell is None else as_spell(stage, card, (spell,)), targets=() if said else tuple(texts),
        )  # fmt: skip
        _note_each(stage, labels, each)


def _excludes_itself(texts: Sequence[str], source: ThingDraft) -> bool:
    """Tell whether the first target of each text is another object than its source: "exile another target creature"."""
    name = source.face.name
    names = "|".join(map(re.escape, dict.fromkeys((name, name.split(",")[0]))))
    named = re.compile(rf"\btarget [^.;:]*? other than (?:{names}|this \w+)\b")
    said = [one for one in map(without_quotes, texts) if has_targets((one,))]
    return bool(said) and all(_ANOTHER_FIRST.search(one) or named.search(one) for one in said)


_ANOTHER_FIRST = pattern(r"^(?:(?!\btargets?\b).)*\b(?:an)?other (?:\w+ )?target\b", re.IGNORECASE | re.DOTALL)
"""A text whose first target is another one."""


def _without_own_permanent(texts: Sequence[str], labels: Sequence[str], source: ThingDraft | None) -> Sequence[str]:
    """Leave out the source of an ability that is about it and its targets: "put this creature and target creature"."""
    if source is None or source.label not in labels:
        return labels
    own = rf"(?:^|[:,.] [^:.]*)\b(?:{re.escape(source.face.name)}|this \w+) and (?:up to one )?(?:other )?target\b"
    others = [label for label in labels if label != source.label]
    about_both = [text for text in texts if re.search(own, text)]
    return others if any(_can_have_so_many(text, len(others)) for text in about_both) else labels


def _note_each(stage: Stage, labels: Sequence[str], each: Named) -> None:
    """Note objects that the step names beside each other, each in its place."""
    stage.timeline.named += [
        replace(each, named=label, beside=len(labels) - 1, place=place) for place, label in enumerate(labels)
    ]


def name_target_of_part(
    stage: Stage, text: str, labels: Sequence[str], source: ThingDraft | None, by: str, spell: Spell | None
) -> None:
    """Note the one target of a part of a text that changes no characteristic; the other part has its own affected set.

    Args:
        stage: The board so far.
        text: The text of the ability.
        labels: The objects that the step names.
        source: The permanent whose ability it is, if it is one of a permanent.
        by: The player who controls it.
        spell: The spell, if it is one.
    """
    said = _TARGET_OF_A_PART.findall(objects_said(without_quotes(text)))
    if len(labels) == len(said) == 1 and "target" not in said[0].lower():
        longest = longest_quality(said[0].replace(" card from ", " card in ").split())
        is_card = re.search(r"\bcard\b", said[0]) is not None
        if longest is not None and not (is_card and any(one.zone is None for one in listed(longest[1]))):
            own = "" if source is None else source.label
            stage.timeline.named.append(Named(stage.step, "targeted", "", labels[0], longest[1], own, by, spell=spell))


def name_targets_besides(
    stage: Stage, text: str, labels: Sequence[str], source: ThingDraft | None, by: str, spell: Spell | None
) -> None:
    """Note the targets of a text whose effects change other objects: its source, or what is beside the target.

    Args:
        stage: The board so far.
        text: The text of the ability.
        labels: The objects that the step names.
        source: The permanent whose ability it is, if it is one of a permanent.
        by: The player who controls it.
        spell: The spell, if it is one.
    """
    own = () if source is None else (source.label, *(source.attached or ())[:1])
    named = [label for label in labels if label not in own]
    if has_targets((text,)):
        label = "" if source is None else source.label
        each = Named(stage.step, "targeted", "", "", None, label, by, targets=(text,), spell=spell)
        _note_each(stage, named, each)


def name_targets_in_places(stage: Stage, resolution: ResolutionDraft, labels: Sequence[str]) -> None:
    """Note the targets of a text that affects only some of them: each is one that its place of the text allows (115.1).

    Args:
        stage: The board so far.
        resolution: The spell or ability that resolves.
        labels: The objects that the step names as its targets.
    """
    by, texts = resolution.controller, tuple(resolution.parts)
    if resolution.spell is not None and len(texts) > 1 and not lists_modes(texts):
        texts = tuple(texts_that_aim(resolution.spell.card, _paragraphs(stage, resolution.spell), len(labels)))
    each = Named(stage.step, "targeted", "", "", None, resolution.source, by, targets=texts, spell=resolution.spell)
    _note_each(stage, labels, each)


def _paragraphs(stage: Stage, spell: Spell) -> list[Printed]:
    """Return the abilities of a spell."""
    return [one for one in printed_abilities(stage, spell.card) if one.side == spell.side]


_TARGET_OF_A_PART = pattern(
    r"(?<!the )(?<!another )(?<!other )\btarget (?:(?:player|opponent)s? (?:and/)?or )?"
    r"(?!players?\b|opponents?\b)([^.,;:]+)",
    re.IGNORECASE,
)
"""A target that is an object, in words; "planeswalker" of "target player or planeswalker"."""
