"""The description of the API, in the form of OpenAPI 3.1, whose schemas are JSON Schemas."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from facts.cards import DEFAULT_EDITION, EDITIONS
from facts.schema import schema_text
from facts.version import VERSION
from facts.words import shown_examples as examples
from solver.serve.messages import JSON, MOST_BYTES
from solver.serve.operations import OPERATIONS

_REFUSALS = {
    "400": "The board or the request is wrong: the line that the command prints.",
    "408": "The request took too long to arrive.",
    "413": f"The request is longer than {MOST_BYTES:,} bytes.",
    "415": f"The request is not sent as {JSON}.",
    "422": "Answering takes more time or memory than the server gives.",
    "503": "Too many requests wait. Try again later.",
}


@lru_cache(maxsize=1)
def openapi_text() -> str:
    """Return the description as JSON."""
    return json.dumps(_openapi(), ensure_ascii=False, indent=1)


def _openapi() -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "typeline",
            "version": VERSION,
            "description": "What every object on a Magic board is. Each operation gives the JSON of its command.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            **{f"/api/{name}": {"post": _operation(name)} for name in OPERATIONS},
            "/api/cards": {"get": _cards()},
        },
        "components": {
            "schemas": {
                "Board": _schema("board"),
                "Answer": _schema("answer"),
                "Error": {
                    "type": "object",
                    "required": ["error"],
                    "properties": {
                        "error": {"type": "string", "description": "What is wrong, in one line."},
                        "line": {"type": "integer", "description": "The line of a board that was given as text."},
                    },
                },
            }
        },
    }


def _schema(name: Any) -> dict[str, Any]:
    """Return a schema as a part of the document: it refers to its own parts by its own name."""
    found: dict[str, Any] = json.loads(schema_text(name))
    found["$id"] = f"/schema/{name}.json"
    return found


def _operation(name: str) -> dict[str, Any]:
    operation = OPERATIONS[name]
    properties: dict[str, Any] = {
        "board": {
            "description": "A board, its text in YAML or JSON, or a text with a card's name on each line.",
            "oneOf": [{"$ref": "#/components/schemas/Board"}, {"type": "string"}],
        },
        "edition": {"type": "string", "enum": list(EDITIONS), "default": DEFAULT_EDITION},
        **{key: {"type": "string", "description": said} for key, said in operation.keys.items()},
    }
    wanted = {
        "type": "object",
        "required": ["board", *operation.needed],
        "properties": properties,
        "additionalProperties": False,
    }
    example: dict[str, Any] = {"board": {"timeline": [*examples.CARDS]}}
    example.update({"fact": examples.FACT} if "fact" in operation.keys else {})
    example.update({"without": examples.OTHER_LABEL} if "without" in operation.keys else {})
    answer = {"$ref": "#/components/schemas/Answer"} if name == "derive" else {"type": "object"}
    return {
        "operationId": name,
        "summary": operation.says,
        "requestBody": {"required": True, "content": {JSON: {"schema": wanted, "example": example}}},
        "responses": {
            "200": {"description": operation.says, "content": {JSON: {"schema": answer}}},
            **{
                status: {"description": said, "content": {JSON: {"schema": {"$ref": "#/components/schemas/Error"}}}}
                for status, said in _REFUSALS.items()
            },
        },
    }


def _cards() -> dict[str, Any]:
    found = {
        "type": "object",
        "required": ["cards", "near"],
        "properties": {
            "cards": {"type": "array", "items": {"type": "string"}, "description": "Names, best first."},
            "near": {"type": "boolean", "description": "Whether they only resemble the typed text."},
        },
    }
    return {
        "operationId": "cards",
        "summary": "Cards for a typed name.",
        "parameters": [{"name": "q", "in": "query", "required": True, "schema": {"type": "string"}}],
        "responses": {"200": {"description": "Names of cards.", "content": {JSON: {"schema": found}}}},
    }
