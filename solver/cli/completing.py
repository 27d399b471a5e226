"""Completion in a shell: names of cards, labels on a board, and files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_MOST = 200
"""The most proposals offered."""


def complete_board(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete an argument of a command that takes a board: a file or cards, and labels after a file.

    The name of a card is completed like a label, without spaces (``dryad_arbor``), which needs no quotes. If the
    argument has a space, and so is in quotes, it is completed to the printed name. A path is no beginning of a card.

    Args:
        ctx: The command, with what stands before.
        begun: The beginning of the argument.
    """
    given = _given(ctx, begun)
    if given and _is_file(given[0]):
        return _items(_labels(given), begun)
    path = not given and (os.path.dirname(begun) != "" and " " not in begun)
    return [*(_files(begun) if not given else ()), *(() if path else complete_card(ctx, _, begun))]


def complete_card(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of a card, built in or of the store.

    Args:
        ctx: The command.
        begun: The beginning of the name.
    """
    from facts.cards import card_names
    from facts.text import normal, slug

    wanted = normal(begun) if begun else ""
    names = sorted(name for name in {*card_names(), *_stored(ctx, wanted)} if normal(name).startswith(wanted))
    as_printed = " " in begun
    return [_item(name if as_printed else slug(name), name) for name in names[:_MOST]]


def complete_label(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the label of an object or effect on the board that the command is given.

    Args:
        ctx: The command, with what stands before.
        begun: The beginning of the label.
    """
    return _items(_labels(_given(ctx, begun)), begun)


def complete_file(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """Have the shell complete the name of a file.

    Args:
        ctx: The command.
        begun: The beginning of the name.
    """
    return [_item(begun, kind="file")]


def complete_folder(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """Have the shell complete the name of a folder.

    Args:
        ctx: The command.
        begun: The beginning of the name.
    """
    return [_item(begun, kind="dir")]


def _given(ctx: click.Context, begun: str) -> tuple[str, ...]:
    """Return the board or the cards that stand before.

    Click does not tell them if the last word is an option that waits for its value. Then the words tell them.
    """
    given = tuple(ctx.params.get("arguments") or ())
    if given:
        return given
    from click.shell_completion import split_arg_string

    place = os.environ.get("COMP_CWORD", "")  # the place of the word that is begun; for fish, the word itself
    words = split_arg_string(os.environ.get("COMP_WORDS", ""))[2 : int(place) if place.isdigit() else None]
    if not place.isdigit() and words and words[-1] == begun:
        words.pop()
    valued = {
        name for one in ctx.command.params if isinstance(one, click.Option) and not one.is_flag for name in one.opts
    }
    found, before = [], ""
    for word in words:
        if before in valued:
            before = ""
            continue
        if not word.startswith("-"):
            found.append(word)
        before = word
    return tuple(found)


def _is_file(name: str) -> bool:
    """Tell whether an argument is taken for a file, whether or not it exists."""
    from facts.text import InputError
    from solver.cli.board_file_names import is_board

    try:
        return is_board(name)
    except InputError:
        return True


def _items(known: Iterable[str], begun: str) -> list[CompletionItem]:
    return [_item(one) for one in known if one.startswith(begun)][:_MOST]


def _item(value: str, about: str | None = None, kind: str = "plain") -> CompletionItem:
    """Return the proposal, perhaps with its meaning. Its class is imported only if a shell completes."""
    from click.shell_completion import CompletionItem

    return CompletionItem(value, kind, about)


def _files(begun: str) -> Iterator[CompletionItem]:
    """Yield files that a board may be in, and folders."""
    import glob

    for path in sorted(glob.glob(glob.escape(begun) + "*")):
        if os.path.isdir(path):
            yield _item(os.path.join(path, ""))
        elif path.lower().endswith((".yaml", ".yml", ".json")):
            yield _item(path)


def _stored(ctx: click.Context, wanted: str) -> list[str]:
    """Return names of the store with this beginning; none where there is no store, or it cannot be read."""
    from facts.cards.store import Store
    from facts.text import InputError

    try:
        with Store(ctx.params.get("cards") if isinstance(ctx.params.get("cards"), str) else None) as store:
            return store.beginning(wanted, _MOST)
    except (InputError, OSError):
        return []


def _labels(given: tuple[str, ...]) -> list[str]:
    """Return the labels on a board; none where it cannot be read."""
    from facts.board import Board
    from facts.cards.store import Store
    from facts.text import InputError

    if not given or given == ("-",):
        return []
    try:
        with Store() as store:
            board = Board.load(given[0], cards=store) if _is_file(given[0]) else Board.named(given, cards=store)
            things = [thing.label for thing in board.timeline.things.values() if thing.left is None]
    except (InputError, OSError):
        return []
    return [*things, *(one.label for one in board.timeline.resolutions if one.label)]
