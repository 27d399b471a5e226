"""Every case: the answer is the expected one. That grounding leaves nothing to search for, `test_check` sees to."""

from __future__ import annotations

import pytest

from facts import InputError
from tests.case_files import Case, all_cases, differences
from tests.solver.answer.answer_schema import against_schema
from tests.solver.answers import answered


def _parameters() -> list[object]:
    return [
        pytest.param(case, id=case.name, marks=pytest.mark.xfail(strict=True, reason=case.waits) if case.waits else ())
        for case in all_cases()
    ]


@pytest.mark.parametrize("case", _parameters())
def test_case(case: Case) -> None:
    if "error" in case.data:
        with pytest.raises(InputError) as caught:
            answered(case)
        assert str(case.data["error"]) in str(caught.value)
    else:
        answer = answered(case)[1]
        assert not differences(case.data, answer)
        assert not against_schema(answer.as_data())


def test_there_are_cases() -> None:
    assert len(all_cases()) > 400
