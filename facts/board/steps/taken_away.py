"""Steps that take something away for a question: an object, an effect, an attachment, a choice or counters.

No board file has them: `solver.ask.removable` adds them at the end of a timeline.
"""

from __future__ import annotations

from typing import Any

from facts.board.steps.attaching import unattach
from facts.board.steps.ending import ends
from facts.board.steps.leaving import leaves
from facts.board.steps.stage import Stage
from facts.runtime import FrozenDict

MODE = "mode"
"""The key of the chosen characteristics of an object that enters or is turned face up."""


def unattaches(stage: Stage, step: dict[str, Any]) -> None:
    """Let an object be attached to nothing any more (701.3d).

    Args:
        stage: The board so far.
        step: The step.

    Raises:
        InputError: The object is not there.
    """
    unattach(stage, stage.thing(step["unattaches"], "unattaches"))


def uncounts(stage: Stage, step: dict[str, Any]) -> None:
    """Let an object be without its counters of a kind.

    Args:
        stage: The board so far.
        step: The step: ``uncounts`` is the label of the object, ``what`` the kind of counters.

    Raises:
        InputError: The object is not there.
    """
    stage.thing(step["uncounts"], "uncounts").uncounted += (step["what"],)


def unchooses(stage: Stage, step: dict[str, Any]) -> None:
    """Remove the choice for an object, or for a resolved spell or ability, as if it had not been asked for.

    Args:
        stage: The board so far.
        step: The step: ``unchooses`` is the label of an object, or the number of a step that resolved; ``what`` is the
            key of the choice.

    Raises:
        InputError: The object is not there.
    """
    of, what = step["unchooses"], step["what"]
    if isinstance(of, int):
        for resolution in stage.timeline.resolutions:
            if resolution.step == of:
                resolution.forgotten = {**resolution.forgotten, what: stage.step}
        return
    thing = stage.thing(of, "unchooses")
    if what == MODE:
        thing.change(stage.step, "mode", None)
    else:
        others = {key: value for key, value in thing.chosen.items() if key != what}
        thing.change(stage.step, "chosen", FrozenDict(others))


def undoes(stage: Stage, step: dict[str, Any]) -> None:
    """End the effects of a spell or ability, also those that go on although the board says that it ended.

    Args:
        stage: The board so far.
        step: The step: ``undoes`` is the label of the effect.

    Raises:
        InputError: There is no such effect.
    """
    resolution = stage.effects.get(step["undoes"])
    if resolution is None or resolution.ended is None:
        ends(stage, {"ends": step["undoes"]})
    stage.effects[step["undoes"]].undone = True


def removes(stage: Stage, step: dict[str, Any]) -> None:
    """Let an object leave together with the effect that its ability would let go on for the turn.

    Args:
        stage: The board so far.
        step: The step: ``removes`` is the label of the object.

    Raises:
        InputError: The object is not there.
    """
    leaves(stage, {"leaves": step["removes"]})
    thing = stage.timeline.things[step["removes"]]
    if thing.lingers:
        thing.effect_over = stage.step
