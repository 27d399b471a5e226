"""The rules program against the reference: random boards through both engines must come out the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from facts.reading import read_document
from tests.profiles import examples
from tests.reference import boards as reference
from tests.reference.comparing import mismatches
from tests.reference.tangles import tangles

_FOUND = read_document((Path(__file__).parent / "reference" / "found.yaml").read_bytes(), "found.yaml").data


@pytest.mark.parametrize("board", _FOUND, ids=lambda board: board["note"].split(",")[0].rstrip("."))
def test_found(board: Mapping[str, Any]) -> None:
    """Small boards on which the two once differed."""
    assert not mismatches({key: value for key, value in board.items() if key != "note"})


@examples(40)
@given(reference.boards(max_objects=6))
def test_boards(board: reference.Board) -> None:
    assert not mismatches(board)


@examples(40)
@given(reference.boards(exotic=True, max_objects=5))
def test_boards_with_rarer_filters_and_zones(board: reference.Board) -> None:
    assert not mismatches(board)


@examples(40)
@given(reference.boards(layers="4", max_objects=4))
def test_small_boards_of_layer_4(board: reference.Board) -> None:
    assert not mismatches(board)


@examples(50)
@given(tangles())
def test_tangles(board: reference.Board) -> None:
    """Few objects, effects in several layers at once, granted abilities with effects of their own."""
    assert not mismatches(board)


@examples(20)
@given(tangles(layers="67"))
def test_tangles_of_abilities_and_numbers(board: reference.Board) -> None:
    assert not mismatches(board)


@examples(20)
@given(tangles(layers="46"))
def test_tangles_of_types_and_abilities(board: reference.Board) -> None:
    assert not mismatches(board)


@examples(15)
@given(tangles())
def test_tangles_in_the_newest_edition(board: reference.Board) -> None:
    assert not mismatches(board, "2026")
