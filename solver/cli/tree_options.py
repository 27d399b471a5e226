"""Options of the commands that print trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from solver.ask.explain import View
    from solver.ask.explain.proof import Detail

_Function = TypeVar("_Function", bound=Callable[..., Any])


def format_option(function: _Function) -> _Function:
    """Give a command ``--format``."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(("text", "mermaid", "dot", "svg", "html")),
        default="text",
        show_default=True,
        help="Text for the terminal, a chart (Graphviz draws the svg of a proof), or a page with everything folded.",
    )(function)


def tree_options(function: _Function) -> _Function:
    """Give a command ``--detail``, ``--depth``, ``--scheduling`` and ``--format``."""
    function = format_option(function)
    function = click.option(
        "--scheduling", is_flag=True, help="In proofs, also show the step at which each effect was next ('X is next')."
    )(function)
    function = click.option("--depth", type=click.IntRange(1), metavar="N", help="Show N levels of proofs.")(function)
    return click.option(
        "--detail",
        type=click.Choice(("short", "middle", "long")),
        default="middle",
        show_default=True,
        help="'short' has no proof, 'middle' a short proof, 'long' every step, bookkeeping too.",
    )(function)


def full_on_pages(form: str, detail: Detail, depth: int | None) -> tuple[Detail, int | None]:
    """Return how much of a proof is shown: on a page, which folds it away, all of it unless less was asked for.

    Args:
        form: The value of ``--format``.
        detail: The value of ``--detail``.
        depth: The value of ``--depth``.
    """
    asked = click.get_current_context().get_parameter_source("detail")
    return ("long" if form == "html" and asked is ParameterSource.DEFAULT else detail), depth


def needs_fact(form: str) -> None:
    """Refuse a picture of a proof if no fact is asked about: the list of facts is a text.

    Args:
        form: The value of ``--format``.

    Raises:
        UsageError: It is not ``text``.
    """
    if form != "text":
        raise click.UsageError(f"--format {form} shows the proof of a fact: name FACT, which comes last.")


def print_trees(
    title: str, views: Sequence[View], form: str, *, ordered: bool = False, whole: Sequence[View] = ()
) -> None:
    """Print trees.

    Args:
        title: The text above them.
        views: The trees.
        form: ``text``, ``mermaid``, ``dot``, ``svg`` or ``html``.
        ordered: Whether each tree comes after the one before it, as layers do: a chart shows that.
        whole: The same trees with all their nodes, for a page, which folds them away.

    Raises:
        InputError: Graphviz is not installed.
    """
    from solver.ask.explain.show import formats

    if form == "svg":
        from solver.ask.explain.show import svg

        click.echo(svg(formats.dot(title, views, ordered=ordered)))
    elif form in ("mermaid", "dot"):
        write = formats.mermaid if form == "mermaid" else formats.dot
        click.echo(write(title, views, ordered=ordered))
    elif form == "html":
        click.echo(formats.page(title, views, whole))
    else:
        click.echo(formats.tree_text(title, views))
