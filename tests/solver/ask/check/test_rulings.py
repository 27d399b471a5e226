"""``typeline check --rulings``: a user's own rulings, in the form of the cases."""

from __future__ import annotations

import json
from pathlib import Path

from tests.solver.command import Typeline

_RULINGS = """
- why: Blood Moon makes Dryad Arbor a Mountain; it is no Forest any more.
  rules: ["305.7", "205.1a"]
  board: {timeline: [Dryad Arbor, Blood Moon]}
  expect: {dryad_arbor: {type_line: Land Creature — Mountain Dryad}}
- why: Somebody thinks it stays a Forest.
  rules: ["305.7"]
  board: {timeline: [Dryad Arbor, Blood Moon]}
  expect: {dryad_arbor: {has_subtypes: [Forest]}}
- board: {timeline: [Forest]}
  expect: {forest: {types: [Land]}}
- why: Nobody knows yet.
  rules: ["205.4"]
  waits_for: a ruling
  board: {timeline: [Forest]}
- why: There is no creature type Mountain.
  rules: ["205.3e"]
  board: {timeline: [{enters: Adaptive Automaton, chosen: {creature_type: Mountain}}]}
  error: "205.3e"
- why: An Aura on what it cannot enchant goes to the graveyard.
  rules: ["704.5m"]
  board: {timeline: [Forest, {enters: Pacifism, attached_to: forest}]}
  findings: [["704.5m", enchants_illegally, pacifism, forest]]
"""


def test_each_ruling_and_each_paragraph(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(_RULINGS, encoding="utf-8")
    told = typeline("check", "--rulings", str(file))
    assert told.code == 1
    assert f"NO  {file}:6" in told.out and "lacks" not in told.out and "Forest" in told.out
    assert "it waits for a ruling" in told.out
    rows = [line.split() for line in told.out.splitlines() if line[:1].isdigit() or line.startswith("-")]
    assert ["305.7", "1", "1", "0"] in rows and ["205.1a", "1", "0", "0"] in rows and ["205.4", "0", "0", "1"] in rows
    data = json.loads(typeline("check", "--rulings", str(file), "--json").out)
    assert [one["holds"] for one in data["rulings"]] == [True, False, True, True, True, True]
    assert not data["passed"] and {"paragraph": "305.7", "hold": 1, "fail": 1, "skipped": 0} in data["paragraphs"]


def test_one_ruling_and_a_folder_of_them(typeline: Typeline, tmp_path: Path) -> None:
    (tmp_path / "lands").mkdir()
    one = tmp_path / "lands" / "forest.yaml"
    one.write_text("board: {timeline: [Forest]}\nexpect: {forest: {types: [Land]}}\n", encoding="utf-8")
    assert typeline("check", "--rulings", str(one)).code == 0
    assert typeline("check", "--rulings", str(tmp_path)).code == 0


def test_other_data_than_a_ruling_is_refused_with_its_line(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("- board: {timeline: [Forest]}\n  warnings: []\n- why: no board\n", encoding="utf-8")
    assert "mine.yaml:3" in typeline("check", "--rulings", str(file)).refusal()
    file.write_text("[]", encoding="utf-8")
    assert "has no rulings" in typeline("check", "--rulings", str(file)).refusal()
    assert "cannot be read" in typeline("check", "--rulings", str(tmp_path / "none.yaml")).refusal()


def test_a_paragraph_that_is_no_list_is_shown_as_one_that_can_be_read(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("board: {timeline: [Forest]}\nwarnings: []\nrules: '305.7'\n", encoding="utf-8")
    assert "even of one: ['305.7']" in typeline("check", "--rulings", str(file)).refusal()
    file.write_text("board: {timeline: [Forest]}\nwarnings: []\nrules: ['305.7']\n", encoding="utf-8")
    assert typeline("check", "--rulings", str(file)).code == 0


def test_a_misspelt_key_is_refused_with_a_suggestion(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    for wrong, meant in (
        ("expct: {forest: {types: [Creature]}}", "expect"),
        ("rulse: ['305.6']\nwarnings: []", "rules"),
    ):
        file.write_text(f"board: {{timeline: [Forest]}}\n{wrong}\n", encoding="utf-8")
        said = typeline("check", "--rulings", str(file)).refusal()
        assert "mine.yaml:2" in said and f"Did you mean '{meant}'?" in said


def test_a_ruling_expects_something(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    for nothing in ("", "expect: {}\n"):
        file.write_text(f"board: {{timeline: [Forest]}}\n{nothing}", encoding="utf-8")
        assert "expect" in typeline("check", "--rulings", str(file)).refusal()


def test_the_edition_is_that_of_rulings_without_one(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    card = '{name: Mage, type_line: "Planeswalker — Jace"}'
    rule = "planeswalker uniqueness rule applies"
    board = f"board: {{cards: [{card}], timeline: [Mage]}}\nexpect: {{mage: {{has_properties: [{rule}]}}}}\n"
    file.write_text(board, encoding="utf-8")
    assert typeline("check", "--rulings", str(file)).code == 1
    told = typeline("check", "--rulings", str(file), "--edition", "2008", "--json")
    assert told.code == 0 and json.loads(told.out)["edition"] == "2008"
    file.write_text(f'edition: "2024"\n{board}', encoding="utf-8")
    assert typeline("check", "--rulings", str(file), "--edition", "2008").code == 1


def test_a_folder_may_have_files_of_each_form(typeline: Typeline, tmp_path: Path) -> None:
    right = {"board": {"timeline": ["Forest"]}, "expect": {"forest": {"types": ["Land"]}}}
    for name in ("one.yaml", "two.yml", "three.json"):
        (tmp_path / name).write_text(json.dumps(right), encoding="utf-8")
    told = typeline("check", "--rulings", str(tmp_path))
    assert told.code == 0 and all(name in told.out for name in ("one.yaml", "two.yml", "three.json"))
