"""The rules program against the reference: random boards through both engines must come out the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from facts import Board
from facts.reading import read_document
from solver import ObjectAnswer, derive
from tests.profiles import examples
from tests.reference import boards as reference
from tests.reference import subtypes
from tests.reference.engine import Characteristics
from tests.reference.tangles import tangles


def mismatches(board: Mapping[str, Any], edition: str = "2024") -> list[str]:
    """Compare what both engines say of a board.

    Args:
        board: A board as plain data.
        edition: The edition of the rules.

    Returns:
        One line for each thing that differs.
    """
    expected = reference.derive_board(board, edition)
    got = derive(Board.of(board), edition=edition).objects
    if set(expected) != set(got):
        return [f"objects: {sorted(expected)} against {sorted(got)}"]
    return [f"{label}: {line}" for label, one in expected.items() for line in _differences(one, got[label])]


def _differences(expected: Characteristics, got: ObjectAnswer) -> list[str]:
    found: list[str] = []
    for kind in ("supertypes", "types", "colors"):
        if getattr(expected, kind) != set(getattr(got, kind)):
            found.append(f"{kind}: {sorted(getattr(expected, kind))} against {sorted(getattr(got, kind))}")
    if (one := expected.subtypes) != (other := set(got.subtypes)):
        found.append(
            f"subtypes: only the reference {sorted(one - other)[:6]}, only the rules {sorted(other - one)[:6]}"
        )
    # The rules keep "every subtype of a set" as one fact; what it stands for must be there.
    if wrong := [name for name in got.every if _words(name) - expected.subtypes and "except" not in got.type_line]:
        found.append(f"every: {sorted(expected.every)} against {wrong}")
    if got.every_creature_type and "except" not in got.type_line and "creature" not in expected.every:
        found.append("every creature type: only the rules")
    for kind in ("power", "toughness"):
        if getattr(expected, kind) != getattr(got, kind):
            found.append(f"{kind}: {getattr(expected, kind)} against {getattr(got, kind)}")
    if (expected_abilities := _abilities(expected)) != (got_abilities := _abilities(got)):
        found.append(
            f"abilities: only the reference {sorted(expected_abilities - got_abilities)}, "
            f"only the rules {sorted(got_abilities - expected_abilities)}"
        )
    return found


def _words(name: str) -> frozenset[str]:
    return subtypes.every(name.replace("_", " "))


def _abilities(one: Characteristics | ObjectAnswer) -> Counter[tuple[str, str, str]]:
    """Abilities with text, origin and source; what resolved without a source is called by each in its own way."""
    return Counter(
        (ability.text, ability.origin, source if (source := str(ability.source)).startswith("o") else "")
        for ability in one.abilities
    )


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
