"""``typeline query``: who satisfies a conjunction."""

from __future__ import annotations

import click

from facts.cards import CardSource
from solver.cli import NO
from solver.cli.board_argument import (
    cards_option,
    edition_option,
    json_option,
    print_answer,
    read_board,
    rules_option,
    split_board,
)
from solver.cli.completing import complete_board
from solver.cli.limit_options import limit_options


@click.command()
@click.argument("arguments", nargs=-1, required=True, metavar="BOARD|CARD... QUERY", shell_complete=complete_board)
@limit_options
@edition_option
@rules_option
@cards_option
@json_option
@click.pass_context
def command(ctx: click.Context, arguments: tuple[str, ...], edition: str, cards: CardSource, as_json: bool) -> None:
    """Print the objects on BOARD that satisfy QUERY.

    QUERY comes last. It is a conjunction in the vocabulary, such as type(X,"Creature"), not supertype(X,"Legendary"),
    or a fact in words, such as: who is a 1/1 creature

    The exit code is 1 if no object satisfies it.
    """
    from facts.text import printable
    from solver.ask import query as ask

    given, query = split_board(arguments, cards)
    if query is None:
        raise click.UsageError("Missing argument 'QUERY': it comes last, after the board or the cards.")
    found = ask(read_board(given, cards), query, edition=edition)
    if as_json:
        print_answer(found.as_data(), edition)
    elif not found.rows:
        click.echo("no")
    elif not found.variables:
        click.echo("yes")
    else:
        from solver.answer import columns

        click.echo(columns(found.variables, [[printable(str(value)) for value in row] for row in found.rows]))
    for note in found.notes:
        click.echo(f"note: {printable(note)}", err=True)
    if not found.rows:
        ctx.exit(NO)
