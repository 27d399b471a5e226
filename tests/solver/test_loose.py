"""The loosened rules say all that could be, and all that it could hang on, whatever is taken away."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from facts import Board
from solver import ObjectAnswer, derive
from solver.answering import AnswerMaker
from solver.derive import DEFAULT_EDITION, ground
from solver.diff import without_these
from solver.explain.loose import Loose, loosened
from solver.grouping import derive_without, has_left, leaves_only_that, steps_in
from solver.layers import LAYERS
from tests.profiles import SLOW
from tests.reference.boards import make_board
from tests.reference.choosing import Rolled
from tests.solver.answers import CASES

KINDS = ("type", "subtype", "every", "supertype", "color", "ability", "property")


class Taking:
    """A board from which objects and effects are taken away."""

    def __init__(self, board: Board, edition: str = DEFAULT_EDITION) -> None:
        self.board, self.edition = board, edition
        self.facts, _ = ground(board, edition=edition)
        self.objects = [label for label, thing in board.timeline.things.items() if thing.left is None]
        self.steps = {one.label or f"step {one.step}": one.step for one in board.timeline.resolutions
                      if one.ended is None}  # fmt: skip

    def fits(self, spared: str) -> bool:
        """Tell whether facts alone say what is taken away."""
        return leaves_only_that(self.board, self.facts, self.others(spared), self.steps)

    def others(self, spared: str) -> list[str]:
        return [label for label in self.objects if label != spared]

    def loosened(self, spared: str) -> Loose | None:
        maybe = [has_left(label) for label in self.others(spared)]
        sure: list[str] = []
        ended = frozenset(self.steps.values())
        for fact in self.facts.lines:
            (sure if ended.isdisjoint(steps_in(fact)) else maybe).append(fact)
        return loosened(sure, maybe, LAYERS[-1])

    def sets(self, spared: str, most: int) -> dict[tuple[str, ...], dict[str, Any]]:
        """Return what is said of an object without each set of the others, up to some size."""
        candidates = [*self.others(spared), *self.steps]
        several = [one for size in range(most + 1) for one in combinations(candidates, size)]
        answers = derive_without(self.board, self.facts, [self.taken(one) for one in several], of={spared})
        return {one: said(answer.objects[spared]) for one, answer in zip(several, answers, strict=True)}

    def taken(self, labels: tuple[str, ...]) -> tuple[list[str], list[int]]:
        objects = [one for one in labels if one not in self.steps]
        return objects, [self.steps[one] for one in labels if one in self.steps]

    def without(self, labels: tuple[str, ...], spared: str) -> ObjectAnswer:
        return derive(without_these(self.board, labels), edition=self.edition).objects[spared]


def said(one: ObjectAnswer) -> dict[str, Any]:
    texts = tuple(ability.text for ability in one.abilities)
    return {
        "type": one.types, "subtype": one.subtypes, "every": one.every, "supertype": one.supertypes,
        "color": one.colors, "ability": texts, "property": one.properties,
    }  # fmt: skip


SEEDS = (13, 1098, 1159, *range(3000, 3200 if SLOW else 3006))
"""The first of these have found mistakes."""


@pytest.mark.parametrize("seed", SEEDS)
def test_random_boards(seed: int) -> None:
    """Nothing is so but what could be, and what it cannot hang on changes nothing."""
    random = Random(seed)
    taking = Taking(Board.of(make_board(Rolled(random), 5, 3, exotic=bool(seed % 2))))
    spared = Random(seed).choice(taking.objects)
    loose = taking.loosened(spared)
    if loose is None or not taking.fits(spared):
        return
    values = {spared: loose.values(spared)}
    could = said(AnswerMaker(taking.board.timeline, taking.facts, values).answer({spared}).objects[spared])
    kind = KINDS[seed % len(KINDS)]
    objects, steps = loose.hangs_on([(kind, spared, None)])
    found = taking.sets(spared, 2)
    for labels, one in found.items():
        for what, words in one.items():
            assert set(words) <= set(could[what]), (labels, what)
        mattering = tuple(each for each in labels if each in objects or taking.steps.get(each) in steps)
        assert one[kind] == found[mattering][kind], labels


def test_what_it_hangs_on_is_found() -> None:
    taking = Taking(Board.of({"timeline": ["Dryad Arbor", "Blood Moon", "Glorious Anthem", "Serra Angel"]}))
    loose = taking.loosened("dryad_arbor")
    assert loose is not None
    assert loose.hangs_on([("subtype", "dryad_arbor", "Forest")]) == ({"blood_moon"}, set())
    assert "Mountain" in loose.values("dryad_arbor")["subtype"]
    assert "U" not in loose.values("dryad_arbor")["color"]


@pytest.mark.parametrize("part", range(6 if SLOW else 1))
def test_facts_alone_say_what_boards_told_anew_say(part: int) -> None:
    """Wherever `leaves_only_that` says so; and it does on most boards."""
    compared = 0
    cases = [case for case in CASES if not case.data.get("error")][part :: 6 if SLOW else 30]
    for case in cases:
        taking = Taking(Board.of(case.data["board"]), case.edition)
        for spared in taking.objects[:1]:
            if not taking.fits(spared):
                continue
            candidates = [*taking.others(spared), *taking.steps]
            sets = [(one,) for one in candidates[:3]] + list(combinations(candidates, 2))[:2]
            taken = [taking.taken(labels) for labels in sets]
            answers = derive_without(taking.board, taking.facts, taken, of={spared})
            for labels, answer in zip(sets, answers, strict=True):
                whole = taking.without(labels, spared)
                assert said(answer.objects[spared]) == said(whole), (case.name, labels)
                assert answer.objects[spared].power == whole.power, (case.name, labels)
                compared += 1
    assert compared
