"""Switches: each optimization can be turned off, and the answers stay the same.

`rules/law/` alone states the rules of the game. Everything here only saves time. `off` is for tests and
measurements (`python -m bench --only s`); no command has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

from solver.process import TURN

__all__ = ["Switch", "is_on", "off"]


class Switch(Enum):
    """An optimization, with a sentence about its work."""

    GATES = "load only rules whose gate words stand in the facts"  # solver.speed.gates
    POSSIBLE = "load only rules that the facts make possible"  # solver.speed.possible
    NEEDED = "leave out rules that contribute nothing to the answer"  # solver.speed.possible
    UNFOLDING = "replace predicates by their definitions"  # solver.speed.unfolding
    ON_DEMAND = "load the rules that compare effects only where two may clash"  # solver.engine.loading
    IDLE = "leave out rules that no board of this sort has needed so far"  # solver.speed.idle_rules
    DIRECT = "hand facts to clingo's library past its Python classes"  # solver.engine.fact_atoms
    SHARED_STATES = "write only the objects that a step changed into a state"  # solver.speed.shared_states
    ALIKE = "derive one of several objects that nothing distinguishes"  # solver.speed.alike
    REACH = "ask about an entering object only if an effect may reach it"  # solver.speed.beyond_reach
    DECIDED = "end a question about abilities when no effect is left that touches them"  # rules/engine/questions.lp
    AHEAD = "apply an effect of a later layer early if that makes no difference"  # rules/engine/early.lp
    ALONG = "apply later parts of an effect with its first if no effect can come between"  # rules/engine/early.lp
    TOGETHER = "apply independent effects on the same object in one step"  # rules/engine/together.lp
    GROUPS = "derive several boards in one grounding"  # solver.ask.together.grouping


_off: set[Switch] = set()


def is_on(switch: Switch) -> bool:
    """Tell whether an optimization is in use.

    Args:
        switch: The switch.
    """
    return switch not in _off


@contextmanager
def off(*switches: Switch) -> Iterator[None]:
    """Turn optimizations off until the ``with`` block ends.

    Args:
        switches: The optimizations; all of them if none is given.
    """
    from solver.program import forget

    before = set(_off)
    with TURN:
        _off.update(switches or Switch)
        forget()
    try:
        yield
    finally:
        with TURN:
            _off.clear()
            _off.update(before)
            forget()
