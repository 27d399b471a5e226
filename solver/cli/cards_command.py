"""``typeline cards``: the user's own cards."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from facts.text import InputError, printable, show
from facts.version import stamp
from solver.cli import NO, YES, Group
from solver.cli.board_argument import cards_option, json_option, json_text, print_json, standard_input
from solver.cli.completing import complete_card, complete_file
from solver.cli.limit_options import limit_options

if TYPE_CHECKING:
    from facts.cards.store import Store
    from facts.oracle import Census, Loss


@click.group(cls=Group)
def command() -> None:
    """Keep your own cards, so that boards can name them.

    Boards can name the built-in cards, and every card of your store. The store is a file in your data folder, or the
    file that --cards or the environment variable TYPELINE_CARDS names. 'typeline cards import' makes it.
    """


@command.command("import")
@click.argument("file", shell_complete=complete_file)
@limit_options
@cards_option
@json_option
def import_command(file: str, cards: Store, as_json: bool) -> None:
    """Make the store from FILE; it replaces the old one.

    FILE is Scryfall's "Oracle Cards" or MTGJSON's "AtomicCards", plain or compressed with gzip; '-' is standard input.
    """
    from facts.cards.store import import_cards

    with ExitStack() as stack:
        source, name, progress = _opened(file, "Importing", stack)
        done = import_cards(source, name, cards.path, progress)
    if as_json:
        print_json({**stamp(), "cards": done.cards, "duplicates": done.duplicates, "store": done.path})
        return
    left_out = f"; {done.duplicates:,} more had the name of another and were left out" if done.duplicates else ""
    click.echo(f"{done.cards:,} cards in {printable(done.path)}{left_out}")


_WIDE = 50
"""The columns of a terminal that has room for the time left beside the bar."""


def _opened(file: str, label: str, stack: ExitStack) -> tuple[BinaryIO, str, Callable[[int], None] | None]:
    """Open a bulk file: the file, its name in messages, and a function that shows the progress."""
    if file == "-":
        return standard_input(), "<stdin>", None
    try:
        source: BinaryIO = stack.enter_context(Path(file).open("rb"))  # noqa: SIM115 (the stack closes it)
        size = os.fstat(source.fileno()).st_size
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=file) from None
    if not size or sys.stderr is None or not sys.stderr.isatty():
        return source, file, None
    columns = shutil.get_terminal_size().columns
    wide = columns >= _WIDE
    width = min(36, max(4, columns - len(label) - (24 if wide else 12)))
    bar = stack.enter_context(click.progressbar(length=size, label=label, file=sys.stderr, width=width, show_eta=wide))
    return source, file, bar.update


@command.command("show")
@click.argument("name", shell_complete=complete_card)
@limit_options
@cards_option
@json_option
def show_command(name: str, cards: Store, as_json: bool) -> None:
    """Print the card NAME and its effects in plain words.

    NAME is the name of a card or of a face of one. The command also prints the sentences that are not modelled. It
    prefers a built-in card to a card of the store, as on boards, unless --prefer-stored is given.
    """
    from facts.cards import card_as_data, find_card, unknown_card_hint

    card = find_card(name, {}, cards)
    if card is None:
        raise InputError(f"{show(name)}: no such card", unknown_card_hint(name, {}, cards))
    if as_json:
        print_json({**stamp(), **card_as_data(card, None if card.built_in else cards.printed(name))})
    else:
        from solver.answer import card_text

        click.echo(card_text(card))


@command.command()
@click.argument("pattern")
@limit_options
@cards_option
@json_option
@click.pass_context
def search(ctx: click.Context, pattern: str, cards: Store, as_json: bool) -> None:
    """List the cards with PATTERN in a name.

    The name is that of the card or of a face. The exit code is 1 if there are none.
    """
    from facts.cards.store import found_cards

    found = found_cards(pattern, cards)
    if as_json:
        rows = [{"name": name, "type_line": line, "built_in": built_in} for name, line, built_in in found]
        print_json({**stamp(), "cards": rows})
    elif found:
        from solver.answer import columns

        table = [[printable(name), printable(line), "built-in" if built_in else ""] for name, line, built_in in found]
        click.echo(columns(("name", "type line", ""), table))
    else:
        click.echo(f"no card has {printable(show(pattern))} in its name", err=True)
        if cards.hint:
            click.echo(cards.hint, err=True)
    if not found:
        ctx.exit(NO)


@command.command()
@click.option("--built-in", is_flag=True, help="Print the built-in cards first.")
@limit_options
@cards_option
@click.option("--json", "as_json", is_flag=True, help="No effect: the output is always JSON.")
def export(built_in: bool, cards: Store, as_json: bool) -> None:
    """Print all cards of the store as JSON.

    Each line is one card, as 'typeline cards show --json' prints it.
    """
    from facts.cards import all_cards, card_as_data

    if built_in:
        for card in all_cards():
            click.echo(json_text(card_as_data(card)))
    elif cards.missing and not cards.required:
        raise InputError("there is no card store yet", "Make one: 'typeline cards import FILE'", source=cards.path)
    for printed, card in cards.all():
        click.echo(json_text(card_as_data(card, printed)))


@command.command()
@click.argument("file", required=False, shell_complete=complete_file)
@click.option("--top", default=20, show_default=True, metavar="N", help="The number of unread templates to print.")
@click.option("--lost-words", is_flag=True, help="List suspect texts, whose form lacks one of their words.")
@limit_options
@cards_option
@json_option
@click.pass_context
def coverage(ctx: click.Context, file: str | None, top: int, lost_words: bool, cards: Store, as_json: bool) -> None:
    """Count the sentences that are read.

    The command counts the sentences of the rules texts of FILE, or of the store, by kind and by template, unread ones
    first. FILE is as for 'typeline cards import'. JSON has all templates.
    """
    from facts.oracle import take_census

    with ExitStack() as stack:
        if lost_words:
            from facts.oracle import losses, unexplained

            found = losses(_printed_cards(file, cards, stack))
            suspects = [(left, one) for one in found if (left := unexplained(one))]
            _show_suspects(suspects, as_json)
            ctx.exit(NO if suspects else YES)
        census = take_census(_printed_cards(file, cards, stack))
    if as_json:
        print_json({**stamp(), **census.as_data()})
    else:
        click.echo(_census_text(census, top))


def _printed_cards(file: str | None, cards: Store, stack: ExitStack) -> Iterator[Mapping[str, Any]]:
    """Return the cards of a file, or of the store, in Scryfall's shape."""
    from facts.cards.store import cards_of

    if file is not None:
        source, name, progress = _opened(file, "Reading", stack)
        return (json.loads(found.data) for found in cards_of(source, name, progress))
    if cards.missing and not cards.required:
        raise InputError("there is no card store yet", "Name a file of cards", source=cards.path)
    return (printed for printed, _ in cards.all())


def _show_suspects(suspects: Sequence[tuple[frozenset[str], Loss]], as_json: bool) -> None:
    """Print the texts that lost words for no known reason."""
    if as_json:
        rows = [{"card": one.card, "text": one.text, "lost": sorted(left)} for left, one in suspects]
        print_json({**stamp(), "suspects": rows})
        return
    for left, one in suspects:
        click.echo(printable(f"{one.card}: {one.text} | lost: {', '.join(sorted(left))}"))
    click.echo(f"{len(suspects)} {'text loses' if len(suspects) == 1 else 'texts lose'} a word without a known reason.")


def _census_text(census: Census, top: int) -> str:
    """Write the findings of a census."""
    from facts.oracle import MAIN_KINDS
    from solver.answer import columns

    counted = [(", ".join(MAIN_KINDS), census.main), *census.kinds.items()]
    rows = [(kind, f"{one.total:,}", f"{one.read:,}", f"{one.share:.1f} %") for kind, one in counted if one.total]
    said = f"{census.cards:,} cards, {census.abilities.total:,} abilities, {census.abilities.share:.1f} % modelled"
    lasting = census.continuous
    share = f"{lasting.total:,} abilities with continuous effects, {lasting.share:.1f} % modelled"
    lines = [said, share, "", columns(("sentences that say", "all", "read", "percent"), rows)]
    unread = census.unread()[: max(top, 0)]
    if unread:
        table = [(str(one.unread), printable(words), printable(one.card)) for words, one in unread]
        lines += ["", columns(("unread", "template", "for example on"), table)]
    return "\n".join(lines)
