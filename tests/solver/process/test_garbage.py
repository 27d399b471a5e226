"""The caller decides whether Python collects garbage: the setting is as it was, whatever happened."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from importlib import import_module

import pytest

import solver.ask.together.grouping
from facts import Board
from solver import derive
from solver.ask.together.grouping import derive_all
from solver.run.batch import answers

LINES = [(number, b'{"timeline":["%b","Blood Moon"]}' % card) for number, card in enumerate((b"Forest", b"Island"), 1)]


@pytest.fixture(params=[True, False], ids=["searching", "not searching"])
def searching(request: pytest.FixtureRequest) -> Iterator[bool]:
    before = gc.isenabled()
    (gc.enable if request.param else gc.disable)()
    yield request.param
    (gc.enable if before else gc.disable)()


def test_answers(searching: bool) -> None:
    answers([*LINES, (3, b"nonsense")], "b")
    assert gc.isenabled() == searching


def test_between_two_answers(searching: bool) -> None:
    derived = derive_all([Board.of({"timeline": ["Forest"]}) for _ in range(2)])
    next(derived)
    assert gc.isenabled() == searching


def test_one_board(searching: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    derive(Board.of({"timeline": ["Forest"]}))
    assert gc.isenabled() == searching
    seen: list[bool] = []

    def fail(*_: object) -> None:
        seen.append(gc.isenabled())
        raise RuntimeError

    monkeypatch.setattr(import_module("solver.ask.derive"), "make_answer", fail)
    with pytest.raises(RuntimeError):
        derive(Board.of({"timeline": ["Forest"]}))
    assert seen == [False]
    assert gc.isenabled() == searching


def test_it_is_put_off_meanwhile(searching: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []

    def fail(*_: object) -> None:
        seen.append(gc.isenabled())
        raise KeyboardInterrupt

    monkeypatch.setattr(solver.ask.together.grouping, "settled_together", fail)
    with pytest.raises(KeyboardInterrupt):
        answers(LINES, "b")
    assert seen == [False]
    assert gc.isenabled() == searching
