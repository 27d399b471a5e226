"""``typeline why-not``: what stands in the way of a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from facts.sources import CardSource
from solver.cli import NO
from solver.cli.boards import cards_option, edition_option, json_option, print_answer, read_board, rules_option
from solver.cli.trees import print_trees, tree_options
from solver.cli.why import _split

if TYPE_CHECKING:
    from solver.explain.view import Detail


@click.command("why-not")
@click.argument("board", nargs=-1, required=True, metavar="BOARD|CARD... FACT")
@tree_options
@edition_option
@rules_option
@cards_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    board: tuple[str, ...],
    detail: Detail,
    depth: int | None,
    form: str,
    edition: str,
    cards: CardSource,
    as_json: bool,
) -> None:
    """Say why FACT is not so.

    That is: the rule that came nearest, what became of the effects that would make it so, and the smallest sets of
    objects and effects without which it would be so.

    FACT is as for 'typeline why'. Exit code 1 where it is so.
    """
    from solver.explain import words
    from solver.explain.why_not import why_not

    given, fact = _split(board)
    found = why_not(read_board(given, cards), fact, edition=edition, detail=detail, depth=depth)
    if as_json:
        print_answer(found.as_data(), edition)
    elif found.holds:
        click.echo(words.capital(words.HOLDS.format(fact=found.said)))
        click.echo(words.ASK_WHY, err=True)
    else:
        print_trees(words.capital(words.HOLDS_NOT.format(fact=found.said)), found.views(), form)
    if found.holds:
        ctx.exit(NO)
