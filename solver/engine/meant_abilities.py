"""Which of the possible abilities a step means, and which of the named targets this ability affects.

The rules decide both (608.2). If they leave several abilities or none, the board must say more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from facts.board import Finding, Meant, Resolution, Resolving
from facts.board.steps import whom_it_affects
from facts.text import Document, show
from facts.words import is_mode

_WITH_MODE = "Name the mode with 'chosen: {mode: ...}', by its position or a piece of its text; several in a list"

CHOOSING = frozenset(("barred", "meant", "affected_at"))
"""The findings by which the rules choose an ability and its targets. They say nothing else about the board."""
CANNOT_RESOLVE = "cannot_resolve"
"""The finding that none of the abilities could have resolved."""


def meant_ability(document: Document, resolution: Resolution, found: Sequence[Finding]) -> Meant:
    """Return the one ability that a step means by the rules, among those that it could mean.

    Args:
        document: The board, which a refusal points into.
        resolution: The step, with the abilities that it could mean.
        found: The decisions of the rules about each of these abilities.

    Returns:
        The ability.

    Raises:
        InputError: The step can mean no ability, or several; or it does not name the targets.
    """
    barred = [one for one in found if one.name == "barred"]
    meant = {argument for one in found if one.name == "meant" for argument in one.arguments}
    fitting = [one for one in resolution.candidates if one[0] in meant]
    if len(fitting) != 1:
        texts = "; ".join(
            f"{show(ability.text)}{'' if fitting else _why_not(term, barred)}"
            for term, ability in (fitting or resolution.candidates)
        )
        if all(is_mode(ability.text) for _, ability in fitting or resolution.candidates):
            which, how = "several modes" if fitting else "no mode", _WITH_MODE
        else:
            which, how = "several abilities" if fitting else "no ability", "Name one with 'ability'"
        step = document.data["timeline"][resolution.step - 1]
        told = "can apply to what 'affects' names" if "affects" in step else "could be meant"
        raise document.error(
            ("timeline", resolution.step - 1, "resolves"),
            f"{which} of {resolution.name} {told}",
            f"{how}: {texts}",
        )
    targets, of_whom = resolution.targets, whom_it_affects(fitting[0][1])
    if targets is None and of_whom == "targets":
        problem = f"the step does not say what this affects: {show(fitting[0][1].text)}"
        raise document.error(("timeline", resolution.step - 1), problem, "Name its targets with 'affects'")
    if targets is None and of_whom == "this" and resolution.source:
        targets = (resolution.source,)
    return Meant(*fitting[0], tuple(fitting), targets)


def nothing_meant(resolution: Resolution, found: Sequence[Finding]) -> Meant | None:
    """Return an ability without effects in place of those that a step could mean, if none of them could have resolved.

    The check of a board says why none could, so it need not refuse the board.

    Args:
        resolution: The step, with the abilities that it could mean.
        found: The decisions of the rules about each of these abilities.

    Returns:
        The first of them, without its effects; None if some ability could have resolved.
    """
    if not any(one.name == CANNOT_RESOLVE for one in found):
        return None
    term, ability = resolution.candidates[0]
    return Meant(term, replace(ability, effects=()), ((term, replace(ability, effects=())),), ())


def is_of_another(fact: Finding, meant: Meant) -> bool:
    """Tell whether a finding is about an ability that a step could have meant, but does not mean by the rules.

    Args:
        fact: The finding.
        meant: The ability that the step means.
    """
    if fact.name == "lacks":
        return meant.term not in fact.arguments
    return fact.name == "found" and not fact.is_of(meant.term)


def with_legal_targets(resolution: Resolution, found: Sequence[Finding]) -> Meant:
    """Return an ability with those of the named targets that the rules say it affects (608.2b).

    Args:
        resolution: The step.
        found: What the rules say about its targets.
    """
    named = resolution.targets or ()
    places = {place for one in found if one.name == "affected_at" for place in one.arguments}
    affected = tuple(label for place, label in enumerate(named, 1) if place in places)
    return Meant(resolution.term, resolution.ability, tuple(resolution.candidates), affected)


def _why_not(term: Resolving, barred: Sequence[Finding]) -> str:
    """Say by which paragraphs an ability cannot have resolved, and for which of the named objects."""
    said = set()
    for one in barred:
        *_, paragraph = one.arguments
        if term in one.arguments:
            about = "".join(f" for {label}" for label in one.labels)
            said.add(f"{paragraph}{about}")
    return f" (not by {', '.join(sorted(said))})" if said else ""
