"""The findings of a walk: those of the check of the board, in words, each with its reasons."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from facts import Board
from facts.text import read_document
from solver.ask.explain import explain, walk_text, walk_views
from solver.serve.walked import layers_of
from tests.case_files import Case, all_cases
from tests.solver.answers import checked
from tests.solver.command import Typeline

_TOLD = read_document((Path(__file__).parent / "findings.yaml").read_text(encoding="utf-8"), "findings.yaml").data


def _one_of_each() -> Iterator[Case]:
    """Return cases that have each finding at least once."""
    known: set[str] = set()
    for case in all_cases():
        kinds = {one[1] for one in case.data.get("findings", ())}
        if kinds - known:
            known |= kinds
            yield case


@pytest.mark.parametrize("case", list(_one_of_each()), ids=lambda case: case.name)
def test_the_findings_are_those_of_the_check(case: Case) -> None:
    walk = explain(Board.of(case.data["board"]), edition=case.edition)
    assert [one.finding for one in walk.findings] == list(checked(case).findings)
    text = walk_text(walk, "long")
    assert not re.search(r"\bo\(0|\{[a-z]|[a-z]_[a-z]+\(", re.sub(r"“[^”]*”", "", text))


@pytest.mark.parametrize("told", _TOLD, ids=lambda told: str(told["about"]))
def test_a_walk_tells_its_findings(told: dict[str, object], typeline: Typeline, tmp_path: Path) -> None:
    """In short with a line for each, else with the reasons below it; the page has them, too."""
    path = tmp_path / "board.json"
    path.write_text(json.dumps(told["board"]), encoding="utf-8")
    walk = explain(Board.load(path))
    for detail in ("short", "middle", "long"):
        said = " ".join(typeline("explain", str(path), "--detail", detail).out.split())
        found = told[detail]
        assert isinstance(found, list) and [line for line in found if line not in said] == []
    roots = {root.text: root for root in walk_views(walk)}
    assert len(roots["What the rules do not allow"].children) == len(walk.findings)
    (shown,) = (layer for layer in layers_of(walk) if layer.title == "What the rules do not allow")
    assert shown.idle and [one.number for one in shown.effects] == [0] * len(walk.findings)
    one = walk.about(str(told["only"]))
    assert [found.finding.kind for found in one.findings] == told["found"]
