"""``typeline explain``: how the objects of a board became what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from facts.cards import CardSource
from facts.text import show
from solver.cli.board_argument import (
    cards_option,
    edition_option,
    json_option,
    keep_house_rules,
    print_answer,
    read_board,
)
from solver.cli.board_file_names import is_board
from solver.cli.coloring import color_option, show_sentences
from solver.cli.completing import complete_board, complete_file, complete_label
from solver.cli.limit_options import limit_options
from solver.cli.tree_options import format_option, print_trees

if TYPE_CHECKING:
    from solver.ask.explain import FiredRules
    from solver.ask.explain.proof import Detail


def _keep_house_rules(ctx: click.Context, param: click.Parameter, rules: tuple[str, ...]) -> tuple[str, ...]:
    for path in rules:
        if path.endswith(".lp"):
            keep_house_rules(ctx, param, path)
    return rules


@click.command()
@click.argument("arguments", nargs=-1, metavar="BOARD [OBJECT]|CARD...", shell_complete=complete_board)
@click.option(
    "--object", "label", metavar="LABEL", shell_complete=complete_label, help="Show only the steps about this object."
)
@click.option(
    "--detail",
    type=click.Choice(("short", "middle", "long")),
    default="middle",
    show_default=True,
    help="'short' has a line for each change, 'middle' what a judge would say, 'long' everything.",
)
@click.option(
    "--rules",
    is_flag=False,
    flag_value="",
    multiple=True,
    callback=_keep_house_rules,
    shell_complete=complete_file,
    metavar="[FILE.lp]",
    help="Without FILE: list the numbered rules that fired, how often, and those that did not. With FILE: use a file "
    "of house rules.",
)
@format_option
@limit_options
@edition_option
@cards_option
@color_option
@json_option
def command(
    arguments: tuple[str, ...],
    label: str | None,
    detail: Detail,
    rules: tuple[str, ...],
    form: str,
    edition: str,
    cards: CardSource,
    as_json: bool,
) -> None:
    """Walk through the layers: show each effect in the order of application, and its result.

    BOARD is a YAML or JSON file or '-' for standard input, and OBJECT the label of an object on it. In place of both
    you may give the names of cards, which enter in that order.
    """
    from facts.text import printable
    from solver.ask import object_named
    from solver.ask.explain import explain

    no_files = (one for one in rules if one and not one.endswith(".lp"))  # not values of --rules after all
    arguments = (*no_files, *arguments)
    if not arguments:
        raise click.UsageError("Missing argument 'BOARD [OBJECT]|CARD...'.")
    if len(arguments) > 1 and is_board(arguments[0]):
        if len(arguments) > 2 or label is not None:
            raise click.UsageError(
                f"One OBJECT at a time: {show(' '.join(arguments[1:]))}. A name of several words is quoted."
            )
        file, label = arguments
        arguments = (file,)
    board = read_board(arguments, cards)
    if any(not path.endswith(".lp") for path in rules):
        if form != "text":
            raise click.UsageError("--rules prints a table or --json, no chart and no page.")
        from solver.ask.explain import fired_rules

        _print_rules(fired_rules(board, edition=edition), edition, as_json=as_json)
        return
    walk = explain(board, edition=edition)
    if label is not None:
        walk = walk.about(object_named(label, board.timeline, walk.objects))
    if as_json:
        print_answer(walk.as_data(), edition)
        return
    if form == "text":
        from solver.ask.explain import walk_text

        show_sentences(walk_text(walk, detail))
    else:
        from solver.ask.explain import walk_views
        from solver.ask.explain.wording import walk_wording as wording

        name = None if label is None else walk.names[next(iter(walk.objects))]
        title = wording.WALK if name is None else wording.WALK_OF.format(object=name)
        if form == "svg":
            from solver.ask.explain.walk import picture

            click.echo(picture(walk, title))
        else:
            print_trees(title, walk_views(walk, detail), form, ordered=True)
    for warning in walk.warnings:
        click.echo(f"warning: {printable(warning)}", err=True)


def _print_rules(found: FiredRules, edition: str, *, as_json: bool) -> None:
    """Print which rules fired."""
    from solver.answer import columns, width, wrapped

    if as_json:
        print_answer(found.as_data(), edition)
        return
    click.echo(columns(("rule", "how often"), [(number, str(count)) for number, count in found.fired]))
    click.echo("\n".join(["", *wrapped(f"Did not fire: {', '.join(found.silent)}", width(), "  ")]))
