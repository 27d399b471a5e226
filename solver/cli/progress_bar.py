"""A bar on a terminal that shows how far a long command is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack

import click


def progress(stack: ExitStack, label: str) -> Callable[[str, int, int], None] | None:
    """Show the progress and the present work on a terminal.

    Args:
        stack: Ends the bar.
        label: What stands before the bar.

    Returns:
        A function to call with the present work, the amount done and the whole amount; None without a terminal.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    bar = stack.enter_context(
        click.progressbar(length=1, label=label, file=sys.stderr, item_show_func=lambda stage: stage or "")
    )

    def report(stage: str, done: int, of: int) -> None:
        bar.length = of
        bar.update(done - bar.pos, stage)

    return report
