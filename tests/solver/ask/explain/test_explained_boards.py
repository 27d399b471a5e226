"""Explanations of random boards of real cards: copies, Auras, what is double-faced, face down, bestowed or mutated."""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.dom.minidom import Element, Text, parseString

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import Board
from facts.text.reading import read_document
from solver import derive
from solver.ask.diff import without_these
from solver.ask.explain import dot, explain, mermaid, page, tree_text, why, why_not
from solver.ask.explain.fact.goals import FACES, AnsweredBoard, Goal, read_goal
from solver.ask.explain.proof.grounded_board import Case, prove
from solver.ask.explain.proof.view import DETAILS, View, views_of
from solver.ask.explain.walk.walk_text import walk_text, walk_views
from solver.ask.explain.wording.spoken_names import names_of
from tests.profiles import examples
from tests.reference.boards import boards
from tests.solver.ask.explain.proof_checker import problems, watched
from tests.solver.ask.explain.walk.test_walk import check_dependencies, check_missed, check_order
from tests.solver.command import Typeline

DOCS = Path(__file__).parents[4] / "docs" / "explain.md"
_PERMANENTS = (
    "Dryad Arbor", "Forest", "Celestial Colonnade", "Mutavault", "Urborg, Tomb of Yawgmoth", "Blood Moon",
    "Magus of the Moon", "Humility", "Opalescence", "Enchanted Evening", "Mycosynth Lattice", "March of the Machines",
    "Life and Limb", "Kormus Bell", "Ashaya, Soul of the Wild", "Dress Down", "Glorious Anthem", "Serra Angel",
    "Grizzly Bears", "Sol Ring", "Heliod, God of the Sun", "Tarmogoyf", "Prismatic Omen", "Maskwood Nexus",
)  # fmt: skip
_AURAS = ("Song of the Dryads", "Imprisoned in the Moon", "Lignify", "Darksteel Mutation", "Control Magic")
_OX = {"name": "Old Ox", "type_line": "Creature — Ox", "power": "4", "toughness": "4"}
_LABELS = tuple("abcdefgh")
_FACTS = (
    "is a creature", "is a land", "is an artifact", "is a Forest", "is a Mountain", "is an Elf", "is legendary",
    "is green", "is colorless", "has flying", "is 1/1", "has power 4", "isn't a land", "is not a creature",
    "is a nonbasic land", 'has "{T}: Add {R}."', "has no flying", "is every creature type",
)  # fmt: skip


@st.composite
def real_boards(draw: st.DrawFn, most: int = 6) -> dict[str, Any]:
    """Draw a board of real cards, with what copies, covers, turns and ends them."""
    steps: list[dict[str, Any]] = []
    labels: list[str] = []
    for label in _LABELS[: draw(st.integers(2, most))]:
        kind = draw(
            st.sampled_from(("card", "card", "card", "card", "copy", "aura", "down", "delver", "bestow", "chosen"))
        )
        card = draw(st.sampled_from(_PERMANENTS))
        there = draw(st.sampled_from(labels)) if labels else None
        step: dict[str, Any] = {"enters": card}
        if kind == "copy" and there:
            step = {"enters": "Clone", "copy_of": there}
        elif kind == "aura" and there:
            step = {"enters": draw(st.sampled_from(_AURAS)), "attached_to": there}
        elif kind == "down":
            step = {"enters": "Exalted Angel", "face_down": "morph"}
        elif kind == "delver":
            step = {"enters": "Delver of Secrets", "face": draw(st.sampled_from(("front", "back")))}
        elif kind == "bestow" and there:
            step = {"enters": "Boon Satyr", "attached_to": there}
        elif kind == "chosen":
            name, key = draw(st.sampled_from((("Conspiracy", "creature_type"), ("Arcane Adaptation", "creature_type"))))
            step = {"enters": name, "chosen": {key: draw(st.sampled_from(("Elf", "Saproling", "Bear")))}}
        steps.append({**step, "as": label, "controller": draw(st.sampled_from(("A", "B")))})
        labels.append(label)
    for _ in range(draw(st.integers(0, 2))):
        about = draw(st.sampled_from(labels))
        steps.append(draw(st.sampled_from((
            {"resolves": "Turn to Frog", "affects": about},
            {"transforms": about},
            {"counters": {"+1/+1": 1}, "on": about},
            {"mutates": _OX, "onto": about},
        ))))  # fmt: skip
    return {"players": ["A", "B"], "timeline": steps}


@examples(5)
@given(st.one_of(real_boards(), boards(max_objects=5, max_effects=3)))
def test_every_answer_has_a_proof_that_checks(data: dict[str, Any]) -> None:
    with watched() as histories:
        case = Case(Board.of(data))
    for row in case.prover.atoms.rows("answer", 3):
        root = prove(case, ("answer", *row))
        proof = {"root": 0, "nodes": {str(node.number): node.as_data() for node in root.all()}}
        assert problems(proof, case.facts.lines, histories[case.layers]) == []


@examples(8)
@given(st.one_of(real_boards(), boards(max_objects=6, max_effects=4)))
def test_a_walk_holds(data: dict[str, Any]) -> None:
    """It says of each effect what it did, and calls objects by their names."""
    board = Board.of(data)
    walk = explain(board)
    assert {label: one.as_data() for label, one in walk.objects.items()} == derive(board).as_data()["objects"]
    check_missed(walk)
    check_dependencies(walk)
    check_order(walk, board)
    for detail in DETAILS:
        text = walk_text(walk, detail)
        assert not re.search(r"\bNone\b|\bo\(0|\{[a-z]|[a-z]_[a-z]", re.sub(r"“[^”]*”", "", text))
    roots = walk_views(walk)
    assert [one.text for root in roots for one in root.all() if not one.text] == []


@pytest.mark.parametrize("anew", [False, True], ids=["by facts", "told anew"])
@examples(8)
@given(st.one_of(real_boards(5), boards(max_objects=5, max_effects=3)), st.sampled_from(_FACTS))
def test_each_culprit_set_flips_and_no_part_of_it_does(anew: bool, data: dict[str, Any], fact: str) -> None:
    board = Board.of(data)
    label = next(iter(derive(board).objects))
    with pytest.MonkeyPatch.context() as patched:
        if anew:
            patched.setattr(sys.modules["solver.ask.explain.whynot.culprits"], "can_choose", lambda *_: False)
        found = why_not(board, f"{label} {fact}")
    goals = read_goal(f"{label} {fact}", AnsweredBoard(board.timeline, derive(board)))
    for culprits in found.culprits:
        for size in range(len(culprits)):
            for part in combinations(culprits, size):
                shorter = derive(without_these(board, part))
                assert not all(goal.holds(shorter) for goal in goals)
        flipped = derive(without_these(board, culprits))
        assert all(goal.holds(flipped) for goal in goals)


@examples(15)
@given(st.one_of(real_boards(), boards(max_objects=5, max_effects=3)), st.sampled_from(_FACTS))
def test_a_fact_in_words_reads_as_the_same_fact(data: dict[str, Any], fact: str) -> None:
    """So does its form in the vocabulary."""
    board = Board.of(data)
    answer = derive(board)
    for label in list(answer.objects)[:3]:
        goals = read_goal(f"{label} {fact}", AnsweredBoard(board.timeline, answer))
        assert read_goal(", ".join(goal.written for goal in goals), AnsweredBoard(board.timeline, answer)) == goals
        for goal in goals:
            assert read_goal(goal.said({}), AnsweredBoard(board.timeline, answer)) == [goal]


_NUMERIC = {"power": 3, "toughness": 0, "mana_value": 2}


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize(
    ("predicate", "value"),
    [
        *(("zone", zone) for zone in ("battlefield", "stack", "hand", "graveyard", "library", "exile", "command")),
        *(("face", face) for face in FACES),
        *(("controller", player) for player in ("you", "opponent")),
        *_NUMERIC.items(),
        ("token", ""), ("copied", ""), ("name", "Grizzly Bears"), ("every", "creature"), ("every", "nonbasic_land"),
        ("property", "snow permanent"), ("property", "legend rule applies"), ("property", "ongoing"),
        ("supertype", "Snow"), ("keyword", "first strike"), ("ability", "say “what\\ever\"'."), ("color", "colorless"),
    ],
)  # fmt: skip
def test_all_that_can_be_asked_can_be_said(predicate: str, value: str | int, negated: bool) -> None:
    board = Board.read('timeline: [{enters: Grizzly Bears, as: "o\'b\\"x"}]')
    goal = Goal(predicate, "o'b\"x", value, negated)
    answer = derive(board)
    about = AnsweredBoard(board.timeline, answer)
    assert read_goal(goal.written, about) == [goal]
    if predicate != "ability":
        assert read_goal(goal.said(names_of(board.timeline, answer)), about) == [goal]


NAMES = ('Bob "The <b>" & Co\'s [x] {y} | `#`; end', "A\\B//C -- (d)", "</ul><script>alert(1)</script>", "###quot;#35;")


@cache
def _trees(name: str) -> tuple[str, list[View]]:
    """Return a title and trees in which the name stands: each format shows the same."""
    card = {"name": name, "type_line": "Creature — Goblin", "power": "1", "toughness": "1"}
    board = Board.of({"timeline": [{"enters": card, "as": name}, "Glorious Anthem", "Humility"]})
    proof = why(board, json.dumps(name) + " is a Goblin")
    blame = why_not(board, f"creature({json.dumps(name)})".replace("creature(", "power(")[:-1] + ",1)")
    assert not blame.holds
    return proof.said, [*views_of(proof.proofs, "long"), *blame.views(), *walk_views(explain(board))]


@pytest.mark.parametrize("name", NAMES)
class TestFormats:
    """Each output is well-formed, whatever the names in it."""

    def test_html(self, name: str) -> None:
        title, trees = _trees(name)
        text = page(title, trees).removeprefix("<!doctype html>")
        text = re.sub(r"<meta ([^>]*)>", r"<meta \1/>", text).replace("<details open>", '<details open="">')
        read = parseString(text.encode())
        assert _text(read.getElementsByTagName("h1")[0]) == title
        said = [
            _text(node) for node in read.getElementsByTagName("span") if node.getAttribute("class") in ("said", "atom")
        ]
        assert [one.text for root in trees for one in root.all()] == said
        assert not read.getElementsByTagName("script")
        assert not re.search(r"(?:src|href|url)\s*[=(]", text)

    def test_mermaid(self, name: str) -> None:
        title, trees = _trees(name)
        head, _, chart = mermaid(title, trees).removeprefix("---\n").partition("\n---\n")
        assert read_document(head, "title").data == {"title": title}
        first, *lines = chart.split("\n")
        assert first == "flowchart TD"
        for line in lines:
            assert re.fullmatch(r"  n\d+(?: --> n\d+|\[\"(?:[^\"#&<>`\\]|#\d+;)*\"\])", line), line
        nodes = [re.findall(r'\["(.*)"\]', line)[0] for line in lines if "[" in line]
        read = {re.sub(r"#(\d+);", lambda found: chr(int(found[1])), node) for node in nodes}
        shown = [one for root in trees for one in root.all()]
        assert {" ".join(one.line.split()) for one in shown if not one.again} == read

    def test_dot(self, name: str) -> None:
        title, trees = _trees(name)
        text = '"(?:[^"\\\\]|\\\\.)*"'
        first, second, third, fourth, *lines, last = dot(title, trees).split("\n")
        assert (first, third, last) == ("digraph explanation {", "  node [shape=box];", "}")
        assert fourth == "  rankdir=LR; ordering=out;"
        assert re.fullmatch(rf"  label={text}; labelloc=t;", second)
        for line in lines:
            assert re.fullmatch(rf"  n\d+(?: -> n\d+;| \[label={text}(?:, style=dashed)?\];)", line), line

    def test_narrow(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        title, trees = _trees(name)
        assert max(map(len, tree_text(title, trees).split("\n"))) <= 40


def _text(node: Element) -> str:
    """Return the text in an element."""
    return "".join(child.data for child in node.childNodes if isinstance(child, Text))


def _keys(data: object) -> set[str]:
    """Return the keys of all mappings in JSON that are words of ours, not labels."""
    if isinstance(data, dict):
        return {key for key in data if re.fullmatch(r"[a-z_]+", key)}.union(*map(_keys, data.values()))
    return set().union(*map(_keys, data)) if isinstance(data, list) else set()


def test_every_key_of_json_is_documented(tmp_path: Path, typeline: Typeline) -> None:
    told = DOCS.read_text(encoding="utf-8")
    path = tmp_path / "Board.yaml"
    path.write_text(
        """
players: [A, B]
timeline:
  - {enters: Grizzly Bears, as: X1, controller: A}
  - {enters: Control Magic, as: X2, attached_to: X1, controller: B}
  - {enters: Clone, as: X3, copy_of: X1}
  - {enters: "Urborg, Tomb of Yawgmoth", as: X4}
  - {enters: Blood Moon, as: X5}
  - {enters: Forest, as: X6}
  - {enters: Song of the Dryads, as: X7, attached_to: X3}
  - {enters: Glorious Anthem, as: X8}
  - {resolves: {effects: [{affects: targets, add_subtypes: [Forest]}]}, affects: X1}
  - {transforms: X1}
""",
        encoding="utf-8",
    )
    found: set[str] = set()
    for call in (("explain",), ("explain", "--rules"), ("why", "X1 is a Bear"), ("why-not", "X6 is a Swamp")):
        command, *rest = call
        arguments = (command, str(path), *rest) if "--rules" not in rest else (command, str(path), "--rules")
        data = json.loads(typeline(*arguments, "--json").out)
        data.pop("objects", None)  # as in an answer
        found |= _keys(data)
    assert {"starts", "missed", "waited", "withheld", "refused", "culprits", "silent", "came"} <= found
    assert sorted(key for key in found if f"`{key}`" not in told) == []


def test_the_example_of_the_documentation_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "board.yaml").write_text("timeline: [Dryad Arbor, Blood Moon]", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(example, names)
    assert names["blame"] == (("blood_moon",),)
    assert names["proof"].holds and names["fired"]["305.7"]
    assert names["chart"].startswith("digraph") and "Mountain" in names["text"]
