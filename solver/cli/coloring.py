"""Color on a terminal: green for values that are gained or not as printed, red for lost ones, none for the rest."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Literal, TypeVar

import click

from facts.runtime import pattern

_Function = TypeVar("_Function", bound=Callable[..., Any])
_WHEN = "typeline.color"
_GAINED, _LOST, _DIM, _PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[2m", "\x1b[0m"
_LOSES, _GAINS = pattern(r"\b(?:loses|lost)\b"), pattern(r"\b(?:gains|gained)\b")


def color_option(function: _Function) -> _Function:
    """Give a command ``--color``."""
    return click.option(
        "--color",
        type=click.Choice(("auto", "always", "never")),
        default="auto",
        show_default=True,
        expose_value=False,
        callback=_keep,
        help="Show gained and lost values in color; auto: on a terminal, unless NO_COLOR is set.",
    )(function)


def _keep(ctx: click.Context, _: click.Parameter, when: Literal["auto", "always", "never"]) -> None:
    ctx.meta[_WHEN] = when


def colored() -> bool:
    """Tell whether the output of the command is to be colored."""
    when = click.get_current_context().meta.get(_WHEN, "auto")
    if when != "auto":
        return bool(when == "always")
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    from solver.process import writes_to_terminal

    return writes_to_terminal()


def paint_answer(column: int, line: str) -> str:
    """Return the color of a line of the table of an answer, as a control sequence; empty for none.

    Args:
        column: The number of its column.
        line: The line, which begins with a star where it is not as printed.
    """
    if column == 0:
        return ""
    if line.startswith("*lost"):
        return _LOST
    return _GAINED if line.startswith("*") else _DIM if line.startswith("printed: ") else ""


def paint_difference(column: int, line: str) -> str:
    """Return the color of a line of the table of a difference, by its values without the object and with it.

    Args:
        column: The number of its column.
        line: The line.
    """
    return {2: _LOST, 3: _GAINED}.get(column, "")


def show_sentences(text: str) -> None:
    """Print sentences; if there are to be colors, those words have one that say that something is gained or lost.

    Args:
        text: The sentences of a walk or a proof.
    """
    if colored():
        text = _LOSES.sub(rf"{_LOST}\g<0>{_PLAIN}", text)
        text = _GAINS.sub(rf"{_GAINED}\g<0>{_PLAIN}", text)
    show(text)


def show(text: str) -> None:
    """Print a text whose colors are already in it.

    Args:
        text: The text.
    """
    click.echo(text, color=True if colored() else None)
