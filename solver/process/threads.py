"""One thread at a time in clingo: a thread that derives, explains or asks waits for its turn.

clingo counts who uses a syntax tree, and does not expect two threads to count at once. The trees of the rules are kept
for all boards (`solver.program.rule_files`), and clingo's calls let other Python threads run meanwhile. So two threads
that loaded rules could free a tree that was still in use: the process died, or all later boards failed. Deriving also
notes the findings of resolved spells on a board (`solver.engine.moments`), so two threads must not derive the same
board at once.

Most of the time of a board is Python's, which runs one thread at a time anyway. To use all cores, use processes
(`solver.run.batch`, or `concurrent.futures.ProcessPoolExecutor`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from facts.runtime import lock_over_forks

__all__ = ["TURN", "one_at_a_time"]

_Given = ParamSpec("_Given")
_Returned = TypeVar("_Returned")

TURN = lock_over_forks()
"""A thread that uses clingo, or reads the kept rules, holds this lock. It is the outer one: made after
`facts.runtime.locks.CARDS`."""


def one_at_a_time(function: Callable[_Given, _Returned]) -> Callable[_Given, _Returned]:
    """Let only one thread at a time run any of the decorated functions. One of them may call another.

    Args:
        function: A function that is no generator.

    Returns:
        The function, which waits for its turn.
    """

    @wraps(function)
    def in_turn(*given: _Given.args, **named: _Given.kwargs) -> _Returned:
        with TURN:
            return function(*given, **named)

    return in_turn
