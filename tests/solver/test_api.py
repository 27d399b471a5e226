"""Boards and answers in Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import facts
import solver
from facts import Board, InputError
from solver import AbilityAnswer, Answer, ObjectAnswer, Refusal, derive
from tests.case_files import Case
from tests.profiles import SLOW
from tests.solver.answers import CASES, answered

ARBOR = {"timeline": ["Dryad Arbor", "Blood Moon"]}


def test_everything_promised_is_there() -> None:
    assert {"Board", "Card", "InputError"} <= set(facts.__all__)
    assert {"derive", "Answer", "ObjectAnswer", "AbilityAnswer", "Refusal"} <= set(solver.__all__)
    for module in (facts, solver):
        for name in module.__all__:
            assert getattr(module, name).__doc__, name


def test_a_board_is_the_same_however_it_comes(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text("timeline: [Dryad Arbor, Blood Moon]")
    boards = [
        Board.of(ARBOR),
        Board.named(["Dryad Arbor", "Blood Moon"]),
        Board.read("timeline: [Dryad Arbor, Blood Moon]"),
        Board.read(json.dumps(ARBOR).encode()),
        Board.load(path),
        Board.load(str(path)),
    ]
    answers = [json.dumps(derive(board).as_data()) for board in boards]
    assert len(set(answers)) == 1


def test_the_answer_is_typed() -> None:
    answer = derive(Board.of(ARBOR))
    assert isinstance(answer, Answer)
    assert list(answer.objects) == ["dryad_arbor", "blood_moon"]
    one = answer.objects["dryad_arbor"]
    assert isinstance(one, ObjectAnswer)
    assert (one.type_line, one.power, one.toughness) == ("Land Creature — Mountain Dryad", 1, 1)
    assert (one.types, one.subtypes, one.supertypes) == (("Land", "Creature"), ("Mountain", "Dryad"), ())
    assert one.abilities == (AbilityAnswer("{T}: Add {R}.", "intrinsic", rule="305.6"),)
    assert (answer.warnings, answer.refused) == ((), ())


def test_a_refusal_is_typed() -> None:
    answer = derive(Board.of({"timeline": ["Grizzly Bears", {"transforms": "grizzly_bears"}]}))
    assert answer.refused == (Refusal("grizzly_bears", 2, "701.28c"),)


def test_an_unknown_edition() -> None:
    with pytest.raises(ValueError, match="'1993' is no edition: there are 2008, 2011, 2021, 2024, 2026"):
        derive(Board.of(ARBOR), edition="1993")


def test_the_name_of_the_board_in_messages(tmp_path: Path) -> None:
    path = tmp_path / "b.yaml"
    path.write_text("timeline:\n  - Forest\n  - Forst\n")
    with pytest.raises(InputError) as caught:
        Board.load(path)
    assert str(caught.value).startswith(f"{path}:3: timeline[1].enters: 'Forst': no such card.")
    assert (caught.value.line, caught.value.path, caught.value.source) == (3, "timeline[1].enters", str(path))
    with pytest.raises(InputError, match=r"^deck: timeline\[0\]"):
        Board.of({"timeline": ["Forst"]}, "deck")
    with pytest.raises(InputError, match="cannot be read: No such file"):
        Board.load(tmp_path / "none.yaml")


def test_the_data_given_is_neither_kept_nor_changed() -> None:
    data = {"timeline": ["Forest", {"damage": 1, "on": "forest"}]}
    before = json.dumps(data)
    board = Board.of(data)
    data["timeline"].clear()
    assert len(derive(board).objects) == 1
    assert json.dumps({"timeline": ["Forest", {"damage": 1, "on": "forest"}]}) == before


@pytest.mark.parametrize("case", CASES[::10], ids=lambda case: case.name)
def test_the_same_bytes_twice(case: Case) -> None:
    """Of the same board derived twice, here: another worker may have derived what `answered` tells."""
    board, told = answered(case)
    first, second = (derive(board, edition=case.edition) for _ in range(2))
    assert json.dumps(told.as_data()) == json.dumps(first.as_data()) == json.dumps(second.as_data())


@pytest.mark.parametrize("case", CASES if SLOW else CASES[::5], ids=lambda case: case.name)
def test_every_answer_keeps_the_contract(case: Case) -> None:
    """Properties of every answer: the order of words and colors, and correlated types."""
    from facts.words.subtypes import CARD_TYPES, SUPERTYPES

    _, answer = answered(case)
    assert json.loads(json.dumps(answer.as_data())) == answer.as_data()
    order = [
        "Conspiracy", "Dungeon", "Phenomenon", "Plane", "Scheme", "Vanguard", "Battle", "Tribal", "Kindred",
        "Enchantment", "Artifact", "Land", "Planeswalker", "Creature", "Instant", "Sorcery",
    ]  # fmt: skip
    for label, one in answer.objects.items():
        assert one.label == label
        assert list(one.types) == sorted(set(one.types), key=order.index)
        assert set(one.types) <= set(CARD_TYPES)
        assert list(one.supertypes) == sorted(set(one.supertypes), key=SUPERTYPES.index)
        assert list(one.colors) == sorted(set(one.colors), key="WUBRG".index)
        assert list(one.properties) == sorted(set(one.properties))
        assert len(set(one.subtypes)) == len(one.subtypes)
        assert (one.power is None) == (one.toughness is None) == ("Creature" not in one.types)
        assert one.every_creature_type == ("creature" in one.every)
        assert one.type_line.startswith(" ".join([*one.supertypes, *one.types]))
        assert one.zone in ("battlefield", "stack", "hand", "graveyard", "library", "exile", "command")
        for ability in one.abilities:
            assert ability.text.strip() == ability.text != ""
            assert (ability.source is not None) == (ability.origin == "granted")
            assert (ability.rule is not None) == (ability.origin == "intrinsic")
            assert ability.origin in ("printed", "copied", "granted", "intrinsic")
