"""The command ``typeline``: one module a subcommand, imported only when it is called."""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import os
import re
import shlex
import sys
import threading
import warnings
from types import FrameType
from typing import Any, NoReturn

import click

from facts.text import InputError

__all__ = ["main"]

COMMANDS = {
    "derive": "Say what every object on a board is.",
    "explain": "Walk through the layers, effect by effect.",
    "why": "Say why a fact holds, and prove it; without a fact, list the facts.",
    "why-not": "Say what would make a fact hold, and list the obstacles.",
    "query": "List the objects that satisfy a query.",
    "diff": "Compare a board with and without one object or effect.",
    "check": "Check a board, or the rules themselves.",
    "case": "Write a case from a board, and run cases by name.",
    "batch": "Derive many boards, from NDJSON to NDJSON.",
    "board": "Build a board step by step, with questions and completion.",
    "serve": "Serve a page that answers questions about boards, and an API.",
    "mcp": "Serve assistants over the Model Context Protocol.",
    "cards": "Keep your own cards: import, show, search, coverage, export.",
    "vocabulary": "List the predicates of queries.",
    "completion": "Print a script for completion in your shell.",
    "schema": "Print the JSON Schema of boards, cards or answers.",
}
_HELP = {"help_option_names": ["-h", "--help"]}
YES, NO, WRONG = 0, 1, 2
"""Exit codes: the answer is yes or fine, the answer is no, the input or the call is wrong."""


class Group(click.Group):
    """A group that says which of its commands may have been meant."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command, or say which one may have been meant."""
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            from facts.text import did_you_mean

            hint = did_you_mean(args[0], known) or f"There are {', '.join(known)}"
            if args[0] == "help":
                hint = f"The help is {ctx.command_path} -h"
            elif "derive" in known and _names_a_board(args[0]):
                hint = f"To see what is on a board, write: {shlex.join(('typeline', 'derive', *args))}"
            raise click.UsageError(f"{args[0]!r} is no command. {hint}")
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the arguments apart, or say that there is no command."""
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            known = ", ".join(self.list_commands(ctx))
            raise click.UsageError(f"No command is named. There are {known}; '{ctx.command_path} -h' describes them")
        return super().parse_args(ctx, args)


def _names_a_board(word: str) -> bool:
    """Tell whether a word is a file, or the name of a card with several words: no command looks like that."""
    return " " in word.strip() or word.endswith((".yaml", ".yml", ".json"))


class _Lazy(Group):
    """A group that knows its commands by name and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"solver.cli.{cmd_name.replace('-', '_')}_command").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their help, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version and the editions of the rules, and end."""
    if not wanted or ctx.resilient_parsing:
        return
    from facts.cards import DEFAULT_EDITION, EDITIONS
    from facts.version import VERSION

    others = ", ".join(year for year in EDITIONS if year != DEFAULT_EDITION)
    click.echo(f"typeline {VERSION} (Comprehensive Rules of {DEFAULT_EDITION}; --edition: {others})")
    ctx.exit()


@click.group(
    cls=_Lazy,
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=False,
    invoke_without_command=True,
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Derive what every object on a Magic board is: types, abilities, colors, power and toughness."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> NoReturn:
    """Run the command line and exit: 0 yes, 1 no, 2 wrong input or call."""
    if 0 < gc.get_threshold()[0] < _COLLECTED:
        gc.set_threshold(_COLLECTED)
    _prepare_output()
    try:
        code = cli.main(prog_name="typeline", standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        _say(str(error))
        code = WRONG
    except click.ClickException as error:
        _say(_in_plain_words(error.format_message()))
        code = WRONG
    except click.exceptions.Abort:
        code = 130
    except KeyboardInterrupt:
        code = 130
    except (BrokenPipeError, SystemExit):  # click turns the first into the second
        # The reader of our output has stopped: not our error, and nothing more to say.
        _drop_output()
        code = YES
    except OSError as error:
        _drop_output()
        _say(f"the output cannot be written: {error.strerror or error}")
        code = WRONG
    code = code if isinstance(code, int) else YES
    if _is_last(sys._getframe(1)):
        _end(code)
    sys.exit(code)


def _in_plain_words(message: str) -> str:
    """Return a message of click without the names of its types, such as "integer range".

    Args:
        message: The message.
    """
    for kind, said in (("integer", "no whole number"), ("float", "no number")):
        message = message.replace(f"is not a valid {kind} range.", f"is {said}.")
        message = message.replace(f"is not a valid {kind}.", f"is {said}.")
    return message


_COLLECTED = 100_000
"""The number of new objects before garbage collection: a small command makes many objects but hardly any garbage."""


def _is_last(caller: FrameType) -> bool:
    """Tell whether the process has nothing left to do: its main module called us, and could not stop the exit.

    Args:
        caller: The frame that called `main`.
    """
    alone = caller.f_back is None and threading.active_count() == 1 and not sys.flags.inspect
    return alone and caller.f_globals.get("__name__") == "__main__" and not caller.f_code.co_exceptiontable


def _end(code: int) -> NoReturn:
    """End the process without taking it down piece by piece: that takes as long as deriving a small board.

    Args:
        code: The exit code.
    """
    try:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    finally:
        os._exit(code)


def _prepare_output() -> None:
    """Ensure that there is an output that takes every character in any encoding."""
    if sys.stdout is None:
        _say("there is no standard output to write to")
        sys.exit(WRONG)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    warnings.showwarning = lambda message, *_: _say(f"warning: {message}")


def _drop_output() -> None:
    """Drop the rest of the output, so that closing it does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(message: str) -> None:
    """Print one line on standard error."""
    from facts.text import printable

    if sys.stderr is None:
        return
    try:
        click.echo(printable(re.sub(r"\s*\n\s*", " ", message)), err=True)
    except OSError:  # nobody can read it: the exit code says enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
