"""Order boards so that those with similar steps share a grounding.

A grounding takes as many steps as its longest board. Before it, all its boards are grounded as often as the board with
the most decisions at its moments needs. So boards share a grounding if they have as many decisions, and as many
effects in the same layers. The order changes the time that boards take, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from clingo import Control

from facts.board import Board, Timeline
from facts.cards import Card
from facts.effects import FLAG_OPERATIONS, WORD_OPERATIONS
from facts.effects.form import Effect
from solver.engine import moments
from solver.process import one_at_a_time
from solver.program import statements

_NAMED = {**WORD_OPERATIONS, **FLAG_OPERATIONS, "add_abilities": "add_ability"}
"""The names in the rules of operations of the effect form, where the two differ."""
_NONE = 0
"""No layer: a key that is no operation, or one of layers 1 to 3."""


@one_at_a_time
def by_steps(boards: Iterable[Board]) -> list[Board]:
    """Order boards so that those with much the same steps are neighbors.

    Args:
        boards: The boards.

    Returns:
        All boards. Boards with the same steps keep the order in which they came.
    """
    return sorted(boards, key=lambda board: (len(moments(board.timeline)), _steps(board.timeline)))


def _steps(timeline: Timeline) -> tuple[tuple[int, int], ...]:
    """Return, for each layer, how many effects of a board have a part in it."""
    found: Counter[int] = Counter()
    for thing in timeline.things.values():
        found.update(_of_card(thing.card))
    for resolution in timeline.resolutions:
        found.update(_of_effects(resolution.ability.effects))
    return tuple(sorted(found.items()))


@lru_cache(maxsize=8192)
def _of_card(card: Card) -> tuple[int, ...]:
    static = (ability for face in card.faces for ability in face.abilities if ability.kind == "static")
    return tuple(layer for ability in static for layer in _of_effects(ability.effects))


def _of_effects(effects: Iterable[Effect]) -> list[int]:
    layers = _layers()
    parts = ({layers.get(_NAMED.get(key, key), _NONE) for key in effect.given()} for effect in effects)
    return [layer for each in parts for layer in each if layer != _NONE]


@lru_cache(maxsize=1)
def _layers() -> dict[str, int]:
    """Return in which layer each operation applies, as the rules have it."""
    control = Control(["--warn=none"])
    control.add("base", [], "\n".join(one.text for one in statements() if one.text.startswith("layer_of(")))
    control.ground([("base", [])])
    found = control.symbolic_atoms.by_signature("layer_of", 2)
    return {one.symbol.arguments[0].name: one.symbol.arguments[1].number for one in found}
