"""What is derived differently by the editions of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from facts import Board
from solver import Answer, derive
from solver.derive import DEFAULT_EDITION, EDITIONS


def both(*steps: Any) -> dict[str, Answer]:
    """Derive a board by each edition."""
    return {edition: derive(Board.of({"timeline": list(steps)}), edition=edition) for edition in EDITIONS}


def test_the_edition_of_the_seeds_is_the_default() -> None:
    assert (EDITIONS, DEFAULT_EDITION) == (("2024", "2026"), "2024")
    steps = ["Glasspool Mimic", {"transforms": "glasspool_mimic"}]
    assert derive(Board.of({"timeline": steps})) == both(*steps)["2024"]
    assert derive(Board.of({"timeline": steps})) != both(*steps)["2026"]


def test_modal_double_faced_cards_transform_in_the_newest() -> None:
    found = both("Glasspool Mimic", {"transforms": "glasspool_mimic"})
    assert found["2024"].objects["glasspool_mimic"].name == "Glasspool Mimic"
    assert [one.rule for one in found["2024"].refused] == ["701.28c"]
    assert found["2026"].objects["glasspool_mimic"].name == "Glasspool Shore"
    assert found["2026"].refused == ()


@pytest.mark.parametrize("name", ["Turn to Frog", "Aquitect's Will"])
def test_instants_and_sorceries_keep_their_type_in_the_newest(name: str) -> None:
    effect = {"effects": [{"affects": "targets", "set_types": ["Land"]}]}
    found = both({"enters": name, "zone": "stack", "as": "it"}, {"resolves": effect, "affects": "it"})
    was = derive(Board.of({"timeline": [{"enters": name, "zone": "stack", "as": "it"}]})).objects["it"].types
    assert found["2024"].objects["it"].types == ("Land",)
    assert set(found["2026"].objects["it"].types) == {"Land", *was} - {"Kindred", "Tribal"}


def test_other_types_are_replaced_in_both() -> None:
    effect = {"effects": [{"affects": "targets", "set_types": ["Land"]}]}
    found = both("Grizzly Bears", {"resolves": effect, "affects": "grizzly_bears"})
    assert [answer.objects["grizzly_bears"].types for answer in found.values()] == [("Land",), ("Land",)]


def test_creature_types_of_two_words_are_one_in_both() -> None:
    doctor = {"name": "Doctor", "type_line": "Legendary Creature — Time Lord Doctor", "power": 1, "toughness": 1}
    for answer in both({"enters": doctor}).values():
        assert answer.objects["doctor"].subtypes == ("Time Lord", "Doctor")


REFUSED: dict[str, list[Any]] = {
    "a card that is not double-faced": ["Grizzly Bears", {"transforms": "grizzly_bears"}],
    "an instruction that turns twice": [
        {"enters": "Delver of Secrets", "as": "delver"},
        {"stacks": "delver", "as": "one"},
        {"stacks": "delver", "as": "two"},
        {"transforms": "delver", "because": "one"},
        {"transforms": "delver", "because": "two"},
    ],
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_is_a_refusal_in_both(name: str) -> None:
    found = both(*REFUSED[name])
    assert len(found["2024"].refused) == len(found["2026"].refused) == 1
    assert {one.object for answer in found.values() for one in answer.refused} == {REFUSED[name][-1]["transforms"]}


def test_what_the_editions_do_not_touch_is_the_same() -> None:
    found = both("Dryad Arbor", "Urborg, Tomb of Yawgmoth", "Blood Moon", "Opalescence", "Humility")
    assert found["2024"] == found["2026"]
