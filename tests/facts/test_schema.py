"""The published schemas, and what is said about documents that do not fit them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, Literal

import pytest

from facts.errors import InputError
from facts.reading import Document, plain_document, read_document
from facts.schema import check, schema_text
from facts.schema.__main__ import synchronised, written

ROOT = Path(__file__).parents[2]
CASES = sorted(ROOT.glob("tests/cases/*/*.yaml"))
LIBRARY = sorted(ROOT.glob("facts/library/*.yaml"))
KINDS: tuple[Literal["board", "card"], ...] = ("board", "card")
BOARD, CARD = (json.loads(schema_text(kind)) for kind in KINDS)


def refused(text: str, kind: Literal["board", "card"] = "board") -> str:
    """Return what is said about a document that must be refused, without the source's name."""
    with pytest.raises(InputError) as caught:
        check(read_document(text, "b.yaml"), kind)
    line = str(caught.value)
    assert line.isprintable()
    return line.removeprefix("b.yaml:")


def refused_step(step: str) -> str:
    """Return what is said about a board's only step."""
    return refused(f"timeline:\n  - {step}\n").removeprefix("2: timeline[0]").removeprefix(": ")


def refused_effect(effect: str) -> str:
    """Return what is said about an effect."""
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
        assert [branch["required"] for branch in defs["does_something"]["anyOf"]] == [[key] for key in ops]
        assert set(defs["ability_with_one_effect"]["dependentRequired"]) == {*ops, "if", "as_long_as"}

    def test_the_verbs_are_told_apart_in_the_schema_itself(self) -> None:
        from jsonschema_rs import Draft202012Validator

        validator = Draft202012Validator(BOARD)
        assert validator.is_valid({"timeline": [{"enters": "Bear", "counters": {"+1/+1": 1}}]})
        assert validator.is_valid({"timeline": [{"counters": {"+1/+1": 1}, "on": "bear"}]})
        for step in ({}, {"enters": "Bear", "leaves": "bear"}, {"damage": 1, "counters": {"x": 1}, "on": "b"}, {"on": "b"}):
            assert not validator.is_valid({"timeline": [step]})

    @pytest.mark.parametrize("schema", [BOARD, CARD], ids=KINDS)
    def test_every_key_is_described(self, schema: dict[str, Any]) -> None:
        for part in _parts(schema):
            for key, value in part.get("properties", {}).items() if "title" in part else ():
                known = schema["$defs"].get(value.get("$ref", "").rpartition("/")[2], {})
                assert {**known, **value}.get("description") or key in CARD["$defs"]["amount_of"]["properties"], key


def _parts(value: Any) -> list[dict[str, Any]]:
    """Return all mappings in a schema."""
    found = [value] if isinstance(value, dict) else []
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        found += _parts(inner)
    return found


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_board_of_every_case(path: Path) -> None:
    document = read_document(path.read_bytes(), path.name)
    check(Document(document.data["board"], path.name), "board")


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_every_card_of_the_library(path: Path) -> None:
    check(read_document(path.read_bytes(), path.name), "card")


STEPS = """
Dryad Arbor
{enters: Celestial Colonnade, as: colonnade, controller: B, owner: A}
{enters: Convincing Mirage, attached_to: colonnade, chosen: {basic_land_type: Forest}}
{enters: Clone, copy_of: dragon}
{enters: Figure of Destiny, zone: stack, level: 2, x: 3}
{enters: Delver of Secrets, face: back, status: [bestowed, prototyped, impending, monstrous, solved, flipped, was_cast]}
{enters: Exalted Angel, face_down: true}
{enters: Exalted Angel, face_down: morph, counters: {"+1/+1": 2}, paired_with: x}
{enters: Smoky Lounge, unlocked: [left], melded_from: [a, b], token: true}
{enters: {name: Saproling, type_line: Creature — Saproling, colors: [G], power: "1", toughness: 1}, token: true}
{enters: token, copy_of: ring, made_by: "Urza, Prince of Kroog"}
{enters: token, copy_of: ring, except: "it's a 1/1 Soldier creature in addition to its other types"}
{enters: token, copy_of: ring, except: {set_power: 1, set_toughness: 1, add_types: [Creature], add_subtypes: [Soldier]}}
{resolves: Turn to Frog, affects: [pridemate], as: frogged}
{resolves: Turn to Frog, affects: pridemate}
{resolves: Skarrg Guildmage, source: guildmage, ability: "becomes a 4/4", affects: [mountain]}
{resolves: Mirrorweave, ability: 1, copy_of: x, controller: A, attached_to: y, face_down: manifest, x: 2, chosen: {color: W}}
{resolves: {text: "Target permanent becomes a land."}, affects: [dryad_arbor]}
{resolves: {effects: [{affects: {targets: {type: Creature}}, set_subtypes: [{chosen: creature_type}]}]}, affects: x}
{stacks: delver, as: first}
{transforms: delver, because: first, delayed: true}
{converts: delver}
{attaches: aura, to: other}
{turns: morph, face: up}
{turns: morph, face: down, face_down: cloak}
{phases: out, object: x}
{leaves: blood_moon}
{counters: {"+1/+1": 1, ice: -1}, on: bears}
{damage: 2, on: acrolith}
{mutates: Card, onto: label, position: over}
{ends: frogged}
{enters: X, chosen: {creature_type: Elf, land_type: Gate, card_type: Land, card_name: Y, number: 3, player: A, from: Swamp, to: Island, mode: flying}}
"""


@pytest.mark.parametrize("step", STEPS.strip().splitlines())
def test_steps_that_are_accepted(step: str) -> None:
    check(read_document(f"players: [A, B]\nturn: A\nname: x\ntimeline:\n  - {step}\n", "b.yaml"), "board")


def test_a_board_needs_no_more_than_a_timeline() -> None:
    check(plain_document({"timeline": []}), "board")


def test_a_card_as_scryfall_gives_it() -> None:
    face = {"object": "card_face", "name": "X", "type_line": "Creature — Elf", "oracle_text": "", "image_uris": {}}
    card = {
        "object": "card", "id": "1", "lang": "en", "name": "X // Y", "layout": "transform", "cmc": 3.0,
        "color_identity": ["G"], "keywords": ["Flying"], "produced_mana": ["C", "G"], "legalities": {"vintage": "legal"},
        "card_faces": [{**face, "power": "1+*", "mana_cost": "{G}"}, {**face, "color_indicator": ["G"], "loyalty": "X"}],
        "prices": {"usd": None},
    }  # fmt: skip
    check(Document(card, "x"), "card")
    check(Document({"timeline": [{"enters": card}], "cards": [card]}, "x"), "board")


MESSAGES = [
    ("{enters: X, zone: battlefeild}", ".zone: 'battlefeild' is no zone. Did you mean 'battlefield'?"),
    (
        "{enters: X, zone: 3}",
        ".zone: 3 is no zone. Accepted: battlefield, stack, hand, graveyard, library, exile, command",
    ),
    ("{enters: X, zonee: hand}", ".zonee: 'zonee' is no key of an enters step. Did you mean 'zone'?"),
    ("{enters: X, face_down: false}", ".face_down: false is no way of being face down. Accepted: true, morph,"),
    ("{enters: X, token: false}", ".token: false is not accepted here. Accepted: true, or leave 'token' out"),
    ("{enters: X, as: 7}", ".as: 7 is a number. Wanted: a label; as a text it needs quotes: '7'"),
    ('{enters: X, as: ""}', ".as: the text is empty. Wanted: a label"),
    ('{enters: X, as: "  "}', ".as: '  ' is blank. Wanted: a label"),
    (f"{{enters: X, as: {'x' * 201}}}", "is 201 characters long. At most 200 characters"),
    ("{enters: [a]}", '.enters: ["a"] is a list. Wanted: a card\'s name or a card'),
    ("{enters: {name: X}}", "It needs one of these keys: type_line, card_faces"),
    ('{enters: X, counters: {"+1/+1": 1.5}}', '.counters["+1/+1"]: 1.5 is no whole number.'),
    ('{enters: X, counters: {"": 1}}', ".counters[\"\"]: '' is no kind of counter. A text of 1 to 60 characters"),
    ("{enters: X, counters: {}}", ".counters: the mapping is empty. Wanted: counters, like"),
    ("{enters: X, x: 1000001}", ".x: 1000001 is too large. At most 1000000"),
    ("{enters: X, x: -1}", ".x: -1 is too small. At least 0"),
    ("{enters: X, status: bestowed}", ".status: 'bestowed' is a text. Wanted: a list of statuses, even of one: [bestowed]"),
    ("{enters: X, status: [tapped, solved, tapped]}", ".status[2]: 'tapped' stands twice in the list. Each entry once"),
    ("{enters: X, melded_from: [a]}", ".melded_from: the list has 1 entry. Wanted: a list of labels or names, at least 2"),
    ("{enters: X, melded_from: [a, b, c]}", ".melded_from: the list has 3 entries. Wanted: a list of labels or names, at most 2"),
    ("{enters: X, chosen: {creaturetype: Elf}}", ".chosen.creaturetype: 'creaturetype' is no key of choices. Did you mean"),
    ("{enters: X, except: {set_types: Land}}", ".except.set_types: 'Land' is a text. Wanted: a list of card types, even of one: [Land]"),
    ("{enters: Urza, Prince of Kroog, as: u}", "A text with a comma or braces in it needs quotes here"),
    ("Circle of Protection: Red", "a name with ': ' in it needs quotes"),
    ("{entres: X}", ".entres: 'entres' is no key of a step. Did you mean 'enters'?"),
    ("{foo: [X]}", '{"foo": ["X"]} is not a step. It needs one of these keys: enters, resolves, stacks,'),
    ("{enters: X, transforms: y}", "'enters' and 'transforms' stand together. Only one of them belongs in a step"),
    ("{damage: 2, counters: {a: 1}, on: b}", "'counters' and 'damage' stand together."),
    ("3", "3 is a number. Wanted: a step: a card's name, or a mapping with one verb"),
    ("[a]", '["a"] is a list. Wanted: a step'),
    ("~", "null is no value. Wanted: a step"),
    ("{attaches: a}", "'to' is missing. Wanted: to: a label"),
    ("{attaches: a, too: b}", ".too: 'too' is no key of an attaches step. Did you mean 'to'?"),
    ("{turns: a, face: up, face_down: morph}", ".face_down: 'face_down' has no place here. Accepted only with face: down"),
    ("{phases: x, object: a}", ".phases: 'x' is no direction. Accepted: out, in"),
    ("{resolves: X, ability: 0}", ".ability: 0 is too small. At least 1"),
    ("{resolves: X, ability: {T}}", "Wanted: a position from 1 or a piece of the ability's text"),
    ("{resolves: X, affects: []}", ".affects: the list is empty. Wanted: a label or a list of labels, at least 1"),
    ("{resolves: {}}", ".resolves: {} is not a mapping {text: ...} or {effects: [...]}. It needs one of these keys: text, effects"),
    ("{resolves: {txt: a}}", ".resolves.txt: 'txt' is no key of a mapping {text: ...} or {effects: [...]}. Did you mean 'text'?"),
]  # fmt: skip


@pytest.mark.parametrize(("step", "message"), MESSAGES)
def test_what_is_said_about_steps(step: str, message: str) -> None:
    assert message in refused_step(step)


EFFECTS = [
    ("{affects: thiss, switch: true}", ".affects: 'thiss' is no word for what is affected. Did you mean 'this'?"),
    ("{affects: 3, switch: true}", ".affects: 3 is a number. Wanted: what is affected: this, attached, targets,"),
    ("{affects: {tpe: Land}, switch: true}", ".affects.tpe: 'tpe' is no key of a filter. Did you mean 'type'?"),
    ("{affects: [{type: Land}, {colour: W}], switch: true}", ".affects[1].colour: 'colour' is no key of a filter."),
    ("{affects: {targets: {type: Lamd}}, switch: true}", ".affects.targets.type: 'Lamd' is no card type. Did you mean 'Land'?"),
    ("{affects: {type: [Land, 3]}, switch: true}", ".affects.type[1]: 3 is a number. Wanted: a card type or {chosen: card_type}"),
    ("{affects: {type: {chosen: color}}, switch: true}", ".affects.type.chosen: 'color' is no choice that can stand here. Accepted: card_type"),
    ("{affects: {mana_value: 3}, switch: true}", ".affects.mana_value: 3 is a number. Wanted: a mapping of bounds, like {at_least: 4}"),
    ("{affects: this, set_power: {cuont: {}}}", ".set_power.cuont: 'cuont' is no key of an amount. Did you mean 'count'?"),
    ("{affects: this, set_power: {x: true, count: {}}}", "'count' and 'x' stand together. Only one of them belongs in an amount"),
    ("{affects: this, set_power: {greatest: power}}", ".set_power: 'among' is missing. Wanted: among: a filter"),
    ('{affects: this, set_power: "1"}', ".set_power: '1' is a text. Wanted: a whole number or an amount like"),
    ("{affects: this, set_colors: [White]}", ".set_colors[0]: 'White' is no color letter. Accepted: W, U, B, R, G"),
    ("{affects: this, still: yes}", ".still: 'yes' is not accepted here. Accepted: true, or leave 'still' out"),
    ("{affects: this, as_long_as: {at_least: 3}, switch: true}", '{"at_least": 3} is not a condition. It needs one of these keys: count,'),
    ("{affects: this}", '{"affects": "this"} is not an effect. It needs one of these keys: becomes_copy,'),
    ("{switch: true}", "'affects' is missing. Wanted: affects: what is affected"),
    ("{affects: this, add_abilities: [{kind: statc, text: x}]}", ".add_abilities[0].kind: 'statc' is no kind of ability. Did you mean 'static'?"),
    ("{affects: this, add_abilities: [{effects: [{affects: this, switch: true}], switch: true}]}", "'switch' is no key of an ability with a list of effects."),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "message"), EFFECTS)
def test_what_is_said_about_effects(effect: str, message: str) -> None:
    assert message in refused_effect(effect)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "1: [] is a list. Wanted: a board: a mapping with a timeline"),
        ("players: [A, B]", "1: 'timeline' is missing. Wanted: timeline: a list of steps"),
        ("tiemline: []", "1: tiemline: 'tiemline' is no key of a board. Did you mean 'timeline'?"),
        ("timeline: []\nplayers: [A]", "2: players: the list has 1 entry. Wanted: a list of players, at least 2"),
        ("timeline: []\nplayers: [A, A]", "2: players[1]: 'A' stands twice in the list. Each entry once"),
        ("timeline: []\ncards:\n- {name: X, type_line: Land, mana_cost: {R}}", "3: cards[0].mana_cost: {\"R\": null} is a mapping."),
    ],
)  # fmt: skip
def test_what_is_said_about_boards(text: str, message: str) -> None:
    assert refused(text).startswith(message)


def test_what_is_said_about_cards() -> None:
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
        ("- a", "1: "),
        ("cards: [{}]\nzzzz: 1", "1: cards[0]"),
    ],
)
def test_the_first_problem_in_the_order_of_the_document(text: str, first: str) -> None:
    assert refused(text).startswith(first)


def test_no_message_speaks_json_schema() -> None:
    said = [refused_step(step) for step, _ in MESSAGES] + [refused_effect(effect) for effect, _ in EFFECTS]
    for line in said:
        for jargon in ("schema", "object", "array", "string", "integer", "enum", "required", "propert", "None", "True"):
            assert jargon not in line.replace("an object: ", ""), line


def test_very_many_mistakes_are_answered_soon() -> None:
    start = time.monotonic()
    data: dict[str, Any] = {"timeline": ["Forest"] * 100_000 + [3] * 100_000}
    with pytest.raises(InputError, match=r"^<board>: timeline\[100000\]: 3 is a number"):
        check(plain_document(data), "board")
    with pytest.raises(InputError, match=r"^<board>: timeline\[0\].affects\[5000\]: 3 is a number"):
        check(plain_document({"timeline": [{"resolves": "X", "affects": ["a"] * 5_000 + [3] * 100_000}]}), "board")
    with pytest.raises(InputError, match=r"^<board>: timeline\[0\].k0: 'k0' is no key"):
        check(plain_document({"timeline": [{"enters": "X", **{f"k{n}": 1 for n in range(100_000)}}]}), "board")
    assert time.monotonic() - start < 30  # without a bound it takes gigabytes
