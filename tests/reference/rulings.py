"""Random boards with the answers that both implementations give: ``python -m tests.reference.rulings FILE``.

They have the form of cases. ``typeline check --mutants N --law --rulings FILE`` asks which broken rules of the law
they notice.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from facts import Board
from solver import Answer
from solver.ask.together.grouping import derive_all
from tests.reference.comparing import differences
from tests.reference.fuzzing import LARGE, SMALL, random_boards

_SAID = ("types", "subtypes", "supertypes", "colors", "power", "toughness", "every_creature_type")


def rulings(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Return random boards, each with the answer of both; boards on which they differ are left out.

    Args:
        count: The number of boards.
        seed: Which boards.
    """
    random = random_boards(count, seed, (*SMALL, *LARGE))
    for board, answer in zip(random, derive_all([Board.of(one) for one in random]), strict=True):
        if isinstance(answer, Answer) and not differences(board, answer):
            expect = {label: _expected(one) for label, one in answer.as_data()["objects"].items()}
            yield {"why": "Both say so.", "rules": ["613.1"], "authority": "derived from the CR", "board": board,
                   "expect": expect}  # fmt: skip


def _expected(one: dict[str, Any]) -> dict[str, Any]:
    found = {key: one[key] for key in _SAID if key in one}
    return {**found, "abilities": [ability["text"] for ability in one["abilities"]]}


def main(arguments: Sequence[str] | None = None) -> None:
    """Write rulings to a file.

    Args:
        arguments: Those of the command line.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.reference.rulings", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--boards", type=int, default=400, help="how many (default: 400)")
    parser.add_argument("--seed", type=int, default=28, help="which (default: 28)")
    given = parser.parse_args(arguments)
    lines = [json.dumps(one, ensure_ascii=False) for one in rulings(given.boards, given.seed)]
    given.file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    print(f"{len(lines)} of {given.boards} boards")


if __name__ == "__main__":
    main()
