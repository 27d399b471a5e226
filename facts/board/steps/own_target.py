"""Which of several named objects a text changes, where its other targets belong to parts that change nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.board.steps.stage import Stage
from facts.board.target_words import (
    comes_before_targets,
    has_targets,
    how_many_targets,
    lists_modes,
    may_aim_at_objects,
    supporting_said,
    targets_in_places,
    targets_said,
    without_the_word,
)
from facts.board.timeline import at_one_kind
from facts.cards import Ability, Card
from facts.effects import listed
from facts.effects.form import Filter, TargetsOf
from facts.runtime import pattern
from facts.text import show, without_quotes
from facts.words import OF_A_TARGET


def spell_texts(ability: Ability, card: Card | None) -> list[str]:
    """Return the other texts of an instant or sorcery whose keyword ability has a target of its own, such as awaken.

    Args:
        ability: The ability that resolves.
        card: Its card.

    Returns:
        The texts; none if it is another ability.
    """
    if card is None or ability.keyword not in OF_A_TARGET:
        return []
    spells = [face for face in card.faces if face.is_instant_or_sorcery]
    return [without_quotes(one.text) for face in spells for one in face.abilities if one.keyword != ability.keyword]


def own_place(ability: Ability, texts: Sequence[str], named: int) -> int:
    """Return the place of the only named object that an ability changes, in the order of its text.

    "Tap target creature. Untap another target creature. It gains haste": the second. A Ring-bearer, an Army, and a land
    with which a player earthbends have a place, too. If the words tell which of the named objects is legal, their order
    does not matter.

    Args:
        ability: The ability.
        texts: Its text, or all texts of its spell.
        named: How many objects the step names.

    Returns:
        The place, from 1 on; 0 if the ability changes all that are named, or the words leave open which.
    """
    if named < 2 or not has_targets(texts):
        return 0
    if not ability.effects and ability.keyword in OF_A_TARGET:
        return named  # such as awaken: the targets of the other paragraphs come first
    place = _place_of_paragraph(ability, texts, named)
    if place or not _changes_one_kind(ability):
        return place
    if any(map(without_the_word, texts)):
        return 1 if any(map(comes_before_targets, texts)) else named
    affects = ability.effects[0].affects
    wanted = affects.targets if isinstance(affects, TargetsOf) else None
    places = targets_in_places(texts)
    another = [place for place, found in enumerate(_A_TARGET.finditer(" ".join(texts)), 1) if found["other"]]
    if not isinstance(wanted, Filter) or {*places} != {wanted.changed(other=None)}:
        return 0  # the legal one is meant, whatever the order
    if len(places) != 2 or named != 2 or another != [2]:
        return 0
    return 2 if wanted.other else 1


def place_beside_set(ability: Ability, texts: Sequence[str], named: int) -> int:
    """Return the place of the one object that a player chooses without a target, beside a set that the text describes.

    "Creatures you control gain haste. The Ring tempts you": a step names the objects of the set, and a Ring-bearer.
    They come in the order of the text.

    Args:
        ability: The ability.
        texts: Its text, or all texts of its spell.
        named: How many objects the step names.

    Returns:
        The place, from 1 on; 0 if the ability is not like that.
    """
    chosen = [one for one in ability.effects if not one.affects_filter]
    alike = len({one.affects for one in chosen}) == 1 and all(map(at_one_kind, chosen))
    apart = any(one.besides is not None or one.shares is not None for one in ability.effects)
    if named < 2 or not alike or apart or len(chosen) == len(ability.effects) or has_targets(texts):
        return 0
    if not without_the_word(ability.text):
        return 0
    return named if ability.effects[0].affects_filter else 1


def warn_of_last_of_set(stage: Stage, name: str, ability: Ability, chosen: str, others: Sequence[str]) -> None:
    """Warn where the object that a player chooses without a target may only be one of the set that the step names.

    Args:
        stage: The board so far.
        name: The name of the spell, or of the source of the ability.
        ability: The ability.
        chosen: The label of the object that is taken for the chosen one.
        others: Labels of the objects of the set.
    """
    sets = [clause for one in ability.effects if one.affects_filter for clause in listed(one.affects)]
    if chosen in others or any(isinstance(one, Filter) and one.controller == "opponent" for one in sets):
        return
    noun = without_the_word(ability.text)
    problem, hint = (
        f"{show(chosen)} is taken for the {noun}",
        f"If it is only one of the set, name the {noun} beside it",
    )
    stage.timeline.warnings.append(f"{name} (step {stage.step}): {problem}. {hint}")


def _place_of_paragraph(ability: Ability, texts: Sequence[str], named: int) -> int:
    """Return the place of the one target of a paragraph, if a paragraph before or after it has targets of that kind.

    "Support 2", and then "gain control of target creature": the last. The words cannot tell these targets apart.

    Args:
        ability: The ability, which is one paragraph of its spell.
        texts: All texts of its spell.
        named: How many objects the step names.
    """
    own = supporting_said(without_quotes(ability.text))
    wanted = {one.affects.targets for one in ability.effects if isinstance(one.affects, TargetsOf)}
    alone = texts.count(own) != 1 or lists_modes(texts)
    if alone or len(wanted) != 1 or not all(map(at_one_kind, ability.effects)):
        return 0
    at = texts.index(own)
    before, after = ([one for one in some if may_aim_at_objects(one)] for some in (texts[:at], texts[at + 1 :]))
    others = before or after
    if (before and after) or not others or how_many_targets((own,)) != (1, 1) or {*targets_in_places((own,))} != wanted:
        return 0
    alike = targets_said(others, named) in wanted or {*targets_in_places(others)} == wanted
    return 0 if not alike else named if before else 1


def warn_of_one_named(stage: Stage, name: str, ability: Ability, texts: Sequence[str]) -> None:
    """Warn where a step names one object, and the text has a target and changes another object (115.1).

    Args:
        stage: The board so far.
        name: The name of the spell, or of the source of the ability.
        ability: The ability.
        texts: Its text, or all texts of its spell.
    """
    noun = next(filter(None, map(without_the_word, texts)), "") if _changes_one_kind(ability) else ""
    if not ability.effects and ability.keyword in OF_A_TARGET:
        noun = f"object of {ability.keyword}"
    if noun and has_targets(texts):
        warn_taken_for(stage, name, noun)


def warn_taken_for(stage: Stage, name: str, noun: str) -> None:
    """Warn that a step names no target: it names only another object of the text.

    Args:
        stage: The board so far.
        name: The name of the spell, or of the source of the ability.
        noun: What the named object is taken for.
    """
    problem = f"no target named: what the step names is taken for the {noun}"
    hint = f"If it is the target, name the {noun} after it"
    stage.timeline.warnings.append(f"{name} (step {stage.step}): {problem}. {hint}")


def _changes_one_kind(ability: Ability) -> bool:
    """Tell whether an ability changes only targets of one kind, and nobody gains control of them."""
    effects = ability.effects
    same = len({one.affects for one in effects}) == 1
    return same and all(at_one_kind(one) and one.gain_control is None for one in effects)


_A_TARGET = pattern(r"(?P<other>\b(?:an)?other )?\btarget\b", re.IGNORECASE)
