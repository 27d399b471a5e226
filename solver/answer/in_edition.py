"""Adapt an object's answer to an edition of the rules: its paragraph numbers and its subtypes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.cards import DEFAULT_EDITION
from solver.answer.type_line_order import with_every_word_of

if TYPE_CHECKING:
    from facts.cards import Edition
    from solver.answer.answer_values import ObjectAnswer


def in_edition(edition: Edition, one: ObjectAnswer) -> ObjectAnswer:
    """Return the answer of an object in the words of an edition of the rules.

    Args:
        edition: The edition.
        one: The object, with the numbers of 2024 and the subtypes of the newest list.

    Returns:
        The object, with the edition's numbers of paragraphs and subtypes.
    """
    if edition.numbers:
        abilities = tuple(
            ability if ability.rule is None else ability._replace(rule=edition.number(ability.rule))
            for ability in one.abilities
        )
        lost = tuple(ability._replace(rule=edition.number(ability.rule)) for ability in one.lost)
        one = one._replace(abilities=abilities, lost=lost)
    return with_every_word_of(edition, one) if edition.year != DEFAULT_EDITION and one.every else one
