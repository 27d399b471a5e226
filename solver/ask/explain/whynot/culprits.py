"""The culprits: the smallest sets of removable things of a board without which facts hold.

Candidates are all other objects, and the effects, counters, attachments and choices of the board
(`solver.ask.removable`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import NamedTuple

from clingo import Symbol

from facts.board import BoardFacts
from facts.text import InputError
from facts.words import keyword_of
from solver.answer import AnswerMaker, collect, texts_of_rules, value_of
from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case
from solver.ask.explain.rules import Term
from solver.ask.explain.whynot.reach import Reach
from solver.ask.explain.whynot.removal import MOST, Asked, Removal, can_choose, choices
from solver.ask.explain.whynot.trying import so_without, twice
from solver.ask.removable import Taken, candidates, without_these
from solver.engine import LAYERS, write_facts
from solver.speed import could_answer

_MANY = {1: 1000, 2: 40, 3: 14}
"""For each size of set, the most candidates of which every set that clingo chooses is examined."""
_MANY_TRIED = {1: 1000, 2: 24, 3: 10}
"""The same where each is tried by deriving."""
_ALL_PAIRS = 8
"""If effects interfere with each other, pairs of more candidates are tried only if no single one suffices."""
_DERIVED = 24
"""The most candidates to try by deriving if effects interfere with each other."""
_FEW = 3
"""The number of sets larger than `MOST` to search for."""
_LONG = 5000
"""The number of conflicts after which the search for larger sets stops."""
_HOPELESS = 200
"""The number of sets of each size above `MOST` to examine."""
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
"""The parts of the answer for each kind of fact in the rules."""
_PLAIN = ("type", "subtype", "supertype", "color")
"""Characteristics that are plain words."""


class Culprits(NamedTuple):
    """The smallest sets of removable things of a board without which facts hold.

    Attributes:
        sets: The sets, smaller ones first. No part of a set suffices.
        most: The largest size of which all sets were tried; None if all sets were tried and none suffices.
        among: The removable things.
    """

    sets: tuple[tuple[Taken, ...], ...] = ()
    most: int | None = None
    among: tuple[Taken, ...] = ()


def culprits(case: Case, goals: Sequence[Goal]) -> Culprits:
    """Find the smallest sets of things on a board without which facts hold.

    Clingo chooses the things to remove. If a removal changes more than their presence, each set is tried by deriving.
    Spells and abilities that resolved before keep their findings (608.2h).

    Args:
        case: The board, grounded with ``walking``.
        goals: The facts, which do not all hold.

    Returns:
        The sets of one or two, those of three if there are none, and a few larger ones if there are none of these.
        If many effects interfere: all sets of one thing; only if there are none, the others.
    """
    taken = tuple(candidates(case.facts, case.values, {part.label for goal in goals for part in goal.parts}))
    if not taken:
        return Culprits()
    if can_choose(case.board, case.facts, taken):
        possible = choices(case.facts, taken).possible
        if not _could_hold(goals, possible, [case.facts]):
            return Culprits((), None, taken)
        last = _last_layer(case, goals)
        if not _in_reach(case, goals, taken, last):
            return Culprits((), None, taken)
        first = 1
        if _ALL_PAIRS < len(taken) <= _DERIVED and _is_contested(case):
            single = so_without(case, [(one,) for one in taken], goals, last)
            if single:
                return Culprits(tuple(single), 1, taken)
            first = 2
        return _chosen(case, goals, Removal(case.facts, taken, last), first)
    return _tried(case, goals, taken)


def _in_reach(case: Case, goals: Sequence[Goal], taken: Sequence[Taken], last: int) -> bool:
    """Tell whether facts could hold after any removal and in any order of effects."""
    asked = [goal for goal in goals if goal.predicate in _IN_REACH and not goal.others and goal.value != "colorless"]
    asked = [goal for goal in asked if not goal.negated or _begins_with(case, goal)]
    if not asked or not _is_contested(case):
        return True  # where no effects are in each other's way, trying all removals takes no longer
    reach = Reach(case.facts, taken, last)
    if not reach.applies:
        return True
    if any(goal.negated and reach.always(goal.label, goal.predicate, str(goal.value)) for goal in asked):
        return False
    for goal in asked:
        if not goal.negated:
            _asked_for(case, goal, reach)
    return reach.any_way() is not False


def _begins_with(case: Case, goal: Goal) -> bool:
    """Tell whether an object has a value before any effect applies, and keeps it unless an effect removes it.

    `Reach.always` can be true of such values only: it takes a grounding to ask.
    """
    if goal.predicate not in _KEPT:
        return False
    return case.prover.atoms.holds(("text", ("o", 0, goal.label), (goal.predicate,), str(goal.value)))


def _is_contested(case: Case) -> bool:
    """Tell whether effects get in each other's way."""
    return bool(len(case.prover.atoms.rows("contested", 1)))


_IN_REACH = ("type", "subtype", "supertype", "color", "keyword", "ability", "every", "power", "toughness")
"""The kinds that `Reach` can bound, unless layers 7c and 7d change them."""
_KEPT = ("type", "supertype", "color")
"""Characteristics that stay as printed unless an effect removes them."""


def _chosen(case: Case, goals: Sequence[Goal], removal: Removal, first: int) -> Culprits:
    """Return the sets that clingo finds, from a given size on."""
    among = removal.candidates
    every = False
    for goal in goals:
        every |= not _asked_for(case, goal, removal)
    asked = {part.label for goal in goals for part in goal.parts}
    if not every and first > 1 and removal.any_way(_LONG) is False:
        return Culprits((), None, among)
    found: list[tuple[Taken, ...]] = []
    for size in range(first, len(among) + 1):
        if (size >= MOST and found) or (every and size > MOST):
            break
        if every and len(among) > _MANY[size]:
            return Culprits(tuple(found), size - 1, among)
        if size == MOST + 1:
            way = removal.any_way(_LONG)
            if way is None:
                break
            if not way:
                return Culprits((), None, among)
        # Only single things can have been found before: none of them is taken together with others.
        kept = [one for taken in found for one in taken]
        for taken, values in removal.ways(size, asked, kept, _HOPELESS if size > MOST else 0):
            answer = AnswerMaker(case.facts, values).answer(asked)
            if all(goal.holds(answer) for goal in goals) and _can_be_without(case, taken):
                found.append(taken)
                if size > MOST and len(found) == _FEW:
                    break
    return Culprits(tuple(found), _most(found, among), among)


def _most(found: Sequence[Sequence[Taken]], among: Sequence[Taken]) -> int | None:
    """Return the largest size of which every set was tried; None if all sets were."""
    if not found and len(among) <= MOST:
        return None
    return MOST - 1 if found and len(found[-1]) < MOST else MOST


def _can_be_without(case: Case, taken: Sequence[Taken]) -> bool:
    """Tell whether there can be a board without some things: something else may need them."""
    with suppress(InputError):
        without_these(case.board, taken)
        return True
    return False


def _asked_for(case: Case, goal: Goal, removal: Asked) -> bool:
    """Ask clingo for sets that make a fact hold; tell whether it can be asked: else each set is tried."""
    if goal.others:
        return False
    if goal.predicate == "color" and goal.value == "colorless":
        colors = [one for one in removal.could_say(goal.label) if one.arguments[0].name == "color"]
        removal.ask_for(colors) if goal.negated else removal.ask_for_none(colors)
        return True
    so = _wanted(case, goal.denied() if goal.negated else goal, removal)
    if so is None:
        return False
    if not goal.negated:
        removal.ask_for(so)
        return True
    if goal.predicate in _SAID:
        so = [one for one in so if one.arguments[0].name == goal.predicate]
    removal.ask_for_none(so)
    return True


_SAID = ("type", "subtype", "supertype", "color", "every", "property", "power", "toughness")
"""Kinds of facts with one atom each: the fact holds if the atom does."""


def _wanted(case: Case, goal: Goal, removal: Asked) -> list[Symbol] | None:
    """Return the values of which a fact needs at least one in the answer; None if it needs none."""
    if goal.predicate not in _LAYERED:
        return None
    could = removal.could_say(goal.label)
    kinds = _LAYERED[goal.predicate]
    if goal.predicate in ("keyword", "ability"):
        chosen = [one for one in could if one.arguments[0].name == "chosen"]
        return [one for one in could if one.arguments[0].name in kinds and _alone(case, goal, [one, *chosen])]
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


def _alone(case: Case, goal: Goal, said: Sequence[Symbol]) -> bool:
    """Tell whether a fact holds for an object with only these values."""
    return goal.holds(AnswerMaker(case.facts, collect(said, 0)).answer({goal.label}))


def _last_layer(case: Case, goals: Sequence[Goal]) -> int:
    """Return the last layer that matters for the question."""
    layers: dict[Term, list[int]] = {}
    for kind, layer in case.prover.atoms.rows("kind_in_layer", 2):
        if isinstance(layer, int):
            layers.setdefault(kind, []).append(layer)
    kinds = {_LAYERED.get(goal.predicate, ("",))[0] for goal in goals}
    return max(max(layers.get((kind,), LAYERS)) for kind in kinds)


# ---- if taking a thing away changes more than its presence, each board is written anew


def _tried(case: Case, goals: Sequence[Goal], among: Sequence[Taken]) -> Culprits:
    """Return the sets that are found by trying each; no set that contains another one found is tried."""
    told = [case.facts]
    for taken in (among, *((one,) for one in among)):
        with suppress(InputError):
            told.append(write_facts(without_these(case.board, taken).timeline, 0, edition=case.edition))
    if not _could_hold(goals, list(dict.fromkeys(line for one in told for line in one.lines)), told):
        return Culprits((), None, tuple(among))
    found: list[tuple[Taken, ...]] = []
    for size in range(1, min(MOST, len(among)) + 1):
        if size == MOST and found:
            break
        if len(among) > _MANY_TRIED[size]:
            return Culprits(tuple(found), size - 1, tuple(among))
        known = list(map(set, found))
        sets = [one for one in combinations(among, size) if not any(map(set(one).issuperset, known))]
        found += so_without(case, [one for one in sets if not twice(one)], goals)
    return Culprits(tuple(found), _most(found, among), tuple(among))


def _could_hold(goals: Sequence[Goal], facts: Sequence[str], told: Sequence[BoardFacts]) -> bool:
    """Tell whether facts could hold, given the facts of boards with fewer things; False if no rule can derive them."""
    asked = [goal for goal in goals if not goal.negated and goal.value != "colorless"]
    asked = [goal for goal in asked if goal.predicate in (*_PLAIN, "keyword")]
    return all(_could_be(goal, facts, told) for goal in asked)


def _could_be(goal: Goal, facts: Sequence[str], told: Iterable[BoardFacts]) -> bool:
    """Tell whether rules could derive the fact about an object from some facts."""
    value = str(goal.value)
    if goal.predicate in _PLAIN:
        return could_answer(facts, (goal.predicate,), value)
    # Keywords follow from the abilities: those that the facts mention, and those that rules give.
    named = {ability.keyword for one in told for ability in one.abilities.values()}
    named.update(map(keyword_of, texts_of_rules()))
    return value in named or any(
        value in fact or (fact.startswith(("swap", "operation")) and ("swap" in fact or "change_words_to" in fact))
        for fact in facts
    )
