"""How the cost grows with objects and with effects, and costs to compare it with, in one run."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from bench import boards, cold
from bench.boards import Data, Step
from facts import Board
from solver import derive
from solver.ask.together import derive_all

OBJECTS = (50, 100, 200, 400, 800)
EFFECTS = (1, 2, 4, 8, 12, 16, 20, 24, 30)
_EFFECTS: tuple[Step, ...] = (*boards.ORDERED, *boards.ENTANGLED, *boards.ANTHEMS)
Points = list[tuple[int, float]]
Grown = Mapping[str, Points]


def measure() -> dict[str, Points]:
    """Measure boards that grow.

    Returns:
        Milliseconds of processor time, the least of a few, by how many objects or effects there are.
    """
    named = [_own(step, number) for number, step in enumerate(boards.VARIED * 23)]
    return {
        "objects": [
            (count, least(lambda count=count: boards.mixed(named[:count], boards.ORDERED[:5], count)))  # type: ignore[misc]
            for count in OBJECTS
        ],
        "objects of few kinds": [
            (count, least(lambda count=count: boards.mixed(boards.FEW, boards.ORDERED[:5], count)))  # type: ignore[misc]
            for count in OBJECTS
        ],
        "effects": [
            (count, least(lambda count=count: boards.mixed(boards.VARIED, _EFFECTS[:count], 100)))  # type: ignore[misc]
            for count in EFFECTS
        ],
    }


def _own(step: Step, number: int) -> Step:
    """Give a permanent something that tells it from all others, so that each is derived for itself."""
    return {"enters": step, "as": f"it {number}", "counters": {"charge": number + 1}} if isinstance(step, str) else step


def least(make: Callable[[], Data], repeat: int = 3) -> float:
    """Return the least time that deriving a board takes, in milliseconds.

    Args:
        make: Makes the board.
        repeat: How often, after a first time.
    """
    data, times = make(), []
    for _ in range(repeat + 1):
        board = Board.of(data)
        start = time.process_time()
        derive(board)
        times.append(1000 * (time.process_time() - start))
    return round(min(times), 2)


def compare(small: Sequence[Data], others: int = 60, repeat: int = 3) -> dict[str, float]:
    """Compare ways to derive the same small boards, each as a ratio to deriving one after the other.

    Args:
        small: Boards of some ten objects.
        others: How many boards the interpreter gets.
        repeat: How often each way is taken, after a first time.

    Returns:
        The ratios: for boards in groups that share a grounding, for the first board of a process, with the walk that
        explanations show, with the proof of one fact, with the proof of a further fact, and for the imperative
        interpreter of the tests (which gets boards of its own, since it reads another form).
    """
    from solver.ask.explain import explain, why
    from tests.reference.fuzzing import LARGE, SMALL, random_boards
    from tests.reference.replaying import derive_board

    def spent(run: Callable[[], Any]) -> float:
        run()
        times = []
        for _ in range(repeat):
            start = time.process_time()
            run()
            times.append(time.process_time() - start)
        return min(times)

    read = [Board.of(one) for one in small]
    one_by_one = spent(lambda: [derive(one) for one in read])
    facts = [
        [f"{label} is a {one.types[0]}" for label, one in islice(derive(board).objects.items(), 5)] for board in read
    ]

    def prove(number: int) -> None:
        # New boards: a board keeps its earlier answers.
        for one, told in zip([Board.of(one) for one in small], facts, strict=True):
            for fact in told[:number]:
                why(one, fact)

    proved = [spent(partial(prove, number)) for number in (1, 5)]
    theirs = random_boards(others, 3, (*SMALL, *LARGE))
    theirs_read = [Board.of(one) for one in theirs]
    return {
        "grouped": spent(lambda: list(derive_all(read))) / one_by_one,
        "first of a process": len(small) * cold.first(small[0], repeat) / one_by_one,
        "with the walk": spent(lambda: [explain(one) for one in read]) / one_by_one,
        "with a proof": proved[0] / one_by_one,
        "for each further proof": (proved[1] - proved[0]) / 4 / one_by_one,
        "imperative interpreter": spent(lambda: [derive_board(one) for one in theirs])
        / spent(lambda: [derive(one) for one in theirs_read]),
    }


def plot(points: Grown, path: Path) -> None:
    """Draw how the cost grows.

    Args:
        points: The points of `measure`.
        path: The file, an SVG or another format that matplotlib writes.
    """
    import matplotlib as mpl

    mpl.use("agg")
    mpl.rcParams.update({"svg.hashsalt": "typeline", "font.size": 9})
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(8, 3.2), layout="constrained")
    for name in ("objects", "objects of few kinds"):
        left.plot(
            *zip(*points[name], strict=True), marker="o", label="all different" if name == "objects" else "few kinds"
        )
    left.set(xlabel="objects (5 effects on types)", ylabel="ms of processor time", ylim=(0, None))
    left.legend()
    right.plot(*zip(*points["effects"], strict=True), marker="o", color="tab:red")
    right.set(xlabel="effects (100 objects)", ylabel="ms of processor time", ylim=(0, None))
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(figure)


def can_plot() -> bool:
    """Tell whether matplotlib is installed (the extra ``bench``)."""
    return find_spec("matplotlib") is not None
