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
    {"name": "Loner", "type_line": "Creature — Elf", "power": 1, "toughness": 1,
     "oracle_text": "Loner enters with a +1/+1 counter on it if you control a Forest."},
    {"name": "Forge", "type_line": "Enchantment", "oracle_text": "Artifact creatures you control have modular 2."},
    {"name": "Rhythm", "type_line": "Enchantment", "oracle_text": "Creatures you control have riot."},
    {"name": "Ward", "type_line": "Enchantment",
     "oracle_text": "Counters can't be put on artifacts, creatures, enchantments, or lands."},
    {"name": "Overlord", "type_line": "Enchantment Creature — Horror", "power": 6, "toughness": 5,
     "oracle_text": "Impending 4—{1}{G}"},
    {"name": "Scales", "type_line": "Enchantment",
     "oracle_text": "If one or more +1/+1 counters would be put on a creature you control, that many plus one +1/+1 "
                    "counters are put on it instead."},
    {"name": "Evolution", "type_line": "Enchantment",
     "oracle_text": "If one or more +1/+1 counters would be put on a creature you control, twice that many +1/+1 "
                    "counters are put on that creature instead."},
    {"name": "Mirrorling", "type_line": "Creature — Shapeshifter", "power": 0, "toughness": 0,
     "oracle_text": "You may have Mirrorling enter as a copy of a permanent you control, except if it's a creature, it "
                    "enters with two additional +1/+1 counters on it."},
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
        (["Scales", {"enters": "Seedling", "as": "elf", "x": 3}],
         "elf has 4 +1/+1 counters", {"122.1", "107.3m", "614.16", "616.1f", "614.1a"}),
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
    assert several.because == (
        "There are 6 +1/+1 counters on Bound Porter (122.1).",
        "Bound Porter enters with 4 +1/+1 counters by the keyword modular 4 (614.1c). "
        "Bound Porter entered with 2 +1/+1 counters by Elder (614.1c).",
    )


@pytest.mark.parametrize(
    ("timeline", "counters", "because"),
    [
        pytest.param(["Elder", {"enters": "Forest", "as": "it"}], "two +1/+1",
                     "Elder gives no such counters to Forest as it enters: Forest is not a creature (614.12).",
                     id="another_type"),
        pytest.param(["Elder", {"enters": "Bound Porter", "as": "it", "controller": "opponent"}], "six +1/+1",
                     "Elder gives no such counters to Bound Porter as it enters: the opponent controls it (614.12).",
                     id="another_player"),
        pytest.param([{"enters": "Loner", "as": "it"}], "one +1/+1",
                     "Loner does not enter with the counters of its text: its condition was not met then (614.12).",
                     id="its_own_condition"),
        pytest.param(["Forge", {"enters": "Grizzly Bears", "as": "it"}], "two +1/+1",
                     "Forge does not apply to Grizzly Bears: Grizzly Bears is not an artifact.",
                     id="a_keyword_for_others"),
        pytest.param(["Rhythm", {"enters": "Grizzly Bears", "as": "it", "chosen": {"mode": "haste"}}], "one +1/+1",
                     "Grizzly Bears did not take the counters that riot offers (702.136a).",
                     id="what_a_given_keyword_offers"),
        pytest.param(["Ward", {"enters": "Bound Porter", "as": "it"}], "four +1/+1",
                     "Ward says that no +1/+1 counters can be put on Bound Porter (101.2).", id="a_prohibition"),
        pytest.param([{"enters": "Overlord", "as": "it"}], "four time",
                     "Overlord was not cast for its impending cost (702.176a).", id="another_cost"),
    ],
)  # fmt: skip
def test_why_not_names_the_text_that_did_not_apply(timeline: list[Any], counters: str, because: str) -> None:
    found = why_not(_board(*timeline), f"it has {counters} counters")
    assert not found.holds
    assert because in found.because


def test_why_not_names_the_card_type_that_an_exception_asks_for() -> None:
    steps = [{"enters": "Forest", "as": "forest"}, {"enters": "Mirrorling", "as": "it", "copy_of": "forest"}]
    assert any("(707.9f)" in line for line in why_not(_board(*steps), "it has two +1/+1 counters").because)


def test_it_says_what_changed_the_number() -> None:
    """The effects that change how many counters are put on it, and the choice of their order (614.16, 616.1)."""
    bears = _board("Scales", "Evolution", {"enters": "Grizzly Bears", "as": "bears"},
                   {"counters": {"+1/+1": 1}, "on": "bears"})  # fmt: skip
    said = " ".join(why(bears, "bears has 4 +1/+1 counters").because)
    assert "Instead of 1, 4 +1/+1 counters came on Grizzly Bears in step 4, by Evolution and Scales (614.16)" in said
    assert "in another one, 3 come on it (616.1)" in said
