"""The board is asked what something enters as only where an effect may take that ability from it (614.12)."""

from __future__ import annotations

import pytest

from facts import Board
from solver.engine.moments import asked_as_they_enter

_XENOGRAFT = {"enters": "Xenograft", "chosen": {"creature_type": "Goblin"}}
_AUTOMATON = {"enters": "Adaptive Automaton", "chosen": {"creature_type": "Goblin"}}
_CLONE = {"enters": "Clone", "copy_of": "Grizzly Bears"}


@pytest.mark.parametrize(
    ("steps", "asked"),
    [
        pytest.param(["Blood Moon", _XENOGRAFT], False, id="no_land"),
        pytest.param(["Humility", _XENOGRAFT], False, id="no_creature"),
        pytest.param(["Humility", _AUTOMATON], True, id="a_creature"),
        pytest.param([_AUTOMATON, "Humility"], False, id="before_it"),
        pytest.param(["Humility", "Opalescence", _XENOGRAFT], True, id="it_becomes_a_creature"),
        pytest.param(["Blood Moon", "Ashaya, Soul of the Wild", _AUTOMATON], True, id="it_becomes_a_land"),
        pytest.param(["Grizzly Bears", "Glorious Anthem", _CLONE], False, id="nothing_takes_abilities"),
    ],
)
def test_asked(steps: list[object], asked: bool) -> None:
    timeline = [{"enters": one, "controller": "Ann"} if isinstance(one, str) else one for one in steps]
    assert bool(asked_as_they_enter(Board.of({"players": ["Ann", "Ben"], "timeline": timeline}).timeline)) == asked
