"""Identifiers carry their board, so many boards can share one grounding: the answers are those of each alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import solver.ask.together.grouping
from facts import Board, InputError
from solver import Answer, derive
from solver.ask.together.batch_order import by_steps
from solver.ask.together.grouping import derive_all
from tests.solver.answers import CASES, answered


def test_grouped_boards_answer_as_each_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also boards that ask something as a spell resolves; hardly one is derived alone, as all would be on a failure."""
    alone: list[Board] = []

    def derive_alone(board: Board, edition: str) -> Answer:
        alone.append(board)
        return derive(board)

    monkeypatch.setattr(solver.ask.together.grouping, "derive", derive_alone)
    cases = [case for case in CASES if case.edition == "2024"][::6]
    for case, answer in zip(cases, derive_all([Board.of(case.data["board"]) for case in cases]), strict=True):
        assert isinstance(answer, Answer), (case.name, answer)
        assert answer.as_data() == answered(case)[1].as_data(), case.name
    assert len(alone) < 10


def test_remembered_facts_of_a_card_hold_on_every_board() -> None:
    """Two boards on which a card of one name grants the Bears something else, or is what they copy."""
    granted = [
        {"cards": [{"name": "Gift", "type_line": "Instant", "abilities": [_gift(word)]}],
         "timeline": ["Grizzly Bears", {"resolves": "Gift", "affects": ["grizzly_bears"]}]}
        for word in ("flying", "trample")
    ]  # fmt: skip
    copied = [
        {"cards": [{"name": "Hill Giant", "type_line": "Creature — Giant", "power": 3, "toughness": 3, **text}],
         "timeline": ["Hill Giant", {"enters": "Clone", "copy_of": "hill_giant"}]}
        for text in ({"keywords": ["Flying"]}, {"keywords": ["Trample"]})
    ]  # fmt: skip
    for flying, trampling in (granted, copied):
        for board, word in ((flying, "flying"), (trampling, "trample"), (flying, "flying")):
            last = list(derive(Board.of(board)).objects.values())[-1 if board in copied else 0]
            assert [ability.text.lower() for ability in last.abilities] == [word]


def _gift(word: str) -> dict[str, object]:
    return {"kind": "spell", "affects": "targets", "add_abilities": [word], "text": f"Target creature gains {word}."}


def test_those_that_take_the_same_steps_are_neighbors() -> None:
    """An anthem applies in one layer, Blood Moon in another: boards with either go together, in the order they came."""
    effects = ("Blood Moon", "Glorious Anthem", "Magus of the Moon", "Glorious Anthem", "Forest")
    boards = [Board.of({"timeline": ["Grizzly Bears", effect]}) for effect in effects]
    assert by_steps(boards) == [boards[at] for at in (4, 0, 2, 1, 3)]


def test_a_board_that_cannot_be_is_the_only_one() -> None:
    """No ability fits what the board names: that is found out while the others are asked."""
    shrink = {"name": "Shrink", "type_line": "Instant", "abilities": [_aimed("Bear"), _aimed("Elf")]}
    boards = [
        Board.of({
            "cards": [shrink],
            "timeline": [{"enters": kind}, {"resolves": "Shrink", "affects": [kind.lower().replace(" ", "_")]}],
        })
        for kind in ("Grizzly Bears", "Serra Angel", "Llanowar Elves")
    ]  # fmt: skip
    bear, angel, elf = derive_all(boards)
    assert isinstance(angel, InputError) and "no ability of Shrink" in str(angel)
    assert [_sizes(bear), _sizes(elf)] == [[(1, 1)], [(0, 0)]]


def _aimed(subtype: str) -> dict[str, object]:
    affects = {"targets": {"subtype": subtype}}
    return {"kind": "spell", "affects": affects, "add_power": -1, "add_toughness": -1, "text": f"Shrink a {subtype}."}


def _sizes(answer: Answer | Exception) -> Sequence[tuple[int | None, int | None]]:
    assert isinstance(answer, Answer)
    return [(one.power, one.toughness) for one in answer.objects.values()]


def test_a_group_that_cannot_be_derived_together_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong with no board alone is wrong with the program: answers come late then, and should not silently."""

    def fail(*_: object) -> None:
        raise KeyError("layers")

    boards = [Board.of({"timeline": ["Forest"]}) for _ in range(2)]
    monkeypatch.setattr(solver.ask.together.grouping, "collect_each", fail)
    with pytest.warns(RuntimeWarning, match="2 boards were derived one by one: together, KeyError: 'layers'"):
        answers = list(derive_all(boards))
    assert all(isinstance(answer, Answer) for answer in answers)


def test_cards_that_meld_are_told_apart() -> None:
    """Two boards have different cards of one name, from which a permanent is melded: its mana value differs."""

    def melded(cost: str) -> Board:
        parts = [{"name": "Left Part", "layout": "meld", "mana_cost": cost, "type_line": "Artifact"}]
        parts += [{"name": "Right Part", "layout": "meld", "mana_cost": "{3}", "type_line": "Artifact"}]
        union = {"name": "Union", "layout": "meld", "melds_from": ["Left Part", "Right Part"], "type_line": "Artifact"}
        return Board.of({"cards": [*parts, union], "timeline": [{"enters": "Union", "as": "it"}]})

    answers = derive_all([melded("{1}"), melded("{4}")])
    assert [one.as_data()["objects"]["it"]["mana_value"] for one in answers if isinstance(one, Answer)] == [4, 7]
