"""Why-not finds the same ways to make a fact hold as trying does: taking away each thing, then each pair.

This module reads from the steps of a board what can be taken away, and takes it away by further steps. It shares
nothing with why-not but `derive`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from facts import Board, InputError
from solver import Answer, derive
from solver.ask.explain import why_not
from solver.ask.explain.fact.goals import Goal
from solver.ask.explain.whynot.why_not import WhyNot
from solver.ask.together.grouping import derive_all
from tests.profiles import SLOW
from tests.reference.boards import make_board
from tests.reference.choosing import Rolled

BOARDS, AT_A_TIME = (500, 10) if SLOW else (12, 6)
"""The number of boards, and of boards in one test: more in the slow profile (HYPOTHESIS_PROFILE=slow)."""

Name = tuple[str, ...]
"""What is taken away: ``object``, a label; ``effect``, a label; ``counters``, an object, a kind; ..."""


def counting(seed: int) -> dict[str, Any]:
    """Return a random board on which something is counted, or an effect has a condition."""
    random = Rolled(Random(seed))
    while True:
        data = make_board(random, 5, 2, exotic=random.chance(2))
        if '"as_long_as"' in (told := json.dumps(data)) or '"count"' in told:
            break
    timeline = data["timeline"]
    for number, step in enumerate(timeline, start=1):
        if "resolves" in step:
            step["as"] = f"e{number}"
    left = {step.get("leaves") for step in timeline}
    there = [step["as"] for step in timeline if "enters" in step and "zone" not in step and step["as"] not in left]
    if there and random.chance(4):
        timeline.append({"enters": "Bonesplitter", "as": "axe", "attached_to": random.one(there), "controller": "A"})
    if random.chance(4):
        word = random.one(["Elf", "Bear"])
        timeline.append({"enters": "Conspiracy", "as": "plot", "chosen": {"creature_type": word}, "controller": "A"})
    if there and random.chance(6):
        timeline.append({"enters": "Clone", "as": "clone", "copy_of": random.one(there), "controller": "B"})
    return data


def taken_from(data: dict[str, Any]) -> dict[Name, dict[str, Any]]:
    """Return what can be taken away from a board, each with the step that does it."""
    objects: dict[Name, dict[str, Any]] = {}
    counters: dict[tuple[str, str], int] = {}
    parts: dict[Name, dict[str, Any]] = {}
    hosts: dict[str, str] = {}
    for step in data["timeline"]:
        if "leaves" in step:
            objects.pop(("object", step["leaves"]), None)
            parts = {name: one for name, one in parts.items() if name[1] != step["leaves"]}
            counters = {name: count for name, count in counters.items() if name[0] != step["leaves"]}
            hosts.pop(step["leaves"], None)
        elif "enters" in step:
            label = step["as"]
            objects["object", label] = {"leaves": label}
            if "attached_to" in step:
                hosts[label] = step["attached_to"]
            for key in step.get("chosen", {}):
                parts["choice", label, key] = {"unchooses": label, "what": key}
            for kind, count in step.get("counters", {}).items():
                counters[label, kind] = counters.get((label, kind), 0) + count
        elif "resolves" in step:
            objects["effect", step["as"]] = {"ends": step["as"]}
        elif "counters" in step:
            for kind, count in step["counters"].items():
                counters[step["on"], kind] = counters.get((step["on"], kind), 0) + count
    for (label, kind), count in counters.items():
        if count:
            parts["counters", label, kind] = {"counters": {kind: -count}, "on": label}
    for label, host in hosts.items():
        parts["attachment", label, host] = {"unattaches": label}
    return {**parts, **objects}  # what an object has is taken before the object


def tried(board: Board, sets: Iterable[tuple[Name, ...]], steps: dict[Name, dict[str, Any]]) -> dict[Any, Answer]:
    """Derive a board without each of some sets."""
    boards: dict[tuple[Name, ...], Board] = {}
    for names in sets:
        further = [steps[name] for name in names if name[0] in ("object", "effect") or ("object", name[1]) not in names]
        further.sort(key=lambda step: "leaves" in step)
        try:
            boards[names] = board.with_timeline([*board.document.data["timeline"], *further])
        except InputError:
            continue
    found: dict[Any, Answer] = {}
    for names, answer in zip(boards, derive_all(list(boards.values())), strict=True):
        if not isinstance(answer, InputError):
            assert not isinstance(answer, Exception)
            found[names] = answer
    return found


def facts_about(label: str, answer: Answer) -> Iterator[Goal]:
    """Return the facts that hold of an object, and facts that do not."""
    one = answer.objects[label]
    for kind, values in (("type", one.types), ("subtype", one.subtypes), ("supertype", one.supertypes)):
        yield from (Goal(kind, label, value) for value in values)
    yield from (Goal("color", label, value) for value in one.colors or ("colorless",))
    yield from (Goal("every", label, value) for value in one.every)
    yield from (Goal("keyword", label, ability.keyword) for ability in one.abilities if ability.keyword is not None)
    if one.power is not None and one.toughness is not None:
        yield from (Goal("power", label, one.power), Goal("toughness", label, one.toughness))
    yield Goal("abilities", label, len(one.abilities))
    words = ("Creature", "Land", "Artifact", "Bear", "Elf", "Forest", "Legendary")
    for word, kind in zip(words, ("type", "type", "type", "subtype", "subtype", "subtype", "supertype"), strict=True):
        if not (goal := Goal(kind, label, word)).holds(answer):
            yield goal.denied()
    for word in ("flying", "trample"):
        if not (goal := Goal("keyword", label, word)).holds(answer):
            yield goal.denied()


def named(found: WhyNot) -> set[frozenset[Name]]:
    """Return what why-not found, by the names of this module."""
    kinds = {"counters": ("on", "counters"), "attached": ("attached", "to"), "chosen": ("for", "chosen")}
    several: set[frozenset[Name]] = set()
    for one in found.as_data()["culprits"]:
        names: list[Name] = []
        for taken in one:
            if isinstance(taken, str):
                names.append(("effect" if taken in EFFECTS else "object", taken))
            else:
                kind = next(kind for kind in kinds if kind in taken)
                said = {"attached": "attachment", "chosen": "choice"}.get(kind, kind)
                names.append((said, *(taken[key] for key in kinds[kind])))
        several.add(frozenset(names))
    return several


EFFECTS = {f"e{number}" for number in range(20)}


def check(seed: int) -> tuple[bool, bool]:
    """Compare why-not with trying on a random board; tell whether anything was found, and whether in pairs alone."""
    random = Random(seed)
    data = counting(seed)
    board = Board.of(data)
    before = derive(board)
    steps = taken_from(data)
    every_one = tried(board, ((name,) for name in steps), steps)
    every_two = tried(board, combinations(steps, 2), steps)
    # Most questions are about facts that hold without one thing or two, and some about facts that never hold.
    labels = sorted(before.objects)
    random.shuffle(labels)
    for spared in labels:
        ones = {names: answer for names, answer in every_one.items() if ("object", spared) not in names}
        twos = {names: answer for names, answer in every_two.items() if ("object", spared) not in names}
        reached = {goal for answer in (*ones.values(), *twos.values()) for goal in facts_about(spared, answer)}
        new = sorted((goal for goal in reached if not goal.holds(before)), key=str)
        if new:
            break
    never = [Goal("type", spared, "Artifact"), Goal("power", spared, 7), Goal("keyword", spared, "flying")]
    others = [goal for goal in never if not goal.holds(before)]
    goal = random.choice(new if new and random.random() < 0.9 else others or new)
    single = {frozenset(names) for names, answer in ones.items() if goal.holds(answer)}
    double = {
        frozenset(names)
        for names, answer in twos.items()
        if goal.holds(answer) and not any(one <= set(names) for one in single)
    }
    found = why_not(board, goal.written)
    try:
        compare(found, single, double)
    except AssertionError as error:
        raise AssertionError((seed, goal.written, named(found), single, double)) from error
    if larger := [tuple(one) for one in named(found) if len(one) > 2]:
        assert all(goal.holds(answer) for answer in tried(board, larger, steps).values()), (seed, goal.written)
    return bool(single), bool(double)


def compare(found: WhyNot, single: set[frozenset[Name]], double: set[frozenset[Name]]) -> None:
    """Compare what why-not found with the sets of one thing and of two that trying found."""
    sets = named(found)
    whole = found.most or 2  # up to this size, why-not looked for every set
    assert {one for one in sets if len(one) <= whole and len(one) < 3} == single | (double if whole > 1 else set())
    assert {one for one in sets if len(one) < 3} <= single | double
    assert bool(single | double) == any(len(one) < 3 for one in sets)
    assert not (single | double) or all(len(one) < 3 for one in sets)
    assert bool(sets) == bool(found.without) != bool(found.unhelpful)


@pytest.mark.parametrize("first", range(0, BOARDS, AT_A_TIME))
def test_it_is_what_trying_says(first: int) -> None:
    told = [check(seed) for seed in range(first, first + AT_A_TIME)]
    assert any(single or double for single, double in told)


@pytest.mark.parametrize(
    ("timeline", "fact", "without"),
    [
        ("[Kird Ape, Forest]", "kird_ape is 1/1", [["forest"]]),
        ("[Grizzly Bears, {enters: Bonesplitter, attached_to: grizzly_bears}]", "grizzly_bears is 2/2",
         [["bonesplitter"], [{"attached": "bonesplitter", "to": "grizzly_bears"}]]),
        ("[{enters: Grizzly Bears, counters: {+1/+1: 2}}]", "grizzly_bears is 2/2",
         [[{"counters": "+1/+1", "on": "grizzly_bears"}]]),
        ("[Grizzly Bears, {enters: Conspiracy, chosen: {creature_type: Elf}}]", "grizzly_bears is a Bear",
         [["conspiracy"], [{"chosen": "creature_type", "for": "conspiracy"}]]),
        ("[Grizzly Bears, {resolves: Turn to Frog, affects: grizzly_bears}]", "grizzly_bears is 2/2", [["step 2"]]),
        ("[Grizzly Bears, Glorious Anthem, Glorious Anthem, Glorious Anthem, Glorious Anthem]", "grizzly_bears is 2/2",
         [["glorious_anthem", "glorious_anthem_2", "glorious_anthem_3", "glorious_anthem_4"]]),
    ],
)  # fmt: skip
def test_of(timeline: str, fact: str, without: list[Any]) -> None:
    found = why_not(Board.read(f"timeline: {timeline}"), fact)
    assert found.as_data()["culprits"] == without
    assert found.without and not found.unhelpful
