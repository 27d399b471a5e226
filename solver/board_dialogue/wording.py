"""The questions of the dialogue in words."""

from __future__ import annotations

from collections.abc import Sequence

from facts.text import printable
from solver.board_dialogue.asking import Proposal

QUESTIONS = {
    "ability": "Which ability",
    "affects": "Whom does it affect",
    "attached_to": "Attached to",
    "controller": "Who controls it",
    "copy_of": "A copy of",
    "face": "Which face",
    "face_down": "Face down by",
    "level": "Which level",
    "source": "Whose ability was it",
    "status": "Which of these is it",
    "unlocked": "Which halves are unlocked",
    "x": "X is",
    "zone": "In which zone",
    "chosen.from": "Which word is replaced",
    "chosen.to": "By which word",
}


def question(key: str) -> str:
    """Return the question about a key of a step, without its question mark.

    Args:
        key: The key, with a dot for one within a mapping.
    """
    if key in QUESTIONS:
        return QUESTIONS[key]
    outer, _, inner = key.partition(".")
    if outer == "counters":
        return f"How many {inner} counters"
    return f"Which {(inner or outer).replace('_', ' ')}"


DROPPING = " To go on with something else, drop this step first: undo."
"""What is said besides to somebody who answers a question with a command, or with another card."""
_MOST_LISTED = 40


def rows_of(proposals: Sequence[Proposal]) -> list[str]:
    """Return the possible answers to a question, a line each.

    Args:
        proposals: The answers.
    """
    return [f"  {one.value}  {' '.join(one.about.split())}".rstrip() for one in proposals]


def answer_help(proposals: Sequence[Proposal]) -> str:
    """Return the help for a question: its possible answers, and how to go back.

    Args:
        proposals: The answers that completion offers.
    """
    rows = rows_of(proposals[:_MOST_LISTED])
    if len(proposals) > _MOST_LISTED:
        rows.append(f"  and {len(proposals) - _MOST_LISTED} more: type the beginning, and Tab")
    return "\n".join(["You can answer:" if rows else "Type your answer.", *rows,
                      "An empty answer leaves it out; undo, or Ctrl-C, drops the step."])  # fmt: skip


def printable_lines(text: str) -> str:
    """Return lines with all that a terminal would not show as itself replaced.

    Args:
        text: The lines.
    """
    return "\n".join(map(printable, text.split("\n")))


HELP = """\
Type the name of a card: it enters, or resolves if it is an instant or a sorcery.
CARD for PLAYER says who controls it. Or type one of these:
{commands}
As an answer, ? lists what can be answered, undo drops the step.
Tab completes names. An object goes by its label, such as grizzly_bears. An empty answer leaves something out."""
