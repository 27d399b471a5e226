"""``typeline diff``: the changes that one object or effect makes."""

from __future__ import annotations

import click

from facts.cards import CardSource
from facts.text import printable
from solver.cli import NO
from solver.cli.board_argument import cards_option, edition_option, json_option, print_answer, read_board, rules_option
from solver.cli.coloring import color_option, colored, paint_difference, show
from solver.cli.completing import complete_board, complete_label
from solver.cli.limit_options import limit_options

_LINES = (
    "name",
    "controller",
    "face",
    "type_line",
    "colors",
    "mana_value",
    "power",
    "toughness",
    "abilities",
    "properties",
)


@click.command()
@click.argument("arguments", nargs=-1, required=True, metavar="BOARD|CARD...", shell_complete=complete_board)
@click.option(
    "--without",
    required=True,
    multiple=True,
    metavar="LABEL",
    shell_complete=complete_label,
    help="The object or effect to leave out. Given several times, all of them are left out together.",
)
@limit_options
@edition_option
@rules_option
@cards_option
@color_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    arguments: tuple[str, ...],
    without: tuple[str, ...],
    edition: str,
    cards: CardSource,
    as_json: bool,
) -> None:
    """Compare BOARD with and without one object or effect, or several together.

    The exit code is 1 if the other objects are the same without it.
    """
    from solver.answer import columns
    from solver.ask import diff

    changes = diff(read_board(arguments, cards), without, edition=edition)
    name = printable(" and ".join(without))
    if as_json:
        print_answer(
            {
                "without": without[0] if len(without) == 1 else without,
                "changes": [change.as_data() for change in changes],
            },
            edition,
        )
    elif not changes:
        click.echo(f"{name} {'changes' if len(without) == 1 else 'change'} nothing")
    else:
        shown = [change for change in changes if change.what in _LINES]
        rows = [
            [printable(one.object), one.what.replace("_", " "), _said(one.without), _said(one.value)] for one in shown
        ]
        heads = ("object", "what", f"without {name}", f"with {name}")
        show(columns(heads, rows, paint_difference if colored() else None))
    if not changes:
        ctx.exit(NO)


def _said(value: object) -> str:
    if isinstance(value, list):
        return printable("; ".join(map(str, value))) or "none"
    return "none" if value is None or value == "" else printable(str(value))
