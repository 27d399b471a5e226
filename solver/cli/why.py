"""``typeline why``: the proof of a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from facts.sources import CardSource
from solver.cli import NO
from solver.cli.boards import cards_option, edition_option, json_option, print_json, read_board, rules_option
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
    from solver.explain.view import view
    from solver.explain.why import why

    given, fact = _split(board)
    found = why(read_board(given, cards), fact, edition=edition)
    if as_json:
        print_json(found.as_data())
    elif found.proofs:
        views = [view(proof, detail, depth) for proof in found.proofs]
        print_trees(words.HOLDS.format(fact=found.said), views, form)
    elif found.holds:
        click.echo(words.HOLDS.format(fact=found.said))
        click.echo("A proof is of something that is so; 'typeline why-not' says why its opposite is not.")
    else:
        click.echo(words.HOLDS_NOT.format(fact=found.said))
        click.echo("'typeline why-not' says why.", err=True)
    if not found.holds:
        ctx.exit(NO)


def _split(arguments: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """Tell the board from the fact."""
    if len(arguments) < 2:
        raise click.UsageError("Missing argument 'FACT': what is to be explained, after the board.")
    return arguments[:-1], arguments[-1]
