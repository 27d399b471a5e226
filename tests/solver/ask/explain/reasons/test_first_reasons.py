"""The reason that `why` and `why-not` name first is the one that decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from facts import Board
from facts.text import read_document
from solver.ask.explain import why, why_not

_ANGEL = "{enters: Serra Angel, as: angel, face_down: manifest}"
_CURSE = "{resolves: {text: Target creature becomes a Horror creature.}, affects: it}"
_GLASS = "{resolves: {text: Target permanent becomes a Treasure artifact.}, affects: it}"

_NOT_SO = Path(__file__).parent / "why_not_first.yaml"


@pytest.mark.parametrize(
    ("steps", "fact", "because"),
    [
        pytest.param(
            "{enters: 'Ashaya, Soul of the Wild', as: it}, Blood Moon", "it is 0/0",
            "Ashaya, Soul of the Wild is 0/0: its card says */*, and Blood Moon took the ability that defines that: a"
            " star is 0 (107.2).",
            id="107.2 the ability that defines a star is gone",
        ),
        pytest.param(
            "{enters: {name: Odd Ooze, type_line: Creature — Ooze, power: '*', toughness: 1+*}, as: it}", "it is 0/1",
            "Odd Ooze is 0/1: its card says */1+*, and no ability defines that: a star is 0 (107.2).",
            id="107.2 nothing defines a star",
        ),
        pytest.param(
            "{enters: Chameleon Colossus, as: it}, " + _CURSE, "it is not a Goblin",
            "In layer 4, the effect of step 2 sets the creature types of Chameleon Colossus: it no longer has every"
            " one (205.1a).",
            id="205.1a an effect overrides changeling",
        ),
        pytest.param(
            "{enters: Dryad Arbor, as: it}, " + _GLASS, "it is not a Forest",
            "In layer 4, the effect of step 2 sets card types: Dryad Arbor is no longer a land (205.1a).",
            id="205.1a a land type goes with the land type of the card",
        ),
    ],
)  # fmt: skip
def test_why(steps: str, fact: str, because: str) -> None:
    found = why(Board.read(f"timeline: [{steps}]"), fact)
    assert found.holds
    assert because == found.because[-1]


def test_a_star_that_nothing_defines_comes_first() -> None:
    """That the types have changed, too, comes after it (107.2)."""
    board = Board.read("timeline: [{enters: 'Ashaya, Soul of the Wild', as: it}, Blood Moon]")
    assert "a star is 0 (107.2)" in why(board, "it is a 0/0 creature").because[0]


def test_what_is_face_down_has_no_characteristics_of_its_card() -> None:
    """An effect that has nothing to do with it comes second (708.2)."""
    found = why_not(
        Board.read(f"timeline: [{_ANGEL}, {{enters: Maskwood Nexus, controller: opponent}}]"), "angel is an Angel"
    )
    assert found.because == (
        "Serra Angel is face down (708.2): Creature.",
        "Maskwood Nexus does not apply to Serra Angel: you control Serra Angel.",
    )


def test_only_the_effects_that_gave_what_is_asked_about_came_before() -> None:
    """An older effect gave every land type: it made the land an Island, which is asked about (613.7, 305.7)."""
    gain = "{resolves: {text: Target land gains all basic land types until end of turn.}, affects: it}"
    found = why_not(Board.read(f"timeline: [{{enters: Mutavault, as: it}}, {gain}, Blood Moon]"), "it is an Island")
    assert found.because == (
        "In layer 4, Blood Moon sets the land types of Mutavault: it is no longer an Island (305.7).",
        "The effect of step 2 made it an Island before, by its earlier timestamp (613.7).",
    )


def test_an_effect_that_changed_nothing_did_not_make_it_so_before() -> None:
    """What the card says already is no work of an older effect (613.7)."""
    gain = "{resolves: {text: Target land gains all basic land types until end of turn.}, affects: it}"
    found = why_not(
        Board.read(f"timeline: [{{enters: Tropical Island, as: it}}, {gain}, Blood Moon]"), "it is an Island"
    )
    assert found.because == (
        "In layer 4, Blood Moon sets the land types of Tropical Island: it is no longer an Island (305.7).",
    )


def test_the_effect_that_gives_every_land_type_makes_it_an_island_in_layer_4() -> None:
    """It is named once, with its layer (613.1d)."""
    gain = "{resolves: {text: Target land becomes every land type until end of turn.}, affects: it}"
    found = why(Board.read(f"timeline: [Blood Moon, {{enters: Mutavault, as: it}}, {gain}]"), "it is an Island")
    assert found.because[0] == "In layer 4, the effect of step 3 makes Mutavault an Island (613.1d)."
    assert len(found.because) == 1


def test_an_effect_of_a_keyword_is_told_with_the_paragraph_of_the_keyword() -> None:
    """An attached Equipment with reconfigure isn't a creature (702.151b)."""
    card = (
        "cards: [{name: Test Blades, type_line: Artifact Creature — Equipment Lizard, power: 1, toughness: 1,"
        ' oracle_text: "Equipped creature has haste.\\nReconfigure {2}"}]\n'
    )
    steps = "{enters: Grizzly Bears, as: bears}, {enters: Test Blades, as: it, attached_to: bears}"
    found = why_not(Board.read(f"{card}timeline: [{steps}]"), "it is a creature")
    assert found.because == (
        "In layer 4, the reconfigure rule for Test Blades says that Test Blades isn't a creature (702.151b).",
    )


def test_a_player_who_is_called_a_keeps_the_capital_letter() -> None:
    """In the middle of a sentence, "A controls" begins with a name, not with the article."""
    steps = "{enters: Maskwood Nexus, controller: B}, {enters: Grizzly Bears, as: it, controller: A}"
    found = why_not(Board.read(f"{{players: [A, B], timeline: [{steps}]}}"), "it is an Elf")
    assert any("Maskwood Nexus does not apply to Grizzly Bears: A controls" in line for line in found.because)


def test_a_loop_leaves_the_order_to_the_timestamps() -> None:
    """Life and Limb names Saprolings too, but applies before Conspiracy makes one (613.8b)."""
    steps = "Life and Limb, {enters: Conspiracy, chosen: {creature_type: Saproling}}, Hill Giant, Forest"
    found = why_not(Board.read(f"timeline: [{steps}]"), "hill_giant is a Forest")
    assert found.because == (
        "Life and Limb depends on Conspiracy, and Conspiracy on it: Life and Limb applies to Hill Giant only after"
        " Conspiracy. That is a dependency loop, in which effects ignore each other (613.8b): so the timestamps decide,"
        " and Life and Limb comes first.",
    )
    limb = found.nearest[0]
    assert [below.text for below in limb.children] == [
        "Hill Giant is not a Forest",
        "Hill Giant is not a Saproling then, and Conspiracy changes that only later, by its timestamp",
    ]
    assert not limb.children[1].children  # it is a creature, so its subtypes show


@pytest.mark.parametrize(
    "told", read_document(_NOT_SO.read_text(encoding="utf-8"), _NOT_SO.name).data, ids=lambda told: str(told["about"])
)
def test_why_not_names_first_what_decides(told: dict[str, dict[str, str]]) -> None:
    board = Board.of(told["board"])
    assert {fact: why_not(board, fact).because[0] for fact in told["facts"]} == told["facts"]
