"""Texts within texts: the abilities that the abilities of a face give, as faces of their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from facts.cards.card import Ability, Card, Face, read_ability
from facts.effects.form import Operations, form_parts
from facts.words import read_type_line


@lru_cache(maxsize=4096)
def with_texts_within(card: Card) -> tuple[Face, ...]:
    """Return the faces of a card, each followed by one with the abilities that its abilities give.

    Args:
        card: The card.
    """
    return tuple(one for face in card.faces for one in (face, *texts_within(face)))


def texts_within(face: Face) -> tuple[Face, ...]:
    """Return a face with the abilities that the abilities of another one give to objects, at any depth.

    Args:
        face: The other face.

    Returns:
        One face; none if they give no ability.
    """
    parts = (part for ability in face.abilities for _, part in form_parts(ability.effects))
    given = [one for part in parts if isinstance(part, Operations) for one in part.add_abilities or ()]
    return (replace(face, abilities=tuple(map(read_ability, given))),) if given else ()


def without_card(abilities: Iterable[Ability]) -> Face:
    """Return abilities that a step tells, as those of a face without a name or a type.

    Args:
        abilities: The abilities.
    """
    return Face("front", "", "", read_type_line(""), None, None, None, None, (), tuple(abilities))
