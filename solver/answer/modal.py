"""Modal abilities: each is one ability, though its modes stand in paragraphs of their own (700.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from solver.answer.answer_values import AbilityAnswer, LostAbility

_One = TypeVar("_One", AbilityAnswer, LostAbility)


def with_modes(found: Iterable[_One]) -> list[_One]:
    """Join each modal ability with its modes.

    "Choose one —" is followed by its modes. "Choose Khans or Dragons." is not: abilities follow it (607.2d).

    Args:
        found: The abilities of one object, in the order of their text.

    Returns:
        The same, where a mode stands on a line of the ability that it belongs to.
    """
    joined: list[_One] = []
    for one in found:
        if joined and one.text.startswith("•") and is_modal(joined[-1].text) and one[1:3] == joined[-1][1:3]:
            joined[-1] = _with_mode(joined[-1], one)
        else:
            joined.append(one)
    return joined


def is_modal(text: str) -> bool:
    """Tell whether an ability has modes, which follow it.

    Args:
        text: Its text, perhaps with some of its modes already.
    """
    return text.partition("\n")[0].rstrip().endswith("—")


def _with_mode(ability: _One, mode: _One) -> _One:
    text = f"{ability.text}\n{mode.text}"
    if isinstance(ability, AbilityAnswer) and isinstance(mode, AbilityAnswer):
        modelled, printed = ability.modelled and mode.modelled, ability.printed and mode.printed
        return ability._replace(text=text, modelled=modelled, printed=printed)
    return ability._replace(text=text)
