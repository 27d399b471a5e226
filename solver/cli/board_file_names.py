"""Tells the name of a board file from the name of a card."""

from __future__ import annotations

import os

from facts.text import InputError

_SUFFIXES = (".yaml", ".yml", ".json")


def is_board(name: str) -> bool:
    """Tell whether an argument names a board, not a card.

    Args:
        name: The argument.

    Raises:
        InputError: It is a folder.
    """
    return name == "-" or _is_file(name)


def _is_file(name: str) -> bool:
    """Tell whether an argument names a file: it exists, or it looks like a file's name."""
    if os.path.isdir(name):
        raise InputError("is a folder", "Name a board file, '-' or cards", source=name)
    return os.path.exists(name) or name.lower().endswith(_SUFFIXES) or ("/" in name and "//" not in name)
