"""Whatever clingo chooses to take away from a board, it says of the rest what deriving the rest says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any

import pytest

from facts import Board, InputError
from solver import ObjectAnswer
from solver.answer.answering import AnswerMaker
from solver.answer.symbols import collect
from solver.ask.derive import DEFAULT_EDITION, ground
from solver.ask.diff import without_these
from solver.ask.explain.whynot.removal import Removal, can_choose
from solver.ask.removable import Taken, candidates
from solver.ask.together.grouping import Before, derive_all
from solver.engine.layers import LAYERS
from tests.case_files import Case as Ruling
from tests.profiles import SLOW
from tests.reference.boards import make_board
from tests.reference.choosing import Rolled
from tests.reference.tangles import make_tangle
from tests.solver.answers import CASES


class Taking:
    """A board from which things are taken away; one object is spared."""

    def __init__(self, board: Board, spared: str, edition: str = DEFAULT_EDITION) -> None:
        self.board, self.spared, self.edition = board, spared, edition
        self.facts, layers = ground(board, edition=edition)
        self.candidates = candidates(self.facts, collect(layers.shown(), 0), {spared})
        self.fits = bool(self.candidates) and can_choose(board, self.facts, self.candidates)

    def chosen(self, size: int) -> Iterator[tuple[tuple[Taken, ...], ObjectAnswer]]:
        """Return what clingo says of the object that is spared, for each way to take that number of things away."""
        removal = Removal(self.facts, self.candidates, LAYERS[-1])
        for labels, values in removal.ways(size, {self.spared}):
            answer = AnswerMaker(self.facts, values).answer({self.spared})
            yield labels, answer.objects[self.spared]

    def derived(self, sets: list[tuple[Taken, ...]]) -> Mapping[tuple[Taken, ...], ObjectAnswer]:
        """Return what deriving says of it without some sets; without those that cannot be taken away."""
        boards: dict[tuple[Taken, ...], Board] = {}
        for labels in sets:
            try:
                boards[labels] = without_these(self.board, labels)
            except InputError:
                continue
        before = Before(self.board, self.facts.settled)
        answers = derive_all(list(boards.values()), edition=self.edition, before=before)
        found: dict[tuple[Taken, ...], ObjectAnswer] = {}
        for labels, answer in zip(boards, answers, strict=True):
            if isinstance(answer, InputError):
                continue
            assert not isinstance(answer, Exception)
            found[labels] = answer.objects[self.spared]
        return found


def said(one: ObjectAnswer) -> dict[str, Any]:
    return {
        "types": one.types, "subtypes": set(one.subtypes), "every": one.every, "supertypes": one.supertypes,
        "colors": one.colors, "abilities": sorted(ability.text for ability in one.abilities), "power": one.power,
        "toughness": one.toughness, "properties": one.properties, "controller": one.controller,
    }  # fmt: skip


def compare(taking: Taking, sizes: tuple[int, ...]) -> int:
    """Compare all sets of some sizes; return how many were."""
    compared = 0
    for size in sizes:
        if size > len(taking.candidates):
            continue
        chosen = dict(taking.chosen(size))
        assert list(chosen) == list(combinations(taking.candidates, size))
        for labels, one in taking.derived(list(chosen)).items():
            assert said(chosen[labels]) == said(one), labels
            compared += 1
    return compared


def random_board(seed: int) -> Board:
    """Return a random board, every third time one with many effects."""
    random = Rolled(Random(seed))
    if seed % 3 == 2:
        return Board.of(make_tangle(random, max_objects=4, max_resolved=2))
    return Board.of(make_board(random, 5, 3, exotic=bool(seed % 3)))


@pytest.mark.parametrize("first", range(0, 3000 if SLOW else 18, 6))
def test_random_boards(first: int) -> None:
    compared = 0
    for seed in range(first, first + 6):
        board = random_board(seed)
        present = [label for label, one in board.timeline.things.items() if one.left is None]
        taking = Taking(board, Random(seed).choice(present))
        if taking.fits:
            compared += compare(taking, (1, 2, 3))
    assert compared


_TOLD = [case for case in CASES if not case.data.get("error")]
_COPIES = [case for case in _TOLD if "copy_of" in str(case.data["board"])]


@pytest.mark.parametrize("part", range(6 if SLOW else 1))
@pytest.mark.parametrize("cases", [_TOLD[:: 1 if SLOW else 10], _COPIES], ids=["all", "copies"])
def test_cases(cases: list[Ruling], part: int) -> None:
    compared = 0
    for case in cases[part::6]:
        board = Board.of(case.data["board"])
        present = [label for label, one in board.timeline.things.items() if one.left is None]
        for spared in present[:1]:
            taking = Taking(board, spared, case.edition)
            if taking.fits:
                compared += compare(taking, (1, 2))
    assert compared


def test_events_are_not_taken_away() -> None:
    """An instruction that turned a creature face down has happened: there is nothing of it that could end."""
    (case,) = [one for one in CASES if one.name == "face_down/turned_down_with_listed_values"]
    assert "step 2" not in Taking(Board.of(case.data["board"]), "angel").candidates


def test_abilities_that_are_granted_make_effects_of_their_own() -> None:
    """They come into being in whichever round the effect is applied that grants them (613.8c)."""
    lord = {"text": "Bears get +1/+1.", "affects": {"subtype": "Bear"}, "add_power": 1, "add_toughness": 1}
    grants = {"text": "Elves have it.", "affects": {"subtype": "Elf"}, "add_abilities": [lord]}
    loses = {"text": "Elves lose all abilities.", "affects": {"subtype": "Elf"}, "lose_all_abilities": True}
    cards = [
        {"name": "Giver", "type_line": "Enchantment", "abilities": [grants]},
        {"name": "Taker", "type_line": "Enchantment", "abilities": [loses]},
        {"name": "Elf", "type_line": "Creature — Elf", "power": "1", "toughness": "1"},
        {"name": "Bear", "type_line": "Creature — Bear", "power": "2", "toughness": "2"},
    ]
    board = Board.of({"cards": cards, "timeline": ["Taker", "Elf", "Bear", "Giver"]})
    taking = Taking(board, "bear")
    assert taking.fits
    assert {labels: one.power for labels, one in taking.chosen(1)} == {("taker",): 3, ("elf",): 2, ("giver",): 2}
    assert compare(taking, (1, 2, 3)) == 7


def test_only_what_is_asked_for() -> None:
    board = Board.of({"timeline": ["Dryad Arbor", "Blood Moon", "Magus of the Moon", "Glorious Anthem"]})
    taking = Taking(board, "dryad_arbor")
    removal = Removal(taking.facts, taking.candidates, 4)
    forest = [
        one
        for one in removal.could_say("dryad_arbor")
        if str(one).startswith("answer(subtype,") and '"Forest"' in str(one)
    ]
    assert forest
    removal.ask_for(forest)
    assert removal.any_way()
    assert not list(removal.ways(1, {"dryad_arbor"}))
    assert [labels for labels, _ in removal.ways(2, {"dryad_arbor"})] == [("blood_moon", "magus_of_the_moon")]
    assert len(list(removal.ways(3, {"dryad_arbor"}))) == 1
    removal.rule_out(("blood_moon", "magus_of_the_moon"))
    assert not list(removal.ways(3, {"dryad_arbor"}))
    assert not removal.any_way()
