"""Arguments of newcomers: several cards, facts without quotes, a name twice, `-h`, a misspelt label or command."""

from __future__ import annotations

import json
import os
import stat
from itertools import pairwise
from pathlib import Path

import pytest

from tests.solver.command import Typeline, shell

ARBOR, MOON = "Dryad Arbor", "Blood Moon"
FOUND: dict[str, tuple[list[str], int, str]] = {
    "query of several cards": (["query", ARBOR, MOON, 'subtype(X,"Mountain")'], 0, "dryad_arbor"),
    "query of a file, unquoted": (["query", "{board}", "dryad_arbor", "is", "a", "Mountain"], 0, "yes"),
    "diff without two things": (
        ["diff", ARBOR, MOON, "Humility", "--without", "blood_moon", "--without", "humility"],
        0,
        "without blood_moon and humility",
    ),
    "diff of several cards": (["diff", ARBOR, MOON, "--without", "blood_moon"], 0, "Mountain Dryad"),
    "why, unquoted": (["why", ARBOR, MOON, "dryad_arbor", "is", "a", "Mountain"], 0, "Blood Moon"),
    "why-not, unquoted": (["why-not", ARBOR, MOON, "dryad_arbor", "is", "a", "Forest"], 0, "Blood Moon"),
    "why, with not": (["why", ARBOR, MOON, "dryad_arbor", "isn't", "a", "Forest"], 0, "Blood Moon"),
    "query, unquoted": (["query", "dryad_arbor", "blood_moon", "who", "is", "a", "Mountain"], 0, "dryad_arbor"),
    "query, unquoted, of an object": (["query", ARBOR, MOON, "dryad_arbor", "has", "flying"], 1, "no"),
    "why, unquoted, of a player": (["why", ARBOR, MOON, "you", "control", "dryad_arbor"], 0, "yes"),
    "nothing wrong on a board": (["check", "Forest"], 0, "No violations."),
    "short help": (["-h"], 0, "Commands:"),
    "short help of a command": (["derive", "-h"], 0, "--timeout"),
    "short help of a command of a command": (["cards", "import", "-h"], 0, "MTGJSON"),
}
REFUSED: dict[str, tuple[list[str], list[str]]] = {
    "a fact whose object has two words": (
        ["why", ARBOR, MOON, "Dryad", "Arbor", "is", "a", "Mountain"],
        ["Where does the fact begin?", "Quote"],
    ),
    "cards without quotes": (
        ["why", "Blood", "Moon", "blood_moon", "is", "an", "Enchantment"],
        ["Where does the fact begin?", "'Moon' is no card", "Quote each name of several words"],
    ),
    "a piece of a text without quotes": (
        ["why", "worship", "Humility", "damage", "leaves", "you"],
        ["Where does the fact begin?", "'damage' is no card", "Quote"],
    ),
    "no query": (["query", ARBOR], ["Missing argument 'QUERY'", "comes last"]),
    "a query and cards without quotes": (
        ["query", "Dryad", "Arbor", "who", "is", "a", "Mountain"],
        ["Where does the fact begin?", "'Dryad' is no card"],
    ),
    "a board among cards": (["derive", "{board}", "Forest"], ["is a board, and stands alone"]),
    "a label that is near": (["diff", ARBOR, MOON, "--without", "blod_moon"], ["Did you mean blood_moon?"]),
    "a label that is not": (["diff", ARBOR, MOON, "--without", "x"], ["There are: dryad_arbor, blood_moon"]),
    "an object that is not": (["explain", "{board}", "x"], ["There are: dryad_arbor, blood_moon"]),
    "a command that is near": (["cards", "improt"], ["Did you mean import?"]),
    "a command that is not": (["cards", "x"], ["There are", "import", "show", "search"]),
    "no shell": (["completion"], ["Missing argument", "Choose from: bash, zsh, fish"]),
    "a shell that is not": (["completion", "tcsh"], ["bash", "zsh", "fish"]),
}


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "board.json"
    path.write_text(json.dumps({"timeline": [ARBOR, MOON]}))
    return str(path)


@pytest.mark.parametrize("name", FOUND)
def test_it_works(name: str, board: str, typeline: Typeline) -> None:
    arguments, code, said = FOUND[name]
    run = typeline(*(one.format(board=board) if "{board}" in one else one for one in arguments))
    assert run.code == code, run
    assert said in run.out


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_with_what_to_write_instead(name: str, board: str, typeline: Typeline) -> None:
    arguments, pieces = REFUSED[name]
    line = typeline(*(one.replace("{board}", board) for one in arguments)).refusal()
    for piece in pieces:
        assert piece in line


@pytest.mark.parametrize(
    ("given", "note"),
    [
        (["Forest", "Island", "forest"], "Forest is given twice, so there are 2 objects: forest, forest_2"),
        (["Forest"] * 4, "Forest is given 4 times, so there are 4 objects: forest, forest_2, forest_3, ..."),
    ],
)
def test_a_name_given_more_than_once(given: list[str], note: str, typeline: Typeline) -> None:
    run = typeline("derive", *given)
    assert (run.code, run.err) == (0, f"note: {note}\n")
    assert typeline("derive", *dict.fromkeys(map(str.lower, given))).err == ""


@pytest.mark.parametrize("value", ["two", "one half", "-", "", "1/1", "2 3"])
@pytest.mark.parametrize("key", ["power", "toughness"])
def test_no_card_is_printed_so(key: str, value: str, typeline: Typeline) -> None:
    card = {"name": "A", "type_line": "Creature", "power": "1", "toughness": "1", key: value}
    line = typeline("derive", "-", stdin=json.dumps({"timeline": [{"enters": card}]})).refusal()
    assert f"enters.{key}: " in line


@pytest.mark.parametrize(
    "value", ["2", "*", "1+*", "*+1", "7-*", "+3", "-1", "1.5", ".5", "3.5", "*²", "∞", "?", "X", "2½"]
)
def test_cards_are_printed_so(value: str, typeline: Typeline) -> None:
    card = {"name": "A", "type_line": "Creature", "power": value, "toughness": value}
    assert typeline("derive", "-", stdin=json.dumps({"timeline": [{"enters": card}]})).code == 0


@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full"])
def test_a_mistake_that_nobody_can_read_of_is_one(closed: str) -> None:
    assert shell(f"typeline derive Nope {closed}").returncode == 2


class TestCharts:
    """Pictures of explanations."""

    def test_the_layers_stay_in_order_in_one_picture(self, typeline: Typeline) -> None:
        given = ["explain", ARBOR, MOON, "Humility", "--format"]
        drawn = typeline(*given, "dot").out
        named = {
            line.split('"')[1]: line.split()[0] for line in drawn.splitlines() if line.startswith("  n") and '"' in line
        }
        layers = [name for said, name in named.items() if said.startswith(("Layer", "So in the end"))]
        assert len(layers) == 4
        assert f"{{ rank=same; {' -> '.join(layers)} [" in drawn
        chart = typeline(*given, "mermaid").out
        for before, after in pairwise(layers):
            assert f"  {before} ==> {after}\n" in chart

    def test_without_graphviz_there_is_no_svg(self, monkeypatch: pytest.MonkeyPatch, typeline: Typeline) -> None:
        monkeypatch.setenv("PATH", "")
        line = typeline("why", ARBOR, MOON, "dryad_arbor is a Mountain", "--format", "svg").refusal()
        assert "Graphviz" in line and "--format dot" in line

    @pytest.mark.skipif(os.name == "nt", reason="needs a script in the place of Graphviz")
    def test_graphviz_draws(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typeline: Typeline) -> None:
        program = tmp_path / "dot"
        program.write_text('#!/bin/sh\necho "<svg $1>"\ngrep -c "^digraph"\n')
        given = ["why", ARBOR, MOON, "dryad_arbor is a Mountain", "--format", "svg"]
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        assert typeline(*given).out == "<svg -Tsvg>\n1\n"
        program.write_text("#!/bin/sh\necho 'Error: no' >&2\nexit 1\n")
        assert "cannot draw it: Error: no" in typeline(*given).refusal()

    def test_a_page_has_the_whole_proof_folded(self, typeline: Typeline) -> None:
        given = ["why", ARBOR, MOON, "dryad_arbor is a Mountain"]
        page = typeline(*given, "--format", "html").out
        assert page == typeline(*given, "--format", "html", "--detail", "long").out
        assert len(page) > 1.5 * len(typeline(*given, "--format", "html", "--detail", "middle").out)
        assert "details open" in page and page.count("<details open>") < page.count("<details>") / 5

    def test_a_page_of_what_is_not_so_is_whole_too(self, typeline: Typeline) -> None:
        given = ["why-not", "Humility", "Opalescence", "humility is 1/1"]
        assert "more: --depth" in typeline(*given, "--depth", "1").out
        assert "more: --depth" not in typeline(*given, "--format", "html").out
        assert "more: --depth" not in typeline(*given, "--depth", "50").out

    @pytest.mark.parametrize("command", ["why", "why-not"])
    @pytest.mark.parametrize("fact", ["humility is 4/4", "humility is 1/1"])
    def test_there_is_a_page_whatever_the_answer(self, command: str, fact: str, typeline: Typeline) -> None:
        page = typeline(command, "Humility", "Opalescence", fact, "--format", "html").out
        assert page.startswith("<!doctype html>")
        assert f"Humility is {fact[-3:]}: {'yes' if fact.endswith('4/4') else 'no'}." in page

    def test_proofs_grow_to_the_right(self, typeline: Typeline) -> None:
        drawn = typeline("why", ARBOR, MOON, "dryad_arbor is a Mountain", "--format", "dot").out
        assert "rankdir=LR" in drawn and "rank=same" not in drawn


def test_the_schema_names_itself_as_the_package_does(typeline: Typeline) -> None:
    from importlib.resources import files

    for kind in (["board"], ["card"], ["--answer"]):
        schema = json.loads(typeline("schema", *kind).out)
        package, *path = schema["$id"].split("/")
        assert json.loads(files(package).joinpath(*path).read_text("utf-8")) == schema


@pytest.mark.parametrize("kind", ["board", "answer"])
def test_the_schema_in_a_file_of_its_own_checks(kind: str, tmp_path: Path, typeline: Typeline) -> None:
    """As `docs/board.md` says: the schema with which a user's editor validates."""
    import jsonschema_rs

    path = tmp_path / f"{kind}.schema.json"
    path.write_text(typeline("schema", *(["--answer"] if kind == "answer" else [])).out, "utf-8")
    validator = jsonschema_rs.Draft202012Validator(json.loads(path.read_text("utf-8")))
    good = {"timeline": [ARBOR, {"enters": MOON, "controller": "you"}]}
    if kind == "answer":
        good = json.loads(typeline("derive", ARBOR, MOON, "--json").out)
    assert validator.is_valid(good) and not validator.is_valid({"timelin": []})
