"""A kind that an object has once: several values of it are no answer, and none of them is picked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from facts import Board
from solver import derive
from solver.answer.symbols import Kinds
from solver.answer.values_by_kind import NOTHING, controller_in, first_in, number_in, text_in
from solver.program.rule_files import altered

ONE: Kinds = {"power": [2], "controller": ['p(0,"you")'], "face": ["back"], "name": ["Fire", "Ice"]}
TWO: Kinds = {"power": [2, 5], "controller": ['p(0,"you")', 'p(0,"opponent")'], "face": ["back", "down"]}
READ: tuple[tuple[str, Callable[[Kinds], object], object, object], ...] = (
    ("power", lambda values: number_in(values, "power"), 2, None),
    ("controller", lambda values: controller_in(values, "nobody"), "you", "nobody"),
    ("face", lambda values: text_in(values, "face"), "back", ""),
)


@pytest.mark.parametrize(("kind", "read", "value", "default"), READ, ids=[one[0] for one in READ])
def test_one_value_is_read(kind: str, read: Callable[[Kinds], object], value: object, default: object) -> None:
    assert read(ONE) == value
    assert read(NOTHING) == default
    with pytest.raises(RuntimeError, match=f"2 values of {kind}"):
        read(TWO)


def test_the_first_name_stands_for_all() -> None:
    assert first_in(ONE, "name") == "Fire"
    assert first_in(NOTHING, "name") == ""


def test_a_broken_law_gives_no_answer() -> None:
    """In layer 7b the old toughness stays beside the new one (613.4b)."""
    board = Board.of({"timeline": ["Grizzly Bears", "Humility"]})
    assert derive(board).objects["grizzly_bears"].toughness == 1
    rule = "gains(Effect, Object, toughness, Number, world), has(Object, toughness, Value, state), Value != Number."
    with (
        altered("law/613_4_power_and_toughness.lp", rule, rule.replace("!=", "=")),
        pytest.raises(RuntimeError, match="2 values of toughness: 1, 2"),
    ):
        derive(Board.of({"timeline": ["Grizzly Bears", "Humility"]}))
