"""A made-up card that somebody pastes as text: its name, type line, rules text, and power and toughness."""

from __future__ import annotations

import re
from typing import Any

from facts.text import InputError, read_document

_COST = re.compile(r"^(?P<name>.*?)\s*(?P<cost>(?:\{[^{}\s]{1,6}\})+)?$")
_SIZE = re.compile(r"^(?P<power>[-+*\d]{1,6})\s*/\s*(?P<toughness>[-+*\d]{1,6})$")
_LOYALTY = re.compile(r"^(?:loyalty:?\s*)(\d{1,3})$", re.IGNORECASE)


def pasted_card(text: str, wrong: str) -> dict[str, Any]:
    """Read a card that was pasted.

    Args:
        text: Its name and mana cost, its type line, its rules text and its power and toughness, a line each; or a card
            in JSON or YAML, as Scryfall has it.
        wrong: The message for a text that is neither.

    Returns:
        The card, in Scryfall's shape; the board reports its errors.

    Raises:
        InputError: It has no name, or no type line.
    """
    if text.lstrip().startswith("{") or re.match(r"\s*(?:- )?name\s*:", text):
        data = read_document(text, "<card>").data
        data = data[0] if isinstance(data, list) and data else data
        if not isinstance(data, dict):
            raise InputError(wrong, source="<card>")
        return {str(key): value for key, value in data.items()}
    lines = [line.strip() for line in text.strip().splitlines()]
    lines = [line for line in lines if line]
    if len(lines) < 2:
        raise InputError(wrong, source="<card>")
    head = _COST.match(lines[0])
    if head is None or not head["name"]:
        raise InputError(wrong, source="<card>")
    card: dict[str, Any] = {"name": head["name"]}
    if head["cost"]:
        card["mana_cost"] = head["cost"]
    card["type_line"] = re.sub(r"\s+(?:-|--|–)\s+", " — ", lines[1])
    rest = lines[2:]
    if rest and (size := _SIZE.match(rest[-1])):
        rest.pop()
        card |= {"power": size["power"], "toughness": size["toughness"]}
    elif rest and (loyalty := _LOYALTY.match(rest[-1])):
        rest.pop()
        card["loyalty"] = loyalty[1]
    if rest:
        card["oracle_text"] = "\n".join(rest)
    return card
