"""The file of the dialogue: read at the start, written after each step."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from facts.board import Board, board_text
from facts.cards import CardSource
from facts.text import InputError

_COMMENT = re.compile(r"(?:^|\s)#", re.MULTILINE)


def opened(path: str, cards: CardSource | None) -> tuple[dict[str, Any], bool]:
    """Read a board to go on with.

    Args:
        path: Its file, which need not be there.
        cards: The source of further cards.

    Returns:
        The board as plain data, and whether its file seems to have comments, which are lost when it is written.

    Raises:
        InputError: The file cannot be read, is no board, or could not be written.
    """
    if os.path.isdir(path):
        raise InputError("is a folder", "Name a file", source=path)
    if not os.path.exists(path):
        if not os.access(os.path.dirname(path) or ".", os.W_OK):
            raise InputError("cannot be written", "Name a file in a folder that is there", source=path)
        return {"timeline": []}, False
    board = Board.load(path, cards=cards)
    text = Path(path).read_text(encoding="utf-8")
    return dict(board.document.data), not _is_json(path) and _COMMENT.search(text) is not None


def save(path: str, data: Mapping[str, Any]) -> None:
    """Write a board; its file is either as before or whole.

    Args:
        path: The file; JSON where it ends in ``.json``, else YAML.
        data: The board as plain data.

    Raises:
        InputError: It cannot be written.
    """
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n" if _is_json(path) else board_text(data)
    target = os.path.realpath(path)  # the file behind a link, not the link
    try:
        handle, beside = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(beside, _mode(target))
            os.replace(beside, target)
        except BaseException:
            os.unlink(beside)
            raise
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=path) from None


def _mode(path: str) -> int:
    """Return the permissions of a file; for a file that does not exist yet, those that new files get."""
    try:
        return os.stat(path).st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _is_json(path: str) -> bool:
    return path.lower().endswith(".json")
