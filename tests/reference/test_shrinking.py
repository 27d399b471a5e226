"""Boards that differ are made small, and the small ones still differ."""

from __future__ import annotations

from typing import Any

import pytest

import tests.reference.__main__ as bulk
from facts import Board
from facts.text.errors import InputError
from solver import Answer
from tests.reference import fuzzing
from tests.reference.fuzzing import Piece, random_boards
from tests.reference.shrinking import shrink


def test_it_keeps_what_matters_and_nothing_else() -> None:
    board: dict[str, Any] = {"timeline": ["a", {"enters": "b", "x": [1, 2]}, "c"], "players": ["A", "B"]}

    def still(smaller: dict[str, Any]) -> bool:
        return any(isinstance(step, dict) and 2 in step.get("x", ()) for step in smaller.get("timeline", ()))

    assert shrink(board, still) == {"timeline": [{"x": [2]}]}
    assert len(board["timeline"]) == 3


def test_bulk(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    given = ["--boards", "12", "--seed", "1", "--output", str(tmp_path)]
    assert bulk.main(given) == 0
    monkeypatch.setattr(fuzzing, "differences", lambda board, *_: ["a land"] if "Land" in str(board) else [])
    monkeypatch.setattr(fuzzing, "derive", lambda board, edition: None)
    assert bulk.main(given) == 1
    assert len(list(tmp_path.glob("1-0-*.yaml"))) > 3
    assert min(path.stat().st_size for path in tmp_path.iterdir()) < 100


def test_boards_that_cannot_be_derived_are_made_small_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(board: Board, edition: str) -> Answer:
        raise InputError("it is refused")

    monkeypatch.setattr(fuzzing, "derive_all", lambda boards, edition: [InputError("it is refused") for _ in boards])
    monkeypatch.setattr(fuzzing, "derive", refuse, raising=False)
    monkeypatch.setattr("tests.reference.comparing.derive", refuse)
    assert bulk.main(["--boards", "2", "--output", str(tmp_path)]) == 1
    assert [path.stat().st_size < 100 for path in tmp_path.iterdir()] == [True, True]
    assert capsys.readouterr().out.count("InputError: not derived: it is refused") == 2


def test_bulk_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The findings before an interruption are kept, and a later run goes on with the next boards."""
    looked: list[int] = []

    def differing(piece: Piece) -> list[dict[str, Any]]:
        if piece.first == 20 and 20 not in looked:
            looked.append(20)
            raise KeyboardInterrupt
        looked.append(piece.first)
        return random_boards(1, piece.first, piece.kinds)

    for module in (bulk, fuzzing):
        monkeypatch.setattr(module, "AT_A_TIME", 10)
    monkeypatch.setattr(bulk, "differing", differing)
    given = ["--boards", "35", "--jobs", "1", "--output", str(tmp_path)]
    assert bulk.main(given) == 130
    assert "go on with --first 20" in capsys.readouterr().err
    assert bulk.main([*given, "--first", "20"]) == 1
    assert looked == [0, 10, 20, 20, 30]
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"0-{first}-1.yaml" for first in (0, 10, 20, 30)]


def test_bulk_on_several_cores(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(fuzzing, "AT_A_TIME", 5)
    assert bulk.main(["--boards", "10", "--small", "--jobs", "2", "--output", str(tmp_path)]) == 0
