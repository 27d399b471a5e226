"""``typeline why-not``: the obstacles of a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from solver.cli.coloring import color_option, show_sentences
from solver.cli.completing import complete_board
from solver.cli.limit_options import limit_options
from solver.cli.tree_options import full_on_pages, needs_fact, print_trees, tree_options
from solver.cli.why_command import list_facts

if TYPE_CHECKING:
    from solver.ask.explain.proof import Detail


@click.command("why-not")
@click.argument("arguments", nargs=-1, required=True, metavar="BOARD|CARD... [FACT]", shell_complete=complete_board)
@tree_options
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
    detail: Detail,
    depth: int | None,
    scheduling: bool,
    form: str,
    edition: str,
    cards: CardSource,
    as_json: bool,
) -> None:
    """Say why FACT does not hold: what would make it hold, and the obstacles.

    The answer lists the smallest sets of objects, effects, counters, attachments and choices without which FACT would
    hold; if there are none, it names the missing conditions. Then it gives the reason in a sentence or two, the steps
    of the walk, the obstacles with their proofs, and the fate of each effect that would make FACT hold.

    Write FACT as for 'typeline why', or leave it out. The exit code is 1 if FACT holds after all.
    """
    from solver.ask.explain import askable, why_not
    from solver.ask.explain.show import why_not_text, why_not_views
    from solver.ask.explain.wording import phrases as words

    detail, depth = full_on_pages(form, detail, depth)
    given, fact = split_board(arguments, cards)
    if fact is None:
        needs_fact(form)
        list_facts(askable(read_board(given, cards), edition=edition), edition, as_json=as_json)
        return
    found = why_not(read_board(given, cards), fact, edition=edition, detail=detail, depth=depth, scheduling=scheduling)
    if as_json:
        print_answer(found.as_data(), edition)
    elif form != "text":
        title = words.capital((words.HOLDS if found.holds else words.HOLDS_NOT).format(fact=found.said))
        print_trees(title, why_not_views(found), form)
    else:
        show_sentences(why_not_text(found, detail))
    if found.holds:
        click.echo(words.ASK_WHY, err=True)
        ctx.exit(NO)
