"""Tests of abilities that matter as an object enters. Most cards have none, and then nothing looks for them."""

from __future__ import annotations

import pytest

from facts.board.board import Board
from facts.board.board_facts import board_facts
from facts.board.steps import entering
from facts.cards.built_in import all_cards
from facts.text.errors import InputError

SPEAKING = (
    {"name": "Blesser", "type_line": "Enchantment", "abilities": [
        "Other creatures you control enter with an additional +1/+1 counter on them."]},
    {"name": "Doubler", "type_line": "Enchantment", "abilities": [
        "If one or more counters would be put on a permanent, twice that many are put on it instead."]},
    {"name": "Painter", "type_line": "Enchantment", "abilities": [
        {"kind": "as_enters", "affects": {"type": "Creature"}, "set_colors": ["U"]}]},
    {"name": "Forbidder", "type_line": "Enchantment", "abilities": ["Counters can't be put on creatures."]},
    {"name": "Grower", "type_line": "Creature — Elf", "power": 0, "toughness": 0, "abilities": [
        "This creature enters with two +1/+1 counters on it."]},
    {"name": "Cellar", "type_line": "Enchantment — Room"},
)  # fmt: skip
"""Cards that change entering objects, and one that is a Room with a single half."""


def told(name: str) -> tuple[str, ...]:
    """Return the results of a card that enters, before and after cards that change entering objects."""
    names = [name, *(one["name"] for one in SPEAKING), name, "Grower", name]
    timeline = [{"enters": one, "controller": "Ann"} for one in names]
    try:
        told = Board.of({"players": ["Ann", "Ben"], "cards": list(SPEAKING), "timeline": timeline}).timeline
    except InputError as error:
        return (str(error),)
    lines = board_facts(told, 0, edition="2024").lines
    entries = [f"{entry.label} {entry.step} {entry.must}" for entry in told.entries]
    return (*lines, *told.warnings, *entries)


def test_an_object_told_in_the_short_way_has_all_that_it_has_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = list(all_cards())
    assert len(cards) // 2 < sum(map(entering._is_plain, cards)) < len(cards)
    names = [*(face.name for card in cards for face in card.faces), *(str(one["name"]) for one in SPEAKING)]
    found = {name: told(name) for name in names}
    monkeypatch.setattr(entering, "_is_plain", lambda card: False)
    for name in names:
        assert told(name) == found[name], name


def test_a_copy_of_an_aura_that_is_on_nothing_gives_a_warning() -> None:
    aura = {"name": "Veil", "type_line": "Enchantment — Aura", "abilities": ["enchant creature"]}
    copy = {"enters": "token", "copy_of": "veil"}
    steps = ["Grizzly Bears", {"enters": "Veil", "attached_to": "grizzly_bears"}]
    loose, hung = (
        Board.of({"cards": [aura], "timeline": [*steps, {**copy, "as": "copy", **more}]}).timeline.warnings
        for more in ({}, {"attached_to": "grizzly_bears"})
    )
    assert list(loose) == ["copy: a copy of an Aura that no step attaches to anything"]
    assert not hung
