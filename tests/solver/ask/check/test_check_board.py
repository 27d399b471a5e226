"""`typeline check BOARD`: each finding on its own board, and none on correct boards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver.ask.explain.wording import SENTENCES
from tests.case_files import Case, all_cases
from tests.solver.answers import answered, checked
from tests.solver.command import Typeline

_CASES = [case for case in all_cases() if "findings" in case.data]


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case.name)
def test_the_findings_of_a_case_are_as_expected(case: Case) -> None:
    found = checked(case)
    assert [[str(one.rule), one.kind, *one.objects] for one in found.findings] == case.data["findings"]
    assert all("{" not in one.said and "o(" not in one.said for one in found.findings)
    if "error" not in case.data:  # of several abilities that the step could mean, none could have resolved
        assert found.answer.as_data() == answered(case)[1].as_data()


def test_each_finding_is_found_somewhere() -> None:
    assert {one[1] for case in _CASES for one in case.data["findings"]} == set(SENTENCES)


def test_command(typeline: Typeline, tmp_path: Path) -> None:
    quiet = typeline("check", "Grizzly Bears", "Blood Moon")
    assert (quiet.code, quiet.out) == (0, "No violations.\n")
    path = tmp_path / "board.json"
    path.write_text(json.dumps({"timeline": ["Forest", {"enters": "Pacifism", "attached_to": "forest"}]}))
    told = typeline("check", str(path))
    assert told.code == 1
    assert "704.5m" in told.out and "Pacifism enchants Forest" in told.out
    data = json.loads(typeline("check", str(path), "--json").out)
    assert data["findings"][0]["objects"] == ["pacifism", "forest"]
    assert typeline("check", str(tmp_path / "no.yaml")).code == 2
