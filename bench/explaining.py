"""Timing explanations: the walk, a proof, and why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bench import boards, growth
from bench.clock import Times, processor_time, summary
from facts import Board
from solver import derive
from solver.ask.explain import explain, why, why_not


class Question(NamedTuple):
    """A question that is measured.

    Attributes:
        name: Its name in the table.
        board: The board.
        ask: Asks it.
        limit: The most milliseconds it may take.
    """

    name: str
    board: boards.Data
    ask: Callable[[Board], object]
    limit: float


def questions(many: int = 100) -> tuple[Question, ...]:
    """Return the questions.

    Args:
        many: How many permanents there are on the largest board.
    """
    manland = boards.small_manland()
    return (
        Question("the walk of 10 objects", manland, explain, 30),
        Question("why, 10 objects", manland, lambda one: why(one, "steam_vents is a Mountain"), 15),
        Question(
            f"why, {many} permanents, 10 effects on types",
            boards.mixed(boards.VARIED, boards.ORDERED, many),
            lambda one: why(one, "steam_vents is a Mountain"),
            150,
        ),
        Question(
            "why not, with culprits among 10 effects",
            boards.mixed(boards.VARIED, boards.ORDERED, 20),
            lambda one: why_not(one, "steam_vents is an Island"),
            300,
        ),
        Question(
            "the same, entangled (613.8)",
            boards.mixed(boards.VARIED, boards.ENTANGLED, 20),
            lambda one: why_not(one, "steam_vents is an Island"),
            300,
        ),
    )


def measure(repeat: int) -> dict[str, tuple[Times, float]]:
    """Time each question, on a board that was not asked about before.

    Args:
        repeat: How often.

    Returns:
        For each question, how long it takes, and its limit.
    """
    found: dict[str, tuple[Times, float]] = {}
    for one in questions():
        times = []
        for number in range(repeat + 5):
            board = Board.of(one.board)
            taken = processor_time(lambda board=board, one=one: one.ask(board))  # type: ignore[misc]
            if number >= 5:  # the first ones read and choose the rules
                times.append(taken)
        found[one.name] = summary(times), one.limit
    return found


WHY_NOT = {
    "nothing would make it so": "forest is an Island",
    "one object is in the way": "forest isn't an Enchantment",
}
"""The questions about twelve objects with ten entangled effects (613.8)."""


def why_not_ratios(repeat: int, first: int = 3) -> dict[str, float]:
    """Return how many times as long why-not takes as deriving, on twelve objects with ten entangled effects.

    Args:
        repeat: How often each is timed, one after the other; the least counts.
        first: How often both are asked before: the first ones read and choose the rules.
    """
    data = boards.mixed(boards.VARIED, boards.ENTANGLED, 12)
    found: dict[str, float] = {}
    for name, fact in WHY_NOT.items():
        derived, asked = [], []
        for number in range(first + repeat):
            there, same = Board.of(data), Board.of(data)
            one = processor_time(lambda there=there: derive(there))  # type: ignore[misc]
            other = processor_time(lambda same=same, fact=fact: why_not(same, fact))  # type: ignore[misc]
            if number >= first:
                derived.append(one)
                asked.append(other)
        found[name] = min(asked) / min(derived)
    return found


def untouched(repeat: int) -> float:
    """Return how many times as long deriving takes after explanations as before the first of them.

    The result means something only in a process in which nothing was explained before.

    Args:
        repeat: How often.
    """
    before = growth.least(boards.small_types, repeat)
    board = Board.of(boards.small_types())
    explain(board)
    why_not(board, "steam_vents is a Goblin")
    return growth.least(boards.small_types, repeat) / before
