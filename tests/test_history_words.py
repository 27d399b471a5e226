"""The board format, Python, the law and the explanations name the events of an object as the page about facts says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from facts import Board
from facts.board.events import Event
from facts.schema import schema_text
from solver.ask.explain.proof import Case
from solver.ask.explain.rules import Term, name_of
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


_BEARS = {"enters": "Grizzly Bears", "as": "bears"}
_LION = {"name": "Mane Lion", "type_line": "Creature — Cat", "power": "3", "toughness": "3",
         "oracle_text": "{3}{G}{W}: Monstrosity 1."}  # fmt: skip
_CLASS = {"name": "Smith Class", "type_line": "Enchantment — Class",
          "oracle_text": "{R}: Level 2\nCreatures you control get +1/+1."}  # fmt: skip
_BLADE = {"name": "Blade of Likeness", "type_line": "Artifact — Equipment",
          "oracle_text": "Whenever Blade of Likeness becomes attached to a creature, for as long as Blade of Likeness "
          "remains attached to it, you may have that creature become a copy of another target creature you control.\n"
          "Equip {2}"}  # fmt: skip
_COPIED = [_BEARS, "Hill Giant", {"resolves": "Cytoshape", "affects": "bears", "copy_of": "hill_giant", "as": "shape"}]
_BOARDS: dict[tuple[str, str], list[Any]] = {
    ("enters", "enter"): [_BEARS],
    ("transforms", "transform"): ["Delver of Secrets", {"transforms": "delver_of_secrets"}],
    ("converts", "convert"): [{"enters": "Optimus Prime, Hero", "as": "prime"}, {"converts": "prime"}],
    ("turns", "up"): [
        {"enters": "Exalted Angel", "face_down": "morph", "as": "angel"},
        {"turns": "angel", "face": "up"},
    ],
    ("turns", "down"): [{"enters": "Exalted Angel", "as": "angel"}, {"turns": "angel", "face": "down"}],
    ("mutates", "merge"): [_BEARS, {"mutates": "Hill Giant", "onto": "bears"}],
    ("phases", "phases"): [_BEARS, {"phases": "out", "object": "bears"}],
    ("resolves", "designated"): ["Mane Lion", {"resolves": "Mane Lion", "affects": "mane_lion"}],
    ("resolves", "level"): ["Smith Class", {"resolves": "Smith Class", "source": "smith_class", "ability": "Level 2"}],
    ("resolves", "copy"): _COPIED,
    ("attaches", "attachment"): [_BEARS, "Hill Giant", "Blade of Likeness",
                                 {"attaches": "blade_of_likeness", "to": "bears", "copy_of": "hill_giant"},
                                 {"attaches": "blade_of_likeness", "to": "hill_giant"}],
    ("ends", "ends"): [*_COPIED, {"ends": "shape"}],
    ("leaves", "no event: `Thing.left"): [_BEARS, {"leaves": "bears"}],
}  # fmt: skip
"""A board for each row, in which that event happens, by the key of its step and the event."""


def test_each_row_has_a_board() -> None:
    assert {(row.step, row.event) for row in _ROWS} == _BOARDS.keys()


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: f"{row.step}-{row.law.partition('(')[0]}")
def test_one_event_has_one_name_from_the_board_to_the_explanation(row: Row) -> None:
    """A board with the step has the event, its law has the fact of the event, and an explanation says it so."""
    steps = _BOARDS[row.step, row.event]
    assert row.step in {key for step in steps for key in (step if isinstance(step, dict) else {"enters": step})}
    case = Case(Board.of({"cards": [_LION, _CLASS, _BLADE], "timeline": steps}))
    things = case.timeline.things.values()
    events = {event.what for thing in things for event in thing.events}
    assert row.event in events if " " not in row.event else any(thing.left is not None for thing in things)
    said = [case.speaker.fact(atom) or "" for atom in _told_by_the_law(case, row)]
    pattern = re.sub(r"\\\{\d\\\}", ".+", re.escape(row.phrase))
    assert said and all(re.search(pattern, sentence) for sentence in said), said


def _told_by_the_law(case: Case, row: Row) -> list[tuple[Term, ...]]:
    """Return the facts by which the law knows the event of a row."""
    name, _, places = row.law.rstrip(")").partition("(")
    if row in _OF_VERSIONS:
        return [("happens", *one) for one in case.prover.atoms.rows("happens", 3) if name_of(one[2])[0] == name]
    return [(name, *one) for one in case.prover.atoms.rows(name, places.count(",") + 1)]
