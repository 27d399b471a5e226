"""What a step says in Oracle's words: what resolves, and what a copy is except."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.cards import Ability, read_ability
from facts.errors import show
from facts.telling.stage import Stage


def said_resolution(stage: Stage, text: str) -> Ability:
    """Read what a step says in words.

    Args:
        stage: The board so far.
        text: The words.

    Returns:
        The ability that they are.

    Raises:
        InputError: The step asks for what is not there, or cannot be.
    """
    from facts.oracle import read_resolution

    form = read_resolution(text)
    if form is None:
        hint = "Say it in Oracle's wording, or give its effects: {effects: [...]}"
        stage.fail(("resolves", "text"), f"{show(text)} cannot be read", hint)
    return read_ability({"kind": "spell", **form, "text": text})


def said_exception(stage: Stage, text: str) -> Mapping[str, Any]:
    """Read what a copy is except.

    Args:
        stage: The board so far.
        text: The words.

    Returns:
        In the effect form.

    Raises:
        InputError: The step asks for what is not there, or cannot be.
    """
    from facts.oracle import CardContext, read_exception

    form = read_exception(text, CardContext("", ""))
    if form is None:
        hint = "Say it in Oracle's wording, or in the effect form, as a mapping"
        stage.fail(("except",), f"{show(text)} cannot be read", hint)
    return form
