"""Deriving: a board goes in, and the answer comes out: the characteristics of each object on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.board import Board, BoardFacts
from facts.cards import DEFAULT_EDITION, EDITIONS
from solver.answer import Answer, AnswerMaker, collect
from solver.engine import ONE_BOARD, Layers, settled_facts
from solver.process import one_at_a_time, searched_later
from solver.program import Grounding, blamed

if TYPE_CHECKING:
    from solver.engine import PlainLayers

__all__ = ["DEFAULT_EDITION", "EDITIONS", "derive", "ground", "make_answer"]


@one_at_a_time
def derive(board: Board, *, edition: str = DEFAULT_EDITION, plain: bool = False) -> Answer:
    """Derive the characteristics of every object on a board.

    Several threads may call it, and get their answers one after the other (`solver.process.threads`).

    Args:
        board: The board.
        edition: The edition of the Comprehensive Rules: one of `EDITIONS`.
        plain: Use the law alone, one effect at a time, without the engine: the same answer, more slowly.

    Returns:
        The answer.

    Raises:
        ValueError: There is no such edition.
        InputError: Something happens on the board that the edition does not know.
    """
    with searched_later(), blamed():
        facts, layers = ground_plainly(board, edition=edition) if plain else ground(board, edition=edition, once=True)
        return make_answer(facts, layers)


def make_answer(facts: BoardFacts, layers: Grounding) -> Answer:
    """Return the answer of a board that is grounded.

    Args:
        facts: The facts of the board.
        layers: Its grounding.

    Returns:
        The answer.
    """
    values = collect(layers.shown(), ONE_BOARD)
    values.update({label: values[same] for label, same in facts.alike.items() if same in values})
    return AnswerMaker(facts, values).answer()


@one_at_a_time
def ground(
    board: Board,
    *,
    edition: str = DEFAULT_EDITION,
    thorough: bool = False,
    walking: bool = False,
    once: bool = False,
    answer_only: bool = False,
    checking: bool = False,
) -> tuple[BoardFacts, Layers]:
    """Ground the rules for a board.

    Args:
        board: The board.
        edition: The edition of the rules.
        thorough: Find dependencies even if they change nothing.
        walking: Apply effects on the same object one effect and one layer at a time.
        once: For the answer alone: of objects that nothing distinguishes, ground one (the facts say which it stands
            for), and leave out rules that do not lead to the answer.
        answer_only: Leave out those rules, but ground all objects.
        checking: Also ask the questions of the check of a board.

    Returns:
        The facts of the board, and the grounding with the answer in it.

    Raises:
        ValueError: There is no such edition.
    """
    facts = settled_facts(board.timeline, edition=edition, once=once, checking=checking)
    layers = Layers(facts.lines, thorough=thorough, walking=walking, answer_only=once or answer_only, unfolded=once)
    layers.run()
    if checking:
        layers.check()
    return facts, layers


def ground_plainly(board: Board, *, edition: str = DEFAULT_EDITION) -> tuple[BoardFacts, PlainLayers]:
    """Ground the law alone for a board.

    Args:
        board: The board.
        edition: The edition of the rules.

    Returns:
        The facts of the board, and the grounding with the answer in it.

    Raises:
        ValueError: There is no such edition.
    """
    from solver.engine import PlainLayers

    facts = settled_facts(board.timeline, edition=edition, plain=True)
    layers = PlainLayers(facts.lines)
    layers.run()
    return facts, layers
