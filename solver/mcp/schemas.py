"""The tools: what each takes and what it gives back, as JSON Schema.

Arguments are checked against these schemas (`facts.schema.check_against`), so each part has a ``title``: the noun that
messages use for it. The names in answers are those of the commands' JSON (docs/answer.md, docs/explain.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from facts.edition import DEFAULT_EDITION, EDITIONS

Schema = dict[str, Any]

_BOARD: Schema = {
    "title": "a board: an object, or a text",
    "description": (
        'The board, oldest step first: an object like {"timeline": ["Dryad Arbor", {"enters": "Blood Moon", '
        '"controller": "opponent"}]}, or a text: the same in YAML or JSON, or a card\'s name on each line. '
        "The resource typeline://board/format explains it."
    ),
    "type": ["object", "string"],
}
_EDITION: Schema = {
    "title": "an edition",
    "description": f"The year of the Comprehensive Rules; {DEFAULT_EDITION} if left out.",
    "type": "string",
    "enum": list(EDITIONS),
    "default": DEFAULT_EDITION,
}
_FACT: Schema = {
    "title": "a fact in words, like 'humility is a 1/1 creature'",
    "description": (
        "One fact about one object, by its label: 'dryad_arbor is a Mountain', 'x has flying', 'x lost all abilities', "
        "'x is not a land'. Left out: the facts that one can ask about on this board."
    ),
    "type": "string",
    "minLength": 1,
    "maxLength": 2000,
}


def _limit(what: str, usual: int, most: int = 1000) -> Schema:
    return {
        "title": f"how many {what}",
        "description": f"So many {what} at most; left_out says how many more there are.",
        "type": "integer",
        "minimum": 1,
        "maximum": most,
        "default": usual,
    }


def _detail(description: str, *choices: str, usual: str) -> Schema:
    return {"title": "a detail", "description": description, "type": "string", "enum": [*choices], "default": usual}


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
_LEFT_OUT: Schema = {"description": "So many entries are left out: ask with a larger limit.", "type": "integer"}
_WARNINGS: Schema = {**_TEXTS, "description": "What could not be taken into account: the answer may be wrong there."}
_STEPS: Schema = {**_TEXTS, "description": "The changes that led to it, oldest first, each with its layer."}
_BECAUSE: Schema = {**_TEXTS, "description": "The reason in a sentence or two, with rule numbers."}
_PROOF: Schema = {**_TEXTS, "description": "The proof, each line indented below what it supports. Not in short."}

_ASKABLE: dict[str, Schema] = {
    "so": {**_TEXTS, "description": "Where no fact was asked about: what is so."},
    "no_more": {**_TEXTS, "description": "Where no fact was asked about: what was so by its card, and is not now."},
    "forms": {**_TEXTS, "description": "Where no fact was asked about: how facts are put in words."},
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
    "What an object is. In short, keys whose values are as usual are left out.",
    name=_TEXT,
    controller=_TEXT,
    zone={**_TEXT, "description": "battlefield, if left out."},
    type_line=_TEXT,
    colors={**_TEXTS, "description": "Letters: W, U, B, R, G."},
    power={**_SIZE, "description": "Null, or left out, for a noncreature."},
    toughness=_SIZE,
    abilities=_list(_ABILITY, "What it has now."),
    lost=_list(_LOST, "What it has no longer: by what, and by which rule."),
    changed={**_TEXTS, "description": "What is not as printed: type_line, colors, power_toughness."},
    printed=_PRINTED,
)


@dataclass(frozen=True)
class Tool:
    """A tool.

    Attributes:
        name: Its name.
        title: What people call it.
        description: What it does, for the assistant that chooses among tools.
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
        "Find Magic cards that boards can name, by a piece of the name; for a mistyped name, what may have been meant. "
        "Not found does not mean that the card does not exist: define it on the board, under 'cards'.",
        _arguments(
            "find_cards",
            ["name"],
            name={
                "title": "a piece of a card's name",
                "description": "A piece of the name; case, accents and punctuation do not matter.",
                "type": "string",
                "minLength": 1,
                "pattern": "\\S",
                "maxLength": 200,
            },
            detail=_detail("full: also what each card does.", "short", "full", usual="short"),
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
                    text={**_TEXT, "description": "What it does, and what of it is not modelled. Only in full."},
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
        "Derive what every object on a Magic board is by the Comprehensive Rules: type line, colors, power and "
        "toughness, abilities kept, gained and lost (613, 305.7, 205 ...). Use it instead of reasoning about layers, "
        "timestamps and dependency yourself.",
        _arguments(
            "derive",
            ["board"],
            board=_BOARD,
            edition=_EDITION,
            objects={
                "title": "a list of labels",
                "description": "Only these objects, by their labels ('Dryad Arbor' is dryad_arbor).",
                "type": "array",
                "minItems": 1,
                "maxItems": 1000,
                "items": {"title": "a label", "type": "string", "minLength": 1, "maxLength": 200},
            },
            detail=_detail("full: all that is known of each object.", "short", "full", usual="short"),
            limit=_limit("objects", 20),
        ),
        _gives(
            ["objects", "warnings", "refused"],
            objects={
                "description": "By label, in the order in which they entered.",
                "type": "object",
                "additionalProperties": _DERIVED,
            },
            warnings=_WARNINGS,
            refused=_list(
                _object(["object", "step", "rule"], object=_TEXT, step=_NUMBER, rule=_TEXT),
                "Transformations that did not happen.",
            ),
        ),
    ),
    Tool(
        "explain",
        "The walk through the layers",
        "Explain how the objects became what they are: layer by layer, which effect applied when, which one waited for "
        "which (dependency, 613.8), and what each did, with rule numbers.",
        _arguments(
            "explain",
            ["board"],
            board=_BOARD,
            edition=_EDITION,
            object={
                "title": "a label",
                "description": "Only what is about this object.",
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
            },
            detail=_detail(
                "short: a line a change; middle: as a judge would say it; long: everything.",
                "short",
                "middle",
                "long",
                usual="middle",
            ),
            limit=_limit("lines", 60),
        ),
        _gives(
            ["walk", "rules", "warnings"],
            walk={**_TEXTS, "description": "Lines; each is indented below the layer or the effect that it belongs to."},
            rules={**_TEXTS, "description": "The paragraphs by which the effects did what they did."},
            warnings=_WARNINGS,
        ),
    ),
    Tool(
        "why",
        "Why a fact is so",
        "Prove one fact about a board: whether it holds, why in a sentence or two, and the steps that led to it; with "
        "detail also the proof. Without a fact: which facts one can ask about.",
        _arguments(
            "why",
            ["board"],
            board=_BOARD,
            fact=_FACT,
            edition=_EDITION,
            detail=_detail(
                "short: no proof; middle: the proof as a judge would give it; long: all of it.",
                "short",
                "middle",
                "long",
                usual="short",
            ),
            limit=_limit("lines of each list", 40),
        ),
        _gives(
            [],
            fact={**_TEXT, "description": "What was asked, in the vocabulary of queries."},
            said={**_TEXT, "description": "What was asked, in words."},
            holds={"description": "Whether it is so.", "type": "boolean"},
            because=_BECAUSE,
            steps=_STEPS,
            proof=_PROOF,
            **_ASKABLE,
        ),
    ),
    Tool(
        "why_not",
        "Why a fact is not so",
        "Say what stands in the way of a fact: without which objects or effects it would be so, why it is not so, and "
        "what became of the effects that would make it so.",
        _arguments(
            "why_not",
            ["board"],
            board=_BOARD,
            fact=_FACT,
            edition=_EDITION,
            detail=_detail(
                "middle and long: also the proof of what stands in the way.", "short", "middle", "long", usual="short"
            ),
            limit=_limit("lines of each list", 40),
        ),
        _gives(
            [],
            fact={**_TEXT, "description": "What was asked, in the vocabulary of queries."},
            said={**_TEXT, "description": "What was asked, in words."},
            holds={"description": "Whether it is so after all.", "type": "boolean"},
            because=_BECAUSE,
            without={**_TEXT, "description": "Without what it would be so; empty where nothing was found."},
            culprits=_list(_TEXTS, "The smallest sets of labels without which it would be so."),
            ways={**_TEXTS, "description": "What could have made it so, and what became of that."},
            steps=_STEPS,
            proof=_PROOF,
            **_ASKABLE,
        ),
    ),
    Tool(
        "check_board",
        "Can a board be as it is said to be?",
        "Check a board before you trust an answer about it: is it written correctly, and is there something that the "
        "game would not let stand (an Aura on what it cannot enchant, two legends of one name, an illegal target)?",
        _arguments("check_board", ["board"], board=_BOARD, edition=_EDITION, limit=_limit("findings", 20)),
        _gives(
            ["fine", "findings", "warnings", "objects"],
            fine={"description": "Whether nothing was found.", "type": "boolean"},
            findings=_list(
                _object(["rule", "finding", "objects", "says"], rule=_TEXT, finding=_TEXT, objects=_TEXTS, says=_TEXT),
                "What the game would not let stand, and what cannot be.",
            ),
            warnings=_WARNINGS,
            objects={**_TEXTS, "description": "The labels of the objects: facts and explanations name them so."},
        ),
    ),
)
"""All tools, in the order in which they are listed."""
