"""What the commands share: reading the board they are given, and their common options."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from math import isnan
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from facts.board import Board
from facts.errors import InputError
from facts.reading import MAX_BYTES
from facts.sources import CardSource
from facts.version import stamp
from solver.derive import DEFAULT_EDITION, EDITIONS

if TYPE_CHECKING:
    from facts.store import Store

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


def rules_option(function: _Function) -> _Function:
    """Give a command the option ``--rules``: a file of house rules, read with the others from then on."""
    return click.option(
        "--rules",
        metavar="FILE.lp",
        is_eager=True,
        expose_value=False,
        callback=_house_rules,
        help="House rules, read with the others (docs/house_rules.md).",
    )(function)


def use_house_rules(ctx: click.Context, path: str) -> None:
    """Read a file of house rules with the others while a command runs.

    Args:
        ctx: The command.
        path: The file.

    Raises:
        InputError: It holds something that rules may not, or the rules do not go together.
    """
    from solver import house_rules
    from solver.check.house import evaluate

    house_rules.use(path)
    ctx.call_on_close(house_rules.leave)
    for warning in evaluate(path):
        click.echo(f"warning: {warning}", err=True)


def _house_rules(ctx: click.Context, _: click.Parameter, path: str | None) -> None:
    if path is not None:
        use_house_rules(ctx, path)


class _Seconds(click.FloatRange):
    """A time from a tenth of a second on, of which there is an end."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read it."""
        found = super().convert(value, param, ctx)
        if isnan(found):
            self.fail(f"{value!r} is no time.", param, ctx)
        return min(found, _AGES)


_AGES = 1e9
"""So many seconds are as good as no limit."""


def limit_options(who: str) -> Callable[[_Function], _Function]:
    """Return what gives a command the options ``--timeout`` and ``--memory``.

    Args:
        who: Whom they limit.
    """

    def decorate(function: _Function) -> _Function:
        memory = click.option("--memory", type=click.IntRange(64), metavar="MB", help=f"So much memory {who} may take.")
        time = click.option("--timeout", type=_Seconds(0.1), metavar="SECONDS", help=f"So long {who} may take.")
        return time(memory(function))

    return decorate


def json_option(function: _Function) -> _Function:
    """Give a command the option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def cards_option(function: _Function) -> _Function:
    """Give a command ``--cards`` and ``--prefer-stored``; it gets a store, which is opened when it is needed."""
    function = click.option(
        "--prefer-stored",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_preference,
        help="Cards of the store go before built-in ones.",
    )(function)
    return click.option(
        "--cards",
        metavar="FILE.db",
        callback=_store,
        help="The card store, instead of your own (see 'typeline cards').",
    )(function)


_PREFERRED = "typeline.prefer_stored"


def _preference(ctx: click.Context, _: click.Parameter, preferred: bool) -> None:
    ctx.meta[_PREFERRED] = preferred


def _store(ctx: click.Context, _: click.Parameter, path: str | None) -> Store:
    from facts.store import Store

    store = Store(path, preferred=bool(ctx.meta.get(_PREFERRED)))
    ctx.call_on_close(store.close)
    return store


def read_board(given: tuple[str, ...], cards: CardSource | None = None) -> Board:
    """Read the board that a command is given.

    Args:
        given: A file, ``-`` for standard input, or names of cards.
        cards: Where to look for cards that are neither defined on the board nor built in.

    Returns:
        The board.

    Raises:
        InputError: There is no such file or card, or it is no board.
    """
    if len(given) == 1 and is_board(given[0]):
        return read_file(given[0], cards)
    return Board.named(given, cards=cards)


def read_file(name: str, cards: CardSource | None = None) -> Board:
    """Read a board from a file or from standard input.

    Args:
        name: The file, or ``-``.
        cards: As for `read_board`.

    Returns:
        The board.

    Raises:
        InputError: It cannot be read, or is no board.
    """
    if name != "-":
        return Board.load(name, cards=cards)
    return Board.read(standard_input().read(MAX_BYTES + 1), "<stdin>", cards=cards)


def standard_input() -> BinaryIO:
    """Return the standard input.

    Raises:
        InputError: It is closed.
    """
    if sys.stdin is None:
        raise InputError("cannot be read: it is closed", source="<stdin>")
    return sys.stdin.buffer


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


def print_json(data: object) -> None:
    """Print data as JSON.

    Args:
        data: Plain data.
    """
    click.echo(json_text(data, indent=2))


def print_answer(data: Mapping[str, Any], edition: str) -> None:
    """Print an answer as JSON, below the version of typeline and the edition of the rules.

    Args:
        data: The answer as plain data.
        edition: The edition.
    """
    print_json({**stamp(edition), **data})


def json_text(data: object, indent: int | None = None) -> str:
    """Write JSON; where the output is not in UTF, with escapes for everything beyond ASCII.

    Args:
        data: Plain data.
        indent: How far to indent; None for one line.

    Returns:
        The text.
    """
    separators = (",", ":") if indent is None else None
    return json.dumps(data, ensure_ascii=escapes(), indent=indent, separators=separators)


def escapes() -> bool:
    """Tell whether what is beyond ASCII is written with escapes: the output is not in UTF."""
    return not (sys.stdout.encoding or "").lower().startswith("utf")
