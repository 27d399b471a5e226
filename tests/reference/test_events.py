"""Boards on which much happens: the reference and the rules agree, and each kind of event comes up."""

from __future__ import annotations

from collections import Counter
from typing import Any

from facts import Board
from solver import Answer
from solver.ask.together.grouping import derive_all
from tests.profiles import SLOW
from tests.reference.comparing import differences
from tests.reference.fuzzing import EVENTFUL, random_boards
from tests.reference.replaying import derive_board

_BOARDS = random_boards(6000 if SLOW else 240, 28, EVENTFUL)


def test_they_agree() -> None:
    answers = derive_all([Board.of(board) for board in _BOARDS])
    told = [
        differences(board, answer) if isinstance(answer, Answer) else [str(answer)]
        for board, answer in zip(_BOARDS, answers, strict=True)
    ]
    assert [one for one in told if one] == []


def test_each_kind_of_event_comes_up() -> None:
    found = Counter(_kind(step) for board in _BOARDS for step in board["timeline"])
    assert set(found) == {
        "enters", "enters as a copy", "becomes_copy", "change_words", "counters", "attaches", "transforms", "turns",
        "resolves",
    }  # fmt: skip
    assert min(found.values()) >= 10


def test_rings_and_counted_conditions_come_up() -> None:
    forms = [form for board in _BOARDS for card in board["cards"] for form in card.get("abilities", [])]
    assert sum(isinstance(form, dict) and "count" in str(form.get("as_long_as")) for form in forms) > 30
    rings = Counter(map(_ring, _BOARDS))
    assert min(rings[length] for length in (3, 4, 5)) > 3, rings


def _kind(step: dict[str, Any]) -> str:
    if "resolves" in step:
        (form,) = step["resolves"]["effects"]
        return next((one for one in ("becomes_copy", "change_words") if one in form), "resolves")
    kind = next(one for one in ("enters", "counters", "attaches", "transforms", "turns") if one in step)
    return "enters as a copy" if "copy_of" in step else kind


def _ring(board: dict[str, Any]) -> int:
    """Return the number of effects that lead from a card type to others and back; 0 if there is no such ring."""
    links = {}
    for card in board["cards"]:
        for form in card.get("abilities", []):
            if isinstance(form, dict) and isinstance(form["affects"], dict) and "type" in form["affects"]:
                done = next((form[key] for key in ("remove_types", "add_types", "set_types") if key in form), None)
                links[form["affects"]["type"]] = done and done[0]
    for start in links:
        at, length = links[start], 1
        while at in links and at != start and length < 6:
            at, length = links[at], length + 1
        if at == start and length > 2:
            return length
    return 0


def test_objects_that_change_words_of_others_come_up() -> None:
    forms = [form for board in _BOARDS for card in board["cards"] for form in card.get("abilities", [])]
    assert sum(isinstance(form, dict) and "change_words_to" in form for form in forms) > 30


def test_a_copy_takes_no_exchanged_words() -> None:
    """707.2: what the copy shows is the printed type, and its own exchanged words come after what it copies."""
    board = {
        "cards": [{"name": "a", "type_line": "Land — Forest"}, {"name": "b", "type_line": "Creature — Elf"}],
        "timeline": [
            {"enters": "a", "as": "o1"},
            _exchange("o1", "Forest", "Island"),
            {"enters": "b", "as": "o2", "copy_of": "o1"},
            _exchange("o2", "Forest", "Mountain"),
        ],
    }
    told = derive_board(board)
    assert told["o1"].subtypes == {"Island"} and told["o2"].subtypes == {"Mountain"}


def _exchange(label: str, word: str, other: str) -> dict[str, Any]:
    form = {"affects": "targets", "change_words": ["basic_land_type"]}
    return {"resolves": {"effects": [form]}, "affects": [label], "chosen": {"from": word, "to": other}}
