"""Marks of a kept project: pages name existing files, and the recipes have everything that they need."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from facts.version import VERSION

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
_PATH = re.compile(r"`((?:facts|solver|typeline|rules|tests|docs|bench|examples|\.ci)/[\w./{},*-]*)`")
_LINK = re.compile(r"\]\(([\w./-]+)(?:#[\w-]+)?\)")
_MADE_UP = ("tally_command.py", "/YEAR.json", "bench/results.json", "solver/cases/")
"""Files that stand for others, that a reader of the page writes, or that only a wheel has."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_file_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = {path for path in _PATH.findall(text) if not path.endswith(_MADE_UP)}
    assert [path for path in sorted(named) if "{" not in path and not any(ROOT.glob(path.rstrip("/")))] == []
    assert [link for link in _LINK.findall(text) if not (page.parent / link).exists()] == []


def test_the_workflow_calls_what_we_call() -> None:
    (file,) = (ROOT / ".github" / "workflows").glob("*.yml")
    steps = yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"]["run"]["steps"]
    assert steps[-1] == {"run": ".ci/run"} and (ROOT / ".ci" / "run").is_file()


def test_a_wrong_ruling_is_told_by_board_answer_and_paragraph() -> None:
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / "wrong_ruling.yml").read_text(encoding="utf-8"))
    needed = {one["id"] for one in form["body"] if one.get("validations", {}).get("required")}
    assert {"board", "expected", "paragraph"} <= needed


def test_the_changelog_has_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "\n## Unreleased\n" in text and f"\n## {VERSION} (" in text
