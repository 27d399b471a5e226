"""Proving invariants by induction: they hold before the first round, and a round that begins in any state keeps them.

So only one round of each layer has to be grounded, and a proved invariant holds after any number of rounds. The rules
lead to only some of all states: where a round breaks an invariant, `search` looks for a board that leads there.

A round of many effects is proved case by case: who has which of them (`Universe.by_holders`). An object with effects
may be numbered before one without, since only timestamps of effects are compared: so each board belongs to a case, up
to the numbers of its objects. A case has as many effects as a board may have. To ground all cases at once takes one
effect for each pair of an effect and an object that may have it: at 4 x 4 these are 16 printed ones and 4 of spells, no
more than 4 of which exist at once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from clingo import Control, Symbol
from clingo.ast import AST

from solver.ask.check.bounded.choice_grounding import Grounding, assume, check_choices_left, holds
from solver.ask.check.bounded.invariants import AFTER_ANOTHER, ONE_ANSWER, WOULD_CHANGE, Invariant
from solver.ask.check.bounded.proof_vocabulary import STAGES
from solver.ask.check.bounded.strata import Strata
from solver.ask.check.bounded.universe import Universe
from solver.ask.check.bounded.written import goes_round

_STEP, _BEFORE, _AFTER = 2, 1, 2
"""The step of the round, and the states before and after it (``any_state.lp``)."""


ORDER, DONE, SUPPOSED, AT_ONCE = "order", "done", "supposed", "at once"
"""The questions about a round: the next effects; their results; the effects that depend on an effect, compared with
the changes of the others when it is applied; and the results of the next effects one after the other. The results are
asked of any effect that may be next, so that the dependencies, which are most of the rules, need not be grounded."""
WRITTEN = "as written"
"""The stage at which the rules are not ground: see `written`."""
_LARGE, _LARGER = 9, 10
"""Objects times effects: the numbers from which the longest stages, and all stages, are proved case by case. Below them
it takes less time to ground all cases at once."""
_LONGEST = (
    ("layer 6", ORDER), ("layer 6", DONE), ("layer 4", ORDER), ("layer 4", DONE), ("layer 7c", DONE),
    ("layer 4, mirrored", DONE), ("layer 6, mirrored", DONE),
)  # fmt: skip


class Stage(NamedTuple):
    """A part of a proof that is proved at once: the state before the first round, or a round of one layer.

    Attributes:
        name: As in `proof_vocabulary.STAGES`.
        half: The question about a round: ``ORDER``, ``DONE``, ``SUPPOSED`` or ``AT_ONCE``.
        universe: The boards: the number of their objects, and of their effects with a part in the layer.
        invariants: The invariants to prove.
    """

    name: str
    half: str
    universe: Universe
    invariants: tuple[Invariant, ...]


class Step(NamedTuple):
    """The outcome of one invariant at one stage.

    Attributes:
        invariant: The invariant.
        holds: Whether it holds.
        stage: The name of the stage.
        seconds: The time it took, without grounding.
    """

    invariant: Invariant
    holds: bool
    stage: str
    seconds: float


def stages(objects: int, effects: int, edition: str, invariants: Sequence[Invariant]) -> list[Stage]:
    """Return the invariants to prove, stage by stage, the slowest stages first.

    Args:
        objects: The maximum number of objects.
        effects: The number of effects.
        edition: The edition of the rules.
        invariants: The invariants to prove.
    """
    plain = tuple(one for one in invariants if not one.mirrored and one.name != ONE_ANSWER)
    answers = tuple(one for one in invariants if one.name == ONE_ANSWER)
    halves = {
        ORDER: tuple(one for one in plain if one.of_order),
        DONE: tuple(one for one in plain if not one.of_order and not one.of_pairs),
        SUPPOSED: tuple(one for one in plain if one.name == WOULD_CHANGE),
        AT_ONCE: tuple(one for one in plain if one.name == AFTER_ANOTHER),
    }
    found = [Stage(WRITTEN, DONE, Universe(objects, effects, edition=edition), answers)]
    for name, (layer, words) in STAGES.items():
        universe = Universe(objects, effects, words, edition=edition, layer=layer)
        if not layer:
            found.append(Stage(name, DONE, universe, (*answers, *(one for one in plain if not one.of_pairs))))
        elif words.mirrored:
            found += _cases(name, DONE, universe, tuple(one for one in invariants if one.mirrored))
        else:
            for half, these in halves.items():
                size = pairs(objects, effects) if half in (SUPPOSED, AT_ONCE) else (objects, effects)
                boards = replace(universe, objects=size[0], effects=size[1])
                found += _cases(name, half, boards, these)
    return [stage for stage in found if stage.invariants]


def pairs(objects: int, effects: int) -> tuple[int, int]:
    """Return the numbers of objects and effects of the boards for the invariants of dependency.

    It is asked of one effect and another, in any state: a third could do no more than lead to that state. A third
    object takes ten times as long, so only large proofs have it.

    Args:
        objects: The number of objects on the boards of the other proofs.
        effects: The number of effects.
    """
    return min(objects, 3 if objects * effects > _LARGE else 2), min(effects, 2)


def _cases(name: str, half: str, universe: Universe, invariants: tuple[Invariant, ...]) -> Iterator[Stage]:
    """Return a stage, or the parts of a large one."""
    size = universe.objects * universe.effects
    parts = size >= _LARGER or (size >= _LARGE and (name, half) in _LONGEST)
    for part in universe.by_holders() if parts else (universe,):
        yield Stage(name, half, part, invariants)


def prove_stage(stage: Stage) -> list[Step]:
    """Try to prove invariants of a stage, one after the other: a proved one helps with the next.

    Args:
        stage: The stage.

    Returns:
        The result of each.

    Raises:
        RuntimeError: Clingo does not accept the rules.
    """
    if stage.name == WRITTEN:
        start = time.perf_counter()
        keeps = not goes_round()
        return [Step(one, keeps, stage.name, time.perf_counter() - start) for one in stage.invariants]
    strata = Strata() if any(one.name == ONE_ANSWER for one in stage.invariants) else None
    control, places = ground_stage(stage, strata)
    found = []
    for invariant in stage.invariants:
        start = time.perf_counter()
        if invariant.name == ONE_ANSWER:
            keeps = strata is not None and not strata.unstratified()
        else:
            keeps = all(holds(control, invariant.asked, place) for place in places)
        found.append(Step(invariant, keeps, stage.name, time.perf_counter() - start))
    check_choices_left(control)
    return found


def ground_stage(
    stage: Stage, strata: Strata | None = None, rules: Sequence[AST] | None = None
) -> tuple[Control, tuple[Symbol, ...]]:
    """Ground a stage.

    Args:
        stage: The stage.
        strata: The observer of the ground rules.
        rules: The rules; those of ``rules/`` by default.

    Returns:
        The grounding, and where its invariants are asked.

    Raises:
        RuntimeError: Clingo does not accept the rules.
    """
    layer, words = stage.universe.layer, stage.universe.words
    grounding = Grounding(stage.universe, rules, strata, asking=True)
    if not layer:
        return grounding.control, grounding.ask_start()
    grounding.ground(("any_state", [layer]))
    for place in grounding.ask_state(_BEFORE, layer):
        for invariant in stage.invariants:
            assume(grounding.control, invariant.asked, place)
    at = (_STEP, _BEFORE, layer)
    grounding.look(*at)
    if stage.half == ORDER:
        grounding.weigh(*at)
        return grounding.control, grounding.ask_order(*at)
    if stage.half in (SUPPOSED, AT_ONCE):
        grounding.ground(("lands_are_made", [layer]))
    if stage.half == AT_ONCE:
        grounding.weigh(*at)
        grounding.do(*at)
        return grounding.control, grounding.ask_at_once(*at)
    if stage.half == SUPPOSED:
        grounding.suppose(*at)
        grounding.ground(("any_one", [_STEP]))
        grounding.do(*at)
        return grounding.control, grounding.ask_supposed(*at)
    grounding.ground(("choose", [_STEP, layer]) if words.mirrored else ("any_next", [_STEP]))
    grounding.do(*at)
    return grounding.control, (*grounding.ask_round(*at), *grounding.ask_state(_AFTER, layer))
