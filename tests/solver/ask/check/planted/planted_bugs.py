"""Bugs planted by hand in the law, and who notices them.

``python -m tests.solver.ask.check.planted.planted_bugs`` looks for that.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from facts import Board
from facts.text.reading import read_document
from solver.answer.answer_values import Answer
from solver.ask.check.refinement import TIERS, boards
from solver.ask.check.specification.compared_boards import Copied, compare_copies, copied_boards
from solver.ask.check.specification.further_boards import further_boards
from solver.ask.check.specification.stated import state
from solver.ask.together.plain_together import derive_all_plainly
from solver.program.rule_files import altered
from tests.case_files import Case
from tests.reference.comparing import differences
from tests.reference.fuzzing import EVENTFUL, SMALL, random_boards
from tests.solver.answers import CASES

Data = dict[str, Any]
_HERE = Path(__file__).parent
_NOTICED = _HERE / "noticed_bugs.json"
KINDS = ("property", "case", "reference")
"""The three that may notice a bug: a statement about the law, a case, the second interpreter."""
_AT_ONCE = 20
_EVERY = 120
"""Of this many boards of a tier, one is tried."""
_CASES = 400
"""The number of cases that are tried: those that cite the paragraph, then others."""
_RANDOM = 400
"""The number of random boards that go through the second interpreter."""


class Planted(NamedTuple):
    """A bug.

    Attributes:
        name: In a few words.
        rule: The paragraph that it breaks.
        chapter: The file that it is planted in.
        old: The text to replace.
        new: The planted text.
    """

    name: str
    rule: str
    chapter: str
    old: str
    new: str


def planted() -> list[Planted]:
    """Return the bugs."""
    read = yaml.safe_load((_HERE / "planted_bugs.yaml").read_text(encoding="utf-8"))
    return [Planted(**one) for one in read]


def noticed() -> dict[str, Data]:
    """Return the tests that notice each bug, by its name, and the date on which that was verified."""
    found: dict[str, Data] = json.loads(_NOTICED.read_text(encoding="utf-8"))
    return found


# ---- the properties: statements about the law


def broken_statements(some: Sequence[Data]) -> Iterator[tuple[str, Data]]:
    """Return the statements that do not hold on boards, each with a board.

    Args:
        some: The boards.
    """
    for name, tally in state(some).tallies.items():
        if tally.broken is not None:
            yield name, tally.broken


def is_blind(board: Data) -> bool:
    """Tell whether a copy is the same, whatever happened to the original.

    Args:
        board: One of `copied_boards`, as JSON.
    """
    ((_, _, blind),) = compare_copies(_copied(board))
    return blind


def _copied(board: Data) -> list[Copied]:
    return [one for one in copied_boards() if json.dumps(one.board) == json.dumps(board)]


def _property(bug: Planted) -> Data | None:
    if bug.rule.startswith("707"):
        for board, _, blind in compare_copies(list(copied_boards())):
            if not blind:
                return {"statement": "copies_are_blind", "board": board}
        return None
    for chunk in _chunks(_some_boards(bug)):
        for name, board in broken_statements(chunk):
            return {"statement": name, "board": board}
    return None


_ABOUT = {
    "613.3": "defining",
    "305.7": "lands",
    "205.1a": "types",
    "613.4c": "numbers",
    "613.4d": "numbers",
    "613.8a": "types",
    "613.7a": "abilities",
    "613.7c": "copies",
    "613.7e": "control",
    "613.7f": "faces",
    "613.7g": "faces",
    "613.6": "spanning",
    "613.4a": "numbers",
    "604.3a": "defining",
}
"""Which tier is tried first for a bug of a paragraph."""


def _some_boards(bug: Planted) -> Iterator[Data]:
    further = list(further_boards())
    if bug.rule == "701.28f":
        yield from further
    else:
        yield from (*further[:7], *further[7:61:6], *further[61:73], *further[-6:])
    tiers = sorted(TIERS, key=lambda tier: tier.name != _ABOUT.get(bug.rule))
    if bug.rule in _ABOUT:
        yield from islice(boards(tiers[0], 2, 2), 0, None, _EVERY // 20)
    each = [islice(boards(tier, 2, 2), 0, None, _EVERY) for tier in tiers]
    yield from (board for some in zip_longest(*each) for board in some if board is not None)


def _chunks(some: Iterable[Data]) -> Iterator[list[Data]]:
    left = iter(some)
    while chunk := list(islice(left, _AT_ONCE)):
        yield chunk


# ---- the cases, by the law alone


def failing_case(cases: Sequence[Case]) -> str | None:
    """Return the first case for which the law alone does not give the expected answer.

    Args:
        cases: Cases of one edition.
    """
    from solver.ask.check.expected import differences as differing

    read = [Board.of(case.data["board"]) for case in cases]
    for case, answer in zip(cases, derive_all_plainly(read, edition=cases[0].edition), strict=True):
        if not isinstance(answer, Answer) or any(differing(case.data, answer)):
            return case.name
    return None


def _case(bug: Planted) -> str | None:
    fitting = [
        case
        for case in CASES
        if case.edition == "2024"
        and not case.waits
        and any(rule.startswith(bug.rule.rstrip("abcdefgn")) for rule in case.data["rules"])
    ]
    for chunk in _parts(sorted(fitting, key=lambda case: bug.rule not in case.data["rules"])[:_CASES]):
        if (found := failing_case(chunk)) is not None:
            return found
    return None


def _parts(cases: Sequence[Case]) -> Iterator[Sequence[Case]]:
    for first in range(0, len(cases), _AT_ONCE):
        yield cases[first : first + _AT_ONCE]


# ---- the second interpreter


def differs(some: Sequence[Data]) -> Data | None:
    """Return the first board of which the law alone and the second interpreter say different things.

    Args:
        some: The boards.
    """
    for board, answer in zip(some, derive_all_plainly([Board.of(one) for one in some]), strict=True):
        if not isinstance(answer, Answer) or differences(board, answer):
            return board
    return None


def _by_reference() -> Data | None:
    kept = read_document((_HERE.parents[3] / "reference" / "found.yaml").read_bytes(), "found.yaml").data
    known = [{key: value for key, value in one.items() if key != "note"} for one in kept]
    for chunk in _chunks(chain(known[::-1], random_boards(_RANDOM, 28, (*SMALL, *EVENTFUL)))):
        if (found := differs(chunk)) is not None:
            return found
    return None


def main(names: Sequence[str]) -> None:
    """Find a test that notices each bug, and record it: a property, a case that cites the section, or a random board.

    Args:
        names: Words in the names of the bugs to look at; without any, all bugs.
    """
    found = noticed() if _NOTICED.exists() else {}
    for bug in planted():
        if names and not any(name in bug.name for name in names):
            continue
        with altered(bug.chapter, bug.old, bug.new):
            today = datetime.now(UTC).date().isoformat()
            one: Data = {"verified": today, "property": _property(bug), "case": _case(bug), "reference": None}
            if None in (one["property"], one["case"]):
                one["reference"] = _by_reference()
        if sum(one[kind] is not None for kind in KINDS) >= 2:
            found[bug.name] = one
        print(
            bug.name,
            one["property"] and one["property"]["statement"],
            one["case"],
            one["reference"] is not None,
            flush=True,
        )
        _NOTICED.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
