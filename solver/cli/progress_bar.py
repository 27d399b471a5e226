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
        Call it with the present work, how much is done, and of how much; None where there is no terminal.
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
