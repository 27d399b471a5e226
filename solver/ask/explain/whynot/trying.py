"""Sets of what can be taken away from a board, each tried: many boards are derived in one grounding."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import combinations
from typing import NamedTuple

from facts.board.board import Board
from facts.text.errors import InputError
from solver.ask.explain.fact.goals import Goal
from solver.ask.explain.proof.why import Case
from solver.ask.explain.walk.walking import EffectName, Walk, walk_through
from solver.ask.explain.whynot.giving import giving
from solver.ask.removable import Taken, owner_of, without_these
from solver.engine.layers import LAYERS
from solver.speed.grouping import Before, derive_all

_AT_A_TIME = 8
"""So many pairs are tried together: more take longer than it takes to find all of them in another way."""


def so_without(
    case: Case, tried: Iterable[tuple[Taken, ...]], goals: Sequence[Goal], last: int = LAYERS[-1]
) -> list[tuple[Taken, ...]]:
    """Return the sets without which facts hold, of those that are tried.

    Args:
        case: The board.
        tried: The sets.
        goals: The facts.
        last: The last layer that has a say in the facts.
    """
    boards: dict[tuple[Taken, ...], Board] = {}
    for taken in tried:
        # Something else may need what is taken away: then there is no such board.
        with suppress(InputError):
            boards[taken] = without_these(case.board, taken)
    asked = frozenset(part.label for goal in goals for part in goal.parts)
    before = Before(case.board, case.facts.settled)
    answers = derive_all(list(boards.values()), edition=case.edition, of=asked, before=before, last=last)
    found: list[tuple[Taken, ...]] = []
    for taken, answer in zip(boards, answers, strict=True):
        if isinstance(answer, InputError):
            continue
        if isinstance(answer, Exception):
            raise answer
        if all(goal.holds(answer) for goal in goals):
            found.append(taken)
    return found


class Few(NamedTuple):
    """What was found by trying the most promising sets.

    Attributes:
        sets: The sets, of the smallest size for which any was found.
        most: All sets of up to so many were tried.
    """

    sets: tuple[tuple[Taken, ...], ...]
    most: int


def few(case: Case, goals: Sequence[Goal], among: Sequence[Taken], last: int) -> Few:
    """Try each thing alone, then the most promising pairs, until something is found.

    Args:
        case: The board, grounded with ``walking``.
        goals: The facts, which do not all hold.
        among: What can be taken away.
        last: The last layer that has a say in the facts.
    """
    found = so_without(case, [(one,) for one in among], goals, last)
    if not found:
        pairs = promising(case, goals, among)[:_AT_A_TIME]
        found = so_without(case, pairs, goals, last)
    return Few(tuple(found), 1)


def promising(case: Case, goals: Sequence[Goal], among: Sequence[Taken]) -> list[tuple[Taken, ...]]:
    """Return each two of some things, the most promising ones first.

    What changed an object that is asked about is the likeliest to be in the way, then what changed that.

    Args:
        case: The board, grounded with ``walking``.
        goals: The facts, which do not all hold.
        among: What can be taken away.
    """
    walk = walk_through(case)
    near: dict[str, int] = {}
    level = {part.label for goal in goals for part in goal.parts}
    for goal in goals:
        for part in goal.parts:
            giver = part._replace(negated=False)
            level.update(_label(case, effect) for effect in giving(case, giver, walk.effects))
    known: set[str] = set()
    for distance in range(3):
        near.update((one, distance) for one in level - known)
        known |= level
        level = {_label(case, effect) for effect in _changing(walk, level)}
    rank = {one: near.get(owner_of(one), len(near)) for one in among}
    pairs = [pair for pair in combinations(among, 2) if not twice(pair)]
    return sorted(pairs, key=lambda pair: rank[pair[0]] + rank[pair[1]])


def _changing(walk: Walk, labels: set[str]) -> Iterable[EffectName]:
    """Return the effects that changed some objects, or that others waited for that did."""
    for applied in walk.applied:
        if any(not labels.isdisjoint(change.objects) for change in applied.changes):
            yield applied.effect
            yield from (one.on for one in applied.waited)


def _label(case: Case, effect: EffectName) -> str:
    """Return the label of the object, or of the effect, that an effect is of."""
    if effect.kind != "resolved":
        return effect.source
    steps = {one.step: one.label or f"step {one.step}" for one in case.board.timeline.resolutions}
    return steps.get(effect.timestamp, effect.source)


def twice(taken: Sequence[Taken]) -> bool:
    """Tell whether a set has something, and a part of it: without it, the part is gone as well.

    Args:
        taken: The set.
    """
    return any(owner_of(one) in taken for one in taken if not isinstance(one, str))
