"""Many boards: one a line, in order, and a bad one is no reason to stop."""

from __future__ import annotations

import io
import json
import re
import sys
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import pytest

import solver.ask.together.grouping
from facts import Board
from solver import Answer, derive
from solver.ask.derive import DEFAULT_EDITION
from solver.ask.together.grouping import derive_all
from solver.run.batch import as_line, batch, batch_on_cores, lines_of, told_batch_on_cores
from tests.case_files import all_cases
from tests.solver.answers import CASES, answered
from tests.solver.command import Typeline, shell


def run(text: str | bytes, **options: Any) -> list[dict[str, Any]]:
    """Return the answers to the lines of a text."""
    given = text if isinstance(text, bytes) else text.encode()
    return list(batch(lines_of(io.BytesIO(given)), "b", **options))


FOREST = '"timeline":["Forest"]'
IDS = ["x", "", "a\nb", "森", 1, 0, -7, 1.5, True, False, None, [1, [2]], {"a": {"b": None}}, 2**63 - 1]


@pytest.mark.parametrize("given", IDS, ids=repr)
@pytest.mark.parametrize("form", ["flat", "wrapped", "wrong"])
def test_an_id_of_any_kind_is_carried_through(given: Any, form: str) -> None:
    steps = ["Forst"] if form == "wrong" else ["Forest"]
    line = {"id": given, "board": {"timeline": steps}} if form == "wrapped" else {"id": given, "timeline": steps}
    (answer,) = run(json.dumps(line))
    assert answer["id"] == given
    assert type(answer["id"]) is type(given)
    assert next(iter(answer)) == "id"
    assert ("error" in answer) == (form == "wrong")


def test_an_answer_is_that_of_derive() -> None:
    steps = ["Dryad Arbor", "Blood Moon"]
    (answer,) = run(json.dumps({"timeline": steps}))
    assert answer == {"id": None, **derive(Board.of({"timeline": steps})).as_data()}


def test_the_order_is_kept() -> None:
    lines = [{"id": number, "timeline": ["Forest" if number % 3 else "Forst"]} for number in range(30)]
    answers = run("\n".join(map(json.dumps, lines)))
    assert [answer["id"] for answer in answers] == list(range(30))
    assert [answer["id"] for answer in answers if "error" in answer] == list(range(0, 30, 3))


def test_equal_boards_are_derived_once(monkeypatch: pytest.MonkeyPatch) -> None:
    derived: list[Board] = []

    def noted(boards: Sequence[Board], *, edition: str) -> Iterator[Answer | Exception]:
        derived.extend(boards)
        return derive_all(boards, edition=edition)

    monkeypatch.setattr(import_module("solver.run.batch"), "derive_all", noted)
    moon, bears = ["Dryad Arbor", "Blood Moon"], ["Grizzly Bears"]
    boards = [moon, bears, moon, ["Forst"], moon, bears, ["Forst"], [*moon, *bears]]
    lines = [{"id": number, "timeline": board} for number, board in enumerate(boards)]
    lines[2] = {"id": 2, "board": {"timeline": moon}}
    answers = run("\n".join(map(json.dumps, lines)))
    assert len(derived) == 3
    assert answers == [answer for line in lines for answer in run(json.dumps(line))][:3] + answers[3:]
    assert [answer.pop("id") for answer in answers] == list(range(8))
    assert answers[0] == answers[2] == answers[4] != answers[7]
    assert [answer["error"].partition(":")[2][:1] for answer in answers if "error" in answer] == ["4", "7"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends(end: str, last: bool) -> None:
    text = end.join([f'{{"id":1,{FOREST}}}', "", "   ", f'  {{"id":2,{FOREST}}}  ']) + (end if last else "")
    assert [answer["id"] for answer in run(text) if "objects" in answer] == [1, 2]


def test_nothing_in_nothing_out() -> None:
    assert run("") == run("\n\n \r\n") == []


def test_a_byte_order_mark() -> None:
    assert "objects" in run(f"\ufeff{{{FOREST}}}")[0]


WRONG: list[tuple[bytes, Any, str]] = [
    (b"not json", None, "b:2: a line is a JSON object: a board"),
    (b"[1]", None, "b:2: a line is a JSON object: a board"),
    (b"timeline: [Forest]", None, "b:2: a line is a JSON object: a board"),
    (b"null", None, "b:2: a line is a JSON object: a board"),
    (b'{"id":5}', 5, "b:2: 'timeline' is missing. Wanted: timeline: a list of steps"),
    (b'{"id":6,"board":3}', 6, "b:2: 3 is a number. Wanted: a board: a mapping with a timeline"),
    (b'{"id":7,"board":{"timeline":[]},"x":1}', 7, "b:2: board: 'board' is no key of a board."),
    (b'{"id":8,"timeline":[],"timeline":[]}', 8, "b:2: the key 'timeline' stands twice in one mapping"),
    (b'{"id":9,"timeline":["Forst"]}', 9, "b:2: timeline[0].enters: 'Forst': no such card. Did you mean Forest?"),
    (b'{"id":10,"timeline":["Forest"', None, "b:2: not readable as JSON"),
    (b'{"id":11,"timeline":["\xff"]}', None, "b:2: byte 0xff is not UTF-8"),
    (b'{"id":12,"timeline":["a\x01"]}', None, "b:2: the character U+0001"),
    (b'{"id":NaN,"timeline":[]}', None, "b:2: NaN is no number"),
    (b'{"id":13,"timeline":["Figure of Destiny",{"resolves":"Figure of Destiny"}]}', 13, "b:2: timeline[1].resolves"),
    (b'{"id":14,"timeline":' + b"[" * 2000 + b"]" * 2000 + b"}", None, "b:2: "),
    (b'{"id":15,"timeline":["' + b"x" * 9_000_000 + b'"]}', None, "b:2: the text is longer than 8,388,608 bytes"),
]


@pytest.mark.parametrize(("line", "given", "message"), WRONG, ids=[str(line[:30]) for line, _, _ in WRONG])
def test_a_bad_line_has_an_error_and_the_run_goes_on(line: bytes, given: Any, message: str) -> None:
    before, wrong, after = run(b'{"id":"a","timeline":[]}\n' + line + b'\n{"id":"c","timeline":[]}\n')
    assert (before["id"], before["objects"], after["id"], after["objects"]) == ("a", {}, "c", {})
    if message != "b:2: ":
        assert wrong["id"] == given
    assert set(wrong) == {"id", "error"}
    assert wrong["error"].startswith(message)
    assert wrong["error"].isprintable()
    assert "in line 1" not in wrong["error"]


def test_a_failure_of_ours_is_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("the rules have no model for this board")

    monkeypatch.setattr(solver.ask.together.grouping, "derive", fail)
    assert run(f'{{"id":1,{FOREST}}}') == [
        {"id": 1, "error": "b:1: cannot be derived: the rules have no model for this board"}
    ]


def test_a_long_chain_of_copies() -> None:
    chain = [{"enters": "Clone", "as": f"c{number}", "copy_of": f"c{number - 1}"} for number in range(1, 1200)]
    line = json.dumps({"timeline": [{"enters": "Grizzly Bears", "as": "c0"}, *chain]}).encode()
    (answer,) = batch([line], "b")
    assert answer["objects"]["c1199"]["name"] == "Grizzly Bears"


def test_the_edition() -> None:
    text = json.dumps({"timeline": ["Glasspool Mimic", {"transforms": "glasspool_mimic"}]})
    assert run(text)[0]["refused"] != []
    assert run(text, edition="2026")[0]["refused"] == []


def test_an_answer_does_not_wait_for_later_lines() -> None:
    answered = threading.Event()

    def lines() -> Iterator[bytes]:
        yield b'{"id":0,"timeline":[]}\n'
        assert answered.wait(20)
        yield b'{"id":1,"timeline":[]}\n'

    answers = batch(lines(), "b")
    assert next(answers)["id"] == 0
    answered.set()
    assert [one["id"] for one in answers] == [1]


def test_when_this_process_has_grown_another_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clingo never lets go of a symbol: a million boards would fill the memory."""
    lines = [json.dumps({"id": number, "timeline": ["Forest", "Blood Moon"]}).encode() for number in range(70)]
    here = list(batch(lines, "test"))
    used = iter([100, 100, 500, 500, 500, 500])
    monkeypatch.setattr(import_module("solver.run.batch"), "megabytes_used", lambda: next(used))
    assert list(batch(lines, "test")) == here


def test_errors_while_lines_are_read_are_told() -> None:
    def lines() -> Iterator[bytes]:
        yield b'{"id":0,"timeline":[]}\n'
        raise OSError("the disk is gone")

    answers = batch(lines(), "b")
    assert next(answers)["id"] == 0
    with pytest.raises(OSError, match="the disk is gone"):
        next(answers)


def test_cards_of_the_same_name_do_not_mix() -> None:
    def board(number: int, line: str) -> str:
        cards = [{"name": "Thing", "type_line": line}]
        return json.dumps({"id": number, "cards": cards, "timeline": ["Thing", "Blood Moon"]})

    answers = run("\n".join(board(number, line) for number, line in enumerate(("Land", "Artifact", "Land — Forest"))))
    assert [one["objects"]["thing"]["type_line"] for one in answers] == [
        "Land — Mountain", "Artifact", "Land — Mountain",
    ]  # fmt: skip


def test_groups_answer_as_each_alone() -> None:
    """Each is what the answer of the case says; where the case has none by the default edition, and now and then."""
    cases = all_cases()[::9]
    lines = [json.dumps({"id": number, "board": case.data["board"]}).encode() for number, case in enumerate(cases)]
    together = list(batch(lines, "b"))
    for number, (case, line, answer) in enumerate(zip(cases, lines, together, strict=True)):
        if number % 10 == 0 or case.edition != DEFAULT_EDITION or case not in CASES:
            (alone,) = batch([b"\n"] * number + [line], "b")
            assert alone == answer
        else:
            assert {"id": number, **answered(case)[1].as_data()} == answer


class TestSeveralProcesses:
    """`--jobs`."""

    LINES: ClassVar = [f'{{"id":{number},"timeline":["Forest"]}}'.encode() for number in range(9)]

    def test_the_order_is_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(import_module("solver.run.batch"), "_CHUNK", 2)
        lines = [*self.LINES, b"nonsense"]
        assert list(batch_on_cores(lines, "b", jobs=2)) == list(batch(lines, "b"))

    def test_answers_are_made_in_the_worker(self) -> None:
        lines = [*self.LINES, '{"id":"ö","timeline":["Wörst"]}'.encode()]
        told = [json.dumps(one, separators=(",", ":")) for one in batch(lines, "b")]
        assert list(told_batch_on_cores(lines, "b", partial(as_line, escaped=True), jobs=1)) == told

    def test_a_board_that_takes_too_long_takes_no_other_with_it(self) -> None:
        many = ["Life and Limb", "Urborg, Tomb of Yawgmoth", "Blood Moon", "Humility", "Opalescence"] * 60
        hostile = json.dumps({"id": "hostile", "timeline": ["Dryad Arbor"] * 100 + many}).encode()
        lines = [*self.LINES[:3], hostile, *self.LINES[3:]]
        found = list(batch_on_cores(lines, "b", jobs=1, seconds=2))
        assert [one["id"] for one in found] == [0, 1, 2, "hostile", *range(3, 9)]
        assert found.pop(3) == {"id": "hostile", "error": "b:4: deriving it takes more than 2 seconds"}
        assert found == list(batch(self.LINES, "b"))


class TestOutput:
    """`--output` and `--resume`."""

    @pytest.fixture
    def boards(self, tmp_path: Path) -> str:
        path = tmp_path / "boards.ndjson"
        path.write_text("".join(f'{{"id":{number},"timeline":["Forest"]}}\n\n' for number in range(5)), "utf-8")
        return str(path)

    def test_it_goes_on_after_the_last_whole_line(self, boards: str, tmp_path: Path, typeline: Typeline) -> None:
        whole, part = tmp_path / "whole", tmp_path / "part"
        assert typeline("batch", boards, "--output", str(whole)).out == ""
        lines = whole.read_bytes().splitlines(keepends=True)
        assert len(lines) == 5
        part.write_bytes(b"".join(lines[:2]) + lines[2][:7])
        assert typeline("batch", boards, "--output", str(part), "--resume").code == 0
        assert part.read_bytes() == whole.read_bytes()

    def test_it_is_the_same_whatever_the_terminal_can_show(self, boards: str, tmp_path: Path) -> None:
        for encoding in ("utf-8", "ascii"):
            told = tmp_path / encoding
            run = shell(f"typeline batch {boards} --output {told}", PYTHONIOENCODING=encoding)
            assert run.returncode == 0, run.stderr
            assert "Basic Land — Forest" in told.read_text("utf-8")

    def test_nothing_is_written_over(self, boards: str, tmp_path: Path, typeline: Typeline) -> None:
        there = tmp_path / "there"
        there.write_text("mine\n", "utf-8")
        assert "is not written over" in typeline("batch", boards, "--output", str(there)).refusal()
        assert there.read_text("utf-8") == "mine\n"

    OTHERS: ClassVar = {
        "longer": (
            "".join(f'{{"id":{number}}}\n' for number in range(7)),
            "has 7 answers, and there are only 5 boards",
        ),
        "other ids": ('{"id":0}\n{"id":"1"}\n{"id":', "has no answer to the board of line 3, but another, in line 2"),
        "no answers": ("my\nnotes", "has no answer to the board of line 1"),
    }

    @pytest.mark.parametrize("kind", OTHERS)
    def test_of_another_input(self, kind: str, boards: str, tmp_path: Path, typeline: Typeline) -> None:
        text, message = self.OTHERS[kind]
        there = tmp_path / "there"
        there.write_text(text, "utf-8")
        assert message in typeline("batch", boards, "--output", str(there), "--resume").refusal()
        assert there.read_text("utf-8") == text

    def test_no_file_for_answers(self, boards: str, tmp_path: Path, typeline: Typeline) -> None:
        assert "is the input" in typeline("batch", boards, "--output", boards, "--resume").refusal()
        assert "is a folder" in typeline("batch", boards, "--output", str(tmp_path)).refusal()

    def test_another_run_writes_there(self, boards: str, tmp_path: Path, typeline: Typeline) -> None:
        fcntl = pytest.importorskip("fcntl")
        with (tmp_path / "told").open("a") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            line = typeline("batch", boards, "--output", str(tmp_path / "told"), "--resume").refusal()
            assert "is being written by another run" in line
        assert typeline("batch", boards, "--output", str(tmp_path / "told"), "--resume").code == 0

    def test_each_line_is_json(self, tmp_path: Path, typeline: Typeline) -> None:
        """Whatever an id is: JSON has lone surrogates, but no infinity, and UTF-8 has neither; and it goes on there."""
        ids, given, told = ['"\\ud800"', "1e400", '"ö"', "2"], tmp_path / "given", tmp_path / "told"
        given.write_text("".join(f'{{"id":{one},"timeline":[]}}\n' for one in ids), "utf-8")
        assert typeline("batch", str(given), "--output", str(told)).code == 1  # two boards have an error
        whole = told.read_bytes()
        wanted = ["\ud800", None, "ö", 2]
        assert [json.loads(line, parse_constant=float)["id"] for line in whole.splitlines()] == wanted
        assert b"Infinity" not in whole
        told.write_bytes(whole[:-3])
        assert typeline("batch", str(given), "--output", str(told), "--resume").code == 0
        assert told.read_bytes() == whole

    def test_resume_what(self, boards: str, typeline: Typeline) -> None:
        assert "name it with --output" in typeline("batch", boards, "--resume").refusal()


class TestCommand:
    """`typeline batch`."""

    LINES = f'{{"id":1,{FOREST}}}\n\n{{"id":"zwö",{FOREST}}}\nwrong\n'

    def test_from_standard_input(self, typeline: Typeline) -> None:
        for arguments in (["batch"], ["batch", "-"], ["batch", "-", "--json"]):
            run = typeline(*arguments, stdin=self.LINES)
            assert run.code == 1
            assert re.fullmatch(r"3 boards, 1 with an error, \d+\.\d s\n", run.err)
            told = [json.loads(line) for line in run.out.splitlines()]
            assert [one["id"] for one in told] == [1, "zwö", None]
            assert told[2]["error"] == "<stdin>:4: a line is a JSON object: a board"

    @pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be deleted there")
    @pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
    def test_the_output_goes_in_mid_run(self, replaced: bool, tmp_path: Path) -> None:
        told = tmp_path / "told"
        again = f"; echo x > '{told}'" if replaced else ""
        run = shell(
            f"(echo '{{{FOREST}}}'; until [ -s '{told}' ]; do sleep 0.1; done; rm '{told}'{again}; echo '{{{FOREST}}}')"
            f" | typeline batch - --output '{told}'"
        )
        assert run.returncode == 2
        assert run.stderr.count(b"\n") == 1 and b"was deleted or replaced while it was written" in run.stderr

    def test_from_a_file(self, tmp_path: Path, typeline: Typeline) -> None:
        path = tmp_path / "boards.ndjson"
        path.write_text(self.LINES, encoding="utf-8")
        told = [json.loads(line) for line in typeline("batch", str(path)).out.splitlines()]
        assert [one["id"] for one in told] == [1, "zwö", None]
        assert told[2]["error"] == f"{path}:4: a line is a JSON object: a board"

    def test_a_folder(self, tmp_path: Path, typeline: Typeline) -> None:
        assert "cannot be read: Is a directory" in typeline("batch", str(tmp_path)).refusal()

    def test_a_time_that_is_none(self, typeline: Typeline) -> None:
        assert "'nan' is no time" in typeline("batch", "--timeout", "nan").refusal()
        assert typeline("batch", "--timeout", "1e300", stdin=f"{{{FOREST}}}").code == 0

    def test_the_edition(self, typeline: Typeline) -> None:
        line = json.dumps({"timeline": ["Glasspool Mimic", {"transforms": "glasspool_mimic"}]})
        assert json.loads(typeline("batch", "--edition", "2026", stdin=line).out)["refused"] == []
