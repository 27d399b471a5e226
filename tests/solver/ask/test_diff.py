"""The changes that one object or effect makes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from facts import Board, InputError
from facts.version import stamp
from solver.ask.diff import diff
from tests.solver.command import Typeline

BOARD = """
players: [A, B]
timeline:
  - Dryad Arbor
  - Forest
  - Blood Moon
  - {enters: Grizzly Bears, as: bears}
  - {resolves: Turn to Frog, affects: bears}
  - {resolves: Act of Treason, affects: bears, controller: B, as: treason}
  - {enters: Bonesplitter, attached_to: bears}
  - {enters: Spreading Seas, attached_to: forest}
"""


def changes(label: str, text: str = BOARD) -> dict[tuple[str, str], tuple[Any, Any]]:
    """Return the differences: by object and characteristic, the value without it and with it."""
    return {(one.object, one.what): (one.without, one.value) for one in diff(Board.read(text), label)}


def test_an_object() -> None:
    assert changes("blood_moon") == {
        ("dryad_arbor", "type_line"): ("Land Creature — Forest Dryad", "Land Creature — Mountain Dryad"),
        ("dryad_arbor", "subtypes"): (["Forest", "Dryad"], ["Mountain", "Dryad"]),
        ("dryad_arbor", "abilities"): (["{T}: Add {G}."], ["{T}: Add {R}."]),
    }


def test_an_effect_by_its_label() -> None:
    assert changes("treason") == {("bears", "controller"): ("A", "B"), ("bears", "abilities"): ([], ["haste"])}


def test_an_effect_without_a_label_by_its_step() -> None:
    found = changes("step 5")
    assert found["bears", "type_line"] == ("Creature — Bear", "Creature — Frog")
    assert found["bears", "power"] == (4, 3)
    assert found["bears", "colors"] == (["G"], ["U"])


def test_an_effect_that_goes_on_after_its_end() -> None:
    """A step `ends` does not end suspicion, nor undo its end; without the effect there is neither."""
    steps = (
        "timeline:\n"
        "  - {enters: Grizzly Bears, as: told, status: [suspected]}\n"
        "  - {enters: Hill Giant, as: giant}\n"
        '  - {resolves: {text: "Target creature is no longer suspected."}, affects: told, as: freed}\n'
        '  - {resolves: {text: "Suspect target creature."}, affects: giant, as: accused}\n'
    )
    suspected = ["menace", "This creature can't block."]
    assert changes("freed", steps) == {("told", "abilities"): (suspected, [])}
    assert changes("accused", steps) == {("giant", "abilities"): ([], suspected)}
    ended = steps + "  - {ends: accused}\n"
    assert changes("accused", ended) == {("giant", "abilities"): ([], suspected)}


@pytest.mark.parametrize("copied", [False, True], ids=["printed", "copied"])
def test_an_object_whose_effect_would_go_on_after_it_left(copied: bool) -> None:
    """Titania's Song says that its effect goes on: without the Song there is no effect (101.1)."""
    copy = "  - {enters: Copy Enchantment, as: copy, copy_of: song}\n  - {leaves: song}\n  - {ends: song}\n"
    steps = "timeline:\n  - {enters: Titania's Song, as: song}\n" + copy * copied + "  - {enters: Sol Ring, as: ring}\n"
    found = changes("copy" if copied else "song", steps)
    assert found["ring", "type_line"] == ("Artifact", "Artifact Creature")


def test_an_object_that_became_a_copy_of_another_leaves_no_effect() -> None:
    steps = (
        "timeline:\n"
        "  - {enters: Titania's Song, as: song}\n"
        "  - {enters: Humility, as: humility}\n"
        "  - {resolves: {effects: [{affects: targets, becomes_copy: {}}]}, affects: song, copy_of: humility}\n"
        "  - {enters: Serra Angel, as: angel}\n"
    )
    assert changes("song", steps) == {}


def test_an_equipment() -> None:
    assert changes("bonesplitter") == {("bears", "power"): (1, 3)}


def test_the_host_of_an_aura() -> None:
    assert changes("forest") == {}


def test_nothing_is_said_of_the_object_itself() -> None:
    assert changes("bears") == {}


@pytest.mark.parametrize(
    ("label", "hint"),
    [
        ("blod_moon", "Did you mean blood_moon?"),
        ("step 6", "nothing of that label"),  # it has a label
        ("step 1", "nothing of that label"),
        ("step 99", "nothing of that label"),
        ("", "nothing of that label"),
    ],
)
def test_an_unknown_label_is_refused_with_a_hint(label: str, hint: str) -> None:
    with pytest.raises(InputError, match="nothing of that label is on the board") as caught:
        diff(Board.read(BOARD, "b.yaml"), label)
    assert hint in str(caught.value)
    assert str(caught.value).startswith("b.yaml: ")


def test_an_object_that_has_left_cannot_be_removed() -> None:
    gone = "timeline: [Forest, {leaves: forest}]"
    with pytest.raises(InputError, match="nothing of that label"):
        diff(Board.read(gone), "forest")


def test_the_board_is_left_as_it_was() -> None:
    board = Board.read(BOARD)
    before = json.dumps(board.document.data)
    assert diff(board, "step 5") == diff(board, "step 5")
    assert json.dumps(board.document.data) == before


class TestCommand:
    """`typeline diff`."""

    def test_a_table(self, typeline: Typeline) -> None:
        run = typeline("diff", "-", "--without", "blood_moon", stdin=BOARD)
        assert (run.code, run.err) == (0, "")
        assert run.out.splitlines() == [
            "object       what       without blood_moon            with blood_moon",
            "-----------  ---------  ----------------------------  ------------------------------",
            "dryad_arbor  type line  Land Creature — Forest Dryad  Land Creature — Mountain Dryad",
            "dryad_arbor  abilities  {T}: Add {G}.                 {T}: Add {R}.",
        ]

    def test_nothing_changes(self, typeline: Typeline) -> None:
        run = typeline("diff", "-", "--without", "forest", stdin=BOARD)
        assert (run.code, run.out, run.err) == (1, "forest changes nothing\n", "")

    def test_json(self, typeline: Typeline) -> None:
        run = typeline("diff", "-", "--without", "bonesplitter", "--json", stdin=BOARD)
        change = {"object": "bears", "what": "power", "with": 3, "without": 1}
        assert (run.code, json.loads(run.out)) == (0, {**stamp("2024"), "without": "bonesplitter", "changes": [change]})
        run = typeline("diff", "-", "--without", "bears", "--json", stdin=BOARD)
        assert (run.code, json.loads(run.out)) == (1, {**stamp("2024"), "without": "bears", "changes": []})

    def test_a_wrong_label(self, typeline: Typeline) -> None:
        line = typeline("diff", "-", "--without", "a\nb", stdin=BOARD).refusal()
        assert "'a\\nb': nothing of that label" in line

    def test_the_edition(self, typeline: Typeline) -> None:
        board = "timeline: [Glasspool Mimic, {transforms: glasspool_mimic}, Blood Moon]"
        assert typeline("diff", "-", "--without", "blood_moon", stdin=board).code == 1
        assert typeline("diff", "-", "--without", "blood_moon", "--edition", "2026", stdin=board).code == 0

    def test_a_narrow_terminal(self, monkeypatch: pytest.MonkeyPatch, typeline: Typeline) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        run = typeline("diff", "-", "--without", "bonesplitter", stdin=BOARD)
        assert run.out.splitlines() == [
            "object: bears",
            "what: power",
            "without bonesplitter: 1",
            "with bonesplitter: 3",
        ]
