"""What the commands that print trees share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from solver.explain.view import View

_Function = TypeVar("_Function", bound=Callable[..., Any])


def format_option(function: _Function) -> _Function:
    """Give a command ``--format``."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(("text", "mermaid", "dot", "html")),
        default="text",
        show_default=True,
        help="Text for the terminal, a chart, or a page that stands alone.",
    )(function)


def tree_options(function: _Function) -> _Function:
    """Give a command ``--detail``, ``--depth``, ``--scheduling`` and ``--format``."""
    function = format_option(function)
    function = click.option(
        "--scheduling", is_flag=True, help="Show in proofs, too, when each effect came up ('X is next')."
    )(function)
    function = click.option("--depth", type=click.IntRange(1), metavar="N", help="Show N levels.")(function)
    return click.option(
        "--detail",
        type=click.Choice(("short", "middle", "long")),
        default="middle",
        show_default=True,
        help="The answer without its proof, or with it; 'long' has every step, bookkeeping too.",
    )(function)


def print_trees(title: str, views: Sequence[View], form: str) -> None:
    """Print trees.

    Args:
        title: What stands above them.
        views: The trees.
        form: ``text``, ``mermaid``, ``dot`` or ``html``.
    """
    from solver.explain import formats

    write = {"text": formats.tree_text, "mermaid": formats.mermaid, "dot": formats.dot, "html": formats.page}[form]
    click.echo(write(title, views))
