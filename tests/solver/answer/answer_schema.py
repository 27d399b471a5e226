"""Holding an answer against its published schema."""

from __future__ import annotations

from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from facts.schema import schema_text


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(schema_text("answer"))


def against_schema(data: Any) -> list[str]:
    """Return what of an answer, as plain data, is not as its schema says: where, and what.

    Args:
        data: The answer.
    """
    return [f"{list(error.instance_path)}: {error.message}" for error in _validator().iter_errors(data)]
