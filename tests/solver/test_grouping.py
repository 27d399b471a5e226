"""Identifiers carry their board, so many boards can share one grounding: the answers are those of each alone."""

from __future__ import annotations

from facts import Board
from facts.board_facts import board_facts
from solver import derive
from solver.answering import AnswerMaker
from solver.layers import Layers
from solver.symbols import collect
from tests.case_files import all_cases

GROUP = 20


def _boards() -> list[Board]:
    boards = [
        Board.of(case.data["board"])
        for case in all_cases()
        if case.edition == "2024" and "error" not in case.data and not case.waits and "cards" not in case.data["board"]
    ]
    return [board for board in boards if not any(one.asks for one in board.timeline.resolutions)]


def test_grouped_boards_answer_as_each_alone() -> None:
    boards = _boards()[::4]
    assert len(boards) > 50
    for start in range(0, len(boards), GROUP):
        group = boards[start : start + GROUP]
        told = [board_facts(board.timeline, number, edition="2024") for number, board in enumerate(group)]
        layers = Layers(list(dict.fromkeys(line for facts in told for line in facts.lines)))
        layers.run()
        shown = layers.shown()
        for number, board in enumerate(group):
            together = AnswerMaker(board.timeline, told[number].abilities, collect(shown, number)).answer()
            assert together.as_data() == derive(board).as_data()
