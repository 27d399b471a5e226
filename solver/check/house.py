"""Evaluating house rules before they are used: all atoms are facts, there is one model, invariants hold."""

from __future__ import annotations

from collections.abc import Iterator

from facts.board import Board
from facts.errors import InputError
from solver.check.bounded import INVARIANTS
from solver.check.bounded.search import search
from solver.derive import ground, make_answer
from solver.house_answers import blamed, place

_BOARDS = (
    ["Forest", "Grizzly Bears", "Sol Ring"],
    ["Dryad Arbor", "Blood Moon", "Urborg, Tomb of Yawgmoth"],
    ["Humility", "Opalescence", {"enters": "Turn to Frog", "zone": "stack"}, "Serra Angel"],
    ["Delver of Secrets", {"transforms": "delver_of_secrets"}, {"enters": "Clone", "copy_of": "delver_of_secrets"}],
    [{"enters": "Serra Angel", "face_down": True}, "Mutavault", {"resolves": "Mutavault", "source": "mutavault"}],
)  # fmt: skip


def evaluate(path: str) -> Iterator[str]:
    """Evaluate the rules, with those of a house, on a few boards.

    Args:
        path: What messages call the file.

    Returns:
        What usually holds and does not any more, a line each.

    Raises:
        InputError: On some board not all atoms are facts, or there is not one model.
    """
    broken = False
    for steps in _BOARDS:
        with blamed():
            board = Board.of({"timeline": steps})
            facts, layers = ground(board)
            undecided = next((atom.symbol for atom in layers.control.symbolic_atoms if not atom.is_fact), None)
            if undecided is not None:
                raise InputError(
                    f"{undecided} is neither true nor false: it depends on its own absence",
                    "Do not negate what the rule leads to",
                    source=place(undecided),
                )
            answer = make_answer(board, facts, layers)
        broken = broken or any(one.subtypes and not one.types for one in answer.objects.values())
    with blamed():
        for found in search(1, 1, INVARIANTS, words=["plain"], smallest=False):
            yield f"{path}: with these rules it does not hold any more that {found.invariant.says}"
    if broken:
        yield f"{path}: with these rules something has subtypes and no card type (205.3d)"
