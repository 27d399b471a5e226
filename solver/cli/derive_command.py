"""``typeline derive``: what each object on a board is."""

from __future__ import annotations

import click

from facts.cards import CardSource
from solver.cli.board_argument import cards_option, edition_option, json_option, print_json, read_board, rules_option
from solver.cli.coloring import color_option, colored, paint_answer, show
from solver.cli.completing import complete_board
from solver.cli.limit_options import limit_options


@click.command()
@click.argument("arguments", nargs=-1, required=True, metavar="BOARD|CARD...", shell_complete=complete_board)
@click.option(
    "--plain", is_flag=True, help="Use the law alone, one effect at a time. The answer is the same, but slower."
)
@limit_options
@edition_option
@rules_option
@cards_option
@color_option
@json_option
def command(
    arguments: tuple[str, ...],
    plain: bool,
    edition: str,
    cards: CardSource,
    as_json: bool,
) -> None:
    """Print what every object on BOARD is.

    BOARD is a YAML or JSON file, '-' for standard input, or the names of cards that enter in that order.
    """
    from facts.text import printable
    from solver.ask import derive

    answer = derive(read_board(arguments, cards), edition=edition, plain=plain)
    if as_json:
        print_json(answer.as_data())
        return
    from solver.answer import answer_text

    show(answer_text(answer, paint_answer if colored() else None))
    for warning in answer.warnings:
        click.echo(f"warning: {printable(warning)}", err=True)
