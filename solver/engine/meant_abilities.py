"""Which ability a step means, of those that it could mean, and which of the targets that it names are legal.

The rules have said what bars each ability and what fits each target (115.1, 608.2b). The step's own words
decide the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.board.settled import OBJECT, EffectOf, Finding, Meant, Moment, Named
from facts.board.steps.deeds import do_the_same_to_targets
from facts.board.timeline import Resolution
from facts.cards.modal import is_mode
from facts.effects.form import Effect, TargetsOf
from facts.runtime.patterns import pattern
from facts.text.errors import show
from facts.text.reading import Document

_WITH_MODE = "Name the mode with 'chosen: {mode: ...}', by its position or a piece of its text; several in a list"


def meant_ability(document: Document, resolution: Resolution, found: Sequence[Finding]) -> Meant:
    """Choose, of the abilities that a step could mean, the one whose targets are legal and whose condition is met.

    Args:
        document: The board, which a refusal points into.
        resolution: The step, with the abilities that it could mean.
        found: What the rules say about each of them.

    Returns:
        The ability, and the others that do the same.

    Raises:
        InputError: There is none, or more than one.
    """
    barred = [one for one in found if one.name == "barred"]
    fitting = [one for one in resolution.candidates if not any(is_of(bar, one[0]) for bar in barred)]
    # Of several, take the one whose condition is met, if the condition is about the object.
    becoming = [
        one
        for one in fitting
        if any(effect.if_ is not None and _TYPES & effect.given().keys() for effect in one[1].effects)
    ]
    fitting = becoming or fitting
    if len(fitting) > 1:  # an effect with a target prevails over one on "it"
        telling = [one for one in fitting if any(_says_targets(effect) for effect in one[1].effects)]
        fitting = telling if len(telling) == 1 else fitting
    if all(do_the_same_to_targets(one[1], fitting[0][1]) for one in fitting[1:]):
        fitting = fitting[:1]
    if len(fitting) != 1:
        texts = "; ".join(
            f"{show(ability.text)}{'' if fitting else _why_not(term, barred)}"
            for term, ability in (fitting or resolution.candidates)
        )
        if all(is_mode(ability.text) for _, ability in fitting or resolution.candidates):
            which, how = "several modes" if fitting else "no mode", _WITH_MODE
        else:
            which, how = "several abilities" if fitting else "no ability", "Name one with 'ability'"
        raise document.error(
            ("timeline", resolution.step - 1, "resolves"),
            f"{which} of {resolution.name} can apply to what 'affects' names",
            f"{how}: {texts}",
        )
    return Meant(*fitting[0], tuple(fitting), resolution.targets)


def with_legal_targets(resolution: Resolution, found: Sequence[Finding]) -> Meant:
    """Keep, of the targets that a step names, those that are legal for the part of the text that affects them.

    If both are legal and the text has one target, keep the one that the step names first, as the text does.

    Args:
        resolution: The step.
        found: What the rules say about its targets.

    Returns:
        Its ability, with the legal targets.
    """
    facts = frozenset(found)
    named = resolution.targets or ()
    step, term = Moment(resolution.step), resolution.term
    effects = [EffectOf(term, place) for place, one in enumerate(resolution.ability.effects, 1) if _says_targets(one)]
    legal = tuple(
        label for label in named
        if all(Finding("fits", (step, effect, Named(OBJECT, label))) in facts for effect in effects)
    )  # fmt: skip
    if len(legal) == len(named) == 2 and not _SEVERAL.search(resolution.ability.text):
        legal = legal[:1]
    return Meant(term, resolution.ability, tuple(resolution.candidates), legal or named)


_SEVERAL = pattern(r"\b(?:two|three|four|any number of) (?:other )?target\b|\btargets\b", re.IGNORECASE)


_TYPES = frozenset(("set_types", "add_types", "set_subtypes", "add_subtypes"))
"""The operations of an effect on the types of an object."""


def _says_targets(effect: Effect) -> bool:
    """Tell whether an effect restricts its targets."""
    return isinstance(effect.affects, TargetsOf)


def _why_not(term: str, barred: Sequence[Finding]) -> str:
    """Say by which paragraphs an ability cannot have resolved, and for which of the named objects."""
    said: dict[str, None] = {}
    for one in barred:
        *_, paragraph = one.arguments
        if is_of(one, term):
            about = "".join(f" for {label}" for label in one.labels)
            said[f"{paragraph}{about}"] = None
    return f" (not by {', '.join(said)})" if said else ""


def is_of(found: Finding, term: str) -> bool:
    """Tell whether an effect of an ability found this.

    Args:
        found: A finding.
        term: The ability.
    """
    return found.effect is not None and found.effect.ability == term
