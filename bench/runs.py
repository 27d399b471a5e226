"""The measurements, and their limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bench import boards


class Run(NamedTuple):
    """A board to be measured.

    Attributes:
        name: Its name in the table.
        board: Makes the board.
        limit: The most milliseconds it may take, if it has a limit.
        share: The part of ``--repeat`` that is enough for it.
    """

    name: str
    board: Callable[[], boards.Data]
    limit: float | None
    share: float


_GOBLINS = {"enters": "Xenograft", "chosen": {"creature_type": "Goblin"}}

RUNS = (
    Run("a1  10 objects, 3 effects on types", boards.small_types, 5, 1),
    Run("a2  10 objects, a manland, an anthem, Blood Moon", boards.small_manland, 5, 1),
    Run("a3  10 objects, Humility and its kind", boards.small_humility, 5, 1),
    Run("b1  100 permanents, 10 effects on types", lambda: boards.mixed(boards.VARIED, boards.ORDERED, 100), 40, 0.3),
    Run("b2  the same, entangled (613.8)", lambda: boards.mixed(boards.VARIED, boards.ENTANGLED, 100), 40, 0.3),
    Run(
        "c1  1000 permanents of few kinds, 3 effects",
        lambda: boards.mixed(boards.FEW, ("Blood Moon", "Glorious Anthem", _GOBLINS), 1000),
        80,
        0.3,
    ),
    Run(
        "c2  the same, Humility and its kind",
        lambda: boards.mixed(boards.FEW, ("Humility", "Opalescence", "Glorious Anthem"), 1000),
        80,
        0.3,
    ),
    Run(
        "d   100 permanents, 30 effects",
        lambda: boards.mixed(boards.VARIED, (*boards.ORDERED, *boards.ENTANGLED, *boards.ANTHEMS), 100),
        250,
        0.15,
    ),
    Run("g   10000 tokens of 20 kinds, 3 effects", boards.tokens, 250, 0.1),
)
COLD_LIMIT = 2.0
"""How many times as long as the imports ``typeline derive`` may take, apart from its grounding."""
BATCH = 200
"""The number of boards in the batch."""
