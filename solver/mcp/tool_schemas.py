"""The tools: the arguments and the answer of each, as JSON Schema.

Arguments are checked against these schemas (`facts.schema.check_against`), so each part has a ``title``: the noun that
messages use for it. The names in answers are those of the commands' JSON (docs/answer.md, docs/explain.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from facts.cards import DEFAULT_EDITION, EDITIONS
from facts.words import shown_examples as examples

Schema = dict[str, Any]

_BOARD: Schema = {
    "title": "a board (an object or a text)",
    "description": (
        f"What happened, oldest step first. Give an object, such as {examples.BOARD_WITH_KEYS}, or a text: the same in "
        "YAML or JSON, or one card name on each line. The resource typeline://board/format explains every key."
    ),
    "type": ["object", "string"],
}
_EDITION: Schema = {
    "title": "an edition",
    "description": f"The year of the Comprehensive Rules to apply. Default: {DEFAULT_EDITION}.",
    "type": "string",
    "enum": list(EDITIONS),
    "default": DEFAULT_EDITION,
}
_FACT: Schema = {
    "title": f"a fact in words, like '{examples.FACT_IN_WORDS}'",
    "description": (
        f"One fact about one object, named by its label: {', '.join(map(repr, examples.FACTS))}. "
        "Leave it out to get the facts you can ask about on this board."
    ),
    "type": "string",
    "minLength": 1,
    "maxLength": 2000,
}


def _limit(what: str, usual: int, most: int = 1000) -> Schema:
    return {
        "title": f"how many {what}",
        "description": f"Return at most this many {what}. The answer's left_out counts the others.",
        "type": "integer",
        "minimum": 1,
        "maximum": most,
        "default": usual,
    }


def _detail(description: str, *choices: str, usual: str) -> Schema:
    return {
        "title": "a level of detail",
        "description": description,
        "type": "string",
        "enum": [*choices],
        "default": usual,
    }


def _arguments(tool: str, required: list[str], **properties: Schema) -> Schema:
    return {
        "title": f"the arguments of {tool}",
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": False,
    }


_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_NUMBER: Schema = {"type": "integer"}
_SIZE: Schema = {"type": ["integer", "null"]}
_STAMP: dict[str, Schema] = {
    "typeline": {"description": "The version of typeline.", "type": "string"},
    "edition": {"description": "The edition of the Comprehensive Rules.", "type": "string"},
}
_LEFT_OUT: Schema = {
    "description": "How many entries are left out. To get them, ask again with a larger limit.",
    "type": "integer",
}
_WARNINGS: Schema = {
    **_TEXTS,
    "description": "Card text that is not understood. The answer may be wrong there: say so.",
}
_STEPS: Schema = {
    **_TEXTS,
    "description": "The changes that led to it, in the order of application, each with its layer.",
}
_BECAUSE: Schema = {**_TEXTS, "description": "The reason in a sentence or two, with rule numbers."}
_PROOF: Schema = {
    **_TEXTS,
    "description": "The proof. Each line is indented below the line that it supports. Left out in short.",
}

_ASKABLE: dict[str, Schema] = {
    "so": {**_TEXTS, "description": "Only if you gave no fact: what is true."},
    "no_more": {**_TEXTS, "description": "Only if you gave no fact: what a card says that is not true now."},
    "findings": {
        **_TEXTS,
        "description": "Only if you gave no fact: what the rules do not allow. A fact may be the beginning of one.",
    },
    "forms": {**_TEXTS, "description": "Only if you gave no fact: how to word a fact."},
}


def _list(of: Schema, description: str) -> Schema:
    return {"description": description, "type": "array", "items": of}


def _object(required: list[str], description: str = "", /, **properties: Schema) -> Schema:
    told = {"description": description} if description else {}
    return {**told, "type": "object", "required": required, "properties": properties}


def _gives(required: list[str], **properties: Schema) -> Schema:
    return _object(["typeline", "edition", *required, "left_out"], **_STAMP, **properties, left_out=_LEFT_OUT)


_ABILITY = _object(["text"], text=_TEXT, origin=_TEXT, source=_TEXT, rule=_TEXT, modelled={"type": "boolean"})
_LOST = _object(["text", "by", "rule"], text=_TEXT, by={"type": ["string", "null"]}, rule=_TEXT)
_PRINTED = _object([], "What is printed instead.", type_line=_TEXT, colors=_TEXTS)
_DERIVED = _object(
    ["name", "controller", "type_line", "colors", "abilities"],
    "What an object is. In short, a key with its usual value is left out.",
    name=_TEXT,
    controller=_TEXT,
    zone={**_TEXT, "description": "battlefield, if left out."},
    type_line=_TEXT,
    colors={**_TEXTS, "description": "Letters: W, U, B, R, G."},
    power={**_SIZE, "description": "Null, or left out, for a noncreature."},
    toughness=_SIZE,
    abilities=_list(_ABILITY, "What it has now."),
    lost=_list(_LOST, "What it has lost: to what, and by which rule."),
    changed={**_TEXTS, "description": "What differs from the card: type_line, colors, power_toughness."},
    printed=_PRINTED,
)


@dataclass(frozen=True)
class Tool:
    """A tool.

    Attributes:
        name: Its name.
        title: Its name for people.
        description: Its purpose, for the assistant that chooses among tools.
        arguments: The schema of its arguments.
        gives: The schema of its answer.
    """

    name: str
    title: str
    description: str
    arguments: Schema
    gives: Schema


TOOLS = (
    Tool(
        "find_cards",
        "Find cards",
        "Find the Magic cards that a board can name, by a piece of the name. For a mistyped name it suggests others. "
        "A card that is not found may still exist: define it on the board, under 'cards'.",
        _arguments(
            "find_cards",
            ["name"],
            name={
                "title": "a piece of a card's name",
                "description": "A piece of the name. Capital letters, accents and punctuation do not matter.",
                "type": "string",
                "minLength": 1,
                "pattern": "\\S",
                "maxLength": 200,
            },
            detail=_detail("full also gives what each card does.", "short", "full", usual="short"),
            limit=_limit("cards", 10, 100),
        ),
        _object(
            ["cards", "left_out"],
            cards=_list(
                _object(
                    ["name", "type_line", "built_in"],
                    name=_TEXT,
                    type_line=_TEXT,
                    built_in={"type": "boolean"},
                    text={
                        **_TEXT,
                        "description": "What the card does, and which part of it is not modelled. Only in full.",
                    },
                ),
                "By name.",
            ),
            left_out=_LEFT_OUT,
            did_you_mean=_TEXTS,
            hint=_TEXT,
        ),
    ),
    Tool(
        "derive",
        "What everything is",
        "Derive what every object on a Magic board is by the Comprehensive Rules: its type line, colors, power and "
        "toughness, and the abilities it keeps, gains and loses (205, 305.7, 613 ...). Call this instead of working "
        "out layers, timestamps and dependency yourself.",
        _arguments(
            "derive",
            ["board"],
            board=_BOARD,
            edition=_EDITION,
            objects={
                "title": "a list of labels",
                "description": "Return only these objects. Name them by their labels: Dryad Arbor is dryad_arbor.",
                "type": "array",
                "minItems": 1,
                "maxItems": 1000,
                "items": {"title": "a label", "type": "string", "minLength": 1, "maxLength": 200},
            },
            detail=_detail("full gives everything that is known of each object.", "short", "full", usual="short"),
            limit=_limit("objects", 20),
        ),
        _gives(
            ["objects", "warnings", "refused"],
            objects={
                "description": "The objects by label, in the order in which they entered.",
                "type": "object",
                "additionalProperties": _DERIVED,
            },
            warnings=_WARNINGS,
            refused=_list(
                _object(["object", "step", "rule"], object=_TEXT, step=_NUMBER, rule=_TEXT),
                "Instructions to transform that did nothing, each with the rule that says so.",
            ),
        ),
    ),
    Tool(
        "explain",
        "The walk through the layers",
        "Explain how the objects became what they are, layer by layer: which effect applied when, which one waited for "
        "another (dependency, 613.8), what each one did, and what the rules do not allow, with rule numbers.",
        _arguments(
            "explain",
            ["board"],
            board=_BOARD,
            edition=_EDITION,
            object={
                "title": "a label",
                "description": "Tell only what concerns this object.",
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
            },
            detail=_detail(
                "short gives a line for each change, middle what a judge would say, long everything.",
                "short",
                "middle",
                "long",
                usual="middle",
            ),
            limit=_limit("lines", 60),
        ),
        _gives(
            ["walk", "rules", "warnings"],
            walk={**_TEXTS, "description": "Lines. Each is indented below the layer or the effect that it belongs to."},
            rules={**_TEXTS, "description": "The numbers of the rules that the effects follow."},
            warnings=_WARNINGS,
        ),
    ),
    Tool(
        "why",
        "Why a fact is so",
        "Say whether one fact about a board is true, why in a sentence or two, and which steps led to it. With "
        "detail=middle or long it adds the proof. Without a fact it lists the facts you can ask about.",
        _arguments(
            "why",
            ["board"],
            board=_BOARD,
            fact=_FACT,
            edition=_EDITION,
            detail=_detail(
                "short gives no proof, middle the proof as a judge would give it, long all of it.",
                "short",
                "middle",
                "long",
                usual="short",
            ),
            limit=_limit("lines of each list", 40),
        ),
        _gives(
            [],
            fact={**_TEXT, "description": "The fact in the vocabulary of queries."},
            said={**_TEXT, "description": "The fact in words."},
            holds={"description": "Whether the fact is true.", "type": "boolean"},
            because=_BECAUSE,
            steps=_STEPS,
            proof=_PROOF,
            **_ASKABLE,
        ),
    ),
    Tool(
        "why_not",
        "Why a fact is not so",
        "Say why a fact is not true: what stands in its way, which objects or effects would have to go to make it "
        "true, and what became of the effects that would make it true.",
        _arguments(
            "why_not",
            ["board"],
            board=_BOARD,
            fact=_FACT,
            edition=_EDITION,
            detail=_detail(
                "middle and long add the proof of what stands in the way.", "short", "middle", "long", usual="short"
            ),
            limit=_limit("lines of each list", 40),
        ),
        _gives(
            [],
            fact={**_TEXT, "description": "The fact in the vocabulary of queries."},
            said={**_TEXT, "description": "The fact in words."},
            holds={"description": "Whether the fact is true after all.", "type": "boolean"},
            because=_BECAUSE,
            without={
                **_TEXT,
                "description": "What would have to go to make it true, in a sentence. Empty if nothing was found.",
            },
            culprits=_list(_TEXTS, "The smallest sets of objects and effects, by label, that would have to go."),
            ways={**_TEXTS, "description": "The effects that would make it true, and what became of them."},
            steps=_STEPS,
            proof=_PROOF,
            **_ASKABLE,
        ),
    ),
    Tool(
        "check_board",
        "Is this board possible?",
        "Check a board before you rely on an answer about it. It says whether the board is written correctly, and "
        "whether the game would let it stand: no Aura on something it cannot enchant, no second legend of one name, no "
        "illegal target.",
        _arguments("check_board", ["board"], board=_BOARD, edition=_EDITION, limit=_limit("findings", 20)),
        _gives(
            ["fine", "findings", "warnings", "objects"],
            fine={"description": "True if nothing was found.", "type": "boolean"},
            findings=_list(
                _object(
                    ["rule", "finding", "objects", "says", "step"],
                    rule=_TEXT,
                    finding=_TEXT,
                    objects=_TEXTS,
                    says=_TEXT,
                    step={"type": ["integer", "null"]},
                ),
                "What the game would not let stand, each with its rule.",
            ),
            warnings=_WARNINGS,
            objects={**_TEXTS, "description": "The labels of the objects. Use them in facts and in explain."},
        ),
    ),
)
"""All tools, in the order in which they are listed."""
