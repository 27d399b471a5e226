"""Commands in a shell: texts stay texts, pipes close, and no line is wider than the terminal."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from facts.version import VERSION, stamp
from tests.solver.cli.hostile import HOSTILE
from tests.solver.command import ROOT, Typeline, shell

HOSTILE_TEXTS = [
    HOSTILE, "\\", '\\"', '"', "a\\", "a\nb", "%", "%*", "*%", "#include", "@", "'", "{}", "森 🌲 é", "​x", "1", "-1",
    "x" * 200, "#end.", "o(0,\"x\")", "\\n", "you", "_", "X",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
class TestTextsAreTexts:
    """Nothing that a board contains reaches clingo as program text: it comes back as it was given."""

    def test_labels(self, text: str, typeline: Typeline) -> None:
        board = {"timeline": [{"enters": "Forest", "as": text}, {"damage": 1, "on": text}]}
        run = typeline("derive", "-", "--json", stdin=json.dumps(board))
        assert (run.code, run.err) == (0, "")
        assert list(json.loads(run.out)["objects"]) == [text]
        table = typeline("derive", "-", stdin=json.dumps(board))
        assert (table.code, table.err) == (0, "")

    def test_players_counters_and_effects(self, text: str, typeline: Typeline) -> None:
        effect = {"effects": [{"affects": "targets", "add_abilities": ["flying"]}]}
        board: dict[str, Any] = {
            "players": [text, "B"],
            "timeline": [
                {"enters": "Forest", "counters": {text[:60]: 2}, "controller": text},
                {"resolves": effect, "affects": "forest", "as": text},
            ],
        }
        run = typeline("derive", "-", "--json", stdin=json.dumps(board))
        assert (run.code, run.err) == (0, "")
        one = json.loads(run.out)["objects"]["forest"]
        assert (one["controller"], one["counters"]) == (text, {text[:60]: 2})
        assert one["abilities"][-1] == {"text": "flying", "origin": "granted", "source": text}

    def test_cards(self, text: str, typeline: Typeline) -> None:
        card = {"name": text, "type_line": f"Artifact — {text[:60]}", "oracle_text": text}
        board = {"timeline": [{"enters": card, "as": "it", "token": True}]}
        run = typeline("derive", "-", "--json", stdin=json.dumps(board))
        assert (run.code, run.err) == (0, "")
        one = json.loads(run.out)["objects"]["it"]
        assert one["name"] == text
        assert one["types"] == ["Artifact"]


class TestBehaviourInAShell:
    """Pipes, closed outputs, terminals."""

    def test_whoever_stops_reading_is_left_in_peace(self) -> None:
        run = shell("typeline derive 'Dryad Arbor' 'Blood Moon' --json | head -1")
        assert (run.returncode, run.stdout, run.stderr) == (0, b"{\n", b"")

    def test_a_large_answer_into_a_closed_pipe(self, tmp_path: Path) -> None:
        path = tmp_path / "many.ndjson"
        path.write_text('{"timeline": ["Forest", "Island", "Swamp", "Plains", "Mountain"]}\n' * 60)
        run = shell(f"typeline batch '{path}' | head -c 1")
        assert (run.returncode, run.stdout, run.stderr) == (0, b"{", b"")

    def test_no_output_to_write_to(self) -> None:
        run = shell("typeline derive Forest >&-")
        assert run.returncode == 2
        assert run.stderr.count(b"\n") == 1
        assert b"no standard output" in run.stderr

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
    @pytest.mark.parametrize("command", ["derive Forest", "derive Forest --json", "vocabulary", "schema"])
    def test_a_full_disk(self, command: str) -> None:
        run = shell(f"typeline {command} > /dev/full")
        assert run.returncode == 2
        assert run.stderr.count(b"\n") == 1
        assert b"cannot be written" in run.stderr

    def test_no_input_to_read_from(self) -> None:
        run = shell("typeline derive - <&-")
        assert (run.returncode, run.stderr) == (2, b"<stdin>: cannot be read: it is closed\n")

    def test_no_colors_and_no_control_characters_anywhere(self) -> None:
        run = shell("typeline derive 'Dryad Arbor' 'Blood Moon'; typeline derive x; typeline --help", FORCE_COLOR="1")
        assert b"\x1b" not in run.stdout + run.stderr

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
    def test_an_output_that_is_not_utf_8(self, encoding: str) -> None:
        run = shell("typeline derive 'Dryad Arbor' && typeline derive 'Dryad Arbor' --json", PYTHONIOENCODING=encoding)
        assert (run.returncode, run.stderr) == (0, b"")
        told = json.loads(run.stdout[run.stdout.index(b"{\n") :])
        assert told["objects"]["dryad_arbor"]["type_line"] == "Land Creature — Forest Dryad"

    def test_it_runs_from_any_folder_and_says_its_version(self) -> None:
        run = shell("typeline --version")
        assert (run.returncode, run.stderr) == (0, b"")
        assert run.stdout.startswith(f"typeline {VERSION} (Comprehensive Rules of 2024;".encode())
        assert shell(f"'{sys.executable}' -m typeline --version", PYTHONPATH=str(ROOT)).stdout == run.stdout

    @pytest.mark.parametrize(
        "call",
        [
            "derive -", "explain -", "explain - --rules", "why - 'forest is a Land'", "why-not - 'forest is a Bear'",
            "query - 'type(X,\"Land\")'", "diff - --without forest", "check -", "batch -",
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("edition", ["2024", "2026"])
    def test_each_json_answer_says_by_which_rules(self, call: str, edition: str, typeline: Typeline) -> None:
        run = typeline(*shlex.split(call), "--edition", edition, "--json", stdin='{"timeline": ["Forest"]}')
        assert {key: json.loads(run.out)[key] for key in ("typeline", "edition")} == stamp(edition)


class TestWidths:
    """The table fits the terminal."""

    BOARD = """
    timeline:
      - Dryad Arbor
      - {enters: "Urborg, Tomb of Yawgmoth", as: 森林森林森林森林森林森林森林森林}
      - {enters: Celestial Colonnade, as: a label with spaces}
      - Blood Moon
    """

    @pytest.mark.parametrize("columns", [20, 30, 50, 71, 72, 80, 100, 140, 1000])
    def test_no_line_is_wider(self, columns: int, monkeypatch: pytest.MonkeyPatch, typeline: Typeline) -> None:
        from solver.answer.table import display_width

        monkeypatch.setenv("COLUMNS", str(columns))
        run = typeline("derive", "-", stdin=self.BOARD)
        assert (run.code, run.err) == (0, "")
        assert max(map(display_width, run.out.splitlines())) <= columns
        assert "blood_moon" in run.out

    @pytest.mark.parametrize("columns", ["0", "-5", "x", ""])
    def test_widths_that_are_none(self, columns: str, monkeypatch: pytest.MonkeyPatch, typeline: Typeline) -> None:
        monkeypatch.setenv("COLUMNS", columns)
        assert typeline("derive", "-", stdin=self.BOARD).code == 0

    def test_a_line_end_in_a_label_does_not_break_the_line(self, typeline: Typeline) -> None:
        run = typeline("derive", "-", stdin='timeline: [{enters: Forest, as: "a\\nb"}]')
        assert "a\\nb " in run.out
