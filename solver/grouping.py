"""Many boards in one grounding: identifiers carry their board, so the answers are those of each alone.

A call to ground costs about the same whether the rules look at one board or at thirty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facts.board import Board
from facts.board_facts import board_facts
from facts.cards import Card
from facts.edition import edition_of
from facts.errors import InputError
from solver.answer import Answer
from solver.answering import AnswerMaker
from solver.derive import DEFAULT_EDITION, derive, in_edition
from solver.layers import Layers
from solver.symbols import collect_each

SIZE = 30
"""So many boards go into one grounding: with more, the steps of each wait for those of too many others."""
_LARGE = 40
"""A board with more objects goes alone, where objects that nothing distinguishes are derived once."""


def derive_all(boards: Sequence[Board], *, edition: str = DEFAULT_EDITION) -> Iterator[Answer | Exception]:
    """Derive boards, as many as fit in one grounding.

    Args:
        boards: The boards.
        edition: The edition of the rules.

    Returns:
        The answer of each, in order, or the exception that deriving it raised.
    """
    waiting: list[Board] = []
    cards: dict[str, Card] = {}
    found: dict[int, Answer | Exception] = {}
    rules = edition_of(edition)
    for board in boards:
        try:
            rules.admit(board)
        except InputError as error:
            found[id(board)] = error
            continue
        if not _groups(board):
            found[id(board)] = _alone(board, edition)
            continue
        if len(waiting) == SIZE or any(cards.get(key, card) is not card for key, card in board.timeline.cards.items()):
            found.update(_together(waiting, edition))
            waiting, cards = [], {}
        waiting.append(board)
        cards.update(board.timeline.cards)
    found.update(_together(waiting, edition))
    for board in boards:
        yield found[id(board)]


def _groups(board: Board) -> bool:
    """Tell whether a board can go with others: nothing on it must be found out beforehand."""
    timeline = board.timeline
    return (
        len(timeline.things) <= _LARGE and not timeline.turnings and not any(one.asks for one in timeline.resolutions)
    )


def _alone(board: Board, edition: str) -> Answer | Exception:
    try:
        return derive(board, edition=edition)
    except Exception as error:
        return error


def _together(boards: Sequence[Board], edition: str) -> dict[int, Answer | Exception]:
    """Derive boards in one grounding; where that goes wrong, each alone."""
    if len(boards) < 2:
        return {id(board): _alone(board, edition) for board in boards}
    try:
        told = [board_facts(board.timeline, number, edition=edition) for number, board in enumerate(boards)]
        layers = Layers(list(dict.fromkeys(line for facts in told for line in facts.lines)), answer_only=True)
        layers.run()
        values = collect_each(layers.shown())
        return {
            id(board): in_edition(
                AnswerMaker(board.timeline, told[number].abilities, values.get(number, {})).answer(), board, edition
            )
            for number, board in enumerate(boards)
        }
    except Exception:
        return {id(board): _alone(board, edition) for board in boards}
