"""Every case: the answer is the expected one. (`test_check` checks that grounding leaves nothing to search for.)"""

from __future__ import annotations

import pytest

from facts import InputError
from facts.text.reading import read_document
from solver.ask.check.expected import compared
from solver.ask.check.one_case import failure
from tests.case_files import FOLDER, Case, all_cases
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
        return
    answer = answered(case)[1]
    if wrong := compared({"warnings": [], **case.data}, answer):
        document = read_document((FOLDER / f"{case.name}.yaml").read_bytes(), case.name)
        pytest.fail(f"{case.name}\n{failure(document, wrong)}", pytrace=False)
    assert not against_schema(answer.as_data())


def test_there_are_cases() -> None:
    assert len(all_cases()) > 400


def test_each_case_says_what_decides_and_by_which_paragraphs() -> None:
    """A new case (`typeline case new`) has an empty `why` until somebody has reviewed it."""
    assert [case.name for case in all_cases() if not case.data.get("why") or not case.data.get("rules")] == []
