"""Every case: the answer is the expected one, and after grounding there is nothing left to search for."""

from __future__ import annotations

import pytest

from facts import Board, InputError
from solver.derive import ground, make_answer
from tests.case_files import Case, all_cases, differences
from tests.grounding import open_atoms


def _parameters() -> list[object]:
    return [
        pytest.param(case, id=case.name, marks=pytest.mark.xfail(strict=True, reason=case.waits) if case.waits else ())
        for case in all_cases()
    ]


@pytest.mark.parametrize("case", _parameters())
def test_case(case: Case) -> None:
    if "error" in case.data:
        with pytest.raises(InputError) as caught:
            ground(Board.of(case.data["board"]), edition=case.edition)
        assert str(case.data["error"]) in str(caught.value)
        return
    board = Board.of(case.data["board"])
    facts, layers = ground(board, edition=case.edition)
    assert not differences(case.data, make_answer(board, facts, layers))
    assert not open_atoms(layers)


def test_there_are_cases() -> None:
    assert len(all_cases()) > 400
