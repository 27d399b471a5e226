"""The rules program against the reference: random boards through both engines must come out the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from facts.reading import read_document
from tests.profiles import SLOW
from tests.reference.__main__ import LARGE, SMALL, TINY, disagreements
from tests.reference.comparing import mismatches

_FOUND = read_document((Path(__file__).parent / "reference" / "found.yaml").read_bytes(), "found.yaml").data


@pytest.mark.parametrize("board", _FOUND, ids=lambda board: board["note"].split(",")[0].rstrip("."))
def test_found(board: Mapping[str, Any]) -> None:
    """Small boards on which the two once differed."""
    assert not mismatches({key: value for key, value in board.items() if key != "note"})


@pytest.mark.parametrize("seed", range(1 if not SLOW else 1000))
def test_many_tiny_boards(seed: int) -> None:
    assert not list(disagreements(1000, seed, kinds=TINY))


@pytest.mark.parametrize("seed", range(1 if not SLOW else 200))
def test_small_boards(seed: int) -> None:
    assert not list(disagreements(500, seed, kinds=SMALL))


@pytest.mark.parametrize("seed", range(2 if not SLOW else 200))
def test_larger_boards(seed: int) -> None:
    assert not list(disagreements(60, seed, kinds=LARGE))


@pytest.mark.parametrize("seed", range(1 if not SLOW else 20))
def test_the_newest_edition(seed: int) -> None:
    assert not list(disagreements(60, 1000 + seed, "2026"))
