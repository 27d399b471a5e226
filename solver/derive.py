"""Deriving: a board goes in, what everything on it is comes out."""

from __future__ import annotations

from facts.board import Board
from facts.board_facts import BoardFacts, board_facts
from facts.timeline import Resolution
from solver.answer import Answer, AnswerMaker, collect
from solver.layers import Layers

EDITIONS = ("2024", "2026")
DEFAULT_EDITION = "2024"
_NUMBER = 0


def derive(board: Board, *, edition: str = DEFAULT_EDITION) -> Answer:
    """Derive what every object of a board is.

    Args:
        board: The board.
        edition: The edition of the Comprehensive Rules: ``2024`` or ``2026``.

    Returns:
        The answer.

    Raises:
        ValueError: There is no such edition.
    """
    facts, layers = ground(board, edition=edition)
    return AnswerMaker(board.timeline, facts.abilities, collect(layers.shown(), _NUMBER)).answer()


def ground(board: Board, *, edition: str = DEFAULT_EDITION) -> tuple[BoardFacts, Layers]:
    """Ground the rules for a board.

    Args:
        board: The board.
        edition: The edition of the rules.

    Returns:
        The facts of the board, and the grounding with the answer in it.

    Raises:
        ValueError: There is no such edition.
    """
    if edition not in EDITIONS:
        raise ValueError(f"{edition!r} is no edition: there are {', '.join(EDITIONS)}")
    settled: list[str] = []
    for resolution in board.timeline.resolutions:
        if resolution.asks:
            settled.extend(_settle(board, resolution, settled, edition))
    facts = board_facts(board.timeline, _NUMBER, edition=edition, settled=settled)
    layers = Layers(facts.lines)
    layers.run()
    return facts, layers


def _settle(board: Board, resolution: Resolution, settled: list[str], edition: str) -> list[str]:
    """Return what a resolving spell or ability found, by the board as it stood then (611.2c, 608.2h)."""
    facts = board_facts(board.timeline, _NUMBER, edition=edition, settled=settled, before=resolution)
    layers = Layers(facts.lines)
    layers.run()
    layers.settle()
    return [f"{found[0]}." for found in layers.atoms("settled", 1)]
