"""Whether an ability can resolve at all: static abilities and those about entering do not."""

from __future__ import annotations

import re

from facts.board.board_text import flow
from facts.board.steps.printed_abilities import Printed, given_abilities, printed_abilities
from facts.board.steps.stage import Stage
from facts.cards import Ability, Card, chapter_numbers
from facts.runtime import pattern
from facts.text import without_quotes
from facts.words import is_activated

RESOLVING_TEXT = pattern(r"^(?:[^.\"]*: |(?:\w[\w' -]* — )?(?:When|Whenever|At)\b)")
"""The beginning of an activated or triggered ability."""
AS_IT_TRANSFORMS = pattern(r"^as [^.,]*\b(?:transforms|converts) (?:into|in)\b", re.IGNORECASE)
"""An ability that applies as its permanent transforms: it does not go onto the stack."""


def can_resolve(stage: Stage, one: Printed, card: Card) -> bool:
    """Tell whether something is a spell or an ability that can resolve.

    Args:
        stage: The board so far.
        one: The ability, or the paragraph of a spell.
        card: Its card.
    """
    face = card.face(one.side) or card.faces[0]
    return (
        one.ability.kind in ("activated", "triggered", "loyalty", "spell")
        or is_activated(one.ability.keyword)
        or (face.is_instant_or_sorcery and not one.ability.keyword)
        or (not tells_of_mana(one.ability) and RESOLVING_TEXT.match(one.ability.text) is not None)
        or bool(chapter_numbers(one.ability.text))
        or (one.mode > 0 and any(RESOLVING_TEXT.match(text) for text in _heads(stage, one, card)))
    )


def tells_of_mana(ability: Ability) -> bool:
    """Tell whether an ability is used for its mana: a board does not tell of mana, so no step means it.

    Args:
        ability: The ability.
    """
    used = (ability.activated and not ability.is_loyalty) or ability.triggers_for_mana
    return used and ability.adds_mana


def _heads(stage: Stage, mode: Printed, card: Card) -> list[str]:
    """Return the text of the ability to which a mode belongs."""
    return [one.ability.text for one in printed_abilities(stage, card) if one.number == mode.number and not one.mode]


_CHANGES = pattern(
    r"\b(?:(?<!you )gains? (?!\d|X\b|that|as much|life|you \d|an? additional|priority)|gets? [+-]|becomes? an? |"
    r"base power|loses? (?!\d|X\b|that much|life|half|the (?:game|flip)|this mana|unspent))",
)


def could_change(one: Printed) -> bool:
    """Tell whether the text of an ability changes an object, though its form has no effect.

    Args:
        one: The ability.
    """
    said = without_quotes(one.ability.text)
    return not one.ability.effects and not one.ability.keyword and _CHANGES.search(said) is not None


def never_resolves(one: Printed) -> bool:
    """Tell whether an ability is a static one, or about how its object enters: neither uses the stack.

    Args:
        one: The ability.
    """
    return one.ability.kind in ("static", "as_enters") and bool(one.ability.effects) and not one.ability.keyword


def that_resolve(stage: Stage, card: Card, named: list[Printed]) -> list[Printed]:
    """Return the abilities that a position means: instead of a static ability, those that it gives.

    Args:
        stage: The board so far.
        card: The card.
        named: The abilities at that position.

    Raises:
        InputError: No ability at that position can resolve.
    """
    if not all(map(never_resolves, named)):
        return named
    given = [inner for one in named for inner in given_abilities(one) if not never_resolves(inner)]
    if not given:
        entering = all(one.ability.kind == "as_enters" for one in named)
        problem = f"ability {named[0].number} of {card.name} {'applies as it enters' if entering else 'is static'}"
        stage.fail(("ability",), f"{problem}: it does not resolve", told_by_entering(card))
    return given


def told_by_entering(card: Card) -> str:
    """Return the hint for an ability that applies without resolving.

    Args:
        card: Its card.
    """
    return f"It applies with the step by which its object enters: {flow({'enters': card.name})}"
