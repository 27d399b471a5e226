"""The options ``--timeout`` and ``--memory``, and the process with limits in which a command then runs as a whole."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import wraps
from math import isnan
from typing import Any, TypeVar

import click

from facts.text import InputError
from facts.words import shown_examples as examples
from solver.cli.board_argument import HOUSE_RULES
from solver.cli.waiting import shown_while_waiting, waiting
from solver.process import inside

_Function = TypeVar("_Function", bound=Callable[..., Any])

_AGES = 1e9
"""A number of seconds that is as good as no limit."""
_PATIENT = {"check": 10}
"""Factors on the time limit with house rules: the check goes through all cases."""


class _Seconds(click.FloatRange):
    """A number of seconds: at least a tenth, and not endless."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the option."""
        found = super().convert(value, param, ctx)
        if isnan(found):
            self.fail(f"{value!r} is no time.", param, ctx)
        return min(found, _AGES)


def timeout_and_memory(
    function: _Function, who: str, seconds: float | None = None, megabytes: int | None = None
) -> _Function:
    """Give a command ``--timeout`` and ``--memory``.

    Args:
        function: The command.
        who: The command or service that they limit.
        seconds: The limit of time by default; None for no limit.
        megabytes: The limit of memory by default; None for no limit.
    """
    time = click.option(
        "--timeout",
        type=_Seconds(0.1),
        metavar="SECONDS",
        default=seconds,
        show_default=seconds is not None,
        help=f"The longest time that {who} may take.",
    )
    memory = click.option(
        "--memory",
        type=click.IntRange(64),
        metavar="MB",
        default=megabytes,
        show_default=megabytes is not None,
        help=f"The most memory that {who} may take.",
    )
    return time(memory(function))


def limit_options(function: _Function) -> _Function:
    """Give a command ``--timeout`` and ``--memory``: with them it runs in a process that is ended if it exceeds them.

    A command with house rules also runs in such a process. The command itself gets neither option. If it takes long, a
    line on the terminal shows its progress.
    """

    @wraps(function)
    def within(*arguments: Any, timeout: float | None, memory: int | None, **options: Any) -> Any:
        ctx = click.get_current_context()
        rules = ctx.meta.get(HOUSE_RULES)
        if inside():
            with _ended_by_interrupts(ctx), _in_use(rules):
                return function(*arguments, **options)
        if timeout is None and memory is None and rules is None:
            shown = nullcontext() if _says_itself(ctx, options) else shown_while_waiting()
            with shown, _ended_by_interrupts(ctx):
                return function(*arguments, **options)
        from solver.process import process_limits as within_limits

        if rules is None:
            limits = within_limits.Limits(timeout, memory)
        else:
            usual = within_limits.SECONDS * _PATIENT.get(ctx.info_name or "", 1)
            most = memory or within_limits.MEGABYTES
            limits = within_limits.Limits(timeout or usual + 5, most, None if timeout else usual)
        _end_with(ctx, within_limits.run(sys.argv[1:], limits, report=waiting()), rules)
        return None

    return timeout_and_memory(within, "the command")  # type: ignore[return-value]


def board_limit_options(function: _Function) -> _Function:
    """Give a command of many boards ``--timeout`` and ``--memory``, for each board.

    House rules are first tried on a small board within limits. After that, only the limits for each board count.
    """

    @wraps(function)
    def within(*arguments: Any, **options: Any) -> Any:
        ctx = click.get_current_context()
        rules = ctx.meta.get(HOUSE_RULES)
        if inside() or rules is None:
            with _in_use(rules):
                return function(*arguments, **options)
        from solver.process import MEGABYTES, Limits, run

        try_house_rules(ctx, rules)
        _end_with(ctx, run(sys.argv[1:], Limits(megabytes=MEGABYTES)), rules)
        return None

    return timeout_and_memory(within, "a board")  # type: ignore[return-value]


def try_house_rules(ctx: click.Context, rules: str) -> None:
    """Try house rules on a small board within limits, and end the command if that fails.

    Args:
        ctx: The command.
        rules: The path of their file.

    Raises:
        InputError: They go beyond the limits.
    """
    from solver.process import run

    _end_with(ctx, run(["derive", examples.CARD, f"--rules={rules}"], quiet=True), rules)


@contextmanager
def _ended_by_interrupts(ctx: click.Context) -> Iterator[None]:
    """Let an interrupt end the process at once: Python would wait until clingo has grounded, which may be never.

    An import, which cleans up, and a check, which has processes of its own, are not ended in this way.
    """
    before = signal.getsignal(signal.SIGINT)
    if ctx.info_name in ("import", "check") or before is not signal.default_int_handler or not _in_main_thread():
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _says_itself(ctx: click.Context, options: dict[str, Any]) -> bool:
    """Tell whether a command shows how far it is: it has a bar, or prints a line each time something is done."""
    return ctx.info_name in ("import", "coverage") or (ctx.info_name == "check" and not options.get("arguments"))


def _end_with(ctx: click.Context, outcome: int | str, rules: str | None) -> None:
    """End a command as its process did, unless all was well.

    Raises:
        InputError: It went beyond its limits.
    """
    if isinstance(outcome, str):
        name = ctx.command_path.removeprefix("typeline ")
        if rules is None:
            raise InputError(f"{name} {outcome}", "Give it more with --timeout or --memory, or ask about less")
        raise InputError(f"with these rules it {outcome}", "See docs/house_rules.md", source=rules)
    if outcome:
        ctx.exit(outcome)


@contextmanager
def _in_use(rules: str | None) -> Iterator[None]:
    """Read house rules with the others while a command runs, if there are any.

    Raises:
        InputError: They have something that rules may not have, or do not fit together, or derive unexpected atoms.
    """
    if rules is None:
        yield
        return
    from facts.text import printable
    from solver.ask import house_rules
    from solver.ask.check import evaluate
    from solver.program import unreadable

    try:
        house_rules.use(rules)
        for warning in evaluate(rules):
            click.echo(f"warning: {printable(warning)}", err=True)
        yield
    except (InputError, click.ClickException, click.exceptions.Exit, click.Abort, MemoryError, OSError):
        raise
    except Exception as error:
        if "bad_alloc" in str(error):
            raise
        raise unreadable(error, rules) from error
    finally:
        house_rules.leave()
