"""Boards that differ are made small, and what is left still differs."""

from __future__ import annotations

from typing import Any

import pytest

import tests.reference.__main__ as bulk
from tests.reference.shrinking import shrink


def test_it_keeps_what_matters_and_nothing_else() -> None:
    board: dict[str, Any] = {"timeline": ["a", {"enters": "b", "x": [1, 2]}, "c"], "players": ["A", "B"]}

    def still(smaller: dict[str, Any]) -> bool:
        return any(isinstance(step, dict) and 2 in step.get("x", ()) for step in smaller.get("timeline", ()))

    assert shrink(board, still) == {"timeline": [{"x": [2]}]}
    assert len(board["timeline"]) == 3


def test_bulk(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    assert bulk.main(["--boards", "12", "--seed", "1", "--output", str(tmp_path)]) == 0
    monkeypatch.setattr(bulk, "differences", lambda board, answer, edition: ["all of it"])
    monkeypatch.setattr(bulk, "mismatches", lambda board, edition: ["a land"] if "Land" in str(board) else [])
    assert bulk.main(["--boards", "12", "--seed", "1", "--output", str(tmp_path)]) == 1
    assert len(list(tmp_path.glob("1-*.yaml"))) > 3
    assert min(path.stat().st_size for path in tmp_path.iterdir()) < 100
