"""`typeline check BOARD`: each finding on a board of its own, none on what is in order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from facts import Board
from facts.reading import read_document
from solver import derive
from solver.check.board import SENTENCES, check_board
from tests.solver.command import Typeline

_FILE = Path(__file__).with_name("findings.yaml")
_BOARDS: list[dict[str, Any]] = read_document(_FILE.read_bytes(), _FILE.name).data  # type: ignore[assignment]
_NOT_HERE = {"enchants_itself", "copy_elsewhere", "copies_nothing"}
"""Findings that no board can give today: its notation has no way to say them."""


@pytest.mark.parametrize("told", _BOARDS, ids=lambda told: told["name"])
def test_what_is_found(told: dict[str, Any]) -> None:
    board = Board.of({"timeline": told["timeline"]})
    found = check_board(board)
    assert [[str(one.rule), one.kind, *one.objects] for one in found.findings] == [
        [str(word) for word in one] for one in told["found"]
    ]
    assert all("{" not in one.said and "o(" not in one.said for one in found.findings)


def test_each_finding_is_found_somewhere() -> None:
    assert {one[1] for told in _BOARDS for one in told["found"]} | _NOT_HERE == set(SENTENCES)


@pytest.mark.parametrize("told", _BOARDS[:20], ids=lambda told: told["name"])
def test_the_answer_is_that_of_derive(told: dict[str, Any]) -> None:
    board = {"timeline": told["timeline"]}
    assert check_board(Board.of(board)).answer.as_data() == derive(Board.of(board)).as_data()


def test_command(typeline: Typeline, tmp_path: Path) -> None:
    quiet = typeline("check", "Grizzly Bears", "Blood Moon")
    assert (quiet.code, quiet.out) == (0, "Nothing is found.\n")
    path = tmp_path / "board.json"
    path.write_text(json.dumps({"timeline": ["Forest", {"enters": "Pacifism", "attached_to": "forest"}]}))
    told = typeline("check", str(path))
    assert told.code == 1
    assert "704.5m" in told.out and "Pacifism enchants Forest" in told.out
    data = json.loads(typeline("check", str(path), "--json").out)
    assert data["findings"][0]["objects"] == ["pacifism", "forest"]
    assert typeline("check", str(tmp_path / "no.yaml")).code == 2
