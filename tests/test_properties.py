"""Laws that hold on every board, tried on random ones."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from facts import Board
from solver import Answer, derive
from solver.ask.derive import ground
from solver.engine.layers import Layers
from tests.grounding import models, open_atoms
from tests.profiles import examples
from tests.reference import subtypes
from tests.reference.boards import ALL_SUPERTYPES, boards
from tests.reference.tangles import tangles

Data = dict[str, Any]
ANY_BOARD = st.one_of(boards(max_objects=4), boards(exotic=True, max_objects=4), tangles())
NOTHING: list[Data] = [
    {"remove_types": ["Phenomenon"]},
    {"lose_abilities": ["shadow"]},
    {"add_power": 0, "add_toughness": 0},
    {"remove_types": ["Phenomenon"], "lose_abilities": ["shadow"], "add_power": 0},
    {"remove_supertypes": ["World"], "cannot_have": ["shadow"]},
]
BY_LAYER: dict[str, list[Data]] = {
    "4": [
        {"set_types": ["Artifact"]},
        {"add_types": ["Creature"]},
        {"set_subtypes": ["Forest"]},
        {"add_every": ["land"]},
    ],
    "5": [{"set_colors": ["W"]}, {"add_colors": ["B"]}, {"set_colors": []}],
    "6": [{"lose_all_abilities": True}, {"add_abilities": ["flying"]}, {"cannot_have": ["flying"]}],
    "7": [{"set_power": 3, "set_toughness": 1}, {"add_power": 2}, {"switch": True}],
}

RENAMINGS = {
    "creature types": {"Bear": "Elf", "Elf": "Saproling", "Saproling": "Bear"},
    "colors": {"W": "U", "U": "W", "Plains": "Island", "Island": "Plains"},
}


@examples(8)
@given(ANY_BOARD)
def test_every_atom_is_a_fact_and_there_is_one_answer(board: Data) -> None:
    asked: list[Layers] = []
    settle = Layers.settle

    def settled(layers: Layers) -> None:
        settle(layers)
        asked.append(layers)

    with mock.patch.object(Layers, "settle", settled):
        _, layers = ground(Board.of(board))
    for one in (layers, *asked):
        assert not open_atoms(one)
        assert models(one) == 1


@examples(8)
@given(ANY_BOARD)
def test_supertypes_change_only_by_effects_on_supertypes(board: Data) -> None:
    """205.4b: changing card types or subtypes leaves the supertypes alone."""
    board = _with_colors_for_supertypes(board)
    cards = {card["name"]: card["type_line"] for card in board["cards"]}
    for step in board["timeline"]:
        if isinstance(what := step.get("enters"), dict):
            cards[what["name"]] = what["type_line"]
    for one in derive(Board.of(board)).objects.values():
        assert set(one.supertypes) == set(cards[one.name].split()) & ALL_SUPERTYPES


def _with_colors_for_supertypes(form: Any) -> Any:
    """Return a form with effects on colors in the place of effects on supertypes."""
    if isinstance(form, Mapping):
        changed = {key: _with_colors_for_supertypes(value) for key, value in form.items() if "_supertypes" not in key}
        return changed | ({"add_colors": ["W"]} if len(changed) < len(form) else {})
    return [_with_colors_for_supertypes(part) for part in form] if isinstance(form, list) else form


@examples(8)
@given(ANY_BOARD)
def test_no_subtype_without_its_card_type(board: Data) -> None:
    """205.1a, 205.3d."""
    for one in derive(Board.of(board)).objects.values():
        lone = [word for word in one.subtypes if not subtypes.card_types_of(word) & set(one.types)]
        assert not lone
        assert (one.power is None) == (one.toughness is None) == ("Creature" not in one.types)


@examples(7)
@given(ANY_BOARD, st.data())
def test_effects_in_different_layers_may_change_places(board: Data, data: st.DataObject) -> None:
    """Timestamps matter only within a layer (613.7)."""
    here = _on_battlefield(board)
    assume(here)
    first, second = data.draw(st.sampled_from([(a, b) for a in BY_LAYER for b in BY_LAYER if a != b]))
    effects = [_resolves(data.draw(st.sampled_from(BY_LAYER[one])), data.draw(_some(here))) for one in (first, second)]
    assert _answer(board, *effects) == _answer(board, *reversed(effects))


@examples(8)
@given(boards(layers="4", max_objects=5), st.data())
def test_effects_on_different_objects_may_change_places(board: Data, data: st.DataObject) -> None:
    """Nothing on the board looks at colors, abilities or numbers, so effects on different objects do not meet."""
    here = _on_battlefield(board)
    assume(len(here) > 1)
    one, other = data.draw(st.permutations(here))[:2]
    layer = data.draw(st.sampled_from("567"))
    effects = [_resolves(data.draw(st.sampled_from(BY_LAYER[layer])), [label]) for label in (one, other)]
    assert _answer(board, *effects) == _answer(board, *reversed(effects))


@examples(7)
@given(ANY_BOARD, st.data())
def test_an_effect_that_does_nothing_changes_nothing(board: Data, data: st.DataObject) -> None:
    more = copy.deepcopy(board)
    place = data.draw(st.integers(1, len(more["timeline"])))
    here = _on_battlefield({"timeline": more["timeline"][:place]})
    assume(here)
    more["timeline"].insert(place, _resolves(data.draw(st.sampled_from(NOTHING)), data.draw(_some(here))))
    assert _answer(more) == _answer(board)


@examples(7)
@given(ANY_BOARD, st.data())
def test_phased_out_objects_do_not_exist_for_others(board: Data, data: st.DataObject) -> None:
    """702.26b: a phased-out permanent is treated as though it did not exist."""
    hosts = {step.get("attached_to") for step in board["timeline"]}
    free = [label for label in _on_battlefield(board) if label not in hosts]
    assume(free)
    label = data.draw(st.sampled_from(free))
    phased = _answer(board, {"phases": "out", "object": label})
    assert phased.pop(label)
    assert phased == _answer(board, {"leaves": label})


@examples(8)
@given(st.data())
def test_attaching_to_what_it_is_attached_to_changes_nothing(data: st.DataObject) -> None:
    """701.3b: no new timestamp either, by which effects of one layer would change places."""
    effects = data.draw(st.sampled_from([(one, two) for some in BY_LAYER.values() for one in some for two in some]))
    board: Data = {"timeline": [{"enters": "Grizzly Bears", "as": "host"}]}
    for number, effect in enumerate(effects):
        aura: Data = {"name": f"Veil {number}", "type_line": "Enchantment — Aura"}
        aura["abilities"] = ["enchant creature", {"affects": "attached", **effect}]
        board["timeline"].append({"enters": aura, "as": f"veil_{number}", "attached_to": "host"})
    assert _answer(board, {"attaches": "veil_0", "to": "host"}) == _answer(board)


@examples(8)
@given(ANY_BOARD, st.data())
def test_a_copy_of_a_copy_is_a_copy(board: Data, data: st.DataObject) -> None:
    """707.3: a copy of a copy has the values of the copy effect, too."""
    here = _on_battlefield(board)
    assume(here)
    first: Data = {"enters": "token", "copy_of": data.draw(st.sampled_from(here)), "as": "first"}
    one = _answer(board, first, {**first, "as": "second"})
    assert one == _answer(board, first, {"enters": "token", "copy_of": "first", "as": "second"})


@pytest.mark.parametrize("renaming", RENAMINGS)
@examples(8)
@given(board=ANY_BOARD)
def test_deriving_commutes_with_renaming(renaming: str, board: Data) -> None:
    """Creature types are alike for the rules, and so are colors, each with its basic land type."""
    words = RENAMINGS[renaming]
    other, answer = _answer(_renamed(board, words)), _renamed(_answer(board), words)
    assert _unordered(_renamed(other, {})) == _unordered(answer)


@examples(8)
@given(ANY_BOARD)
def test_the_same_answer_twice(board: Data) -> None:
    assert _bytes(derive(Board.of(board))) == _bytes(derive(Board.of(board)))


_PROGRAM = """
import json, sys
from facts import Board
from solver import derive
for line in sys.stdin:
    print(json.dumps(derive(Board.of(json.loads(line))).as_data(), ensure_ascii=False))
"""


@examples(1, times=20)
@given(st.lists(ANY_BOARD, min_size=8, max_size=8))
def test_the_same_answer_in_another_process(several: list[Data]) -> None:
    """Nothing depends on how Python happens to order its sets."""
    lines = "\n".join(json.dumps(board) for board in several)
    found = {
        subprocess.run(
            [sys.executable, "-c", _PROGRAM], input=lines, capture_output=True, text=True, check=True,
            cwd=Path(__file__).parent.parent, env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(found) == 1


def _renamed(form: Any, words: Mapping[str, str]) -> Any:
    """Rename words, and letters of colors that stand alone or in mana symbols."""
    if isinstance(form, Mapping):
        return {key: _renamed(value, words) for key, value in form.items()}
    if isinstance(form, (list, tuple)):
        return [_renamed(one, words) for one in form]
    if not isinstance(form, str):
        return form
    symbols = re.sub(r"\{(\w)\}", lambda symbol: f"{{{words.get(symbol[1], symbol[1])}}}", words.get(form, form))
    return symbols if form in words else re.sub(r"\b[A-Z][a-z]+\b", lambda word: words.get(word[0], word[0]), symbols)


def _unordered(form: Any) -> Any:
    """Return the same without the order of words: in lists, and in the type line."""
    if isinstance(form, Mapping):
        return {key: _unordered(value) for key, value in form.items() if key != "type_line"}
    return sorted(map(_unordered, form), key=json.dumps) if isinstance(form, list) else form


def _bytes(answer: Answer) -> bytes:
    return json.dumps(answer.as_data(), ensure_ascii=False).encode()


def _answer(board: Data, *steps: Data) -> dict[str, Any]:
    """Return what the objects are when further steps follow; granting effects have no name to compare."""
    objects = derive(Board.of({**board, "timeline": [*board["timeline"], *steps]})).as_data()["objects"]
    found: dict[str, Any] = copy.deepcopy(objects)
    for one in found.values():
        one["abilities"] = sorted((ability["text"], ability["origin"]) for ability in one["abilities"])
    return found


def _resolves(effect: Data, labels: list[str]) -> Data:
    return {"resolves": {"effects": [{"affects": "targets", **effect}]}, "affects": labels}


def _some(labels: list[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(labels), min_size=1, max_size=2, unique=True)


def _on_battlefield(board: Data) -> list[str]:
    there = [step["as"] for step in board["timeline"] if "enters" in step and "zone" not in step]
    left = {step["leaves"] for step in board["timeline"] if "leaves" in step}
    return [label for label in there if label not in left]
