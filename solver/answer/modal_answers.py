"""Modal abilities in answers: each is one ability, though its modes are paragraphs of their own (700.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from facts.words import is_mode, places
from solver.answer.answer_values import AbilityAnswer, LostAbility

_One = TypeVar("_One", AbilityAnswer, LostAbility)


def with_modes(found: Iterable[_One]) -> list[_One]:
    """Join each modal ability with its modes.

    Args:
        found: The abilities of one object, in the order of their text.

    Returns:
        The same, where a mode stands on a line of the ability that it belongs to.
    """
    every = list(found)
    if not any(is_mode(one.text) for one in every):
        return every
    joined: list[_One] = []
    for one, (_, mode) in zip(every, places(one.text for one in every), strict=True):
        if mode and one[1:3] == joined[-1][1:3]:
            joined[-1] = _with_mode(joined[-1], one)
        else:
            joined.append(one)
    return joined


def _with_mode(ability: _One, mode: _One) -> _One:
    text = f"{ability.text}\n{mode.text}"
    if isinstance(ability, AbilityAnswer) and isinstance(mode, AbilityAnswer):
        modelled, printed = ability.modelled and mode.modelled, ability.printed and mode.printed
        return ability._replace(text=text, modelled=modelled, printed=printed)
    return ability._replace(text=text)
