"""Errors in a board that somebody wrote show the corrected line."""

from __future__ import annotations

import pytest

from facts.board.board import Board
from facts.board.given_board import given_board
from facts.text.errors import InputError


def hint_of(text: str, source: str = "b.yaml") -> str:
    """Return the hint of the error that refuses a board."""
    with pytest.raises(InputError) as caught:
        Board.read(text, source)
    assert str(caught.value).isprintable()
    return caught.value.hint


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("timeline:\n  - Dryad Arbour   # mine\n", "- Dryad Arbor   # mine"),
        ("timeline:\n- {enters: Forest, zoen: hand}\n", "- {enters: Forest, zone: hand}"),
        ("timeline:\n- {enters: Forest, zone: hnad}\n", "- {enters: Forest, zone: hand}"),
        ("tiemline:\n- Forest\n", "timeline:"),
        ("timeline:\n- Forest\n- {leaves: forst}\n", "- {leaves: forest}"),
        ("timeline:\n- enters: Adaptive Automaton\n  chosen:\n    creature_type: Goblim\n", "creature_type: Goblin"),
        ("timeline:\n- {enters: Distorting Lens, chosen: {color: gren}}", "- {enters: Distorting Lens, chosen: {color: green}}"),  # noqa: E501
        ('{"timeline": ["Forst"]}', '{"timeline": ["Forest"]}'),
        ("timeline:\n- {enters: Heliod God of the Son}\n", '- {enters: "Heliod, God of the Sun"}'),
        ('timeline:\n- {enters: "Heliod, God of the Son"}\n', '- {enters: "Heliod, God of the Sun"}'),
    ],
)  # fmt: skip
def test_the_line_is_shown_as_it_would_be_right(text: str, line: str) -> None:
    assert hint_of(text).endswith(f" Write: {line}")


@pytest.mark.parametrize(
    "text",
    [
        "timeline:\n- Xyzzyx Qwv\n",  # nothing is near
        "timeline:\n- {enters: Forest, as: zoen, zoen: " + "x" * 200 + "}\n",  # too long to be repeated
        "timeline:\n- >-\n  Dryad\n  Arbour\n",  # the word is not on one line
    ],
)
def test_no_line_is_made_up(text: str) -> None:
    assert "Write:" not in hint_of(text)


def test_the_same_word_elsewhere_on_the_line_is_left_alone() -> None:
    text = "timeline:\n- Forest\n- {enters: Clone, as: forst, copy_of: forst}\n"
    assert hint_of(text).endswith(" Write: - {enters: Clone, as: forst, copy_of: forest}")


def test_assistants_and_the_page_get_it_too() -> None:
    with pytest.raises(InputError, match=r"Write: - Dryad Arbor$"):
        given_board("timeline:\n- Dryad Arbour\n")
