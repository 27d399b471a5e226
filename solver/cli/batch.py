"""``typeline batch``: many boards."""

from __future__ import annotations

import click

from facts.errors import InputError
from facts.sources import CardSource
from solver.cli.boards import cards_option, edition_option, json_text, standard_input


@click.command()
@click.argument("boards", default="-", metavar="BOARDS.ndjson")
@edition_option
@cards_option
@click.option("--json", "as_json", is_flag=True, help="JSON is printed in any case.")
def command(boards: str, edition: str, cards: CardSource, as_json: bool) -> None:
    """Derive many boards: one JSON object a line in, one out, in the same order.

    An "id" is carried through. A board that cannot be used gives {"id": ..., "error": ...} on its line.
    """
    from solver.batch import batch, lines_of

    if boards == "-":
        file, source = standard_input(), "<stdin>"
    else:
        try:
            file, source = open(boards, "rb"), boards  # noqa: SIM115 - closed when the process ends
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", source=boards) from None
    for answer in batch(lines_of(file), source, edition=edition, cards=cards):
        click.echo(json_text(answer))  # which flushes: whoever waits for an answer gets it
