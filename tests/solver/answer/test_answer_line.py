"""An answer as a line is the JSON of its data."""

from __future__ import annotations

import json

import pytest

from facts import Board
from solver import derive
from solver.answer.answer_line import answer_line
from tests.case_files import Case
from tests.solver.answers import CASES, answered


@pytest.mark.parametrize("escaped", [False, True])
@pytest.mark.parametrize("case", CASES[::12], ids=lambda case: case.name)
def test_it_is_the_json_of_the_data(case: Case, escaped: bool) -> None:
    _, answer = answered(case)
    for name in (None, 1, "ö", {"a": [1.5, True]}):
        data = {"id": name, **answer.as_data()}
        assert answer_line(name, answer, escaped=escaped) == json.dumps(
            data, ensure_ascii=escaped, separators=(",", ":")
        )


def test_differences_between_objects_of_one_card() -> None:
    bears = "Grizzly Bears"
    board = Board.of({
        "players": ["Ann", "Björn"],
        "timeline": [
            bears,
            {"enters": bears, "as": 'the "second"\n', "controller": "Björn", "owner": "Ann"},
            {"enters": bears, "as": "hurt", "counters": {"+1/+1": 2, "charge": 1}},
            {"damage": 2, "on": "hurt"},
            {"enters": bears, "as": "dead", "zone": "graveyard"},
            {"enters": "Pacifism", "as": "aura", "attached_to": "hurt"},
            {"enters": "Pacifism", "as": "other", "attached_to": 'the "second"\n'},
            {"phases": "out", "object": "hurt"},
        ],
    })  # fmt: skip
    answer = derive(board)
    for escaped in (False, True):
        line = answer_line("x", answer, escaped=escaped)
        assert line == json.dumps({"id": "x", **answer.as_data()}, ensure_ascii=escaped, separators=(",", ":"))
    assert json.loads(line)["objects"]["hurt"]["phased_out"] is True
