"""Checks of given cards beyond the schema: no ability has a key that its kind cannot have."""

from __future__ import annotations

from typing import Any

import pytest

from facts import Board, InputError


def _refused(ability: dict[str, Any]) -> str:
    card = {"name": "Odd Banner", "type_line": "Enchantment", "abilities": [ability]}
    with pytest.raises(InputError) as refused:
        Board.of({"cards": [card], "timeline": ["Odd Banner"]})
    return str(refused.value)


@pytest.mark.parametrize(
    ("ability", "problem"),
    [
        ({"affects": {"type": "Creature"}, "gain_control": "you"}, "'gain_control' comes before"),
        ({"affects": "attached", "as_long_as": {"turn": "yours"}, "gain_control": "you"}, "affects: attached, and no"),
        ({"affects": {"type": "Creature"}, "set_name": "Bob"}, "affects: attached or this, and no condition"),
        ({"affects": "this", "as_long_as": {"turn": "yours"}, "set_name": "Bob"}, "'set_name' comes before"),
        ({"affects": {"type": "Creature"}, "becomes_copy": {"of": "this"}}, "'becomes_copy' comes before"),
        ({"affects": {"type": "Creature"}, "turn": "face_down"}, "'turn' is for spells and abilities that resolve"),
        ({"affects": {"type": "Creature"}, "change_words": ["color"]}, "'change_words' is for spells and"),
        ({"kind": "spell", "affects": "targets", "turn": "face_down", "if": {"turn": "yours"}}, "'turn' cannot ask"),
        ({"kind": "spell", "affects": "targets", "change_words": ["color"], "lasts": "while_this_remains"},
         "'change_words' cannot last"),
        ({"kind": "spell", "affects": "targets", "becomes_copy": {}, "lasts": "while_this_remains"},
         "'becomes_copy' cannot last"),
        ({"affects": {"type": "Creature"}, "shares": {"color": "this"}, "add_power": 1}, "'shares' is for spells"),
        ({"affects": {"type": "Creature"}, "add_abilities": [{"affects": "attached", "turn": "face_down"}]},
         "add_abilities[0]: 'turn' is for spells and abilities that resolve"),
    ],
)  # fmt: skip
def test_keys_that_a_kind_of_ability_cannot_have_are_refused(ability: dict[str, Any], problem: str) -> None:
    assert problem in _refused(ability)


def test_so_are_effects_that_a_step_gives_itself() -> None:
    effect = {"affects": "targets", "becomes_copy": {}, "lasts": "while_this_remains"}
    step = {"resolves": {"effects": [effect]}, "affects": "grizzly_bears", "copy_of": "grizzly_bears"}
    with pytest.raises(InputError, match="'becomes_copy' cannot last"):
        Board.of({"timeline": ["Grizzly Bears", step]})


@pytest.mark.parametrize(
    ("key", "meant"),
    [("text", "oracle_text"), ("Rules text", "oracle_text"), ("orcale_text", "oracle_text"), ("type", "type_line")],
)
def test_a_slip_in_a_key_is_told(key: str, meant: str) -> None:
    """A value under such a key would have no effect, and nobody would notice."""
    card = {"name": "Odd Banner", "type_line": "Land", key: "All lands are Islands."}
    with pytest.raises(InputError, match=f"'{key}' is no key of a card. Did you mean '{meant}'"):
        Board.of({"timeline": [{"enters": card}]})


def test_other_keys_of_scryfall_say_nothing() -> None:
    card = {
        "name": "Odd Banner",
        "type_line": "Land",
        "oracle_id": "x",
        "legalities": {},
        "set_name": "Y",
        "rarity": "z",
    }
    assert Board.of({"timeline": [{"enters": card}]})
