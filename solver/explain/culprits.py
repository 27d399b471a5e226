"""The culprits: the smallest sets of objects and effects without which facts would hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import NamedTuple

from clingo import Symbol

from facts.board import Board
from facts.board_facts import BoardFacts
from facts.errors import InputError
from solver.answering import KEYWORDS_OF_RULES, AnswerMaker
from solver.choosing import could_answer
from solver.diff import without_these
from solver.explain.goals import Goal
from solver.explain.removal import MOST, Removal
from solver.explain.terms import Term
from solver.explain.walk import Walk
from solver.explain.why import Case
from solver.grouping import Before, derive_all, leaves_only_that
from solver.layers import LAYERS
from solver.settling import write_facts
from solver.symbols import collect, value_of

_MANY = {1: 1000, 2: 14, 3: 10}
"""Where each set is tried, sets of so many are only where no more than so many could be in them."""
_LAYERED: Mapping[str, tuple[str, ...]] = {
    "type": ("type",),
    "subtype": ("subtype", "every"),
    "supertype": ("supertype",),
    "color": ("color",),
    "keyword": ("ability",),
    "ability": ("ability",),
    "every": ("every",),
    "property": ("property",),
    "power": ("power",),
    "toughness": ("toughness",),
}
"""What the answer says of what is asked about, by the kinds of the rules."""
_PLAIN = ("type", "subtype", "supertype", "color")
"""What is said of objects by words alone."""


class Culprits(NamedTuple):
    """The smallest sets of objects and effects without which facts would hold.

    Attributes:
        sets: Their labels, smaller sets first.
        most: Sets of up to so many were looked for; of `MOST` only where none is smaller.
    """

    sets: tuple[tuple[str, ...], ...] = ()
    most: int = MOST


def culprits(case: Case, goals: Sequence[Goal], walk: Walk) -> Culprits:
    """Find the smallest sets of objects and effects without which facts would hold.

    What can be taken away is chosen by clingo; where taking it away changes more than that it is there, each set is
    tried. Each one found is looked at again by deriving the board without it. What resolved before has found what it
    found (608.2h).

    Args:
        case: The board, grounded with ``walking``.
        goals: The facts, which do not all hold.
        walk: The walk of the board.

    Returns:
        The sets.
    """
    board = case.board
    subjects = {goal.label for goal in goals}
    labels = {one.source for one in walk.effects.values()} - subjects
    things = [label for label, thing in board.timeline.things.items() if thing.left is None and label in labels]
    effects = {one.label or f"step {one.step}": one.step for one in board.timeline.resolutions if one.ended is None}
    if not things and not effects:
        return Culprits()
    if leaves_only_that(board, case.facts, things, effects):
        candidates: dict[str, int | None] = {**dict.fromkeys(things), **effects}
        if not _could_hold(goals, [case.facts]):
            return Culprits()
        return _chosen(case, goals, Removal(case.facts.lines, candidates, _last_layer(case, goals)))
    return _tried(case, goals, list(dict.fromkeys((*things, *effects))))


def _chosen(case: Case, goals: Sequence[Goal], removal: Removal) -> Culprits:
    """Return the sets that clingo finds."""
    every = False
    for goal in goals:
        wanted = _wanted(case, goal, removal)
        if wanted is None:
            every = True
        elif wanted:
            removal.ask_for(wanted)
        else:
            return Culprits()
    if not every and not removal.any_way():
        return Culprits()
    asked = {goal.label for goal in goals}
    found: list[tuple[str, ...]] = []
    for size in range(1, min(MOST, len(removal.candidates)) + 1):
        if size == MOST and found:
            break
        if every and len(removal.candidates) > _MANY[size]:
            return Culprits(tuple(found), size - 1)
        hopeful = []
        for labels, values in removal.ways(size, asked):
            answer = AnswerMaker(case.board.timeline, case.facts, values).answer(asked)
            if all(goal.holds(answer) for goal in goals):
                hopeful.append(labels)
                removal.rule_out(labels)
        found += _so_without(case, hopeful, goals)
    return Culprits(tuple(found))


def _wanted(case: Case, goal: Goal, removal: Removal) -> list[Symbol] | None:
    """Return what the answer must say, at least one of it, for a fact to hold; None where it can hold without."""
    if goal.negated or goal.value == "colorless" or goal.predicate not in _LAYERED:
        return None
    could = removal.could_say(goal.label)
    kinds = _LAYERED[goal.predicate]
    if goal.predicate in ("keyword", "ability"):
        return [one for one in could if one.arguments[0].name in kinds and _alone(case, goal, one)]
    return [
        one
        for one in could
        if one.arguments[0].name in kinds
        and (
            one.arguments[0].name != goal.predicate
            or goal.predicate == "every"
            or value_of(one.arguments[2]) == goal.value
        )
    ]


def _alone(case: Case, goal: Goal, said: Symbol) -> bool:
    """Tell whether a fact holds of an object of which nothing but this is said."""
    return goal.holds(AnswerMaker(case.board.timeline, case.facts, collect([said], 0)).answer({goal.label}))


def _last_layer(case: Case, goals: Sequence[Goal]) -> int:
    """Return the last layer that has a say in what is asked."""
    layers: dict[Term, list[int]] = {}
    for kind, layer in case.prover.atoms.rows("kind_in_layer", 2):
        if isinstance(layer, int):
            layers.setdefault(kind, []).append(layer)
    kinds = {_LAYERED.get(goal.predicate, ("",))[0] for goal in goals}
    return max(max(layers.get((kind,), LAYERS)) for kind in kinds)


# ---- where taking something away changes more than that it is there: each board is told anew


def _tried(case: Case, goals: Sequence[Goal], candidates: Sequence[str]) -> Culprits:
    """Return the sets that are found by trying each; no set that contains another one found is tried."""
    told = [case.facts]
    for taken in (candidates, *((one,) for one in candidates)):
        with suppress(InputError):
            told.append(write_facts(without_these(case.board, taken), 0, edition=case.edition))
    if not _could_hold(goals, told):
        return Culprits()
    found: list[tuple[str, ...]] = []
    for size in range(1, min(MOST, len(candidates)) + 1):
        if size == MOST and found:
            break
        if len(candidates) > _MANY[size]:
            return Culprits(tuple(found), size - 1)
        known = list(map(set, found))
        sets = [one for one in combinations(candidates, size) if not any(map(set(one).issuperset, known))]
        found += _so_without(case, sets, goals)
    return Culprits(tuple(found))


def _could_hold(goals: Sequence[Goal], told: Sequence[BoardFacts]) -> bool:
    """Tell whether facts could hold, going by the facts of a board in one or several ways; False where no rule can."""
    asked = [goal for goal in goals if not goal.negated and goal.value != "colorless"]
    asked = [goal for goal in asked if goal.predicate in (*_PLAIN, "keyword")]
    facts = list(dict.fromkeys(line for one in told for line in one.lines))
    return all(_could_be(goal, facts, told) for goal in asked)


def _could_be(goal: Goal, facts: Sequence[str], told: Iterable[BoardFacts]) -> bool:
    """Tell whether rules could say of an object what is asked, going by some facts."""
    value = str(goal.value)
    if goal.predicate in _PLAIN:
        return could_answer(facts, (goal.predicate,), value)
    # Keywords are read off the abilities: those that the facts speak of, and those that rules themselves give.
    named = {ability.keyword for one in told for ability in one.abilities.values()}
    return value in named | KEYWORDS_OF_RULES or any(value in fact or fact.startswith("swap") for fact in facts)


def _so_without(case: Case, tried: Iterable[tuple[str, ...]], goals: Sequence[Goal]) -> Iterator[tuple[str, ...]]:
    """Return the sets without which facts hold, of those that are tried: many boards are derived together."""
    boards: dict[tuple[str, ...], Board] = {}
    for labels in tried:
        # A board that cannot be is none: something else needs what was taken away.
        with suppress(InputError):
            boards[labels] = without_these(case.board, labels)
    asked = frozenset(goal.label for goal in goals)
    before = Before(case.board, case.facts.settled)
    answers = derive_all(list(boards.values()), edition=case.edition, of=asked, before=before)
    for labels, answer in zip(boards, answers, strict=True):
        if isinstance(answer, InputError):
            continue
        if isinstance(answer, Exception):
            raise answer
        if all(goal.holds(answer) for goal in goals):
            yield labels
