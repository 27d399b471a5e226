"""`typeline cards`: importing, showing, searching and exporting cards; and the other commands that use them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from facts.version import VERSION
from tests.solver.command import Typeline, shell

QUARRY = {"name": "Old Quarry", "type_line": "Land", "oracle_text": "{T}: Add {C}. (It is grey.)\n(Just a reminder.)"}
OX = {
    "name": "Gæl's Copper Ox",
    "mana_cost": "{1}{R}",
    "type_line": "Artifact Creature — Ox",
    "oracle_text": "Trample, haste\nOld quarries are quite nice. Each Forest is a Mountain.\nWhat it does: nothing.",
    "power": "2",
    "toughness": "1",
}
LEAF = {
    "name": "Timid Leaf // Roaring Tree",
    "layout": "transform",
    "card_faces": [
        {"name": "Timid Leaf", "mana_cost": "{G}", "type_line": "Creature — Plant", "power": "0", "toughness": "1"},
        {"name": "Roaring Tree", "type_line": "Creature — Treefolk", "oracle_text": "Reach", "power": "5",
         "toughness": "5", "color_indicator": ["G"]},
    ],
}  # fmt: skip
CARDS: list[dict[str, Any]] = [QUARRY, OX, LEAF]


@pytest.fixture
def bulk(tmp_path: Path) -> str:
    path = tmp_path / "bulk.json"
    path.write_text(json.dumps(CARDS), encoding="utf-8")
    return str(path)


@pytest.fixture
def store(bulk: str, tmp_path: Path, typeline: Typeline) -> str:
    path = str(tmp_path / "cards.db")
    assert typeline("cards", "import", bulk, "--cards", path).code == 0
    return path


class TestImport:
    """`typeline cards import`."""

    def test_into_a_named_store(self, bulk: str, tmp_path: Path, typeline: Typeline) -> None:
        path = str(tmp_path / "new" / "cards.db")
        run = typeline("cards", "import", bulk, "--cards", path)
        assert (run.code, run.out, run.err) == (0, f"3 cards in {path}\n", "")

    def test_into_ones_own(self, bulk: str, typeline: Typeline) -> None:
        assert typeline("cards", "import", bulk).code == 0
        assert typeline("derive", "Old Quarry").code == 0

    def test_standard_input_and_json(self, tmp_path: Path, typeline: Typeline) -> None:
        path = str(tmp_path / "cards.db")
        run = typeline(
            "cards", "import", "-", "--json", "--cards", path, stdin=json.dumps([*CARDS, {**QUARRY, "id": "2"}])
        )
        assert json.loads(run.out) == {"typeline": VERSION, "cards": 3, "duplicates": 1, "store": path}

    def test_duplicates_are_told(self, tmp_path: Path, typeline: Typeline) -> None:
        path = str(tmp_path / "cards.db")
        run = typeline("cards", "import", "-", "--cards", path, stdin=json.dumps([QUARRY, {**QUARRY, "id": "2"}]))
        assert "; 1 more had the name of another" in run.out

    def test_a_wrong_file(self, store: str, tmp_path: Path, typeline: Typeline) -> None:
        before = Path(store).read_bytes()
        wrong = tmp_path / "wrong.json"
        wrong.write_text('[{"name": "x"', encoding="utf-8")
        line = typeline("cards", "import", str(wrong), "--cards", store).refusal()
        assert "wrong.json:1: [0]: the file ends too early" in line
        assert Path(store).read_bytes() == before

    def test_no_file(self, tmp_path: Path, typeline: Typeline) -> None:
        assert "cannot be read: No such file" in typeline("cards", "import", str(tmp_path / "none")).refusal()
        assert "cannot be read: Is a directory" in typeline("cards", "import", str(tmp_path)).refusal()

    def test_arguments_the_wrong_way_round(self, bulk: str, tmp_path: Path, typeline: Typeline) -> None:
        before = Path(bulk).read_bytes()
        other = tmp_path / "other.json"
        other.write_text(json.dumps(CARDS), encoding="utf-8")
        line = typeline("cards", "import", str(other), "--cards", bulk).refusal()
        assert "is no card store, and is not written over" in line
        assert Path(bulk).read_bytes() == before


class TestShow:
    """`typeline cards show`."""

    def test_json(self, store: str, typeline: Typeline) -> None:
        run = typeline("cards", "show", "gaels copper ox", "--json", "--cards", store)
        said = json.loads(run.out)
        assert (run.code, said["name"], said["type_line"]) == (0, "Gæl's Copper Ox", "Artifact Creature — Ox")
        assert [entry["text"] for entry in said["abilities"]] == OX["oracle_text"].split("\n")
        assert said["abilities"][0] == {
            "text": "Trample, haste", "face": "front", "modelled": True, "effects": [], "unread": [],
        }  # fmt: skip
        assert all(set(entry) == {"text", "face", "modelled", "effects", "unread"} for entry in said["abilities"])

    def test_reminder_text_is_left_out(self, store: str, typeline: Typeline) -> None:
        said = json.loads(typeline("cards", "show", "Old Quarry", "--json", "--cards", store).out)
        assert [entry["text"] for entry in said["abilities"]] == ["{T}: Add {C}."]

    def test_text(self, store: str, typeline: Typeline) -> None:
        run = typeline("cards", "show", "roaring tree", "--cards", store)
        assert (run.code, run.err) == (0, "")
        assert run.out == (
            "Timid Leaf // Roaring Tree\n\nTimid Leaf  {G}\nCreature — Plant · 0/1\n\n"
            "Roaring Tree\nCreature — Treefolk · color indicator G · 5/5\n  Reach\n"
        )

    def test_a_built_in_card(self, typeline: Typeline) -> None:
        run = typeline("cards", "show", "blood moon")
        assert run.out.startswith("Blood Moon (built-in)  {2}{R}\nEnchantment\n")
        effect = {"affects": {"type": "Land", "not": {"supertype": "Basic"}}, "set_subtypes": ["Mountain"]}
        said = json.loads(typeline("cards", "show", "blood moon", "--json").out)
        assert [entry["effects"] for entry in said["abilities"]] == [[effect]]

    def test_the_stored_card_instead(self, tmp_path: Path, typeline: Typeline) -> None:
        path = str(tmp_path / "cards.db")
        moon = {"name": "Blood Moon", "type_line": "Land"}
        typeline("cards", "import", "-", "--cards", path, stdin=json.dumps([moon]))
        assert typeline("cards", "show", "Blood Moon", "--prefer-stored", "--cards", path).out == "Blood Moon\nLand\n"

    def test_the_host_has_the_name_that_the_text_gives_it(self, tmp_path: Path, typeline: Typeline) -> None:
        path = str(tmp_path / "cards.db")
        veil = {"name": "Moss Veil", "type_line": "Enchantment — Aura"}
        veil["oracle_text"] = "Enchant Forest\nEnchanted Forest is an Island as long as it's tapped."
        typeline("cards", "import", "-", "--cards", path, stdin=json.dumps([veil]))
        run = typeline("cards", "show", "Moss Veil", "--cards", path)
        assert run.out.endswith("    = As long as enchanted Forest is tapped, it is an Island.\n")

    def test_unknown(self, store: str, typeline: Typeline) -> None:
        assert (
            "'Old Quary': no such card. Did you mean Old Quarry?"
            in typeline("cards", "show", "Old Quary", "--cards", store).refusal()
        )


class TestSearch:
    """`typeline cards search`."""

    def test_found(self, store: str, typeline: Typeline) -> None:
        run = typeline("cards", "search", "ROARING TR", "--cards", store)
        assert run.code == 0
        assert run.out.splitlines()[2:] == ["Timid Leaf // Roaring Tree  Creature — Plant // Creature — Treefolk"]

    def test_built_in_ones_too(self, typeline: Typeline) -> None:
        said = json.loads(typeline("cards", "search", "blood moon", "--json").out)
        assert said == {
            "typeline": VERSION,
            "cards": [{"name": "Blood Moon", "type_line": "Enchantment", "built_in": True}],
        }

    def test_none(self, store: str, typeline: Typeline) -> None:
        run = typeline("cards", "search", "zzzz", "--cards", store)
        assert (run.code, run.out) == (1, "")
        run = typeline("cards", "search", "zzzz", "--json", "--cards", store)
        assert (run.code, json.loads(run.out)) == (1, {"typeline": VERSION, "cards": []})


class TestExport:
    """`typeline cards export`."""

    def test_each_line_is_what_show_prints(self, store: str, typeline: Typeline) -> None:
        run = typeline("cards", "export", "--cards", store)
        said = [json.loads(line) for line in run.out.splitlines()]
        assert [card["name"] for card in said] == [card["name"] for card in CARDS]
        for card in said:
            shown = json.loads(typeline("cards", "show", card["name"], "--json", "--cards", store).out)
            assert shown == {"typeline": VERSION, **card}

    def test_without_a_store(self, typeline: Typeline) -> None:
        line = typeline("cards", "export").refusal()
        assert "there is no card store yet. Make one: 'typeline cards import FILE'" in line

    def test_the_built_in_cards(self, typeline: Typeline) -> None:
        names = [json.loads(line)["name"] for line in typeline("cards", "export", "--built-in").out.splitlines()]
        assert "Blood Moon" in names
        assert len(set(names)) == len(names) > 500


class TestOtherCommands:
    """Boards that name cards of the store."""

    def test_derive_query_diff(self, store: str, tmp_path: Path, typeline: Typeline) -> None:
        said = json.loads(typeline("derive", "Old Quarry", "Blood Moon", "--json", "--cards", store).out)
        assert said["objects"]["old_quarry"]["type_line"] == "Land — Mountain"
        board = tmp_path / "board.yaml"
        board.write_text("timeline: [Old Quarry, Blood Moon]", encoding="utf-8")
        assert typeline("query", str(board), 'subtype(X,"Mountain")', "--cards", store).code == 0
        run = typeline("diff", str(board), "--without", "blood_moon", "--json", "--cards", store)
        assert "old_quarry" in {change["object"] for change in json.loads(run.out)["changes"]}

    def test_batch(self, store: str, typeline: Typeline) -> None:
        boards = '{"timeline": ["Old Quarry"]}\n{"timeline": ["Old Quary"]}\n'
        run = typeline("batch", "-", "--cards", store, stdin=boards)
        first, second = map(json.loads, run.out.splitlines())
        assert first["objects"]["old_quarry"]["type_line"] == "Land"
        assert "Did you mean Old Quarry?" in second["error"]

    def test_an_unknown_card_without_a_store(self, typeline: Typeline) -> None:
        line = typeline("derive", "Old Quarry").refusal()
        assert "'Old Quarry': no such card" in line
        assert "typeline cards import FILE" in line

    def test_a_named_store_that_is_not_there(self, tmp_path: Path, typeline: Typeline) -> None:
        path = str(tmp_path / "none.db")
        assert "none.db: no such file" in typeline("derive", "Old Quarry", "--cards", path).refusal()
        assert "none.db: no such file" in typeline("derive", "Blood Moon", "--cards", path).refusal()

    def test_the_variable(self, store: str) -> None:
        run = shell("typeline derive 'Old Quarry'", TYPELINE_CARDS=store)
        assert (run.returncode, run.stderr) == (0, b"")


class TestCoverage:
    """`typeline cards coverage`."""

    ODD = '{"name": "Odd", "type_line": "Land", "oracle_text": "Lands that dream are Islands.\\nElves have flying."}'

    def test_of_a_file(self, tmp_path: Path, typeline: Typeline) -> None:
        file = tmp_path / "bulk.json"
        file.write_text(f"[{self.ODD}]", encoding="utf-8")
        run = typeline("cards", "coverage", str(file))
        assert (run.code, run.err) == (0, "")
        assert run.out.startswith("1 cards, 2 abilities, 50.0 % modelled\n")
        assert "Lands that dream are SUBTYPE" in run.out
        assert "Lands that" not in typeline("cards", "coverage", str(file), "--top", "0").out

    def test_of_a_store(self, tmp_path: Path, typeline: Typeline) -> None:
        path = str(tmp_path / "cards.db")
        typeline("cards", "import", "-", "--cards", path, stdin=f"[{self.ODD}]")
        told = json.loads(typeline("cards", "coverage", "--json", "--cards", path).out)
        assert told["abilities"] == {"total": 2, "modelled": 1}
        assert told["main"] == {"total": 1, "read": 0, "unread": 1, "percent": 0.0}
        (first, *_) = told["templates"]
        assert first == {
            "template": "Lands that dream are SUBTYPE", "kinds": ["types"], "read": 0, "unread": 1,
            "example": {"card": "Odd", "sentence": "Lands that dream are Islands"},
        }  # fmt: skip

    def test_of_nothing(self, tmp_path: Path, typeline: Typeline, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        monkeypatch.delenv("TYPELINE_CARDS", raising=False)
        assert "there is no card store yet" in typeline("cards", "coverage").refusal()
        assert "cannot be read" in typeline("cards", "coverage", str(tmp_path / "none.json")).refusal()
