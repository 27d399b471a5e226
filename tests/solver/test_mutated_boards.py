"""Boards with something wrong in them, thousands of ways: an answer or one line, never anything else."""

from __future__ import annotations

import copy
import json
import os
import random
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from facts import Board, InputError
from solver import derive
from tests.case_files import all_cases

ROUNDS = 20
BOARDS = 20 if os.environ.get("HYPOTHESIS_PROFILE") != "slow" else 1000
ODD: list[Any] = [
    '"). x.', "a\nb", "\\", -1, 0, 10**6, 10**30, 1.5, None, [], {}, "token", "x" * 201, "²", "{²}", "{99999999999}",
    True, "森", "", " ", "you", "Forest", "Clone", "Bonesplitter", "*", "#script", [[]], {"a": {}},
]  # fmt: skip


@lru_cache(maxsize=1)
def _material() -> tuple[list[dict[str, Any]], dict[str | None, list[Any]]]:
    """Return the boards of all cases, and what stands in them under each key."""
    boards = [dict(case.data["board"]) for case in all_cases()]
    values: dict[str | None, list[Any]] = defaultdict(list)

    def gather(value: Any, key: str | None = None) -> None:
        values[key].append(value)
        for name, inner in value.items() if isinstance(value, dict) else ():
            gather(inner, name)
        for inner in value if isinstance(value, list) else ():
            gather(inner, key)

    for board in boards:
        gather(board)
    return boards, values


def _places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of everything in a board but the board itself and its timeline."""
    if above not in ((), ("timeline",)):
        yield above
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield from _places(inner, (*above, key))


def _mutate_a_value(chance: random.Random, board: dict[str, Any], values: dict[str | None, list[Any]]) -> None:
    places = list(_places(board))
    if not places:
        return
    *above, last = chance.choice(places)
    around: Any = board
    for key in above:
        around = around[key]
    name = last if isinstance(last, str) else next((key for key in reversed(above) if isinstance(key, str)), None)
    way = chance.random()
    if way < 0.3 and isinstance(around, dict):
        del around[last]
    elif way < 0.7:
        around[last] = copy.deepcopy(chance.choice(values.get(name) or ODD))
    elif way < 0.85:
        around[last] = chance.choice(ODD)
    elif isinstance(around, dict):
        other = chance.choice([key for key in values if key is not None])
        around[other] = copy.deepcopy(chance.choice(values[other]))


def _mutated(chance: random.Random) -> dict[str, Any]:
    boards, values = _material()
    board = copy.deepcopy(chance.choice(boards))
    for _ in range(chance.choice((1, 1, 2, 3))):
        steps = board.get("timeline")
        if not isinstance(steps, list) or not steps:
            break
        way = chance.random()
        if way < 0.2:
            del steps[chance.randrange(len(steps))]
        elif way < 0.35:
            other = chance.choice([other["timeline"] for other in boards if other["timeline"]])
            steps.insert(chance.randrange(len(steps) + 1), copy.deepcopy(chance.choice(other)))
        elif way < 0.45:
            chance.shuffle(steps)
        elif way < 0.5:
            steps.append(copy.deepcopy(chance.choice(steps)))
        else:
            _mutate_a_value(chance, board, values)
    return board


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_an_answer_or_one_line(seed: int) -> None:
    chance = random.Random(seed)
    accepted = refused = 0
    for _ in range(BOARDS):
        board = _mutated(chance)
        try:
            answer = derive(Board.of(board), edition=chance.choice(("2024", "2026")))
        except InputError as error:
            refused += 1
            assert str(error).isprintable(), error
            assert len(str(error)) < 2500, error
        except Exception as error:
            raise AssertionError(f"{type(error).__name__} {error}: {json.dumps(board)}") from error
        else:
            accepted += 1
            json.dumps(answer.as_data())
    assert accepted, "boards are to be nearly right, not only wrong"
    assert refused
