"""The answers of the tools: they fit their schemas, agree with the commands, are short, and errors are one line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

import typeline
from facts.cards.store import Store
from facts.text.errors import InputError
from solver.mcp import prompts, resources
from solver.mcp import tool_answers as answers
from solver.mcp.tool_calls import Desk
from solver.mcp.tool_schemas import TOOLS

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))
TWO = "Dryad Arbor\nBlood Moon"
URBORG = (ROOT / "examples/urborg_and_blood_moon.yaml").read_text(encoding="utf-8")


def _without_cards() -> Store:
    """Return a store without cards, also if the person who runs the tests has cards."""
    store = Store("/nowhere/cards.db")
    store.required = False
    return store


DESK = Desk(_without_cards())
_GIVES = {tool.name: Draft202012Validator(tool.gives) for tool in TOOLS}


def ask(tool: str, **given: Any) -> dict[str, Any]:
    """Ask, and hold the answer against its schema."""
    told = DESK.answer((tool, given))
    assert isinstance(told, dict), told
    assert list(_GIVES[tool].iter_errors(told)) == []
    return told


def refusal(tool: str, **given: Any) -> str:
    """Ask, and return the one line that refuses."""
    told = DESK.answer((tool, given))
    assert isinstance(told, str), told
    assert told.isprintable() and told.strip(), told
    return told


def test_each_tool_has_an_answer() -> None:
    assert list(answers.ANSWERS) == [tool.name for tool in TOOLS]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_each_part_of_the_arguments_has_a_noun_and_a_description(tool: Any) -> None:
    properties = tool.arguments["properties"].values()
    assert all(part.get("title") and part.get("description") for part in properties)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
class TestExamples:
    def test_derive_says_in_full_what_the_command_says(self, path: Path) -> None:
        board = path.read_text(encoding="utf-8")
        whole = typeline.derive(typeline.Board.load(path)).as_data()
        found = ask("derive", board=board, detail="full", limit=1000)
        assert found == {**whole, "left_out": 0}
        for label, one in ask("derive", board=board)["objects"].items():
            known = whole["objects"][label]
            assert {key: value for key, value in one.items() if key != "printed"}.items() <= known.items()
            assert one.get("printed", {}).items() <= known["printed"].items()
            assert one["type_line"] == known["type_line"]

    def test_the_others(self, path: Path) -> None:
        board = path.read_text(encoding="utf-8")
        for detail in ("short", "middle", "long"):
            assert ask("explain", board=board, detail=detail)["walk"]
        asked = ask("why", board=board)
        for fact, holds in ((asked["so"][0], True), (asked["no_more"][0], False) if asked["no_more"] else ("", None)):
            if not fact:
                continue
            for detail in ("short", "long"):
                assert ask("why", board=board, fact=fact, detail=detail)["holds"] is holds
                assert ask("why_not", board=board, fact=fact, detail=detail)["holds"] is holds
        assert isinstance(ask("check_board", board=board)["fine"], bool)


def test_derive() -> None:
    found = ask("derive", board=TWO, objects=["Dryad Arbor"])
    assert found["objects"] == {
        "dryad_arbor": {
            "name": "Dryad Arbor",
            "controller": "you",
            "type_line": "Land Creature — Mountain Dryad",
            "colors": ["G"],
            "power": 1,
            "toughness": 1,
            "abilities": [{"text": "{T}: Add {R}.", "origin": "intrinsic", "rule": "305.6"}],
            "lost": [{"text": "{T}: Add {G}.", "by": "blood_moon", "rule": "305.7"}],
            "changed": ["type_line"],
            "printed": {"type_line": "Land Creature — Forest Dryad"},
        }
    }


def test_the_reasons() -> None:
    walk = ask("explain", board=URBORG)
    assert any("613.8b" in line for line in walk["walk"]) and "305.7" in walk["rules"]
    short = ask("why", board=TWO, fact="dryad_arbor is a Mountain")
    assert short["holds"] and short["because"] and "proof" not in short
    assert ask("why", board=TWO, fact="dryad_arbor is a Mountain", detail="middle")["proof"]
    why_not = ask("why_not", board=URBORG, fact="steam_vents is a Swamp", detail="middle")
    assert why_not["without"] == "It would be so without Blood Moon." and why_not["culprits"] == [["blood_moon"]]
    assert why_not["proof"] and why_not["ways"]


def test_check_board() -> None:
    found = ask("check_board", board="Urborg, Tomb of Yawgmoth\nUrborg, Tomb of Yawgmoth")
    assert not found["fine"] and [one["rule"] for one in found["findings"]] == ["704.5j"]
    assert ask("check_board", board=TWO)["fine"]


def test_find_cards() -> None:
    assert [one["name"] for one in ask("find_cards", name="urborg")["cards"]] == ["Urborg, Tomb of Yawgmoth"]
    missing = ask("find_cards", name="Blod Moon")
    assert missing["cards"] == [] and missing["did_you_mean"] == ["Blood Moon"] and missing["hint"]
    some = ask("find_cards", name="moon", detail="full", limit=2)
    assert len(some["cards"]) == 2 and some["left_out"] > 0 and all(one["text"] for one in some["cards"])


def test_editions() -> None:
    assert ask("derive", board=TWO, edition="2026")["edition"] == "2026"


def test_answers_are_short_and_more_can_be_asked_for() -> None:
    board = {"timeline": [*["Dryad Arbor", "Steam Vents", "Humility", "Opalescence"] * 15, "Blood Moon"]}
    for tool in ("derive", "explain", "why", "check_board"):
        told = ask(tool, board=board)
        assert told["left_out"] > 0 or tool == "check_board"
        assert len(json.dumps(told, ensure_ascii=False)) < 20_000, tool
    assert len(ask("derive", board=board, limit=61)["objects"]) == 61
    assert ask("derive", board=board, limit=1000)["left_out"] == 0


@pytest.mark.parametrize(
    ("tool", "given", "line"),
    [
        ("derive", {}, "derive: 'board' is missing. Wanted: board: a board (an object or a text)"),
        ("derive", {"bord": "x"}, "derive: bord: 'bord' is no key of the arguments of derive. Did you mean 'board'?"),
        ("derive", {"board": 3}, "derive: board: 3 is a number. Wanted: a board (an object or a text)"),
        ("derive", {"board": None}, "derive: board: null is no value. Wanted: a board"),
        ("derive", {"board": ["Forest"]}, 'derive: board: ["Forest"] is a list. Wanted: a board'),
        ("derive", {"board": TWO, "limit": 0}, "derive: limit: 0 is too small. At least 1"),
        ("derive", {"board": TWO, "limit": "all"}, "derive: limit: 'all' is a text. Wanted: how many objects"),
        ("derive", {"board": TWO, "edition": "2019"}, "derive: edition: '2019' is no edition. Did you mean '2011'"),
        ("derive", {"board": TWO, "detail": "ful"}, "derive: detail: 'ful' is no level of detail. Did you mean"),
        ("derive", {"board": TWO, "objects": ["blod_moon"]}, "<board>: 'blod_moon': no such object. Did you mean"),
        ("derive", {"board": "Dryad Arbour"}, "<board>:1: timeline[0].enters: 'Dryad Arbour': no such card. Did you"),
        ("derive", {"board": {"timeline": "Forest"}}, "<board>: timeline: 'Forest' is a text. Wanted: a list of steps"),
        ("derive", {"board": "timeline:\n- {enters: Forest, zone: battlefeild}"}, "<board>:2: timeline[0].zone: "),
        ("derive", {"board": {"timeline": [{"leaves": "x"}]}}, "<board>: timeline[0].leaves: 'x'"),
        ("derive", {"board": '#script(python)\nForest). a(1'}, "<board>:2: timeline[0].enters: 'Forest). a(1': no"),
        ("derive", {"board": float("nan")}, "derive: board: nan is no number. Numbers are finite"),
        ("derive", {"board": TWO, "\ud800": 1}, "derive: the character U+D800 has no place in a text"),
        ("explain", {"board": TWO, "object": "x"}, "<board>: 'x': no such object. There are: dryad_arbor, blood_moon"),
        ("why", {"board": TWO, "fact": "why"}, "<fact>: 'why' is no fact. Say it like: x is a 1/1 creature"),
        ("why", {"board": TWO, "fact": ""}, "why: fact: the text is empty"),
        ("why_not", {"board": TWO, "fact": 'type(X,"Land")'}, "<fact>:"),
        ("find_cards", {"name": " "}, "find_cards: name: ' ' is blank"),
    ],
)  # fmt: skip
def test_an_error_is_one_line(tool: str, given: dict[str, Any], line: str) -> None:
    assert refusal(tool, **given).startswith(line)


def test_a_mistake_of_the_program_repeats_nothing_of_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> dict[str, Any]:
        raise KeyError("a secret card")

    monkeypatch.setitem(answers.ANSWERS, "derive", fail)
    line = refusal("derive", board=TWO)
    assert line.startswith("derive: this is a mistake of typeline, not of the board (KeyError in tests.")
    assert "secret" not in line


class TestResources:
    def test_each_can_be_read(self) -> None:
        known = resources.pages()
        assert {path.stem for path in EXAMPLES} == {uri.rpartition("/")[2] for uri in known if "/examples/" in uri}
        for uri, page in known.items():
            assert page.read() and page.description
            assert resources.page(uri).read() == page.read()

    def test_the_board_in_the_format_is_one(self) -> None:
        text = resources.board_format()
        (example,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
        found = ask("check_board", board=example)
        assert found["fine"] and found["warnings"] == [] and len(text) < 6000

    def test_the_format_names_only_what_there_is(self) -> None:
        known = resources.pages()
        for uri in re.findall(r"typeline://[\w/]+", resources.board_format() + prompts.INSTRUCTIONS):
            assert uri in known

    def test_an_unknown_resource_is_refused(self) -> None:
        with pytest.raises(InputError, match=r"there\. Did you mean typeline://board/format"):
            resources.page("typeline://board/formt")
        with pytest.raises(InputError, match="nothing to read is there"):
            resources.page("file:///etc/passwd")


class TestPrompt:
    def test_it_holds_the_question_and_the_format(self) -> None:
        text = prompts.prompt("Is {x} a creature under Humility?")
        assert "Is {x} a creature under Humility?" in text and resources.board_format() in text

    @pytest.mark.parametrize(("question", "problem"), [(" ", "is empty"), ("x" * 20_001, "is longer than 20,000")])
    def test_an_empty_or_too_long_question_is_refused(self, question: str, problem: str) -> None:
        with pytest.raises(InputError, match=problem):
            prompts.prompt(question)


def test_the_sdk_is_imported_by_the_command_alone() -> None:
    asked = (
        "import sys, solver.cli, solver.cli.mcp_command\n"
        "import solver.mcp.tool_calls, solver.mcp.resources, solver.mcp.prompts\n"
        "assert not {'mcp', 'pydantic', 'uvicorn', 'starlette'} & set(sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stderr == ""
