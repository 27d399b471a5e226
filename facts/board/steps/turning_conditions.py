"""The conditions under which abilities transform or convert their permanent: "if you control five artifacts"."""

from __future__ import annotations

import re
from functools import lru_cache

from facts.board.steps.drafts import ResolutionDraft, ThingDraft
from facts.board.steps.stage import Stage
from facts.board.steps.turning import turn_over
from facts.cards.card import Ability, Card, read_ability
from facts.effects.form import Condition, plain_data
from facts.runtime.patterns import pattern

_IF = pattern(
    r"(?:^|[.,;] |\bthen )if (?P<what>[^.,;:]+), (?P<rest>[^.:]*?\b(?:transform|convert)\b)(?! target)", re.IGNORECASE
)
"""A condition in the sentence that transforms the permanent, before the deed (603.4, 608.2c)."""
_AGAIN = pattern(r"\b(?:if|unless|when|target)\b", re.IGNORECASE)
"""Words by which the deed may depend on something else, or be about another object."""
_IT_HAS = pattern(r"^it (?=has .*\bcounters? on it$)", re.IGNORECASE)
_ON_IT = pattern(r"^(?:it has|there are) .*\bcounters? on it$", re.IGNORECASE)
"""Counters on "it": the permanent, where the text names no other object."""


def turn_over_if(stage: Stage, thing: ThingDraft, verb: str, card: Card, ability: Ability, by: str) -> bool:
    """Let an ability transform its permanent if its condition is met: the rules decide that on the board (608.2c).

    Args:
        stage: The board so far.
        thing: The permanent.
        verb: The action, as the key of a step.
        card: The card that has the ability.
        ability: The ability.
        by: The player who controls the ability; empty if it is who controls the permanent as it resolves.

    Returns:
        Whether it has a condition that a board shows. If not, nothing has been done.
    """
    condition = _condition(ability.text, tuple(face.name for face in card.faces))
    if condition is None:
        return False
    effect = {"affects": "this", "turn": "over", "if": plain_data(condition)}
    form = read_ability({"kind": "triggered", "text": ability.text, "effects": [effect]})
    term = f"ability(step(board,{stage.step}),1)"
    asked = ResolutionDraft(
        stage.step, "", thing.card.name, form, term, None, (thing.label,), thing.label, by or thing.controller
    )
    asked.candidates, asked.by_source = [(term, form)], not by
    stage.timeline.resolutions.append(asked)
    turn_over(stage, thing, verb, because=f"resolved in step {stage.step}", only_if=term)
    return True


@lru_cache(maxsize=1024)
def _condition(text: str, faces: tuple[str, ...]) -> Condition | None:
    """Return the condition under which a text transforms its permanent; None if there is none that a board shows.

    Args:
        text: The text of the ability.
        faces: The names of the faces of its card.
    """
    said = list(_IF.finditer(text))
    if len(said) != 1 or _AGAIN.search(said[0]["rest"]) is not None:
        return None
    from facts.oracle import read_resolution  # reading texts takes longer to import than a small board
    from facts.oracle.read.normal_wording import names_of

    what = said[0]["what"]
    if _ON_IT.match(what) is not None:
        if "target" in text.lower():
            return None
        what = _IT_HAS.sub("this permanent ", what)
        what = what if what.startswith("this") else re.sub(r"\bit$", "this permanent", what)
    for name in (one for face in faces for one in names_of(face, "Legendary")):
        what = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "this permanent", what)
    what = re.sub(r"\bthis (?:artifact|creature|enchantment|land)\b|^this(?= (?:has|is)\b)", "this permanent", what)
    form = read_resolution(f"If {what}, transform all Humans.")
    condition = None if form is None else form.if_
    return None if condition is None or _is_told(condition) else condition


def _is_told(condition: Condition) -> bool:
    """Tell whether a condition has a part that only the board tells: the step itself says then that it holds."""
    parts = (*(condition.all or ()), *(condition.any or ()))
    return condition.told is not None or any(map(_is_told, parts))
