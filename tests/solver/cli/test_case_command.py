"""``typeline case``: a new case has the actual answer, and one case runs by its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import solver.ask.check.cases
import solver.program
from facts import Board
from facts.board.board_text import flow
from facts.schema import check
from facts.text.reading import read_document
from solver import derive
from solver.ask.check.expected import compared, differences
from solver.ask.check.new_case import new_case
from solver.ask.check.rulings import ruling_of
from tests.case_files import Case
from tests.solver.answers import CASES, answered
from tests.solver.command import Typeline


@pytest.mark.parametrize("case", CASES[::60], ids=lambda case: case.name)
def test_a_new_case_holds(case: Case) -> None:
    document = read_document(new_case(Board.of(case.data["board"]), edition=case.edition).encode(), "new.yaml")
    check(document, "case")
    assert ruling_of(document).problems == ()
    assert document.data["why"] == "" and Board.of(document.data["board"]).document.data == case.data["board"]
    assert list(document.data["expect"]) == list(answered(case)[1].objects)


def test_it_names_the_paragraphs_that_the_walk_names() -> None:
    board = Board.named(["Dryad Arbor", "Blood Moon"])
    assert read_document(new_case(board).encode(), "new.yaml").data["rules"] == ["205.1a", "305.6", "305.7"]


def test_it_has_what_is_refused_and_what_is_found() -> None:
    board = Board.of(
        {"timeline": ["Forest", {"transforms": "forest"}, {"enters": "Pacifism", "attached_to": "forest"}]}
    )
    data = read_document(new_case(board).encode(), "new.yaml").data
    assert data["refused"] == [{"object": "forest", "rule": "701.28c"}]
    assert ["704.5m", "enchants_illegally", "pacifism", "forest"] in data["findings"]


def test_a_new_case_has_the_warnings_and_compares_them(typeline: Typeline, tmp_path: Path) -> None:
    text = new_case(Board.of({"timeline": [{"enters": "Grizzly Bears", "chosen": {"color": "W"}}]}))
    assert read_document(text.encode(), "new.yaml").data["warnings"] == [
        "Grizzly Bears (step 1): 'chosen' names a color, and no text of it asks for one"
    ]
    (tmp_path / "lands").mkdir()
    for warnings, code in (("'chosen' names a color", 0), ("'chosen' names a type", 1), (None, 1)):
        said = text.partition("warnings:")[0] + f"warnings: {flow([warnings] if warnings else [])}\n"
        (tmp_path / "lands" / "warned.yaml").write_text(said, encoding="utf-8")
        done = typeline("case", "run", "warned", "--cases", str(tmp_path))
        assert done.code == code and ("warnings" in done.out) == bool(code), done.out
    (tmp_path / "lands" / "warned.yaml").write_text(text.partition("warnings:")[0], encoding="utf-8")
    done = typeline("case", "run", "warned", "--cases", str(tmp_path))
    assert done.code == 1 and "'chosen' names a color" in done.out  # a case without warnings says that there are none


def test_new_writes_a_file_once_and_run_finds_it(typeline: Typeline, tmp_path: Path) -> None:
    folder = ["--cases", str(tmp_path)]
    done = typeline("case", "new", "Dryad Arbor", "Blood Moon", "--name", "lands/a_moon", *folder)
    assert done.code == 0 and "a_moon.yaml" in done.out
    assert typeline("case", "new", "Forest", "--name", "lands/a_moon", *folder).refusal().endswith("delete it first")
    for name in ("a_moon", "lands/a_moon", "lands", "*moon", str(tmp_path / "lands" / "a_moon.yaml")):
        assert typeline("case", "run", name, *folder).out.startswith("ok  lands/a_moon")
    assert "Did you mean a_moon" in typeline("case", "run", "a_mon", *folder).refusal()
    assert "Did you mean lands" in typeline("case", "new", "Forest", "--name", "land/a_forest", *folder).refusal()
    assert not (tmp_path / "land").exists()


@pytest.mark.parametrize("name", ["moon", "lands/A Moon", "../lands/moon", "lands/../moon", ""])
def test_other_names_are_refused(typeline: Typeline, tmp_path: Path, name: str) -> None:
    done = typeline("case", "new", "Forest", "--name", name, "--cases", str(tmp_path))
    assert "is no name of a case" in done.refusal()
    assert not list(tmp_path.iterdir())


def test_no_folder_is_made_for_a_mistyped_name(typeline: Typeline, tmp_path: Path) -> None:
    missing = tmp_path / "cases"
    run = typeline("case", "new", "Forest", "--name", "lands/forest", "--cases", str(missing))
    assert "there is no such folder" in run.refusal()
    assert not missing.exists()


def test_an_installed_typeline_is_not_written_to(
    typeline: Typeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cases would go with the next version."""
    for module in (solver.program, solver.ask.check.cases):
        monkeypatch.setattr(module, "root", lambda: tmp_path)
    (tmp_path / "cases" / "lands").mkdir(parents=True)
    (tmp_path / "cases" / "lands" / "moon.yaml").write_text(_WRONG, encoding="utf-8")
    assert "with --cases" in typeline("case", "new", "Forest", "--name", "lands/a_forest").refusal()
    assert not (tmp_path / "cases" / "lands" / "a_forest.yaml").exists()
    (tmp_path / "own").mkdir()
    own = ["--cases", str(tmp_path / "own")]
    assert typeline("case", "new", "Forest", "--name", "lands/a_forest", *own).code == 0
    assert typeline("case", "run", "a_forest", *own).code == 0


_WRONG = """
why: Somebody thinks it stays a Forest.
rules: ["305.7"]
board: {timeline: [Dryad Arbor, Blood Moon]}
expect: {dryad_arbor: {has_subtypes: [Forest], power: 1, type_line: Land Creature — Forest Dryad}}
"""


def test_a_case_that_fails_shows_expected_actual_and_the_walk(typeline: Typeline, tmp_path: Path) -> None:
    (tmp_path / "lands").mkdir()
    (tmp_path / "lands" / "moon.yaml").write_text(_WRONG, encoding="utf-8")
    done = typeline("case", "run", "moon", "--cases", str(tmp_path))
    assert done.code == 1
    lines = [line.strip() for line in done.out.splitlines()]
    at = lines.index("dryad_arbor: type_line")
    assert lines[at + 1 : at + 3] == [
        "expected  Land Creature — Forest Dryad",
        "actual    Land Creature — Mountain Dryad",
    ]
    assert "Layer 4, types (613.1d)" in lines and "dryad_arbor: power" not in lines
    data = json.loads(typeline("case", "run", "moon", "--cases", str(tmp_path), "--json").out)
    assert not data["passed"] and len(data["cases"][0]["problems"]) == 2


def test_several_are_counted(typeline: Typeline) -> None:
    done = typeline("case", "run", "type_line/a*", "zones/a*")
    count = done.out.count("\nok  ") + 1
    assert done.code == 0 and count > 2 and done.out.endswith(f"{count} cases, 0 failed\n")


@pytest.mark.parametrize(
    ("expected", "same"),
    [
        ({"types": ["Creature", "Land"]}, True),
        ({"types": ["Land"]}, False),
        ({"has_types": ["Land"]}, True),
        ({"lacks_types": ["Land"]}, False),
        ({"lacks_abilities": ["any"]}, False),
        ({"has_abilities": ["{R}"], "lacks_abilities": ["{G}"]}, True),
        ({"abilities": []}, False),
        ({"lost": [{"by": "blood_moon"}]}, True),
        ({"lost": []}, False),
        ({"counters": {}}, True),
        ({"has_nothing": ["at all"]}, False),
    ],
)
def test_each_key_is_compared(expected: dict[str, object], same: bool) -> None:
    answer = derive(Board.named(["Dryad Arbor", "Blood Moon"]))
    case = {"expect": {"dryad_arbor": expected}}
    assert (differences(case, answer) == []) is same
    assert all(one.label == "dryad_arbor" and one.key in expected for one in compared(case, answer))
