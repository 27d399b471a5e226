"""Writing a board as people write it: a step a line, and quotes only where they are needed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_'.+/-]*(?: [A-Za-z0-9_'.+/(-][A-Za-z0-9_'.+/()-]*)*")
"""Words that YAML takes for text wherever they stand."""
_OTHER = frozenset(("null", "true", "false"))
_WIDTH = 110


def board_text(board: Mapping[str, Any]) -> str:
    """Write a board as YAML.

    Args:
        board: The plain data of a board, which may have mistakes.

    Returns:
        The text, with a line end.
    """
    lines: list[str] = []
    for key, value in board.items():
        if key in ("timeline", "cards") and isinstance(value, list) and value:
            lines.append(f"{_key(key)}:")
            for one in value:
                lines += _entry(one, block=key == "cards")
        else:
            lines.append(f"{_key(key)}: {flow(value)}")
    return "".join(f"{line}\n" for line in lines)


def flow(value: Any) -> str:
    """Write a value on one line.

    Args:
        value: Plain data.
    """
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_key(key)}: {flow(one)}' for key, one in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, str):
        return _text(value)
    return json.dumps(value)


def _entry(value: Any, *, block: bool) -> list[str]:
    """Write an entry of a list. A long card gets a line for each of its keys."""
    line = f"  - {flow(value)}"
    if not (block and isinstance(value, Mapping) and value) or len(line) <= _WIDTH:
        return [line]
    inner = [f"{_key(key)}: {flow(one)}" for key, one in value.items()]
    return [f"  - {inner[0]}", *(f"    {one}" for one in inner[1:])]


def _key(key: object) -> str:
    return _text(str(key))


def _text(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _OTHER:
        return text
    return _escaped(json.dumps(text, ensure_ascii=False))


def _escaped(quoted: str) -> str:
    """Write characters that YAML takes for line ends, or refuses, as escapes."""
    return "".join(
        one if one.isprintable() else f"\\u{ord(one):04x}" if ord(one) < 0x10000 else f"\\U{ord(one):08x}"
        for one in quoted
    )
