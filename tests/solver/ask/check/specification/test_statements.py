"""Statements about the law alone hold, each has something to decide, and each notices a law that is broken."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from facts import Board
from solver.ask.check.refinement import TIERS, boards
from solver.ask.check.specification.compared_boards import (
    ORDERS,
    compare_copies,
    copied_boards,
    named_in_order,
    orders,
)  # fmt: skip
from solver.ask.check.specification.further_boards import further_boards
from solver.ask.check.specification.stated import Told, state
from solver.ask.check.specification.statements import CHECKED, CLAIMED, COMPARED, STATEMENTS
from solver.ask.check.specification.timestamps import due
from solver.ask.together.plain_together import derive_all_plainly
from solver.program.rule_files import altered, chapter_text, root
from tests.profiles import SLOW

_BLIND = COMPARED[0]


@cache
def _told() -> Told:
    some = list(further_boards())
    if not SLOW:
        some = [*some[:7], *some[7:61:6], *some[61::2], some[-1]]
    for tier in TIERS if SLOW else ():
        some += boards(tier, 2, 2)
    return state(some)


@pytest.mark.parametrize("name", [one.name for one in STATEMENTS if one.name not in (_BLIND, *CLAIMED, *CHECKED)])
def test_it_holds_and_has_something_to_decide(name: str) -> None:
    tally = _told().tallies[name]
    assert tally.broken is None
    assert tally.boards and tally.witness is not None and tally.holds


def test_a_statement_that_nothing_comes_up_for_does_not_hold() -> None:
    told = state([{"timeline": [{"enters": "Dryad Arbor", "as": "o1"}]}])
    assert not told.tallies["timestamps_decide_in_loops"].holds


def test_copies_are_blind() -> None:
    found = list(compare_copies(list(copied_boards())[:: 1 if SLOW else 9]))
    assert all(blind for _, _, blind in found)
    assert sum(changed for _, changed, _ in found) > len(found) // 2


def test_order_that_would_change_more_than_timestamps_is_left_alone() -> None:
    bear = {"name": "bear", "type_line": "Creature", "abilities": ["flying"]}
    enters = [{"enters": "bear", "as": "o1"}, {"enters": "bear", "as": "o2"}]
    assert not list(orders({"cards": [bear], "timeline": enters[:1]}))
    assert not list(orders({"cards": [bear], "timeline": [enters[0], {**enters[1], "copy_of": "o1"}]}))
    every = list(orders({"cards": [bear], "timeline": [*enters, {"counters": {"+1/+1": 1}, "on": "o1"}]}))
    found = [[step.get("as", "counter") for step in one["timeline"]] for one in every]
    assert found == [["o2", "o1", "counter"], ["o1", "counter", "o2"]]


def test_all_orders_of_three_steps_are_compared() -> None:
    """An object without abilities that enters first stays there."""
    cards = [{"name": "elf", "type_line": "Creature"}, {"name": "law", "type_line": "Enchantment", "abilities": []}]
    laws = [{"enters": "law", "as": f"o{number}"} for number in (2, 3, 4)]
    board = {"cards": cards, "timeline": [{"enters": "elf", "as": "o1"}, *laws]}
    found = [[str(step["as"]) for step in one["timeline"]] for one in orders(board)]
    assert len({tuple(one) for one in [*found, ["o1", "o2", "o3", "o4"]]}) == ORDERS
    assert all(one[0] == "o1" for one in found)
    assert len({named_in_order(one)[0] for one in (board, *orders(board))}) == 1
    more = {"cards": cards, "timeline": [{"enters": "elf", "as": "o1"}, *laws, {"enters": "law", "as": "o5"}]}
    assert len(list(orders(more))) == ORDERS - 1


def test_another_answer_in_another_order_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is compared with a board among the others, or derived if there is none."""
    told = sys.modules["solver.ask.check.specification.stated"]
    laws: list[dict[str, Any]] = [
        {"affects": {"type": "Enchantment"}, "add_types": ["Artifact"]},
        {"affects": {"type": "Enchantment"}, "add_supertypes": ["Legendary"]},
    ]
    cards = [{"name": f"law {place}", "type_line": "Enchantment", "abilities": [law]} for place, law in enumerate(laws)]
    first = {"cards": cards, "timeline": [{"enters": "law 0", "as": "o1"}, {"enters": "law 1", "as": "o2"}]}
    second = {"cards": cards, "timeline": [{"enters": "law 1", "as": "o1"}, {"enters": "law 0", "as": "o2"}]}
    derived: list[int] = []

    def derive(boards: list[Board], **more: Any) -> list[Any]:
        if "grounding" not in more:
            derived.append(len(boards))
        return list(derive_all_plainly(boards, **more))

    monkeypatch.setattr(told, "derive_all_plainly", derive)
    name = COMPARED[1]
    assert (state([first]).tallies[name].boards, derived.pop()) == (1, 1)
    assert (state([first, second]).tallies[name].boards, derived.pop()) == (2, 0)
    assert state([first, second]).tallies[name].broken is None
    monkeypatch.setattr(told, "said_of", lambda answer, names: next(iter(answer.objects.values())).name)
    assert state([first, second]).tallies[name].broken is not None


def test_timestamps_that_are_due() -> None:
    steps = [
        {"enters": "law", "as": "law"},
        {"enters": "aura", "as": "aura", "attached_to": "law", "counters": {"flying": 1}},
        {"enters": "law", "as": "other"},
        {"attaches": "aura", "to": "law"},  # it is attached to that: nothing happens (701.3b)
        {"attaches": "aura", "to": "other"},
        {"counters": {"flying": 1}, "on": "aura"},
        {"transforms": "law"},
        {"transforms": "other"},
    ]
    found = due({"timeline": steps}, {"law": {7}})
    assert found.objects == {"law": 7, "aura": 5, "other": 3}
    assert found.counters == {("aura", "flying"): 6}
    assert found.renewed == {"aura", "law"}


def test_a_chapter_says_something_else_for_a_while() -> None:
    chapter, old = "law/613_7_timestamps.lp", "Later > Time"
    path = root() / "rules" / chapter
    with altered(chapter, old, "Later < Time"):
        assert "Later < Time" in chapter_text(path)
    assert "Later < Time" not in chapter_text(path)
    with pytest.raises(ValueError, match="stands there 0 times"), altered(chapter, "no such text", ""):
        pass


def test_each_statement_that_comes_up_can_fail() -> None:
    """A statement without a rule for that would hold on every board."""
    text = Path(sys.modules[state.__module__].__file__ or "").with_name("statements.lp").read_text(encoding="utf-8")
    comes_up, fails = (set(re.findall(rf"^{name}\((\w+),", text, re.MULTILINE)) for name in ("comes_up", "fails"))
    assert comes_up == fails and len(fails) > 12
