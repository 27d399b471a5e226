"""The prompt that turns a question in words into a board, and the description of the server."""

from __future__ import annotations

from facts.text import InputError
from solver.mcp.resources import board_format

INSTRUCTIONS = (
    "typeline derives what each object on a Magic: The Gathering board is by the Comprehensive Rules (types, "
    "subtypes, abilities, colors, power and toughness), and proves it. Do not work out layers, timestamps or "
    "dependency yourself. Look up names with find_cards, write the board as a timeline, oldest step first "
    "(typeline://board/format), and call derive; call explain, why or why_not for the reasons. Cite the rule "
    "numbers that come back. If a call fails, its one line says what to change. Pass on warnings: they name card "
    "text that was not taken into account. The tools do not play the game: they know nothing of combat, priority "
    "or life totals."
)
NAME = "board_from_question"
DESCRIPTION = "Turn a question about Magic cards, in words, into a board, and answer it with proof."
LONGEST = 20_000

_TEXT = """Answer this question about Magic: The Gathering with the tools of typeline, not from memory:

<question>
{question}
</question>

1. List the cards and tokens that matter, and who controls them. Look up each name with find_cards.
2. Write the board: one step for each thing that happened, oldest first, since order is timestamps (613.7). If the
   question leaves the order or a choice open and it could matter, ask about each possibility, or ask the user.
   Leave out what does not matter, such as life totals and mana.
3. Call check_board. If the call fails, change what its line says. Look at its warnings.
4. Call derive. For the reason call explain, or why with the fact in question; why_not for what is not so.
5. Answer in a few sentences: first the answer, then why, with the rule numbers that the tools gave. Say which order and
   choices you assumed. Pass on warnings.

How to write a board:

{board_format}"""


def prompt(question: str) -> str:
    """Return the prompt.

    Args:
        question: The question, in words.

    Raises:
        InputError: There is no question, or it is too long.
    """
    if not question.strip():
        raise InputError("the question is empty", "Wanted: a question about Magic cards, in words", source=NAME)
    if len(question) > LONGEST:
        raise InputError(f"the question is longer than {LONGEST:,} characters", source=NAME)
    return _TEXT.format(question=question.strip(), board_format=board_format())
