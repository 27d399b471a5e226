"""Questions and answers, a line each: from a pipe, a file, or a simple terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TextIO

from facts.text import printable
from solver.answer import width, wrapped


class Proposal(NamedTuple):
    """Something that may be typed.

    Attributes:
        value: The text.
        about: Its meaning; may be empty.
    """

    value: str
    about: str = ""


class Completed(NamedTuple):
    """Proposals to complete a line that the user has begun.

    Attributes:
        begun: The number of characters at the end of the line that a proposal replaces.
        proposals: The proposals.
    """

    begun: int
    proposals: Sequence[Proposal]


Complete = Callable[[str], Completed]
"""Completes a line up to the cursor."""


class Asker(Protocol):
    """Somebody to ask.

    Attributes:
        patient: Whether to ask again after a wrong answer. A script gets no second try.
        line: The number of the line that was read last.
    """

    patient: bool
    line: int

    def ask(self, text: str, complete: Complete) -> str:
        """Ask for a line.

        Args:
            text: The prompt.
            complete: Completes what is typed.

        Returns:
            The line, without the space around it.

        Raises:
            EOFError: There are no further lines.
            KeyboardInterrupt: The question is not to be answered.
        """

    def say(self, text: str = "") -> None:
        """Print lines.

        Args:
            text: The lines; they may be colored.
        """


def of_list(proposals: Sequence[Proposal], *, several: bool = False) -> Complete:
    """Complete from a list.

    Args:
        proposals: The list.
        several: Whether the line may name several, with commas between them.
    """

    def complete(line: str) -> Completed:
        begun = line.rpartition(",")[2].lstrip() if several else line
        wanted = begun.casefold()
        found = [one for one in proposals if wanted in one.value.casefold() or wanted in one.about.casefold()]
        return Completed(len(begun), sorted(found, key=lambda one: not one.value.casefold().startswith(wanted)))

    return complete


def broken(text: str) -> str:
    """Break lines where the terminal is too narrow for them.

    Args:
        text: Lines without colors.
    """
    return "\n".join(part for line in text.split("\n") for part in wrapped(line, width(), "  ") or [""])


class PlainAsker:
    """Asks with plain prompts, and reads lines."""

    def __init__(self, lines: TextIO, output: TextIO, *, patient: bool) -> None:
        """Take where to read and write.

        Args:
            lines: Where the answers come from.
            output: Where prompts and answers go.
            patient: Whether to ask again after a wrong answer.
        """
        self._lines = lines
        self._output = output
        self.patient = patient
        self.line = 0

    def ask(self, text: str, complete: Complete) -> str:
        """Ask for a line; see `Asker.ask`."""
        self._output.write(f"{text} ")
        self._output.flush()
        try:
            line = self._lines.readline()
        except UnicodeDecodeError:
            line = "\N{REPLACEMENT CHARACTER}\n"
        if not line:
            self._output.write("\n")
            raise EOFError
        self.line += 1
        answer = line.strip()
        if not self.patient:  # otherwise nobody would see what a script answers
            self._output.write(f"{printable(answer)}\n")
        return answer

    def say(self, text: str = "") -> None:
        """Print lines; see `Asker.say`."""
        self._output.write(f"{text}\n")
        self._output.flush()
