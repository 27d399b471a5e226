"""The commands of the dialogue: their words, their arguments, and the steps that they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Step = dict[str, Any]


class Need(NamedTuple):
    """Something that a command needs.

    Attributes:
        key: Its key in the step; with a dot between, one within a mapping.
        kind: ``object``, ``word``, ``number`` or ``card``.
        question: The way to ask for it.
        words: The words to choose from, if they are few.
    """

    key: str
    kind: str
    question: str
    words: tuple[str, ...] = ()


class Command(NamedTuple):
    """A command that makes a step.

    Attributes:
        usage: Its typed form, after its word.
        about: Its effect.
        needs: Its arguments, in the order in which they are typed.
        make: Makes the step from these, by key.
    """

    usage: str
    about: str
    needs: tuple[Need, ...]
    make: Callable[[Mapping[str, Any]], Step]


def _same(given: Mapping[str, Any]) -> Step:
    return dict(given)


_OBJECT = "object"
STEPS: dict[str, Command] = {
    "leaves": Command("LABEL", "an object leaves", (Need("leaves", _OBJECT, "Which object"),), _same),
    "transforms": Command("LABEL", "it transforms", (Need("transforms", _OBJECT, "Which object"),), _same),
    "turns": Command(
        "LABEL up|down", "it turns face up or face down",
        (Need("turns", _OBJECT, "Which object"), Need("face", "word", "Up or down", ("up", "down"))), _same,
    ),
    "phases": Command(
        "LABEL out|in", "it phases out or in",
        (Need("object", _OBJECT, "Which object"), Need("phases", "word", "Out or in", ("out", "in"))), _same,
    ),
    "attaches": Command(
        "LABEL to LABEL", "an Aura or Equipment is attached to something",
        (Need("attaches", _OBJECT, "Which object"), Need("to", _OBJECT, "To which one")), _same,
    ),
    "counters": Command(
        "LABEL KIND [NUMBER]", "counters are put on an object; a negative number takes them off",
        (Need("on", _OBJECT, "On which object"), Need("kind", "word", "Which kind, such as +1/+1"),
         Need("number", "number", "How many")),
        lambda given: {"counters": {given["kind"]: given["number"]}, "on": given["on"]},
    ),
    "damage": Command(
        "LABEL NUMBER", "it is dealt damage",
        (Need("on", _OBJECT, "To which object"), Need("damage", "number", "How much")),
        lambda given: {"damage": given["damage"], "on": given["on"]},
    ),
    "mutates": Command(
        "CARD onto LABEL", "a card merges with a creature, over it",
        (Need("mutates", "card", "Which card"), Need("onto", _OBJECT, "Onto which creature")), _same,
    ),
}  # fmt: skip
"""Commands that make a step from the text behind them."""

OTHERS: dict[str, tuple[str, str]] = {
    "add": ("CARD [for PLAYER]", "a card, also one whose name is a command"),
    "use": ("LABEL [NUMBER]", "an ability of an object resolves"),
    "says": ("TEXT", "a text resolves, in the wording of a card"),
    "step": ("YAML", "a step as a line of a board has it"),
    "set": ("[KEY [VALUE]]", "say more about the last step: its controller, its zone, counters ..."),
    "show": ("[LABEL]", "show every object, or one"),
    "check": ("", "list everything that the rules do not allow"),
    "board": ("", "the board as it is written"),
    "remove": ("NUMBER", "take a step away"),
    "undo": ("", "take the last action back; as an answer, drop the step"),
    "redo": ("", "do it again"),
    "write": ("FILE", "write the board to this file from now on"),
    "help": ("", "this list"),
    "quit": ("", "end; Ctrl-D does the same"),
}
"""All other commands: the arguments and the description of each."""

WORDS = (*STEPS, *OTHERS)
"""The words of all commands."""

ENDS = ("quit", "exit")
"""Lines that end the dialogue."""

OTHER_WORDS = {
    "enter": "add", "enters": "add", "cast": "add", "play": "add", "resolve": "use", "resolves": "use",
    "activate": "use", "leave": "leaves", "transform": "transforms", "turn": "turns", "phase": "phases",
    "attach": "attaches", "counter": "counters", "mutate": "mutates", "save": "write",
}  # fmt: skip
"""Other words for commands, as users type them."""

FILLERS = frozenset(("to", "onto", "on", "face", "as", "is", "with"))
"""Words between the arguments of a command that say nothing."""


def usage() -> list[tuple[str, str]]:
    """Return all commands, each with its description, in the order of the help."""
    made = {word: (one.usage, one.about) for word, one in STEPS.items()}
    order = ["add", "use", "says", *STEPS, "step", "set", "show", "check", "board", "remove", "undo", "redo", "write",
             "help", "quit"]  # fmt: skip
    found = {**OTHERS, **made}
    return [(f"{word} {found[word][0]}".strip(), found[word][1]) for word in order]
