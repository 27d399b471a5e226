"""Questions on a terminal, with completion: the only module that imports prompt_toolkit (0.12 s of processor time)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.output import create_output
from prompt_toolkit.shortcuts import CompleteStyle, print_formatted_text

from solver.answer import width
from solver.board_dialogue.asking import Complete

_NARROW = 60
"""A terminal with fewer columns shows proposals without their meanings."""


class _Proposed(Completer):
    """Offers completions of the line."""

    def __init__(self, complete: Complete) -> None:
        self._complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield the proposals for the text before the cursor."""
        found = self._complete(document.text_before_cursor)
        for one in found.proposals:
            about = one.about if width() >= _NARROW else ""
            yield Completion(one.value, start_position=-found.begun, display_meta=about)


class TerminalAsker:
    """Asks on a terminal: the line can be edited, and Tab completes it."""

    def __init__(self, output: TextIO) -> None:
        """Open the terminal.

        Args:
            output: Where to write: a terminal.
        """
        self._output = create_output(stdout=output)
        self._session: PromptSession[str] = PromptSession(
            output=self._output, complete_style=CompleteStyle.COLUMN, reserve_space_for_menu=4
        )
        self.patient = True
        self.line = 0

    def ask(self, text: str, complete: Complete) -> str:
        """Ask for a line; see `solver.board_dialogue.asking.Asker.ask`."""
        self.line += 1
        return self._session.prompt(f"{text} ", completer=_Proposed(complete)).strip()

    def say(self, text: str = "") -> None:
        """Print lines; see `solver.board_dialogue.asking.Asker.say`."""
        print_formatted_text(ANSI(text), output=self._output)
