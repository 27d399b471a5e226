"""The allowed values of a key of the effect form, as a part of its JSON Schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Schema = dict[str, Any]
_MOST = 1_000_000


def ref(definition: str, description: str = "", title: str = "") -> Schema:
    """Return the schema of a value that a definition describes.

    Args:
        definition: The name of the definition.
        description: Its meaning under this key.
        title: A title of its own.
    """
    more = {name: text for name, text in (("title", title), ("description", description)) if text}
    return {"$ref": f"#/$defs/{definition}", **more}


def flag(description: str) -> Schema:
    """Return the schema of a key that is ``true`` or left out.

    Args:
        description: Its meaning.
    """
    return {"title": "true", "description": description, "const": True}


def one_of(title: str, description: str, values: Sequence[Any]) -> Schema:
    """Return the schema of a value that is one of some words.

    Args:
        title: Its noun, for messages.
        description: Its meaning.
        values: The words.
    """
    return {"title": title, "description": description, "enum": list(values)}


def one_or_more(title: str, description: str, item: Schema) -> Schema:
    """Return the schema of a value, or of a list of values of which any will do.

    Args:
        title: The noun for one value, for messages.
        description: The meaning.
        item: The schema of one value.
    """
    items = {"type": "array", "minItems": 1, "items": item}
    return {
        "title": f"{title} or a list of these",
        "description": description,
        "if": {"type": "array"},
        "then": items,
        "else": item,
    }


def list_of(
    title: str, description: str, item: Schema, least: int = 1, most: int = 0, *, unique: bool = True
) -> Schema:
    """Return the schema of a list.

    Args:
        title: Its noun, for messages.
        description: Its meaning.
        item: The schema of one value.
        least: The smallest number of values.
        most: The greatest number of values; 0 for any.
        unique: Whether no value may stand twice.
    """
    limits: Schema = {
        "minItems": least,
        **({"maxItems": most} if most else {}),
        **({"uniqueItems": True} if unique else {}),
    }
    return {"title": title, "description": description, "type": "array", **limits, "items": item}


def text(title: str, description: str, most: int) -> Schema:
    """Return the schema of a text that is not blank.

    Args:
        title: Its noun, for messages.
        description: Its meaning.
        most: The most characters.
    """
    return {
        "title": title,
        "description": description,
        "type": "string",
        "minLength": 1,
        "pattern": r"\S",
        "maxLength": most,
    }


def whole_number(description: str) -> Schema:
    """Return the schema of a whole number.

    Args:
        description: Its meaning.
    """
    return {
        "title": "a whole number",
        "description": description,
        "type": "integer",
        "minimum": -_MOST,
        "maximum": _MOST,
    }


def mapping(title: str, description: str, properties: Schema, **more: Any) -> Schema:
    """Return the schema of a mapping with these keys and no others.

    Args:
        title: Its title.
        description: Its meaning.
        properties: The allowed values of its keys.
        **more: Further demands, such as ``required``.
    """
    return {
        "title": title,
        "description": description,
        "type": "object",
        **more,
        "properties": properties,
        "additionalProperties": False,
    }
