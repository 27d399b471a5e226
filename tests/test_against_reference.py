"""The rules program against the reference: random boards through both engines must come out the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from facts.text.reading import read_document
from tests.profiles import SLOW
from tests.reference.comparing import mismatches
from tests.reference.fuzzing import LARGE, SMALL, TINY, Piece, differing, pieces

_FOUND = read_document((Path(__file__).parent / "reference" / "found.yaml").read_bytes(), "found.yaml").data


def _named(piece: Piece) -> str:
    return f"from {piece.first}"


@pytest.mark.parametrize("board", _FOUND, ids=lambda board: board["note"].split(",")[0].rstrip("."))
def test_found(board: Mapping[str, Any]) -> None:
    """Small boards on which the two once differed."""
    assert not mismatches({key: value for key, value in board.items() if key != "note"})


# Some three thousand boards in the usual run, most of them tiny, in pieces that take some seconds each.


@pytest.mark.parametrize("piece", list(pieces(2400 if not SLOW else 1_000_000, 0, kinds=TINY)), ids=_named)
def test_tiny_boards(piece: Piece) -> None:
    assert not differing(piece)


@pytest.mark.parametrize("piece", list(pieces(500 if not SLOW else 100_000, 1, kinds=SMALL)), ids=_named)
def test_small_boards(piece: Piece) -> None:
    assert not differing(piece)


@pytest.mark.parametrize("piece", list(pieces(120 if not SLOW else 20_000, 2, kinds=LARGE)), ids=_named)
def test_larger_boards(piece: Piece) -> None:
    assert not differing(piece)


@pytest.mark.parametrize("piece", list(pieces(80 if not SLOW else 2000, 3, "2026")), ids=_named)
def test_the_newest_edition(piece: Piece) -> None:
    assert not differing(piece)
