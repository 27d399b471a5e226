"""``typeline why``: the proof of a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from facts.sources import CardSource
from solver.cli import NO
from solver.cli.boards import (
    cards_option,
    edition_option,
    is_board,
    json_option,
    print_answer,
    read_board,
    rules_option,
)
from solver.cli.trees import print_trees, tree_options

if TYPE_CHECKING:
    from solver.explain.view import Detail


@click.command()
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
    """Prove FACT: the rules that derive it, down to what BOARD says.

    FACT is in words ("dryad_arbor is a Mountain", "x has flying", "x is 4/4") or in the vocabulary
    (type(x,"Land")); it comes last. Exit code 1 where it is not so.
    """
    from solver.explain import words
    from solver.explain.view import views_of
    from solver.explain.why import why

    given, fact = _split(board)
    found = why(read_board(given, cards), fact, edition=edition)
    if as_json:
        print_answer(found.as_data(), edition)
    elif found.proofs:
        print_trees(words.capital(words.HOLDS.format(fact=found.said)), views_of(found.proofs, detail, depth), form)
    elif found.holds:
        click.echo(words.capital(words.HOLDS.format(fact=found.said)))
        click.echo(words.OPPOSITE, err=True)
    else:
        click.echo(words.capital(words.HOLDS_NOT.format(fact=found.said)))
        click.echo(words.ASK_WHY_NOT, err=True)
    if not found.holds:
        ctx.exit(NO)


def _split(arguments: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """Tell the board from the fact, which follows a file in one word or in several."""
    if len(arguments) < 2:
        raise click.UsageError("Missing argument 'FACT': what is to be explained, after the board.")
    if is_board(arguments[0]):
        return arguments[:1], " ".join(arguments[1:])
    return arguments[:-1], arguments[-1]
