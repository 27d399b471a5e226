"""Evaluating house rules before they are used: all atoms are facts, there is one model, invariants hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clingo import Symbol

from facts.board import Board
from facts.text import InputError
from solver.answer import Answer, AnswerMaker, collect_each
from solver.ask.check.bounded import INVARIANTS, search
from solver.ask.derive import DEFAULT_EDITION, ground, make_answer
from solver.ask.together import ground_together, settled_together
from solver.engine import Layers
from solver.program import blamed, place

_BOARDS = (
    ["Forest", "Grizzly Bears", "Sol Ring"],
    ["Dryad Arbor", "Blood Moon", "Urborg, Tomb of Yawgmoth"],
    ["Humility", "Opalescence", {"enters": "Turn to Frog", "zone": "stack"}, "Serra Angel"],
    ["Delver of Secrets", {"transforms": "delver_of_secrets"}, {"enters": "Clone", "copy_of": "delver_of_secrets"}],
    [{"enters": "Serra Angel", "face_down": True}, "Mutavault", {"resolves": "Mutavault", "source": "mutavault"}],
)  # fmt: skip


def evaluate(path: str) -> Iterator[str]:
    """Evaluate the rules together with house rules on a few boards.

    Args:
        path: The name of the file in messages.

    Returns:
        Properties that usually hold and no longer do, a line each.

    Raises:
        InputError: On some board not all atoms are facts, or there is not one model.
    """
    boards = [Board.of({"timeline": steps}) for steps in _BOARDS]
    answers = _together(boards) or [_alone(board) for board in boards]
    broken = any(one.subtypes and not one.types for answer in answers for one in answer.objects.values())
    with blamed():
        for found in search(1, 1, INVARIANTS, words=["plain"], smallest=False):
            yield f"{path}: with these rules it no longer holds that {found.invariant.says}"
    if broken:
        yield f"{path}: with these rules an object has subtypes and no card type (205.3d)"


def _together(boards: Sequence[Board]) -> list[Answer] | None:
    """Evaluate boards in one grounding, which takes half the time; None where something is wrong with one of them."""
    try:
        settled = settled_together(boards, DEFAULT_EDITION)
        told, layers = ground_together(boards, settled, everything=False)
        if _undecided(layers) is not None:
            return None
        values = collect_each(layers.shown())
        return [AnswerMaker(facts, values.get(number, {})).answer() for number, facts in enumerate(told)]
    except MemoryError:
        raise
    except Exception:
        return None  # one by one, the first wrong one names the error


def _alone(board: Board) -> Answer:
    """Evaluate a board.

    Raises:
        InputError: Not all atoms are facts, or no answer can be made.
    """
    with blamed():
        facts, layers = ground(board)
        undecided = _undecided(layers)
        if undecided is not None:
            raise InputError(
                f"{undecided} is neither true nor false: it depends on its own absence",
                "Do not negate what the rule leads to",
                source=place(undecided),
            )
        return make_answer(facts, layers)


def _undecided(layers: Layers) -> Symbol | None:
    return next((atom.symbol for atom in layers.control.symbolic_atoms if not atom.is_fact), None)
