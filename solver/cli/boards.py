"""What the commands share: reading the board they are given, and their common options."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from facts.board import Board
from facts.errors import InputError
from facts.reading import MAX_BYTES
from solver.derive import DEFAULT_EDITION, EDITIONS

_SUFFIXES = (".yaml", ".yml", ".json")
_Function = TypeVar("_Function", bound=Callable[..., Any])


def edition_option(function: _Function) -> _Function:
    """Give a command the option ``--edition``."""
    return click.option(
        "--edition",
        type=click.Choice(EDITIONS),
        default=DEFAULT_EDITION,
        show_default=True,
        help="The edition of the Comprehensive Rules.",
    )(function)


def json_option(function: _Function) -> _Function:
    """Give a command the option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def read_board(given: tuple[str, ...]) -> Board:
    """Read the board that a command is given.

    Args:
        given: A file, ``-`` for standard input, or names of cards.

    Returns:
        The board.

    Raises:
        InputError: There is no such file or card, or it is no board.
    """
    if len(given) == 1 and (given[0] == "-" or _is_file(given[0])):
        return read_file(given[0])
    return Board.named(given)


def read_file(name: str) -> Board:
    """Read a board from a file or from standard input.

    Args:
        name: The file, or ``-``.

    Returns:
        The board.

    Raises:
        InputError: It cannot be read, or is no board.
    """
    if name != "-":
        return Board.load(name)
    return Board.read(sys.stdin.buffer.read(MAX_BYTES + 1), "<stdin>")


def _is_file(name: str) -> bool:
    """Tell whether an argument names a file: it exists, or it looks like a file's name."""
    if os.path.isdir(name):
        raise InputError("is a folder", "Name a board file, '-' or cards", source=name)
    return os.path.exists(name) or name.lower().endswith(_SUFFIXES) or "/" in name and "//" not in name


def print_json(data: object) -> None:
    """Print data as JSON.

    Args:
        data: Plain data.
    """
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
