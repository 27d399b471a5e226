"""The allowed values of a key of the effect form, as a part of its JSON Schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Schema = dict[str, Any]
_MOST = 1_000_000


def ref(definition: str, description: str = "", title: str = "") -> Schema:
    """A value that a definition of the schema describes.

    Args:
        definition: The name of the definition.
        description: Its meaning under this key.
        title: A title of its own.
    """
    more = {name: text for name, text in (("title", title), ("description", description)) if text}
    return {"$ref": f"#/$defs/{definition}", **more}


def flag(description: str) -> Schema:
    """``true``, or the key is left out."""
    return {"title": "true", "description": description, "const": True}


def one_of(title: str, description: str, values: Sequence[Any]) -> Schema:
    """One of some words."""
    return {"title": title, "description": description, "enum": list(values)}


def one_or_more(title: str, description: str, item: Schema) -> Schema:
    """A value, or a list of which any will do."""
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
    """A list of values."""
    limits: Schema = {
        "minItems": least,
        **({"maxItems": most} if most else {}),
        **({"uniqueItems": True} if unique else {}),
    }
    return {"title": title, "description": description, "type": "array", **limits, "items": item}


def text(title: str, description: str, most: int) -> Schema:
    """A text that is not blank."""
    return {
        "title": title,
        "description": description,
        "type": "string",
        "minLength": 1,
        "pattern": r"\S",
        "maxLength": most,
    }


def whole_number(description: str) -> Schema:
    """A whole number."""
    return {
        "title": "a whole number",
        "description": description,
        "type": "integer",
        "minimum": -_MOST,
        "maximum": _MOST,
    }


def mapping(title: str, description: str, properties: Schema, **more: Any) -> Schema:
    """A mapping with these keys and no others.

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
