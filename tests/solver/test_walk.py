"""`typeline explain`: the walk through the layers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from facts import Board
from solver import derive
from solver.explain.walk import Look, Walk, explain
from solver.explain.walk_text import DETAILS, walk_text
from tests.cases import Case
from tests.solver.answers import CASES, answered
from tests.solver.command import Typeline

BOARD = """
timeline:
  - Dryad Arbor
  - Urborg, Tomb of Yawgmoth
  - Blood Moon
  - {enters: Grizzly Bears, as: bears}
  - {enters: Clone, copy_of: bears}
  - Glorious Anthem
  - {resolves: Turn to Frog, affects: bears}
  - {transforms: bears}
"""


def walk_of(text: str = BOARD) -> Walk:
    """Walk through a board."""
    return explain(Board.read(text))


def said(text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the text of a walk, on a very wide terminal."""
    monkeypatch.setattr("solver.explain.walk_text.width", lambda: 1000)
    return walk_text(walk_of(text))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_case(case: Case) -> None:
    """One effect at a time or together: the result is the same, and each step begins where the last one ended."""
    board, answer = answered(case)
    walk = explain(board, edition=case.edition)
    assert json.dumps({label: one.as_data() for label, one in walk.objects.items()}) == json.dumps(
        answer.as_data()["objects"]
    )
    last: dict[str, Look] = {}
    for applied in walk.applied:
        assert applied.changes
        for change in applied.changes:
            for label in change.objects:
                assert last.get(label, change.before) == change.before, label
                last[label] = change.after
    for label, look in last.items():
        one = walk.objects[label]
        assert (look.type_line, look.colors, look.power, look.toughness) == (
            one.type_line, one.colors, one.power, one.toughness,
        )  # fmt: skip
        assert sorted(look.abilities) == sorted(ability.text for ability in one.abilities)
    layers = [applied.layer for applied in walk.applied]
    assert layers == sorted(layers)
    assert json.dumps(walk.as_data())
    for detail in DETAILS:
        assert walk_text(walk, detail)


def test_the_order_and_what_each_effect_did() -> None:
    walk = walk_of()
    assert [(one.layer, one.effect.source) for one in walk.applied] == [
        ("4", "blood_moon"),
        ("4", "Turn to Frog"),
        ("5", "Turn to Frog"),
        ("6", "Turn to Frog"),
        ("7b", "Turn to Frog"),
        ("7c", "glorious_anthem"),
    ]
    moon = walk.applied[0]
    assert [change.objects for change in moon.changes] == [("dryad_arbor",), ("urborg_tomb_of_yawgmoth",)]
    assert moon.changes[0].before.type_line == "Land Creature — Forest Dryad"
    assert moon.changes[0].after.type_line == "Land Creature — Mountain Dryad"
    assert [(one.object, one.layer, one.what, one.detail) for one in walk.starts] == [("clone", "1", "copy", "bears")]


def test_what_did_nothing_and_why() -> None:
    walk = walk_of()
    (urborg,) = walk.idle
    assert (urborg.effect.source, urborg.because) == ("urborg_tomb_of_yawgmoth", "ability")
    assert [one.source for one in urborg.taken_by] == ["blood_moon"]
    (dependency,) = urborg.waited
    assert (dependency.on.source, dependency.because, dependency.loop) == ("blood_moon", ("ability",), False)
    assert [(one.object, one.rule) for one in walk.refused] == [("bears", "701.28c")]


def test_about_one_object() -> None:
    walk = walk_of().about("bears")
    assert list(walk.objects) == ["bears"]
    assert [(one.layer, one.effect.source) for one in walk.applied] == [
        ("4", "Turn to Frog"), ("5", "Turn to Frog"), ("6", "Turn to Frog"), ("7b", "Turn to Frog"),
        ("7c", "glorious_anthem"),
    ]  # fmt: skip
    assert all(change.objects == ("bears",) for one in walk.applied for change in one.changes)
    assert (walk.starts, walk.idle) == ((), ())


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (
            "timeline: [Life and Limb, Conspiracy, Forest]",
            "Nothing",
        ),
        (
            'timeline: ["Urborg, Tomb of Yawgmoth", Blood Moon]',
            "It waited for Blood Moon, which is younger (613.8b): Blood Moon would take the ability that makes it.",
        ),
        (
            'timeline: [Kormus Bell, "Urborg, Tomb of Yawgmoth", Plains]',
            "It waited for Urborg, Tomb of Yawgmoth, which is younger (613.8b): with Urborg, Tomb of Yawgmoth applied"
            " it would apply to Urborg, Tomb of Yawgmoth and Plains too.",
        ),
        (
            "timeline: [Grizzly Bears, {resolves: {effects: [{affects: targets, add_subtypes: [Forest]}]},"
            " affects: grizzly_bears}]",
            "does not get Forest (205.3d)",
        ),
        (
            'timeline: ["Heliod, God of the Sun"]',
            "Heliod, God of the Sun: Legendary Enchantment Creature — God → Legendary Enchantment",
        ),
        (
            "timeline: [Blood Moon]",
            "Blood Moon, timestamp 1: “Nonbasic lands are Mountains.”: there is nothing that it applies to (611.3).",
        ),
        ("timeline: [Plains, Forest]", "No continuous effect changes anything in layers 4 to 7."),
    ],
)
def test_what_it_says(board: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if sentence == "Nothing":
        assert "Life and Limb" in said(board, monkeypatch)
    else:
        assert sentence in said(board, monkeypatch)


def test_a_loop_is_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(case for case in CASES if case.name.startswith("dependency/loop"))
    monkeypatch.setattr("solver.explain.walk_text.width", lambda: 1000)
    text = walk_text(explain(Board.of(case.data["board"]), edition=case.edition))
    assert "depend on each other, a dependency loop: so the timestamps decide (613.8b)." in text


def test_many_objects_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    lands = "timeline: [Blood Moon, " + ", ".join(["Mutavault"] * 7) + "]"
    assert "and 4 more: Land → Land — Mountain" in said(lands, monkeypatch)
    assert "Mutavault (mutavault_7)" in walk_text(walk_of(lands), "long")


class TestCommand:
    """`typeline explain`."""

    @pytest.fixture
    def file(self, tmp_path: Path) -> str:
        path = tmp_path / "board.yaml"
        path.write_text(BOARD, encoding="utf-8")
        return str(path)

    def test_text(self, file: str, typeline: Typeline) -> None:
        run = typeline("explain", file)
        assert (run.code, run.err) == (0, "")
        assert "Layer 4, types (613.1d)" in run.out
        assert "Turn to Frog goes on (613.6)" in run.out
        assert "So in the end" in run.out

    def test_one_object(self, file: str, typeline: Typeline) -> None:
        for arguments in ((file, "bears"), (file, "--object", "bears")):
            run = typeline("explain", *arguments, "--detail", "short")
            assert [line.split(" ")[0] for line in run.out.splitlines()] == ["4", "5", "7b", "7c", "-"]

    def test_json(self, file: str, typeline: Typeline) -> None:
        told = json.loads(typeline("explain", file, "--json").out)
        assert set(told) == {
            "objects", "names", "starts", "applied", "idle", "missed", "refused", "warnings",
        }  # fmt: skip
        assert told["objects"] == derive(Board.read(BOARD)).as_data()["objects"]
        first = told["applied"][0]
        assert (first["layer"], first["effect"]["source"], first["effect"]["timestamp"]) == ("4", "blood_moon", 3)

    def test_cards(self, typeline: Typeline) -> None:
        run = typeline("explain", "Dryad Arbor", "Blood Moon", "--object", "dryad_arbor")
        assert (run.code, run.err) == (0, "")
        assert "Land Creature — Mountain Dryad" in run.out
        assert typeline("explain", "Dryad Arbor", "Blood Moon").code == 0

    def test_wrong(self, file: str, typeline: Typeline) -> None:
        assert "'bear': no such object. Did you mean bears?" in typeline("explain", file, "bear").refusal()
        assert "no such card" in typeline("explain", "Nothing At All").refusal()

    def test_narrow(self, file: str, typeline: Typeline, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        assert max(len(line) for line in typeline("explain", file).out.splitlines()) <= 40
