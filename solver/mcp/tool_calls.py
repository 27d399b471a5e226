"""One question, answered in a process of a pool: this module checks its arguments, and an error is one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from facts.schema import check_against
from facts.text import InputError, plain_document
from facts.words import shown_examples as examples
from solver.mcp.tool_answers import ANSWERS
from solver.mcp.tool_schemas import TOOLS
from solver.program import further_chapter, unreadable

if TYPE_CHECKING:
    from facts.cards.store import Store

Question = tuple[str, Mapping[str, Any]]
"""The name of a tool, and its arguments."""
Told = dict[str, Any] | str
"""The answer, or the error in one line."""

_ARGUMENTS = {tool.name: tool.arguments for tool in TOOLS}


@dataclass(frozen=True)
class Desk:
    """Answers questions. A pool sends it to its processes. A fault of a question gives an answer, not an error.

    Attributes:
        cards: The user's own cards; each process opens them for itself.
    """

    cards: Store | None = None

    def __call__(self, questions: Sequence[Question]) -> list[Told]:
        """Answer questions, one by one."""
        return [self.answer(question) for question in questions]

    def answer(self, question: Question) -> Told:
        """Answer a question.

        Args:
            question: The question; there is a tool of that name.

        Returns:
            The answer, or one line.

        Raises:
            MemoryError: There is too little memory. The waiting process reports it.
        """
        name, given = question
        try:
            document = plain_document(given, name)
            check_against(document, _ARGUMENTS[name])
            return ANSWERS[name](document.data, self.cards)
        except InputError as error:
            return str(error)
        except MemoryError:
            raise
        except Exception as error:
            if "bad_alloc" in str(error):
                raise MemoryError from None
            if further_chapter() is not None:  # house rules may derive unexpected atoms
                return f"{name}: {unreadable(error)}"
            # The text of the error may repeat the board, so it is left out.
            return f"{name}: {_mistake(error)}"


def get_ready() -> None:
    """Prepare a new process for its first questions: import the modules that answer them, and read the rules."""
    from solver.answer import card_text  # noqa: F401 - these are imported for later
    from solver.ask.check import check_board  # noqa: F401
    from solver.ask.explain import walk_text, why, why_not  # noqa: F401
    from solver.ask.explain.show import why_text  # noqa: F401
    from solver.speed import read_ahead

    read_ahead()
    Desk().answer(
        ("derive", {"board": {"timeline": [examples.CARD, {"enters": examples.CARDS[1], "zone": "battlefield"}]}})
    )


def _mistake(error: Exception) -> str:
    """Say that the program is at fault, and where, without a word of the question."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" in {place.tb_frame.f_globals.get('__name__', '?')}:{place.tb_lineno}" if place is not None else ""
    return f"this is a mistake of typeline, not of the board ({type(error).__name__}{where}). Please report it"
