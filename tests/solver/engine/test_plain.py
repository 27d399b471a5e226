"""The law alone (`derive --plain`) gives the same answer as the law with the engine."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from facts import Board, InputError
from facts.cards.built_in import FOLDER
from solver import Answer, derive
from solver.ask.derive import ground_plainly
from solver.ask.together.plain_together import derive_all_plainly
from tests.case_files import Case
from tests.profiles import SLOW
from tests.solver.answers import BY_THE_LAW_ALONE, CASES, ONE_BY_ONE, answered
from tests.solver.cases_together import Together
from tests.solver.command import Typeline

_LOOPS = {
    "a loop of three, artifacts first": (["Artifact", "Land", "Creature"], ["Creature"]),
    "a loop of three, lands first": (["Land", "Creature", "Artifact"], ["Artifact"]),
}


_TOGETHER = Together(BY_THE_LAW_ALONE, 75)
"""So many cases are one test, derived together."""
_ALONE = 20
"""So many cases are one test, derived one by one."""


def _parts(cases: list[Case], size: int) -> list[list[Case]]:
    return [cases[place : place + size] for place in range(0, len(cases), size)]


@pytest.mark.parametrize("cases", _parts(ONE_BY_ONE, _ALONE), ids=lambda cases: cases[0].name)
def test_every_case(cases: list[Case]) -> None:
    for case in cases:
        plain = derive(Board.of(case.data["board"]), edition=case.edition, plain=True)
        assert plain.as_data() == answered(case)[1].as_data(), case.name


@pytest.mark.parametrize(("edition", "first"), _TOGETHER.groups)
def test_every_case_with_others(edition: str, first: int) -> None:
    """The law over many boards at a time gives each case the answer of `derive`."""
    cases, boards = _TOGETHER.of(edition, first)
    for case, answer in zip(cases, derive_all_plainly(boards, edition=edition), strict=True):
        assert isinstance(answer, Answer), case.name
        assert answer.as_data() == answered(case)[1].as_data(), case.name


def test_random_boards_of_cards() -> None:
    """Seven built-in cards each, as they come: what waits for what is nobody's choice."""
    names = sorted(path.stem.partition("__")[0] for path in FOLDER.iterdir() if path.suffix == ".yaml")
    compared = 0
    for seed in range(3000 if SLOW else 30):
        random = Random(seed)
        steps = [{"enters": name, "controller": random.choice("AB")} for name in random.sample(names, 7)]
        board = {"players": ["A", "B"], "timeline": steps}
        with suppress(InputError):  # an Aura among them needs a host
            answer = derive(Board.of(board))
            assert derive(Board.of(board), plain=True).as_data() == answer.as_data(), (seed, steps)
            compared += 1
    assert compared > 15


def _says_no(kind: str, other: str) -> dict[str, Any]:
    effect = {"affects": {"type": kind}, "remove_types": [other]}
    return {"name": f"No {other} is a {kind}", "type_line": "Enchantment", "abilities": [effect]}


@pytest.mark.parametrize("name", _LOOPS)
def test_loops_of_three(name: str) -> None:
    """Artifacts aren't lands, lands aren't creatures, creatures aren't artifacts: by timestamps (613.8b)."""
    turn, left = _LOOPS[name]
    after = {"Artifact": "Land", "Land": "Creature", "Creature": "Artifact"}
    cards = [
        {"name": "Golem Field", "type_line": "Artifact Land Creature", "power": "1", "toughness": "1"},
        *(_says_no(kind, after[kind]) for kind in turn),
    ]
    board = {"cards": cards, "timeline": [one["name"] for one in cards]}
    facts, layers = ground_plainly(Board.of(board))
    assert [effect.arguments[0].arguments[1].string.split("_")[-1] for effect, _ in layers.order] == [
        kind.lower() for kind in turn
    ]
    answer = derive(Board.of(board), plain=True)
    assert sorted(answer.objects["golem_field"].types) == sorted(left)
    assert answer == derive(Board.of(board))
    assert facts.lines


def test_the_command(typeline: Typeline) -> None:
    names = ["Dryad Arbor", "Blood Moon", "Urborg, Tomb of Yawgmoth"]
    plain = typeline("derive", "--plain", "--json", *names)
    assert plain.code == 0
    assert json.loads(plain.out) == json.loads(typeline("derive", "--json", *names).out)


def test_every_atom_is_a_fact() -> None:
    """Nothing is left open in the law alone either: grounding is evaluation."""
    for case in CASES[:: len(CASES) // 40]:
        _, layers = ground_plainly(Board.of(case.data["board"]), edition=case.edition)
        assert all(atom.is_fact for atom in layers.control.symbolic_atoms), case.name
