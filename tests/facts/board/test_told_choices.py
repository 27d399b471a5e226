"""Choices that a board tells indirectly: warnings name only those that it leaves open."""

from __future__ import annotations

from typing import Any

import pytest

from facts import Board
from facts.text.errors import InputError

SPELLS = {
    "Dull Hour": "Creatures target player controls get -2/-0 until end of turn.",
    "Kind Deal": "Target player gains control of target permanent you control.",
    "Sly Deal": "Target opponent gains control of target permanent you control.",
}


def _board(step: dict[str, Any], players: str) -> Board:
    cards = [{"name": name, "type_line": "Instant", "oracle_text": text} for name, text in SPELLS.items()]
    timeline = [{"enters": "Grizzly Bears", "as": "bears", "controller": "A"}, step]
    return Board.of({"players": list(players), "cards": cards, "timeline": timeline})


@pytest.mark.parametrize(
    ("step", "players"),
    [
        ({"resolves": "Dull Hour", "affects": "B"}, "AB"),  # the player is named
        ({"resolves": "Dull Hour", "affects": "bears"}, "AB"),  # everything that it affects is named
        ({"resolves": "Kind Deal", "affects": ["bears", "C"]}, "ABC"),
        ({"resolves": "Kind Deal", "affects": "bears", "controller": "C"}, "ABC"),  # who gains control is named
        ({"resolves": "Sly Deal", "affects": "bears"}, "AB"),  # there is one opponent
    ],
)
def test_a_player_who_is_known_is_not_asked_for(step: dict[str, Any], players: str) -> None:
    assert not _board(step, players).timeline.warnings


@pytest.mark.parametrize(
    ("step", "players"),
    [
        ({"resolves": "Dull Hour"}, "AB"),
        ({"resolves": "Kind Deal", "affects": "bears"}, "AB"),
        ({"resolves": "Sly Deal", "affects": "bears"}, "ABC"),
    ],
)
def test_a_player_who_is_left_open_is_warned_of(step: dict[str, Any], players: str) -> None:
    assert [one for one in _board(step, players).timeline.warnings if "which player was chosen" in one]


@pytest.mark.parametrize("kind", ["+1/+1", "p1p1", "P1P1", "+1/+1 counters"])
def test_a_kind_of_counters_in_other_spellings(kind: str) -> None:
    board = Board.of({"timeline": ["Grizzly Bears", {"counters": {kind: 2}, "on": "grizzly_bears"}]})
    assert list(board.timeline.things["grizzly_bears"].told_counters) == ["+1/+1"]


@pytest.mark.parametrize(
    ("step", "warned"),
    [
        ({"enters": "Stout Oak"}, True),
        ({"enters": "Stout Oak", "counters": {"+1/+1": 4}}, False),  # the board says how many
        ({"enters": "Stout Oak", "zone": "hand"}, False),
        ("Grizzly Bears", False),
        ("Forest", False),
    ],
)
@pytest.mark.parametrize("left", [False, True])
def test_counters_that_another_text_changes_are_warned_of(step: Any, warned: bool, left: bool) -> None:
    oak = "Stout Oak enters with two +1/+1 counters on it."
    more = (
        "If one or more +1/+1 counters would be put on a creature you control, twice that many are put there instead."
    )
    cards = [
        {"name": "Stout Oak", "type_line": "Creature — Treefolk", "power": 0, "toughness": 0, "oracle_text": oak},
        {"name": "Rich Soil", "type_line": "Enchantment", "oracle_text": more},
    ]
    gone = [{"leaves": "rich_soil"}] if left else []
    board = Board.of({"cards": cards, "timeline": ["Stout Oak", "Rich Soil", *gone, step]})
    found = [
        one for one in board.timeline.warnings if one.startswith("stout_oak_2: Rich Soil: not modelled: If one or")
    ]
    assert bool(found) == (warned and not left)
    assert list(board.timeline.warnings) == found


@pytest.mark.parametrize(
    ("more", "step", "warned"),
    [
        ("X additional +1/+1 counters", {}, True),
        ("X additional +1/+1 counters", {"x": 2}, False),
        ("two additional +1/+1 counters", {}, False),
        ("a number of additional +1/+1 counters", {}, True),
        ("a number of additional +1/+1 counters", {"counters": {"+1/+1": 3}}, False),
    ],
)
def test_how_many_counters_a_copy_enters_with(more: str, step: dict[str, Any], warned: bool) -> None:
    text = f"You may have Pale Double enter as a copy of any creature, except it enters with {more} on it"
    text += " equal to your age." if "number" in more else "."
    card = {"name": "Pale Double", "type_line": "Creature — Elf", "power": 0, "toughness": 0, "oracle_text": text}
    double = {"enters": "Pale Double", "copy_of": "grizzly_bears", **step}
    board = Board.of({"cards": [card], "timeline": ["Grizzly Bears", double]})
    assert bool(board.timeline.warnings) == warned
    assert all("it is not known how many counters" in one for one in board.timeline.warnings)


@pytest.mark.parametrize(
    ("further", "said"),
    [
        ([{"leaves": "cold_song"}, {"ends": "cold_song"}], ""),
        ([{"leaves": "cold_song"}, {"ends": "cold_song"}, {"ends": "cold_song"}], "has ended already"),
        ([{"ends": "cold_song"}], "no such effect"),
        ([{"leaves": "grizzly_bears"}, {"ends": "grizzly_bears"}], "no such effect"),
    ],
)
def test_an_effect_that_goes_on_when_its_source_has_left(further: list[dict[str, Any]], said: str) -> None:
    text = "All artifacts are blue. If Cold Song leaves the battlefield, this effect continues until end of turn."
    card = {"name": "Cold Song", "type_line": "Enchantment", "oracle_text": text}
    told = {"cards": [card], "timeline": ["Cold Song", "Grizzly Bears", *further]}
    if said:
        with pytest.raises(InputError, match=said):
            Board.of(told)
    else:
        assert not Board.of(told).timeline.warnings


def test_a_duration_in_words_is_no_condition_to_be_told() -> None:
    text = "{T}: Target creature loses all abilities for as long as that creature is blocked."
    card = {"name": "Strange Jailer", "type_line": "Creature — Elf", "power": 1, "toughness": 1, "oracle_text": text}
    step = {"resolves": "Strange Jailer", "affects": "grizzly_bears"}
    board = Board.of({"cards": [card], "timeline": ["Grizzly Bears", "Strange Jailer", step]})
    assert not board.timeline.warnings


@pytest.mark.parametrize(
    ("told", "warned"),
    [
        ([{"enters": "New Shape", "attached_to": "bears"}], True),
        ([{"enters": "New Shape", "attached_to": "bears", "copy_of": "forest"}], False),
        ([{"enters": "New Shape", "attached_to": "bears"}, {"leaves": "new_shape"}], False),
        ([{"enters": "New Shape", "attached_to": "bears"}, {"attaches": "new_shape", "to": "bears"}], True),
        ([{"enters": "Each Day Another", "attached_to": "bears"}], False),  # it creates tokens, and a board tells these
    ],
)  # fmt: skip
def test_a_host_without_an_original_gives_a_warning(told: list[dict[str, Any]], warned: bool) -> None:
    chosen = "As New Shape enters, choose a creature.\nEnchanted creature is a copy of the chosen creature."
    daily = "At the beginning of your upkeep, create a token that's a copy of enchanted creature."
    cards = [
        {"name": "New Shape", "type_line": "Enchantment — Aura", "oracle_text": f"Enchant creature\n{chosen}"},
        {"name": "Each Day Another", "type_line": "Enchantment — Aura", "oracle_text": f"Enchant creature\n{daily}"},
    ]
    steps = ["Forest", {"enters": "Grizzly Bears", "as": "bears"}, *told]
    found = Board.of({"cards": cards, "timeline": steps}).timeline.warnings
    of_copies = [one for one in found if "copy_of" in one]
    assert of_copies == (["new_shape: 'copy_of' does not name the copied object: nothing is copied"] if warned else [])


def test_a_player_is_not_guessed_of_what_may_have_changed_hands() -> None:
    """Only the rules can decide who controls it by now; a board that names the player needs no guess."""
    text = "{T}: Draw two cards. Target opponent gains control of Shy Worker."
    worker = {"name": "Shy Worker", "type_line": "Creature — Human", "power": 1, "toughness": 1, "oracle_text": text}
    taking = {"effects": [{"affects": "targets", "gain_control": "you"}]}
    theft = {"resolves": taking, "affects": "worker", "controller": "A"}
    steps: list[dict[str, Any]] = [{"enters": "Shy Worker", "as": "worker", "controller": "B"}, theft]

    def told(**more: Any) -> Board:
        timeline = [*steps, {"resolves": "Shy Worker", **more}]
        return Board.of({"players": ["A", "B"], "cards": [worker], "timeline": timeline})

    with pytest.raises(InputError, match="does not say who gains control"):
        told()
    for more in ({"chosen": {"player": "B"}}, {"controller": "B"}):
        assert told(**more).timeline.resolutions[-1].new_controller == "B"
