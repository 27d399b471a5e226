"""Statements about the law alone hold, each has something to decide, and each notices a law that is broken."""

from __future__ import annotations

from functools import cache

import pytest

from solver.ask.check.refinement import TIERS, boards
from solver.ask.check.specification.compared_boards import compare_copies, copied_boards, reordered
from solver.ask.check.specification.further_boards import further_boards
from solver.ask.check.specification.stated import Told, state
from solver.ask.check.specification.statements import CHECKED, CLAIMED, COMPARED, STATEMENTS
from solver.ask.check.specification.timestamps import due
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
    bear = {"name": "bear", "type_line": "Creature"}
    enters = [{"enters": "bear", "as": "o1"}, {"enters": "bear", "as": "o2"}]
    assert reordered({"cards": [bear], "timeline": enters[:1]}) is None
    assert reordered({"cards": [bear], "timeline": [enters[0], {**enters[1], "copy_of": "o1"}]}) is None
    other = reordered({"cards": [bear], "timeline": [*enters, {"counters": {"+1/+1": 1}, "on": "o1"}]})
    assert other is not None
    assert [step.get("as", "counter") for step in other["timeline"]] == ["o2", "o1", "counter"]


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
