"""``typeline why``: the proof of a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from facts.board import Board
from facts.errors import InputError, show
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
from solver.cli.completing import complete_board
from solver.cli.limits import limit_options
from solver.cli.trees import full_on_pages, print_trees, tree_options

if TYPE_CHECKING:
    from solver.explain.view import Detail


@click.command()
@click.argument("board", nargs=-1, required=True, metavar="BOARD|CARD... [FACT]", shell_complete=complete_board)
@tree_options
@limit_options
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
    scheduling: bool,
    form: str,
    edition: str,
    cards: CardSource,
    as_json: bool,
) -> None:
    """Say why FACT is so: in a sentence or two, then the steps that led to it, then the proof.

    FACT comes last, in words ("humility is a 1/1 creature", "x has flying", "x has no abilities", "x isn't a land") or
    in the vocabulary (type(x,"Land")). Without FACT: the facts one can ask about on BOARD. Exit code 1 where FACT is
    not so.
    """
    from solver.explain import words
    from solver.explain.report import why_text, why_views
    from solver.explain.why import why

    detail, depth = full_on_pages(form, detail, depth)
    given, fact = _split(board, cards)
    if fact is None:
        list_facts(read_board(given, cards), edition, as_json=as_json)
        return
    found = why(read_board(given, cards), fact, edition=edition)
    if as_json:
        print_answer(found.as_data(), edition)
    elif form != "text" and found.holds:
        title = words.capital(words.HOLDS.format(fact=found.said))
        print_trees(title, why_views(found, detail, depth, scheduling=scheduling), form)
    else:
        click.echo(why_text(found, detail, depth, scheduling=scheduling))
    if not found.holds:
        click.echo(words.ASK_WHY_NOT, err=True)
        ctx.exit(NO)


def list_facts(board: Board, edition: str, *, as_json: bool) -> None:
    """Print the facts that one can ask about.

    Args:
        board: The board.
        edition: The edition of the rules.
        as_json: Print JSON.
    """
    from solver.explain.askable import askable, askable_text

    found = askable(board, edition=edition)
    if as_json:
        print_answer(found.as_data(), edition)
    else:
        click.echo(askable_text(found))


def _split(arguments: tuple[str, ...], cards: CardSource) -> tuple[tuple[str, ...], str | None]:
    """Tell the board from the fact, which follows a file in one word or in several; None where there is no fact."""
    if is_board(arguments[0]):
        return arguments[:1], " ".join(arguments[1:]) or None
    if len(arguments) == 1:
        return arguments, None
    verb = next((at for at, word in enumerate(arguments) if word in _VERBS), None)
    if verb is not None:
        return _unquoted(arguments, verb, cards)
    if _is_card(arguments[-1], cards):
        return arguments, None
    return arguments[:-1], arguments[-1]


_VERBS = frozenset(["is", "isn't", "has", "hasn't", "lost", "can't", "cannot", "does", "doesn't"])
"""What stands second in a fact in words: no card is named so."""


def _unquoted(arguments: tuple[str, ...], verb: int, cards: CardSource) -> tuple[tuple[str, ...], str]:
    """Tell cards from a fact that was not quoted: one word stands before its verb, the object's label."""
    given, fact = arguments[: max(verb - 1, 0)], arguments[max(verb - 1, 0) :]
    wrong = next((name for name in given if not _is_card(name, cards)), None)
    if wrong is None and given:
        return given, " ".join(fact)
    problem = "there is no card before the fact" if wrong is None else f"{show(wrong)} is no card"
    raise click.UsageError(
        f"Where does the fact begin? {problem}. Quote each name of several words, and the fact, which comes last: "
        "'Dryad Arbor' 'Blood Moon' 'dryad_arbor is a Mountain'."
    )


def _is_card(name: str, cards: CardSource) -> bool:
    """Tell whether what stands last is a card: then the fact was left out."""
    try:
        Board.named([name], cards=cards)
    except InputError:
        return False
    return True
