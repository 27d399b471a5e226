"""The boards on which two editions disagree."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from facts import Board
from facts.cards.edition import EDITIONS, edition_of
from solver import derive
from solver.ask.check.editions import compare, differences
from tests.profiles import SLOW
from tests.solver.command import Typeline

PAIRS = list(combinations(EDITIONS, 2)) if SLOW else list(pairwise(EDITIONS))
"""All pairs take a minute: they are for the slow run."""


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_each_difference_has_a_witness(one: str, other: str) -> None:
    found = compare(one, other)
    assert [said.difference for said in found] == differences(edition_of(one), edition_of(other))
    assert [said.difference for said in found if said.board is None] == []
    assert all(set(said.answers) == {one, other} for said in found)


def test_the_witnesses_are_the_smallest() -> None:
    sizes = {said.difference: len((said.board or {})["timeline"]) for said in compare("2024", "2026")}
    assert sizes == {
        "wording modal_cards_transform": 2,
        "wording modal_tokens_double_faced": 3,
        "wording spell_types_stay": 2,
    }


def test_a_bound_is_kept() -> None:
    assert {said.difference: said.board for said in compare("2024", "2026", size=1)} == {
        "wording modal_cards_transform": None,
        "wording modal_tokens_double_faced": None,
        "wording spell_types_stay": None,
    }


def test_an_edition_does_not_differ_from_itself() -> None:
    assert compare("2011", "2011") == []


def test_a_witness_is_a_board_that_derive_reads(typeline: Typeline, tmp_path: Path) -> None:
    got = typeline("check", "--editions", "2024", "2026", "--output", str(tmp_path), "--json")
    assert (got.code, len(json.loads(got.out)["differences"])) == (0, 3)
    assert len(list(tmp_path.iterdir())) == 3
    board = Board.load(tmp_path / "wording_spell_types_stay.json")
    assert derive(board, edition="2024") != derive(board, edition="2026")


def test_text_says_both_answers(typeline: Typeline) -> None:
    got = typeline("check", "--editions", "2024", "2026", "--size", "2")
    assert got.code == 0
    assert "no board of up to 2 steps shows it" in got.out
    assert "  2024: " in got.out
    assert "  2026: " in got.out
