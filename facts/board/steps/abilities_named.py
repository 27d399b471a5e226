"""Abilities that a step names by their position, or by a piece of their text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.board.steps.printed_abilities import Printed, given_abilities
from facts.board.steps.stage import Stage
from facts.cards import Card
from facts.runtime import pattern
from facts.text import as_typed

QUOTED = pattern(r'"([^"]*)"')
"""An ability in the quotation marks of a text."""


def counted(step: Mapping[str, Any], card: Card, found: list[Printed], place: int) -> list[Printed]:
    """Return the ability at a position, with its modes: on the face that a step names by its name, or on the card.

    Args:
        step: The step.
        card: The card.
        found: Its abilities.
        place: The position, from 1 on.
    """
    named = str(step.get("resolves", "")).lower()
    sides = [face.side for face in card.faces if len(card.faces) > 1 and face.name.lower() == named]
    own = [one for one in found if one.side in sides]
    on_face = [one for one in own if one.number - own[0].number + 1 == place]
    return on_face or [one for one in found if one.number == place]


def says(text: str, needle: str) -> bool:
    """Tell whether the text of an ability has a piece: a cost such as "0:" or "−1" is all of the cost, not of "−10:".

    Args:
        text: The text.
        needle: The piece.
    """
    said, needle = as_typed(text), as_typed(needle)
    if _LOYALTY.fullmatch(needle):
        return said.startswith(needle)
    own = _LOYALTY.match(said) if _CHANGE.fullmatch(needle) else None
    return needle in said if own is None else own[0] == f"{needle}:"


_LOYALTY = pattern(r"[+-]?(?:\d+|x):")
_CHANGE = pattern(r"[+-](?:\d+|x)")
"""A loyalty cost without its colon."""


def said_elsewhere(stage: Stage, card: Card, found: list[Printed], needle: str) -> list[Printed]:
    """Return the abilities by a piece of their text as the user's own cards have it, where ours says it otherwise.

    Args:
        stage: The board so far.
        card: The card.
        found: Its abilities.
        needle: The piece of text.
    """
    other = stage.told_elsewhere(card)
    places = [] if other is None else [(face.side, one) for face in other.faces for one in face.abilities]
    if [side for side, _ in places] != [one.side for one in found]:
        return []
    pairs = [(one, said.text) for one, (_, said) in zip(found, places, strict=True)]
    outright = [one for one, said in pairs if says(QUOTED.sub(" ", said), needle)]
    inner = [given for one, said in pairs for given in _at_the_quotes(one, said, needle)]
    return outright or inner or [one for one, said in pairs if says(said, needle)]


def _at_the_quotes(outer: Printed, said: str, needle: str) -> list[Printed]:
    """Return the abilities that an ability gives where a text of the same card quotes a piece of them."""
    quotes = QUOTED.findall(said)
    given = given_abilities(outer)
    if len(given) != len(quotes):
        return []
    return [one for one, quote in zip(given, quotes, strict=True) if says(quote, needle)]
