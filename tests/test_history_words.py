"""The board format, Python, the law and the explanations name the events of an object as the page about facts says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from facts.board.events import Event
from facts.schema import schema_text
from solver.ask.explain.wording import phrases

_ROOT = Path(__file__).parents[1]
_PAGE = (_ROOT / "docs" / "architecture" / "facts.md").read_text(encoding="utf-8")


class Row(NamedTuple):
    """One event, as the page names it."""

    step: str
    event: str
    law: str
    phrase: str


def _rows() -> list[Row]:
    table = _PAGE.partition("## The history of an object")[2]
    cells = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| `")]
    return [Row(*(cell.strip().strip('`"') for cell in line)) for line in cells]


_DECLARED = re.compile(r"^%\*! (\w+)", re.MULTILINE)
_OF_LEAVING = {"left_at", "left_if", "told_to_return"}
_OF_ATTACHING = {"version", "happens", "attached", "attached_during", "copy_offered"}
_ROWS = _rows()
_OF_VERSIONS = [row for row in _ROWS if row.event in phrases.EVENTS]


def test_they_are_the_events_of_python() -> None:
    named = Event.__doc__ or ""
    what = set(re.findall(r"``(\w+)``", named.partition("what: ")[2].partition("kind: ")[0]))
    assert {row.event for row in _ROWS if " " not in row.event} == what


def test_they_are_the_events_of_the_law() -> None:
    law = (_ROOT / "rules" / "law" / "400_7_history.lp").read_text(encoding="utf-8")
    listed = law.partition("% The events are:")[2].partition("% A version without")[0]
    words = set(re.findall(r"\b([a-z]+)(?:\(|, |  )", "\n".join(line[:26] for line in listed.splitlines())))
    assert {row.law.partition("(")[0] for row in _OF_VERSIONS} == words
    others = {row.law.partition("(")[0] for row in _ROWS} - words
    assert [name for name in others if f"\n%*! {name}(" not in law] == []


def test_no_other_chapter_declares_a_fact_of_the_history() -> None:
    names = {row.law.partition("(")[0] for row in _ROWS} | _OF_LEAVING | _OF_ATTACHING
    chapters = [path for path in (_ROOT / "rules" / "law").iterdir() if path.name != "400_7_history.lp"]
    declared = {path.name: set(_DECLARED.findall(path.read_text(encoding="utf-8"))) & names for path in chapters}
    assert {name: words for name, words in declared.items() if words} == {}


def test_they_are_the_events_of_the_explanations() -> None:
    assert {row.event: row.phrase for row in _OF_VERSIONS} == phrases.EVENTS
    for row in _ROWS:
        sentence = phrases.FACTS.get(row.law.partition("(")[0], "")
        assert row in _OF_VERSIONS or row.phrase in sentence, row


@pytest.mark.parametrize("key", sorted({row.step for row in _ROWS}))
def test_a_step_has_the_key(key: str) -> None:
    assert key in json.loads(schema_text("board"))["$defs"]["step_by_verb"]["properties"]
