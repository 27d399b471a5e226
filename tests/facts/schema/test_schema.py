"""The published schemas, and the messages about documents that do not fit them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal

import pytest

from facts.effects.board_questions import TARGET_LIMITS
from facts.effects.form import ABOUT_EVENTS
from facts.schema import _errors, _plain_board, _validator, check, schema_text
from facts.schema.__main__ import synchronised, written
from facts.text.errors import InputError
from facts.text.reading import Document, plain_document, read_document

ROOT = Path(__file__).parents[3]
CASES = sorted(ROOT.glob("tests/cases/*/*.yaml"))
KINDS: tuple[Literal["board", "card"], ...] = ("board", "card")
MESSAGES = Path(__file__).parent / "messages"
ACCEPTED = (MESSAGES / "accepted_steps.txt").read_text("utf-8").splitlines()
BOARD, CARD = (json.loads(schema_text(kind)) for kind in KINDS)


def _said(name: str) -> list[tuple[str, str]]:
    """Return wrong inputs, each with a piece of its message: the file has them on alternate lines."""
    lines = [line.strip() for line in (MESSAGES / name).read_text("utf-8").splitlines()]
    return list(zip(lines[::2], lines[1::2], strict=True))


STEPS = _said("steps.txt")
EFFECTS = _said("effects.txt")


def refused(text: str, kind: Literal["board", "card"] = "board") -> str:
    """Return the message about a document that must be refused, without the source's name."""
    with pytest.raises(InputError) as caught:
        check(read_document(text, "b.yaml"), kind)
    line = str(caught.value)
    assert line.isprintable()
    return line.removeprefix("b.yaml:")


def refused_step(step: str) -> str:
    """Return the message about a board's only step."""
    return refused(f"timeline:\n  - {step}\n").removeprefix("2: timeline[0]").removeprefix(": ")


def refused_effect(effect: str) -> str:
    """Return the message about an effect."""
    return refused_step(f"{{resolves: {{effects: [{effect}]}}}}").removeprefix(".resolves.effects[0]")


class TestThePublishedFiles:
    """They are schemas, and complete."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_they_are_valid_json_schemas(self, kind: Literal["board", "card"]) -> None:
        from jsonschema_rs import Draft202012Validator, meta

        schema = json.loads(schema_text(kind))
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert schema["$id"].endswith(f"/{kind}.schema.json")
        meta.validate(schema)
        Draft202012Validator(schema)

    @pytest.mark.parametrize("schema", [BOARD, CARD], ids=KINDS)
    def test_they_refer_to_nothing_outside_and_to_everything_inside(self, schema: dict[str, Any]) -> None:
        references = {part["$ref"] for part in _parts(schema) if "$ref" in part}
        assert references == {f"#/$defs/{name}" for name in schema["$defs"]}

    @pytest.mark.parametrize("schema", [BOARD, CARD], ids=KINDS)
    def test_every_object_is_closed_but_cards(self, schema: dict[str, Any]) -> None:
        opened = {name for name in ("card", "face") if schema["$defs"][name]["additionalProperties"] is True}
        assert opened == {"card", "face"}
        for name, definition in schema["$defs"].items():
            for part in _parts(definition):
                if part.get("type") == "object" and "properties" in part and "anyOf" not in part and "title" in part:
                    assert "additionalProperties" in part, part["title"]
                    assert part["additionalProperties"] is False or name in opened, part["title"]

    def test_both_define_cards_alike(self) -> None:
        assert synchronised(BOARD, CARD) == BOARD, "run `python -m facts.schema`"

    @pytest.mark.parametrize("kind", KINDS)
    def test_they_are_written_the_usual_way(self, kind: Literal["board", "card"]) -> None:
        assert schema_text(kind) == written(json.loads(schema_text(kind))) + "\n", "run `python -m facts.schema`"

    def test_an_effect_does_the_same_wherever_it_stands(self) -> None:
        defs = CARD["$defs"]
        ops = defs["ops"]["properties"]
        for name in ("effect", "ability_with_one_effect"):
            found = defs[name]["properties"]
            assert {key: found[key] for key in ops} == ops
        # Prohibitions of an effect are no exceptions of a copy, and no characteristics.
        assert [branch["required"] for branch in defs["does_something"]["anyOf"]] == [
            [key] for key in (*ops, *ABOUT_EVENTS)
        ]
        assert set(defs["ability_with_one_effect"]["dependentRequired"]) == {
            *ops,
            *ABOUT_EVENTS,
            "if",
            "as_long_as",
            "lasts",
            "shares",
            "besides",
            *TARGET_LIMITS,
        }

    def test_the_verbs_are_told_apart_in_the_schema_itself(self) -> None:
        from jsonschema_rs import Draft202012Validator

        validator = Draft202012Validator(BOARD)
        assert validator.is_valid({"timeline": [{"enters": "Bear", "counters": {"+1/+1": 1}}]})
        assert validator.is_valid({"timeline": [{"counters": {"+1/+1": 1}, "on": "bear"}]})
        for step in (
            {},
            {"enters": "Bear", "leaves": "bear"},
            {"damage": 1, "counters": {"x": 1}, "on": "b"},
            {"on": "b"},
        ):
            assert not validator.is_valid({"timeline": [step]})

    @pytest.mark.parametrize("schema", [BOARD, CARD], ids=KINDS)
    def test_every_key_is_described(self, schema: dict[str, Any]) -> None:
        for part in _parts(schema):
            for key, value in part.get("properties", {}).items() if "title" in part else ():
                known = schema["$defs"].get(value.get("$ref", "").rpartition("/")[2], {})
                assert {**known, **value}.get("description"), key


def _parts(value: Any) -> list[dict[str, Any]]:
    """Return all mappings in a schema."""
    found = [value] if isinstance(value, dict) else []
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        found += _parts(inner)
    return found


@pytest.mark.parametrize("folder", sorted({path.parent for path in CASES}), ids=lambda folder: folder.name)
def test_the_board_of_every_case(folder: Path) -> None:
    for path in CASES:
        if path.parent == folder:
            document = read_document(path.read_bytes(), path.name)
            check(Document(document.data["board"], path.name), "board")


@pytest.mark.parametrize("step", ACCEPTED)
def test_steps_that_are_accepted(step: str) -> None:
    check(read_document(f"players: [A, B]\nturn: A\nname: x\ntimeline:\n  - {step}\n", "b.yaml"), "board")


def test_the_examples_of_the_documentation() -> None:
    examples = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "board.md").read_text("utf-8"), re.DOTALL)
    assert len(examples) > 4
    for example in examples:
        text = "timeline:\n" + example if example.startswith("- ") else example
        check(read_document(text, "docs/board.md"), "board")


def test_a_board_needs_no_more_than_a_timeline() -> None:
    check(plain_document({"timeline": []}), "board")


def test_a_card_as_scryfall_gives_it() -> None:
    face = {
        "object": "card_face",
        "name": "X",
        "type_line": "Creature — Elf",
        "oracle_text": "",
        "image_uris": {},
    }
    card = {
        "object": "card",
        "id": "1",
        "lang": "en",
        "name": "X // Y",
        "layout": "transform",
        "cmc": 3.0,
        "color_identity": ["G"],
        "keywords": ["Flying"],
        "produced_mana": ["C", "G"],
        "legalities": {"vintage": "legal"},
        "card_faces": [
            {**face, "power": "1+*", "mana_cost": "{G}"},
            {**face, "color_indicator": ["G"], "loyalty": "X"},
        ],
        "prices": {"usd": None},
    }
    check(Document(card, "x"), "card")
    check(Document({"timeline": [{"enters": card}], "cards": [card]}, "x"), "board")


@pytest.mark.parametrize(("step", "message"), STEPS)
def test_messages_about_steps(step: str, message: str) -> None:
    assert message in refused_step(step)


@pytest.mark.parametrize(("effect", "message"), EFFECTS)
def test_messages_about_effects(effect: str, message: str) -> None:
    assert message in refused_effect(effect)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "1: [] is a list. Wanted: a board: a mapping with a timeline"),
        ("players: [A, B]", "1: 'timeline' is missing. Wanted: timeline: a list of steps"),
        ("board:\n  timeline: []", "1: board: the board stands within 'board'. Only 'typeline batch' takes it so."),
        ("tiemline: []", "1: tiemline: 'tiemline' is no key of a board. Did you mean 'timeline'?"),
        (
            "timeline: []\nplayers: [A]",
            "2: players: the list has 1 entry. Wanted: a list of players, at least 2",
        ),
        ("timeline: []\nplayers: [A, A]", "2: players[1]: 'A' stands twice in the list. Each entry once"),
        (
            "timeline: []\ncards:\n- {name: X, type_line: Land, mana_cost: {R}}",
            '3: cards[0].mana_cost: {"R": null} is a mapping.',
        ),
    ],
)
def test_messages_about_boards(text: str, message: str) -> None:
    assert refused(text).startswith(message)


def test_message_about_a_long_label() -> None:
    message = refused_step(f"{{enters: X, as: {'x' * 201}}}")
    assert message.endswith("is 201 characters long. At most 200 characters")
    assert len(message) < 150


def test_messages_about_cards() -> None:
    assert refused("type_line: Land", "card") == "1: 'name' is missing. Wanted: name: a name"
    assert refused("name: X\ntype_line: Land\nabilities:\n- {set_types: [Land]}", "card").startswith(
        "4: abilities[0]: 'affects' is missing."
    )


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("timeline:\n- {enters: X, zone: q}\n- {enters: X, as: 3}\ncards: 3", "2: timeline[0].zone"),
        ("cards: 3\ntimeline:\n- {enters: X, zone: q}", "1: cards"),
        ("timeline:\n- enters: X\n  zzzz: 1\n  zone: q", "3: timeline[0].zzzz"),
        ("timeline:\n- enters: X\n  zone: q\n  zzzz: 1", "3: timeline[0].zone"),
        ("timeline:\n- enters: X\n  zzzz: 1\n  yyyy: 1", "3: timeline[0].zzzz"),
        (
            "timeline:\n- {resolves: {effects: [{set_power: q}]}}",
            "2: timeline[0].resolves.effects[0].set_power",
        ),
        ("- a", "1: "),
        ("cards: [{}]\nzzzz: 1", "1: cards[0]"),
    ],
)
def test_the_first_problem_in_the_order_of_the_document(text: str, first: str) -> None:
    assert refused(text).startswith(first)


def test_no_message_speaks_json_schema() -> None:
    said = [refused_step(step) for step, _ in STEPS] + [refused_effect(effect) for effect, _ in EFFECTS]
    for line in said:
        for jargon in (
            "schema",
            "object",
            "array",
            "string",
            "integer",
            "enum",
            "required",
            "propert",
            "None",
            "True",
        ):
            assert jargon not in line.replace("an object: ", ""), line


def test_of_very_many_mistakes_one_is_told() -> None:
    data: dict[str, Any] = {"timeline": ["Forest"] * 100_000 + [3] * 100_000}
    assert len(list(_errors(_validator("board"), data))) == 1  # all of them would take hundreds of megabytes
    with pytest.raises(InputError, match=r"^<board>: timeline\[100000\]: 3 is a number"):
        check(plain_document(data), "board")
    with pytest.raises(InputError, match=r"^<board>: timeline\[0\].affects\[5000\]: 3 is a number"):
        check(
            plain_document({"timeline": [{"resolves": "X", "affects": ["a"] * 5_000 + [3] * 100_000}]}),
            "board",
        )
    with pytest.raises(InputError, match=r"^<board>: timeline\[0\].k0: 'k0' is no key"):
        check(plain_document({"timeline": [{"enters": "X", **{f"k{n}": 1 for n in range(100_000)}}]}), "board")


class TestThePlainBoard:
    """The short cut for the simplest boards accepts nothing that the schema refuses."""

    def test_it_accepts_nothing_that_the_schema_rejects(self) -> None:
        validator = _validator("board")
        texts = ["Forest", "", " ", "x" * 101, "\t", "é", "a b", 'say "no"', "0", "token"]
        steps: list[Any] = [*texts, 1, None, [], {}, {"enters": 1}, {"resolves": "Forest"}]
        verbs = [verb for verb in BOARD["$defs"] if verb.startswith("step_") and verb != "step_by_verb"]
        keys = {key for verb in verbs for key in BOARD["$defs"][verb]["properties"]}
        for verb in [verb.removeprefix("step_") for verb in verbs]:
            for key in sorted(keys):
                steps += [{verb: "Forest", key: text} for text in texts] + [
                    {key: "Forest"},
                    {verb: "Forest", key: None},
                    {verb: None, key: "Forest"},
                    {verb: "Forest", key: "forest", "as": "f"},
                ]
        accepted = 0
        for step in steps:
            board = {"timeline": ["Island", step]}
            if _plain_board(board):
                accepted += 1
                assert validator.is_valid(board), step
        assert accepted > 20
        players: tuple[Any, ...] = ("a", ["a"], ["a", "b"], ["a", "a"], ["a", "b", "c"], ["a", 1], ["a", " "], [], None)
        for named in players:
            for key, value in (("turn", "a"), ("turn", 1), ("name", "n"), ("name", ""), ("description", 1), ("x", "a")):
                peopled: dict[str, Any] = {"players": named, "timeline": ["Forest"], key: value}
                if _plain_board(peopled):
                    accepted += 1
                    assert validator.is_valid(peopled), peopled
        assert accepted > 200
        others: tuple[Any, ...] = (
            {},
            {"timeline": "x"},
            [],
            {"timeline": [], "x": 1},
            {"players": ["a"], "timeline": []},
            {"players": ["a", "b"]},
        )
        for other in others:
            assert not _plain_board(other)
