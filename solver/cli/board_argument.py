"""The board argument and the common options of the commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from facts.board import Board, Timeline
from facts.cards import CardSource, find_card, unknown_card_hint
from facts.text import MAX_BYTES, InputError, normal, printable, shorten, show
from facts.version import stamp
from facts.words import shown_examples as examples
from solver.ask import DEFAULT_EDITION, EDITIONS
from solver.cli.board_file_names import is_board
from solver.cli.completing import complete_file

if TYPE_CHECKING:
    from facts.cards.store import Store

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
        shell_complete=complete_file,
        is_eager=True,
        expose_value=False,
        callback=keep_house_rules,
        help="A file of house rules (docs/house_rules.md).",
    )(function)


HOUSE_RULES = "typeline.house_rules"
"""The key under which a command keeps its file of house rules."""


def keep_house_rules(ctx: click.Context, _: click.Parameter, path: str | None) -> None:
    """Keep the file of house rules: they are read within limits, see `solver.cli.limit_options`.

    Args:
        ctx: The command.
        path: The file.
    """
    if path is not None:
        ctx.meta[HOUSE_RULES] = path


def json_option(function: _Function) -> _Function:
    """Give a command the option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def cards_option(function: _Function) -> _Function:
    """Give a command ``--cards`` and ``--prefer-stored``; it gets a store, which is opened when it is needed.

    A file that the option names has to be a store even if no card is looked up in it, except where one is made.
    """
    function = click.option(
        "--prefer-stored",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_preference,
        help="Prefer cards of the store to built-in ones.",
    )(function)
    return click.option(
        "--cards",
        metavar="FILE.db",
        shell_complete=complete_file,
        callback=_store,
        help="The card store, instead of your own (see 'typeline cards').",
    )(function)


_PREFERRED = "typeline.prefer_stored"
MAKES_STORE = "import"
"""The command that writes the file of ``--cards``."""


def _preference(ctx: click.Context, _: click.Parameter, preferred: bool) -> None:
    ctx.meta[_PREFERRED] = preferred


def _store(ctx: click.Context, _: click.Parameter, path: str | None) -> Store:
    from facts.cards.store import Store

    store = Store(path, preferred=bool(ctx.meta.get(_PREFERRED)))
    ctx.call_on_close(store.close)
    if path is not None and ctx.info_name != MAKES_STORE:
        store.about()
        store.close()
    return store


def read_board(given: tuple[str, ...], cards: CardSource | None = None) -> Board:
    """Read the board that a command is given.

    Args:
        given: A file, ``-`` for standard input, or names of cards.
        cards: The source of cards that are neither defined on the board nor built in.

    Returns:
        The board.

    Raises:
        InputError: There is no such file or card, or it is no board.
    """
    if len(given) == 1 and is_board(given[0]):
        return read_file(given[0], cards)
    for name in given:
        if is_board(name):
            raise InputError(f"{show(name)} is a board, and stands alone", "Name one board, or cards", source="<cards>")
    board = Board.named(given, cards=cards)
    _tell_of_repetitions(board.timeline)
    return board


def split_board(arguments: tuple[str, ...], cards: CardSource) -> tuple[tuple[str, ...], str | None]:
    """Tell the board from the question about it, which comes last, in one word or in several.

    Args:
        arguments: All arguments of the command.
        cards: The source of cards, as for `read_board`.

    Returns:
        The file or the names of cards, and the question; None if there is none.

    Raises:
        UsageError: The question is not quoted, and cannot be told from the cards.
    """
    if is_board(arguments[0]):
        return arguments[:1], " ".join(arguments[1:]) or None
    if len(arguments) == 1:
        return arguments, None
    verb = next((at for at, word in enumerate(arguments) if word in _VERBS), None)
    if verb is not None:
        return _unquoted(arguments, verb, cards)
    if _is_card(arguments[-1], cards):
        return arguments, None
    wrong = next((name for name in arguments[:-1] if not _is_card(name, cards)), None)
    if wrong is not None and arguments[-1].isidentifier():  # one word: a piece of a fact that was not quoted
        raise _where_it_begins(f"{show(wrong)} is no card", unknown_card_hint(wrong, {}, cards))
    return arguments[:-1], arguments[-1]


_VERBS = frozenset(
    ["is", "isn't", "has", "hasn't", "lost", "can't", "cannot", "does", "doesn't", "control", "controls"]
)
"""The second word of a fact in words. No card has such a name."""


def _unquoted(arguments: tuple[str, ...], verb: int, cards: CardSource) -> tuple[tuple[str, ...], str]:
    """Tell cards from a fact that was not quoted: one word stands before its verb, such as the object's label."""
    given, fact = arguments[: max(verb - 1, 0)], arguments[max(verb - 1, 0) :]
    wrong = next((name for name in given if not _is_card(name, cards)), None)
    if wrong is None and given:
        return given, " ".join(fact)
    raise _where_it_begins("there is no card before the fact" if wrong is None else f"{show(wrong)} is no card")


def _where_it_begins(problem: str, hint: str = "") -> click.UsageError:
    """Return the error that asks to quote names and the fact."""
    return click.UsageError(
        f"Where does the fact begin? {problem}. {f'{hint}. ' if hint else ''}Quote each name of several words, and the "
        f"fact, which comes last: {examples.BOARDS_ARGUMENTS}."
    )


def _is_card(name: str, cards: CardSource) -> bool:
    """Tell whether an argument is the name of a card; no similar names are looked for."""
    return find_card(name, {}, cards) is not None


def _tell_of_repetitions(timeline: Timeline) -> None:
    """Say on standard error which cards were named more than once, and which labels distinguish the objects."""
    labels: dict[str, list[str]] = {}
    for label, name in zip(timeline.things, timeline.document.data["timeline"], strict=False):
        labels.setdefault(normal(name), []).append(label)
    for name in timeline.document.data["timeline"]:
        found = labels.pop(normal(name), [])
        if len(found) > 1:
            times = "twice" if len(found) == 2 else f"{len(found)} times"
            shown = [*found[:3], *(["..."] if len(found) > 3 else [])]
            told = f"note: {shorten(name)} is given {times}, so there are {len(found)} objects: {', '.join(shown)}"
            click.echo(printable(told), err=True)


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
        indent: The indentation; None for one line.

    Returns:
        The text.
    """
    separators = (",", ":") if indent is None else None
    return json.dumps(data, ensure_ascii=escapes(), indent=indent, separators=separators)


def escapes() -> bool:
    """Tell whether characters beyond ASCII are written with escapes: the output is not in UTF."""
    return not (sys.stdout.encoding or "").lower().startswith("utf")
