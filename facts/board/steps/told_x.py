"""X: a step may give its value only if a cost or a text has X, or another number that no step shows (107.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from facts.board.steps.drafts import ThingDraft
from facts.board.steps.stage import Stage
from facts.cards import Ability, Card
from facts.effects.form import AmountOf, form_parts
from facts.runtime import pattern
from facts.words import RESOLVING

_HAS_NUMBER = pattern(
    r"(?<![^\W\d_])X(?![^\W\d_])|"
    r"\b(?i:number|amount|equal|greatest|total|times|for each|for every|that (?:many|much))\b"
)
"""X, or words for a number that only the board can say."""


def refuse_x_of_nothing(
    stage: Stage, step: dict[str, Any], name: str, card: Card | None, abilities: Iterable[Ability]
) -> None:
    """Refuse an X of a spell or ability that has none (107.3).

    Args:
        stage: The board so far.
        step: The step.
        name: The name of the card.
        card: The card, if the spell or ability is one of a card.
        abilities: The abilities that the step may mean.

    Raises:
        InputError: The step says what X is, and there is no X.
    """
    if "x" not in step:
        return
    able = list(abilities)
    if (card is not None and _card_has_number(card)) or any(map(_ability_has_number, able)):
        return
    stage.fail(("x",), f"{name} has no X in its cost or its text (107.3)", "Leave 'x' out")


def refuse_x_of_entering(stage: Stage, step: dict[str, Any], thing: ThingDraft, copied: ThingDraft | None) -> None:
    """Refuse an X of an object that enters, if neither it nor what it copies has one (107.3).

    Args:
        stage: The board so far.
        step: The step.
        thing: The object.
        copied: The object that it copies; None if there is none.

    Raises:
        InputError: The step says what X is, and there is no X.
    """
    if copied is None and not thing.amounts and "made_by" not in step:
        abilities = (one for face in thing.card.faces for one in face.abilities)
        refuse_x_of_nothing(stage, step, thing.card.name, thing.card, abilities)


def _card_has_number(card: Card) -> bool:
    texts = (text for face in card.faces for text in (face.mana_cost, *(one.text for one in face.abilities)))
    return any(map(_HAS_NUMBER.search, texts))


def _ability_has_number(ability: Ability) -> bool:
    return (
        ability.keyword in RESOLVING
        or _HAS_NUMBER.search(ability.text) is not None
        or any(isinstance(part, AmountOf) for _, part in form_parts(ability.effects))
    )
