"""The operations of the API: each gives the JSON that the command of its name prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from facts.board import Board
from facts.text import InputError, did_you_mean, show
from facts.version import stamp
from facts.words import shown_examples as examples
from solver.ask import DEFAULT_EDITION, EDITIONS

Data = dict[str, Any]


class BoardRequest(NamedTuple):
    """What a request asks about a board.

    Attributes:
        board: The board.
        edition: The edition of the rules.
        keys: The other keys, all of them texts.
    """

    board: Board
    edition: str
    keys: Mapping[str, str]

    def answered(self, found: Data) -> Data:
        """Return what was found, with the version and the edition before it.

        Args:
            found: The answer as plain data.
        """
        return {**stamp(self.edition), **found}


class Operation(NamedTuple):
    """An operation of the API.

    Attributes:
        answer: Gives its answer.
        keys: The keys allowed beside ``board`` and ``edition``, all of them texts: the name, and the meaning.
        needed: Those of the keys that must be given.
        says: Its purpose, in a sentence.
    """

    answer: Callable[[BoardRequest], Data]
    keys: Mapping[str, str]
    needed: tuple[str, ...]
    says: str


def _derive(asked: BoardRequest) -> Data:
    from solver.ask import derive

    return derive(asked.board, edition=asked.edition).as_data()


def _explain(asked: BoardRequest) -> Data:
    from solver.ask import object_named
    from solver.ask.explain import explain

    walk = explain(asked.board, edition=asked.edition)
    if "object" in asked.keys:
        walk = walk.about(object_named(asked.keys["object"], asked.board.timeline, walk.objects))
    return asked.answered(walk.as_data())


def _why(asked: BoardRequest) -> Data:
    if "fact" not in asked.keys:
        return _facts(asked)
    from solver.ask.explain import why

    return asked.answered(why(asked.board, asked.keys["fact"], edition=asked.edition).as_data())


def _why_not(asked: BoardRequest) -> Data:
    if "fact" not in asked.keys:
        return _facts(asked)
    from solver.ask.explain import why_not

    return asked.answered(why_not(asked.board, asked.keys["fact"], edition=asked.edition).as_data())


def _facts(asked: BoardRequest) -> Data:
    from solver.ask.explain import askable

    return asked.answered(askable(asked.board, edition=asked.edition).as_data())


def _diff(asked: BoardRequest) -> Data:
    from solver.ask import diff

    without = asked.keys["without"]
    changes = diff(asked.board, without, edition=asked.edition)
    return asked.answered({"without": without, "changes": [one.as_data() for one in changes]})


def _check(asked: BoardRequest) -> Data:
    from solver.ask.check import check_board

    return asked.answered(check_board(asked.board, edition=asked.edition).as_data())


_FACT = f"A fact in words, such as '{examples.FACT}'; left out: the facts that one can ask about."
OPERATIONS: Mapping[str, Operation] = {
    "derive": Operation(_derive, {}, (), "What each object on the board is."),
    "explain": Operation(
        _explain,
        {"object": "The label of an object, to show only the steps about it."},
        (),
        "How everything became what it is, layer by layer.",
    ),
    "why": Operation(_why, {"fact": _FACT}, (), "Why a fact holds, with its proof."),
    "why_not": Operation(_why_not, {"fact": _FACT}, (), "What would make a fact hold, and the obstacles."),
    "diff": Operation(
        _diff,
        {"without": "The label of an object or effect."},
        ("without",),
        "The changes that one object or effect makes to the others.",
    ),
    "check": Operation(
        _check, {}, (), "Everything that the rules do not allow: illegal attachments, two legends of one name, ..."
    ),
}
"""The operations by name: ``POST /api/NAME``."""


def checked(what: str, given: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Check the arguments other than the board.

    Args:
        what: The name of an operation.
        given: The keys of the request with their values.

    Returns:
        The edition, and the rest.

    Raises:
        InputError: Something is missing, is not known, or is no text.
    """
    keys = OPERATIONS[what].keys
    known = ("board", "edition", *keys)
    for key, value in given.items():
        if key not in known:
            hint = did_you_mean(key, known, quote=True) or f"There are {', '.join(known)}"
            raise InputError(f"{show(key)} is no key of this request", hint)
        if key != "board" and not isinstance(value, str):
            raise InputError(f"{show(value)} is no text", path=key)
    for key in ("board", *OPERATIONS[what].needed):
        if key not in given:
            raise InputError(f"{show(key)} is missing", f"The keys are {', '.join(known)}")
    edition = given.get("edition", DEFAULT_EDITION)
    if edition not in EDITIONS:
        raise InputError(f"{show(edition)} is no edition", f"There are {', '.join(EDITIONS)}", path="edition")
    return edition, {key: value for key, value in given.items() if key in keys}
