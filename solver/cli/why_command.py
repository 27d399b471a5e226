"""``typeline why``: the proof of a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from facts.cards import CardSource
from facts.words import shown_examples as examples
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

if TYPE_CHECKING:
    from solver.ask.explain import Askable
    from solver.ask.explain.proof import Detail


@click.command()
@click.argument("arguments", nargs=-1, required=True, metavar="BOARD|CARD... [FACT]", shell_complete=complete_board)
@click.option(
    "--rather-than",
    default=None,
    metavar="OTHER",
    help=f"Say what decides between FACT and another fact that does not hold: {examples.OTHER_FACTS}.",
)
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
    rather_than: str | None,
    detail: Detail,
    depth: int | None,
    scheduling: bool,
    form: str,
    edition: str,
    cards: CardSource,
    as_json: bool,
) -> None:
    """Say why FACT holds: a sentence or two, the steps that led to it, and the proof.

    FACT comes last, in words ("humility is a 1/1 creature", "x has flying", "x has no abilities", "x isn't a land") or
    in the vocabulary (type(x,"Land")). Without FACT, the command lists the facts about BOARD. The exit code is 1 if
    FACT does not hold.
    """
    from solver.ask.explain import askable, views_of, why
    from solver.ask.explain.show import why_text, why_title, why_views
    from solver.ask.explain.wording import phrases as words

    detail, depth = full_on_pages(form, detail, depth)
    given, fact = split_board(arguments, cards)
    if fact is None:
        needs_fact(form)
        if rather_than is not None:
            raise click.UsageError("--rather-than compares two facts: name FACT, too; it comes last.")
        list_facts(askable(read_board(given, cards), edition=edition), edition, as_json=as_json)
        return
    if rather_than is not None and not rather_than.strip():
        raise click.UsageError(f"--rather-than names no fact. Say it like: {examples.OTHER_FACTS}")
    found = why(read_board(given, cards), fact, edition=edition, rather_than=rather_than or "")
    if as_json:
        print_answer(found.as_data(), edition)
    elif form != "text":
        whole = form == "html" and detail == "long"
        views = why_views(found, "middle" if whole else detail, depth, scheduling=scheduling)
        print_trees(why_title(found), views, form, whole=views_of(found.proofs, "long") if whole else ())
    else:
        show_sentences(why_text(found, detail, depth, scheduling=scheduling))
    if not found.holds:
        click.echo(words.ASK_WHY_NOT, err=True)
        ctx.exit(NO)


def list_facts(found: Askable, edition: str, *, as_json: bool) -> None:
    """Print the facts that one can ask about.

    Args:
        found: The facts.
        edition: The edition of the rules.
        as_json: Print JSON.
    """
    from solver.ask.explain.fact import askable_text

    if as_json:
        print_answer(found.as_data(), edition)
    else:
        click.echo(askable_text(found))
