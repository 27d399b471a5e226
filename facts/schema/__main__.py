"""``python -m facts.schema``: writes the definitions of the effect form, and copies those that schemas share.

The effect form is defined by dataclasses (`facts.effects.form`), from which its definitions in ``card.schema.json``
are made. All other definitions are written there by hand. The files are complete documents, so that an editor needs
only the one it validates with: the board schema takes all definitions from the card schema. Run this after a change.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from facts.schema.form_definitions import definitions

_WIDTH = 112


def written(value: Any, indent: str = "", used: int = 0) -> str:
    """Write a schema: a value that fits on a line is on a line, any other has a line for each entry.

    Args:
        value: The schema, or a part of it.
        indent: The indentation of its further lines.
        used: The number of characters before it on its first line.

    Returns:
        JSON text.
    """
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or len(indent) + used + len(flat) < _WIDTH:
        return flat
    inner = indent + "  "
    if isinstance(value, list):
        rows = [inner + written(item, inner) for item in value]
        return "[\n" + ",\n".join(rows) + f"\n{indent}]"
    rows = []
    for key, item in value.items():
        head = json.dumps(key, ensure_ascii=False) + ": "
        rows.append(inner + head + written(item, inner, len(head)))
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}"


def with_the_form(card: dict[str, Any]) -> dict[str, Any]:
    """Return the card schema with the effect form as the dataclasses define it now.

    Args:
        card: The card schema.
    """
    return {**card, "$defs": {**card["$defs"], **definitions()}}


def synchronised(board: dict[str, Any], card: dict[str, Any]) -> dict[str, Any]:
    """Return the board schema with the card schema's definitions as they are now.

    Args:
        board: The board schema.
        card: The card schema.
    """
    shared = card["$defs"]
    own = {name: part for name, part in board["$defs"].items() if name not in shared}
    return {**board, "$defs": {**own, **shared}}


def main() -> None:
    """Rewrite the files in the folder of this module."""
    here = Path(__file__).parent
    paths = [here / f"{kind}.schema.json" for kind in ("board", "card", "answer")]
    board, card, answer = (json.loads(path.read_text("utf-8")) for path in paths)
    card = with_the_form(card)
    for path, schema in zip(paths, (synchronised(board, card), card, answer), strict=True):
        path.write_text(written(schema) + "\n", "utf-8")


if __name__ == "__main__":
    main()
