"""A question about abilities ends with the last effect that could change an ability (614.12)."""

from __future__ import annotations

from typing import Any

import pytest

from facts import Board
from solver.engine.layers import Layers
from solver.engine.moments import Question, questions
from solver.speed.switches import Switch, off

_AUTOMATON = {"enters": "Adaptive Automaton", "chosen": {"creature_type": "Goblin"}}
_ADAPTATION = {"enters": "Arcane Adaptation", "chosen": {"creature_type": "Goblin"}}


def _question(steps: list[Any]) -> Question:
    """Return the question that a board asks first."""
    timeline = [{"enters": one, "controller": "Ann"} if isinstance(one, str) else one for one in steps]
    board = Board.of({"players": ["Ann", "Ben"], "timeline": timeline})
    return next(questions(board.timeline, 0, edition="2024"))


def _answer(question: Question) -> tuple[list[int], list[str]]:
    """Return the layers in which effects were applied, and the findings."""
    layers = Layers(question.facts.lines, answer_only=True, unfolded=True, question=True, about_abilities=True)
    layers.run()
    layers.settle()
    return [step.layer for step in layers.steps], sorted(str(symbol) for (symbol,) in layers.atoms("settled", 1))


@pytest.mark.parametrize(
    ("steps", "last", "lost"),
    [
        pytest.param(["Humility", "Crusade", _AUTOMATON], 6, True, id="nothing_of_layer_7"),
        pytest.param(["Ashaya, Soul of the Wild", "Blood Moon", "Humility", "Crusade", _AUTOMATON], 6, True,
                     id="effects_of_two_layers"),
        pytest.param(["Opalescence", "Ashaya, Soul of the Wild", "Blood Moon", "Crusade", _ADAPTATION], 4, True,
                     id="all_three_of_layer_4"),
        pytest.param(["Ashaya, Soul of the Wild", "Blood Moon", "Opalescence", "Xenograft", _AUTOMATON], 4, True,
                     id="the_effect_that_waits"),
    ],
)  # fmt: skip
def test_it_ends_with_the_last_effect_that_touches_abilities(steps: list[Any], last: int, lost: bool) -> None:
    question = _question(steps)
    assert question.about_abilities
    here, found = _answer(question)
    with off(Switch.DECIDED):
        everywhere, expected = _answer(question)
    assert found == expected
    assert any(one.startswith("lacked_then(") for one in found) is lost
    assert here[-1] == last
    assert len(everywhere) > len(here)


def test_other_questions_go_on_to_the_end() -> None:
    """The affected set of a spell may depend on power, which is known after layer 7 (611.2c)."""
    spell = {"resolves": {"text": "Creatures with power 2 or less gain flying until end of turn."}, "controller": "Ann"}
    assert not _question(["Grizzly Bears", "Crusade", spell]).about_abilities
