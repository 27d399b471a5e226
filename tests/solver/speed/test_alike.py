"""Objects that nothing distinguishes are derived once: the answer is the one that deriving each gives."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import Board
from solver import derive
from solver.speed.alike import alike
from tests.case_files import Case
from tests.profiles import SLOW, examples
from tests.reference import boards as reference
from tests.solver.answers import CASES, answered

_BEAR: dict[str, Any] = {
    "name": "Plain Bear",
    "type_line": "Creature — Bear",
    "mana_cost": "{1}{G}",
    "power": "2",
    "toughness": "2",
}
_LAND = {"name": "Plain Woods", "type_line": "Basic Land — Forest"}
_ELF = {
    "name": "Plain Elf", "type_line": "Creature — Elf", "mana_cost": "{G}", "power": "1", "toughness": "1",
    "abilities": ["flying"],
}  # fmt: skip
_SHIFTER = {
    "name": "Plain Shifter", "type_line": "Creature — Shapeshifter", "power": "1", "toughness": "1",
    "abilities": ["changeling"],
}  # fmt: skip
_KINDS: tuple[dict[str, Any], ...] = (_BEAR, _LAND, _ELF, _SHIFTER)


def _each(board: Mapping[str, Any], edition: str = "2024") -> Mapping[str, Any]:
    with mock.patch.object(import_module("solver.engine.moments"), "alike", lambda *args, **more: {}):
        return derive(Board.of(board), edition=edition).as_data()


def _same(board: Mapping[str, Any]) -> dict[str, str]:
    return alike(Board.of(board).timeline)


@st.composite
def crowded(draw: st.DrawFn, boards: st.SearchStrategy[reference.Board]) -> reference.Board:
    """Return a board among whose objects there are many of few kinds."""
    board = draw(boards)
    timeline = list(board["timeline"])
    kinds = draw(st.lists(st.sampled_from(_KINDS), min_size=1, max_size=2))
    for number in range(draw(st.integers(2, 7))):
        kind = kinds[number % len(kinds)]
        player = draw(st.sampled_from(reference.PLAYERS))
        step = {"enters": {**kind}, "as": f"crowd {number}", "controller": player, "token": True}
        timeline.insert(draw(st.integers(0, len(timeline))), step)
    return {**board, "timeline": timeline}


@pytest.mark.parametrize("case", CASES if SLOW else CASES[::8], ids=lambda case: case.name)
def test_cases(case: Case) -> None:
    assert answered(case)[1].as_data() == _each(case.data["board"], case.edition)


@examples(20)
@given(crowded(reference.boards(exotic=True, max_objects=4)))
def test_crowds(board: reference.Board) -> None:
    assert derive(Board.of(board)).as_data() == _each(board)


def test_alike_objects_are_found() -> None:
    """Otherwise the tests above compare a thing with itself."""
    bears = [{"enters": _BEAR, "as": f"b{number}"} for number in range(4)]
    assert _same({"timeline": bears}) == {"b1": "b0", "b2": "b0", "b3": "b0"}
    assert _same({"timeline": [{**one, "token": True} if one["as"] == "b2" else one for one in bears]}) == {
        "b1": "b0",
        "b3": "b0",
    }


@pytest.mark.parametrize(
    "step",
    [
        {"counters": {"+1/+1": 1}, "on": "b1"},
        {"phases": "out", "object": "b1"},
        {"turns": "b1", "face": "down"},
        {"resolves": {"effects": [{"affects": "targets", "add_power": 1}]}, "affects": "b1"},
        {"enters": {"name": "Aura", "type_line": "Enchantment — Aura"}, "attached_to": "b1"},
        {"enters": {"name": "Other", "type_line": "Creature"}, "copy_of": "b1"},
        {"leaves": "b1"},
    ],
    ids=lambda step: next(iter(step)),
)
def test_named_objects_are_not_alike(step: Mapping[str, Any]) -> None:
    bears = [{"enters": _BEAR, "as": f"b{number}"} for number in range(3)]
    assert _same({"timeline": [*bears, step]}) == {"b2": "b0"}


def test_one_with_effects_is_not_alike() -> None:
    anthem = {**_BEAR, "abilities": [{"affects": {"type": "Creature"}, "add_power": 1}]}
    for kind in (anthem, _SHIFTER):
        assert _same({"timeline": [{"enters": kind, "as": f"b{number}"} for number in range(3)]}) == {}


@pytest.mark.parametrize(
    "amount",
    [{"count": {"type": "Creature"}}, {"greatest": "power", "among": {"type": "Creature"}}, {"devotion": ["G"]}],
)
def test_all_count(amount: Mapping[str, Any]) -> None:
    lord = {
        "name": "Lord", "type_line": "Creature", "power": "0", "toughness": "1",
        "abilities": [{"affects": {"type": "Creature"}, "add_power": amount}],
    }  # fmt: skip
    board = {"timeline": [*({"enters": _BEAR, "as": f"b{number}"} for number in range(5)), {"enters": lord}]}
    assert len(_same(board)) == 4
    assert derive(Board.of(board)).as_data() == _each(board)


@pytest.mark.parametrize("bound", [{"at_least": 5}, {"at_most": 4}, {"exactly": 5}, {"at_least": 6}])
def test_conditions_count_all(bound: Mapping[str, int]) -> None:
    condition = {"count": {"subtype": "Bear"}, **bound}
    lord = {
        "name": "Lord", "type_line": "Creature", "power": "0", "toughness": "1",
        "abilities": [{"affects": {"type": "Creature"}, "add_power": 1, "as_long_as": condition}],
    }  # fmt: skip
    board = {"timeline": [*({"enters": _BEAR, "as": f"b{number}"} for number in range(5)), {"enters": lord}]}
    assert derive(Board.of(board)).as_data() == _each(board)


def test_a_resolving_spell_finds_all_alike_objects() -> None:
    bears = [{"enters": _BEAR, "as": f"b{number}"} for number in range(3)]
    spell = {"resolves": {"effects": [{"affects": {"subtype": "Bear"}, "add_power": 2}]}}
    board = {"timeline": [*bears, spell, {"enters": _BEAR, "as": "late"}]}
    answer = derive(Board.of(board))
    assert [one.power for one in answer.objects.values()] == [4, 4, 4, 2]
    assert answer.as_data() == _each(board)


def test_granted_abilities_with_effects_are_each_their_own() -> None:
    inner = {"affects": {"type": "Creature"}, "add_power": 1}
    giver = {
        "name": "Giver", "type_line": "Enchantment",
        "abilities": [{"affects": {"type": "Creature"}, "add_abilities": [inner]}],
    }  # fmt: skip
    board = {"timeline": [*({"enters": _BEAR, "as": f"b{number}"} for number in range(3)), {"enters": giver}]}
    assert _same(board) == {}
    assert derive(Board.of(board)).objects["b0"].power == 5
