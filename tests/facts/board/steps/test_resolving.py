"""The objects that a step may name: an ability that changes only its own permanent changes no other (608.2c)."""

from __future__ import annotations

from typing import Any

import pytest

from facts import Board
from facts.text.errors import InputError
from solver import derive

STAG = {"name": "Stag", "type_line": "Creature — Elk", "power": 1, "toughness": 1}
CARDS = [
    STAG,
    {**STAG, "name": "Grower", "oracle_text": "{1}: Grower gets +2/+0 until end of turn."},
    {**STAG, "name": "Duellist", "oracle_text": "{1}: Duellist gets +2/+0 until end of turn. Tap target creature."},
    {**STAG, "name": "Chariot", "type_line": "Artifact — Vehicle", "oracle_text": "Crew 1"},
    {
        "name": "Lesson",
        "type_line": "Enchantment",
        "oracle_text": 'Creatures you control have "{1}: This creature gets +2/+0 until end of turn."',
    },
]


def _powers(name: str, affects: list[str], **more: Any) -> tuple[int | None, int | None]:
    timeline: list[dict[str, Any]] = [{"enters": "Stag", "as": "stag"}, {"enters": name, "as": "it"}]
    timeline += [{"resolves": name, "affects": affects, **more}]
    objects = derive(Board.of({"cards": CARDS, "timeline": timeline})).objects
    return objects["stag"].power, objects["it"].power


def test_a_target_of_another_part_of_the_text_does_not_change() -> None:
    assert _powers("Duellist", ["stag"], source="it") == (1, 3)
    assert _powers("Duellist", ["it", "stag"]) == (1, 3)
    assert _powers("Grower", ["it"], source="it") == (1, 3)


def test_a_granted_ability_is_one_of_the_named_object() -> None:
    assert _powers("Lesson", ["stag"], source="it") == (3, None)


def test_without_its_permanent_it_is_an_ability_of_the_named_object() -> None:
    """The named object may be a copy, which has that ability."""
    timeline = [{"enters": "Stag", "as": "stag"}, {"resolves": "Grower", "affects": "stag"}]
    assert derive(Board.of({"cards": CARDS, "timeline": timeline})).objects["stag"].power == 3


@pytest.mark.parametrize("affects", [["stag"], ["it", "stag"]])
@pytest.mark.parametrize("name", ["Grower", "Chariot"])
def test_others_are_refused(name: str, affects: list[str]) -> None:
    with pytest.raises(InputError, match=f"this ability of {name} changes only 'it', and not 'stag'"):
        _powers(name, affects, source="it")
