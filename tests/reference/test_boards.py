"""The random boards checked: the engine can read them, and some laws hold on all of them."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from . import engine, subtypes
from .boards import Board, boards
from .replaying import derive_board, to_engine

SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@SLOW
@given(st.one_of(boards(), boards(exotic=True), boards(layers="4", max_objects=4)))
def test_laws(board: Board) -> None:
    """Properties of every object, with any effects."""
    for found in derive_board(board).values():
        assert all(subtypes.card_types_of(word) & found.types for word in found.subtypes)
        assert (found.power is None) == ("Creature" not in found.types)
        assert (found.toughness is None) == ("Creature" not in found.types)
        mana = [ability for ability in found.abilities if ability.origin == "intrinsic"]
        basic = found.subtypes & set(subtypes.BASIC_LAND_TYPES)
        assert len(mana) in (0, len(basic))


@SLOW
@given(boards(exotic=True), st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(board: Board, chance: random.Random) -> None:
    """Timestamps do, but not where an object stands in the list."""
    objects, effects = to_engine(board)
    shuffled = list(objects)
    chance.shuffle(shuffled)
    assert engine.derive(objects, effects) == engine.derive(shuffled, effects)


@SLOW
@given(boards())
def test_gaps_between_timestamps_do_not_matter(board: Board) -> None:
    """Only their order does."""
    objects, effects = to_engine(board)
    later = [
        replace(
            thing,
            timestamp=thing.timestamp * 10,
            counter_timestamps={kind: at * 10 for kind, at in thing.counter_timestamps.items()},
        )
        for thing in objects
    ]
    found = engine.derive(later, [replace(effect, timestamp=effect.timestamp * 10) for effect in effects])
    assert found == engine.derive(objects, effects)


def test_a_board_in_the_board_format() -> None:
    """Labels, controllers, tokens, counters, Auras, amounts fixed at resolution, leaving."""
    board: Board = {
        "cards": [
            {"name": "Grove", "type_line": "Basic Land — Forest"},
            {
                "name": "Chrysalis",
                "mana_cost": "{1}{W/U}{2/B}",
                "type_line": "Enchantment — Aura",
                "abilities": [
                    "enchant permanent",
                    {"affects": "attached", "set_types": ["Artifact"], "text": "x."},
                ],
            },
        ],
        "timeline": [
            "Grove",
            {"enters": "Grove", "controller": "opponent"},
            {
                "enters": {"name": "Elf", "type_line": "Creature — Elf", "power": "1", "toughness": "1"},
                "token": True,
            },
            {"resolves": {"effects": [{"affects": {"type": "Creature"}, "set_power": {"count": {"type": "Land"}}}]}},
            {
                "enters": {"name": "Elf", "type_line": "Creature — Elf", "power": "1", "toughness": "1"},
                "token": True,
            },
            {"counters": {"+1/+1": 2}, "on": "elf"},
            {"enters": "Chrysalis", "attached_to": "grove"},
            {"leaves": "grove_2"},
        ],
    }
    found = derive_board(board)
    assert set(found) == {"grove", "elf", "elf_2", "chrysalis"}
    assert (found["elf"].power, found["elf"].toughness) == (4, 3)
    assert found["elf_2"].power == 1
    assert found["grove"].types == {"Artifact"}
    assert found["grove"].abilities == ()
    assert found["chrysalis"].colors == {"W", "U", "B"}
    objects, _ = to_engine(board)
    assert next(thing for thing in objects if thing.label == "chrysalis").printed.mana_value == 4
