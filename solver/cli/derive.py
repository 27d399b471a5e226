"""``typeline derive``: what everything on a board is."""

from __future__ import annotations

import click

from facts.sources import CardSource
from solver.cli.boards import (
    cards_option,
    edition_option,
    json_option,
    limit_options,
    print_json,
    read_board,
    rules_option,
)


@click.command()
@click.argument("board", nargs=-1, required=True, metavar="BOARD|CARD...")
@click.option("--plain", is_flag=True, help="Use the law alone, one effect at a time: the same answer, more slowly.")
@limit_options("it")
@edition_option
@rules_option
@cards_option
@json_option
def command(
    board: tuple[str, ...],
    plain: bool,
    timeout: float | None,
    memory: int | None,
    edition: str,
    cards: CardSource,
    as_json: bool,
) -> None:
    """Print what everything on BOARD is.

    BOARD is a YAML or JSON file, '-' for standard input, or the names of cards that enter in that order.
    """
    from facts.errors import printable

    read = read_board(board, cards)
    if timeout is None and memory is None:
        from solver.derive import derive

        answer = derive(read, edition=edition, plain=plain)
    else:
        from solver.limited import derive_within

        answer = derive_within(read, edition=edition, plain=plain, seconds=timeout, megabytes=memory)
    if as_json:
        print_json(answer.as_data())
        return
    from solver.table import answer_text

    click.echo(answer_text(answer))
    for warning in answer.warnings:
        click.echo(f"warning: {printable(warning)}", err=True)
