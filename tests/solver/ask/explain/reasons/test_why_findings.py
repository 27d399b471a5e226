"""`typeline why`: a finding of the check of a board is a fact, too, in its own words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from facts import Board, InputError
from solver.ask.explain import askable, why
from tests.solver.command import Typeline

BOARD = """
cards:
  - {name: Test Cat, type_line: Creature — Cat, power: 1, toughness: 1, abilities: [hexproof]}
  - {name: Test Dog, type_line: Creature — Dog, power: 1, toughness: 1, abilities: [protection from red]}
  - {name: Test Ox, type_line: Creature — Ox, power: 1, toughness: 1, abilities: [shroud]}
  - {name: Test Pig, type_line: Creature — Pig, power: 1, toughness: 1, abilities: [shroud]}
  - name: Test Ray
    type_line: Instant
    mana_cost: "{R}"
    oracle_text: "Target creature becomes a Goat until end of turn."
timeline:
  - {enters: Test Cat}
  - {enters: Test Dog}
  - {enters: Test Ox}
  - {enters: Test Pig}
  - {resolves: Test Ray, affects: [test_cat], controller: opponent}
  - {resolves: Test Ray, affects: [test_dog]}
  - {resolves: Test Ray, affects: [test_ox]}
  - {resolves: Test Ray, affects: [test_pig]}
  - {resolves: Test Ray, affects: [test_pig]}
"""
SAID = {
    "Test Cat": ("702.11b", "Test Cat has hexproof, and the opponent, who does not control it, controls Test Ray"),
    "Test Dog": ("702.16b", "Test Dog has protection from red, and the source of Test Ray is red"),
    "Test Ox": ("702.18a", "Test Ox has shroud: Test Ray can't target it"),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", SAID)
def test_the_beginning_of_its_sentence_names_a_finding(name: str, file: Path) -> None:
    rule, reason = SAID[name]
    found = why(Board.load(str(file)), f"{name} cannot be the target of the spell")
    assert found.holds
    assert found.said.startswith(f"{name} cannot be the target of the spell or ability that resolves at step ")
    assert found.because == (f"{rule}: {reason}",)
    assert len(found.proofs) == 1


def test_a_beginning_of_several_is_refused(file: Path) -> None:
    with pytest.raises(InputError, match="several findings begin with"):
        why(Board.load(str(file)), "test pig cannot be")


def test_what_is_no_beginning_is_read_as_a_fact(file: Path) -> None:
    board = Board.load(str(file))
    assert why(board, "test_cat is a Goat").holds
    assert not why(board, "test_cat can't be blocked").holds
    with pytest.raises(InputError, match="is no fact"):
        why(board, "cannot be the target of the spell")


def test_without_a_fact_the_findings_are_listed(file: Path, typeline: Typeline) -> None:
    found = askable(Board.load(str(file)))
    assert [" ".join(one.split()[:2]) for one in found.findings] == [*SAID, "Test Pig", "Test Pig"]
    run = typeline("why", str(file))
    assert "The rules do not allow this" in run.out
    assert json.loads(typeline("why", str(file), "--json").out)["findings"] == list(found.findings)
