"""``typeline board``: builds a board step by step on a terminal."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from facts.cards import CardSource
from solver.cli.board_argument import cards_option, edition_option
from solver.cli.coloring import color_option, colored, paint_answer
from solver.cli.completing import complete_file

if TYPE_CHECKING:
    from solver.board_dialogue import Asker


@click.command()
@click.argument("file", required=False, shell_complete=complete_file)
@edition_option
@cards_option
@color_option
def command(file: str | None, edition: str, cards: CardSource) -> None:
    """Build a board step by step, and write it to FILE after each step.

    The dialogue asks for the choices and targets that a card's text needs, offers the legal answers, and shows the
    changes after each step. If FILE exists, it continues that board. Without FILE it prints the board at the end.
    Standard input may be a pipe; then a wrong answer ends the dialogue.
    """
    from facts.board import board_text
    from facts.text import InputError
    from solver.board_dialogue import Session, broken, opened

    if sys.stdin is None:
        raise InputError("cannot be read: it is closed", source="<stdin>")
    data, comments = ({"timeline": []}, False) if file is None else opened(file, cards)
    asker = _asker(file)
    if comments:
        asker.say(broken(f"{file} has comments. They are lost when a step is added; Ctrl-D leaves it as it is."))
    if asker.patient:
        asker.say(broken("Type the name of a card, or help. Ctrl-D ends."))
    paint = paint_answer if colored() else None
    session = Session(data, asker, file=file, cards=cards, edition=edition, paint=paint)
    session.run()
    if session.file is None and session.data["timeline"]:
        click.echo(board_text(session.data), nl=False)


def _asker(file: str | None) -> Asker:
    """Return the asker: with completion on a terminal that can do that, else line by line.

    The dialogue goes to standard output. If the board itself goes there, into a file or a pipe, it goes to standard
    error.
    """
    from solver.board_dialogue import PlainAsker

    output = sys.stdout if file is not None or sys.stdout.isatty() else sys.stderr
    answered = sys.stdin.isatty()
    if answered and output.isatty() and os.environ.get("TERM") != "dumb":
        from solver.board_dialogue import TerminalAsker

        return TerminalAsker(output)
    return PlainAsker(sys.stdin, output, patient=answered)
