"""Answers as they are shown and as JSON: marks, lost abilities, and their schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from facts import Board
from facts.schema import schema_text
from facts.schema.__main__ import written
from solver import Answer, derive
from solver.answer.table import answer_text
from solver.ask.explain import explain
from solver.ask.explain.walk.walk_text import walk_text
from solver.ask.together.grouping import derive_all
from tests.solver.answer.answer_schema import against_schema
from tests.solver.command import Typeline

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.yaml"))
EMBLEM = {"enters": {"name": "Elves rise", "type_line": "Emblem", "oracle_text": "Elves you control have flying."}}


def answer(*steps: Any) -> Answer:
    return derive(Board.of({"timeline": list(steps)}))


def shown(*steps: Any) -> str:
    return answer_text(answer(*steps))


class TestTheTable:
    """The output of `derive`."""

    @pytest.fixture(autouse=True)
    def wide(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "200")

    @pytest.mark.parametrize(
        "steps",
        [["Urza's Saga"], ["Tarmogoyf"], ["Forerunner of Slaughter"], ["Avian Changeling"], ["Forest"], [EMBLEM]],
        ids=lambda steps: str(steps[0])[:20],
    )
    def test_nothing_is_marked_that_did_not_change(self, steps: list[Any]) -> None:
        assert "*" not in shown(*steps)

    def test_both_halves_of_a_split_card_are_printed(self) -> None:
        assert "*" not in shown({"enters": "Turn // Burn", "zone": "hand"})

    def test_a_printed_type_line_is_not_put_in_another_order(self) -> None:
        odd = {
            "name": "Odd",
            "type_line": "Snow Legendary Creature Artifact — Golem Elf Vehicle",
            "power": 1,
            "toughness": 1,
        }
        text = shown({"enters": odd})
        assert "Snow Legendary Creature Artifact — Golem Elf Vehicle" in text
        assert "*" not in text

    def test_the_printed_type_line_stands_beside_every_creature_type(self) -> None:
        assert "printed: Creature — Shapeshifter" in shown("Avian Changeling")

    def test_an_emblem(self) -> None:
        text = shown(EMBLEM)
        assert "Emblem (no types)" in text
        assert "in the command zone" in text
        assert "Elves rise: Emblem (no types); in the command zone" in walk_text(
            explain(Board.of({"timeline": [EMBLEM]}))
        )

    def test_a_lost_intrinsic_ability(self) -> None:
        text = shown("Life and Limb", "Opalescence", "Humility", "Forest")
        (row,) = (line for line in text.splitlines() if line.startswith("forest"))
        assert "*lost: {T}: Add {G}. (to humility)" in row

    def test_a_lost_ability_says_what_had_granted_it_or_why_it_is_not_there(self) -> None:
        text = shown(EMBLEM, "Llanowar Elves", {"enters": "Exalted Angel", "face_down": True}, "Humility")
        assert "*lost: flying (from elves_rise, to humility)" in text
        assert "*lost: flying (708.2)" in text

    def test_an_ability_in_other_words_is_marked_and_not_lost(self) -> None:
        hack = {"resolves": "Magical Hack", "affects": ["moon"], "chosen": {"from": "Mountain", "to": "Island"}}
        text = shown({"enters": "Blood Moon", "as": "moon"}, hack)
        assert "*Nonbasic lands are Islands." in text
        assert "lost" not in text


class TestTheData:
    """The output of `--json` contains the values of the table."""

    def test_lost_abilities_and_their_removers(self) -> None:
        (elves,) = (
            answer(EMBLEM, "Llanowar Elves", "Humility").as_data()["objects"][label] for label in ["llanowar_elves"]
        )
        assert elves["lost"] == [
            {"text": "{T}: Add {G}.", "by": "humility", "rule": "613.1f"},
            {"text": "flying", "source": "elves_rise", "by": "humility", "rule": "613.1f"},
        ]
        assert elves["printed"] == {"type_line": "Creature — Elf Druid", "colors": ["G"], "power": 1, "toughness": 1}

    def test_printed_texts_instead_of_a_number(self) -> None:
        goyf = answer("Tarmogoyf").objects["tarmogoyf"]
        assert (goyf.printed_power, goyf.printed_toughness, goyf.changed) == ("*", "1+*", ())

    def test_the_paragraph_is_that_of_the_edition(self) -> None:
        board = Board.named(["Llanowar Elves", "Humility"])
        for edition in ("2008", "2026"):
            (lost,) = derive(board, edition=edition).objects["llanowar_elves"].lost
            assert (lost.by, lost.rule) == ("humility", "613.1f")

    def test_boards_together_tell_the_same_as_each_alone(self) -> None:
        moons = ["Blood Moon", {"enters": "Blood Moon", "as": "another"}]
        frog = {"resolves": "Turn to Frog", "affects": "dryad_arbor"}
        boards = [
            Board.of({"timeline": [*before, "Dryad Arbor", "Bayou", moon, *after, frog]})
            for moon in moons
            for before in ([], ["Grizzly Bears"])
            for after in ([], ["Humility"], ["Levitation"])
        ]
        together = list(derive_all(boards))
        assert together == [derive(board) for board in boards]
        assert {lost.by for one in together if isinstance(one, Answer) for lost in one.objects["bayou"].lost} == {
            "blood_moon",
            "another",
        }


class TestTheSchema:
    """`typeline schema --answer`; every case is held against it in `test_cases`."""

    def test_it_is_a_schema_and_written_the_usual_way(self) -> None:
        from jsonschema_rs import meta

        schema = json.loads(schema_text("answer"))
        meta.validate(schema)
        assert schema_text("answer") == written(schema) + "\n", "run `python -m facts.schema`"

    def test_each_key_is_described_in_the_docs(self) -> None:
        told = (Path(__file__).parents[3] / "docs" / "answer.md").read_text("utf-8")
        schema = json.loads(schema_text("answer"))
        parts = [schema, *(part for part in schema["$defs"].values() if "properties" in part)]
        assert [key for part in parts for key in part["properties"] if f"`{key}`" not in told] == []

    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
    def test_a_printed_answer_matches_the_schema(self, path: Path, typeline: Typeline) -> None:
        assert against_schema(json.loads(typeline("derive", str(path), "--json").out)) == []

    def test_a_line_of_a_batch_is_as_it_says(self, typeline: Typeline) -> None:
        board = '{"id": [1], "timeline": ["Llanowar Elves", "Humility"]}'
        (line,) = typeline("batch", "-", stdin=board).out.splitlines()
        assert against_schema(json.loads(line)) == []

    @pytest.mark.parametrize(
        "wrong",
        [
            {"zone": "field"}, {"power": "1"}, {"colors": ["G", "G"]}, {"lost": [{"text": "x", "by": None}]},
            {"mine": 1}, {"printed": {"type_line": "Land"}}, {"lost": ["flying"]}, {"changed": ["name"]},
            {"copied": False}, {"abilities": [{"text": "x", "origin": "found"}]},
        ],
        ids=str,
    )  # fmt: skip
    def test_a_wrong_answer_does_not_match_the_schema(self, wrong: Mapping[str, Any]) -> None:
        data = deepcopy(answer("Forest").as_data())
        assert against_schema(data) == []
        data["objects"]["forest"].update(wrong)
        assert against_schema(data) != []

    def test_the_version_and_the_edition_are_known_to_it(self) -> None:
        assert against_schema({**answer("Forest").as_data(), "typeline": "1.0", "edition": "2024"}) == []
