"""Why an object has its counters: each reason with its paragraph, and what takes the place of another number."""

from __future__ import annotations

from typing import Any

import pytest

from facts import Board
from solver.ask.explain import why, why_not
from solver.ask.explain.proof.node import Node

CARDS = [
    {"name": "Bound Porter", "type_line": "Artifact Creature — Construct", "power": "0", "toughness": "0",
     "abilities": ["modular 4"]},
    {"name": "Elder", "type_line": "Creature — Human", "power": 1, "toughness": 1,
     "oracle_text": "Other creatures you control enter with two additional +1/+1 counters on them."},
    {"name": "Seedling", "mana_cost": "{X}", "type_line": "Creature — Elf", "power": 0, "toughness": 0,
     "oracle_text": "Seedling enters with X +1/+1 counters on it."},
]  # fmt: skip


def _board(*timeline: Any) -> Board:
    return Board.of({"cards": CARDS, "timeline": list(timeline)})


def _rules(nodes: tuple[Node, ...]) -> set[str]:
    found: set[str] = set()
    stack = list(nodes)
    while stack:
        node = stack.pop()
        found.add(str(node.rule))
        stack += node.children
    return found


@pytest.mark.parametrize(
    ("timeline", "fact", "rules"),
    [
        ([{"enters": "Bound Porter", "as": "porter"}],
         "porter has four +1/+1 counters", {"122.1", "614.1c", "702.43a"}),
        ([{"enters": "Seedling", "as": "elf", "x": 3}], "elf has 3 +1/+1 counters", {"122.1", "107.3m"}),
        (["Elder", {"enters": "Bound Porter", "as": "porter"}, {"counters": {"+1/+1": -5}, "on": "porter"}],
         "porter has a +1/+1 counter", {"122.1", "614.1c"}),
        (["Elder", {"enters": "Grizzly Bears", "as": "bears"}, {"leaves": "elder"}],
         "bears has two +1/+1 counters", {"122.1", "614.1c", "614.12", "611.3a"}),
        ([{"enters": "Jace, Vryn's Prodigy", "as": "jace"}, {"resolves": "Jace, Vryn's Prodigy", "affects": "jace"}],
         "jace has five loyalty counters", {"122.1", "306.5b"}),
    ],
)  # fmt: skip
def test_the_reasons_for_counters_have_their_paragraphs(timeline: list[Any], fact: str, rules: set[str]) -> None:
    found = why(_board(*timeline), fact)
    assert found.holds
    assert rules <= _rules(found.proofs)


def test_that_there_are_counters_is_asked_without_a_number() -> None:
    board = _board({"enters": "Bound Porter", "as": "porter"})
    assert why(board, "porter has +1/+1 counters").holds
    assert why(board, "porter has no loyalty counters").holds
    assert not why(board, "porter has no +1/+1 counters").holds
    assert not why_not(board, "porter has two +1/+1 counters").holds


def test_the_first_sentences_say_by_what_it_entered_with_them() -> None:
    assert why(_board({"enters": "Bound Porter", "as": "porter"}), "porter has four +1/+1 counters").because == (
        "There are 4 +1/+1 counters on Bound Porter (122.1).",
        "Bound Porter enters with 4 +1/+1 counters by the keyword modular 4 (614.1c).",
    )
    several = why(_board("Elder", {"enters": "Bound Porter", "as": "porter"}), "porter has six +1/+1 counters")
    assert several.because == ("There are 6 +1/+1 counters on Bound Porter (122.1).",)
