"""Why something is not so any more: durations that are over (611.2b), and cards that came back (400.7)."""

import pytest

from facts.board import Board
from solver.ask.explain import explain, why_not

_CARDS = """
cards:
  - {name: Test Seducer, type_line: Creature — Human, power: "1", toughness: "1",
     oracle_text: "{T}: Gain control of target creature for as long as you control Test Seducer."}
  - {name: Test Lord, type_line: Creature — Elf, power: "1", toughness: "1",
     oracle_text: "When Test Lord enters, target land becomes a 3/3 creature that's still a land for as long as Test
     Lord remains on the battlefield."}
  - {name: Test Paladin, type_line: Creature — Human, power: "2", toughness: "2", oracle_text: "Soulbond\\nAs long as
     Test Paladin is paired with another creature, both creatures have double strike."}
  - {name: Test Modular, type_line: Artifact Creature — Construct, power: "0", toughness: "0", oracle_text: Modular 1}
  - {name: Test Aegis, type_line: Artifact — Equipment,
     oracle_text: "When Test Aegis enters, exile up to one target creature until Test Aegis leaves the battlefield.\\n\
     Whenever Test Aegis becomes attached to a creature, for as long as Test Aegis remains attached to it, that\
     \\ creature becomes a copy of a creature card exiled with Test Aegis.\\nEquip {2}"}
"""
_SEDUCED = (
    "{enters: Grizzly Bears, as: bears, controller: opponent}, {enters: Test Seducer, as: seducer}, "
    "{resolves: Test Seducer, source: seducer, affects: bears}"
)
_LORD = "the duration of the ability of Test Lord cannot go on after Test Lord has left, and Test Lord has"


def _board(steps: str) -> Board:
    return Board.read(f"{_CARDS}timeline: [{steps}]")


@pytest.mark.parametrize(
    ("step", "fact", "name"),
    [
        ("{resolves: {text: Target creature gets +2/+2 until end of turn.}, affects: it, as: first}", "it has power 4",
         "The effect of step 3: it"),
        ("{resolves: Mirage Mirror, source: mirror, affects: mirror, copy_of: it, as: first}", "mirror is a Bear",
         "Mirage Mirror: it"),
    ],
)  # fmt: skip
def test_the_law_says_by_which_paragraph_an_effect_has_ended(step: str, fact: str, name: str) -> None:
    """For a copy effect another rule says so than for others."""
    entering = "{enters: Grizzly Bears, as: it}, {enters: Mirage Mirror, as: mirror}"
    found = why_not(_board(f"{entering}, {step}, {{ends: first}}"), fact)
    assert found.ways == (f"{name} would be so, but that effect has ended (611.2a).",)


@pytest.mark.parametrize(
    ("steps", "fact", "reason"),
    [
        (f"{_SEDUCED}, {{leaves: seducer}}", "you control bears",
         "the duration of the ability of Test Seducer cannot go on after Test Seducer has left, and Test Seducer has "
         "(611.2b)"),
        (f"{_SEDUCED}, {{resolves: {{text: Gain control of target creature.}}, affects: seducer,"
         " controller: opponent}",
         "you control bears",
         "it was to last as long as a player controlled Test Seducer, and that player lost control of it (611.2b)"),
        (f"{_SEDUCED}, {{phases: out, object: seducer}}", "you control bears",
         "the ability of Test Seducer was to last as long as Test Seducer remained and did not phase out, and it has "
         "phased out since (702.26f)"),
        ("Forest, {enters: Test Lord, as: lord}, {resolves: Test Lord, affects: forest}, {leaves: lord}",
         "forest is a creature", f"{_LORD} (611.2b)"),
        ("Forest, {enters: Test Lord, as: lord}, {leaves: lord}, {resolves: Test Lord, source: lord, affects: forest}",
         "forest is a creature", f"{_LORD} (611.2b)"),
    ],
)  # fmt: skip
def test_why_an_effect_is_over(steps: str, fact: str, reason: str) -> None:
    found = why_not(_board(steps), fact)
    assert [one for one in found.because if one.endswith(f"would be so, but {reason}.")]


@pytest.mark.parametrize(
    ("steps", "fact"),
    [
        ("{enters: Grizzly Bears, as: old, counters: {'+1/+1': 2}}, {leaves: old}, {enters: Grizzly Bears, as: new}",
         "new has two +1/+1 counters"),
        ("{enters: Grizzly Bears, as: old}, {resolves: Turn to Frog, affects: old}, {leaves: old}, "
         "{enters: Grizzly Bears, as: new}", "new is a Frog"),
        ("Serra Angel, {enters: Clone, as: old, copy_of: serra_angel}, {leaves: old}, {enters: Clone, as: new}",
         "new has flying"),
        ("{enters: Adaptive Automaton, as: old, chosen: {creature_type: Elf}}, {leaves: old}, "
         "{enters: Adaptive Automaton, as: new, chosen: {creature_type: Goblin}}", "new is an Elf"),
        ("{enters: Delver of Secrets, as: old}, {transforms: old}, {leaves: old}, {enters: Delver of Secrets, as: new}",
         "new has flying"),
        ("{enters: Delver of Secrets, as: old}, {transforms: old}, {leaves: old}, "
         "{enters: Delver of Secrets, as: new, zone: exile}", "new is an Insect"),
        ("{enters: Exalted Angel, as: old, face_down: morph}, {leaves: old}, {enters: Exalted Angel, as: new}",
         "new is face down"),
    ],
)  # fmt: skip
def test_a_card_that_came_back_is_a_new_object(steps: str, fact: str) -> None:
    found = why_not(_board(steps), fact)
    assert [one for one in found.because if "it is a new object, and nothing that was true of the old one" in one]


@pytest.mark.parametrize(
    "steps",
    [
        "{enters: Grizzly Bears, as: old}, {leaves: old}, {enters: Grizzly Bears, as: new}",
        "{enters: Grizzly Bears, as: old}, {resolves: Turn to Frog, affects: old}, {enters: Grizzly Bears, as: new}",
        "{enters: Grizzly Bears, as: new}, {resolves: Turn to Frog, affects: new, as: frog}, {ends: frog}, "
        "{enters: Grizzly Bears, as: old}, {leaves: old}",
    ],
)
def test_what_was_never_so_is_not_named(steps: str) -> None:
    assert not [one for one in why_not(_board(steps), "new is a Frog").because if "400.7" in one]


@pytest.mark.parametrize(
    ("resolving", "later", "rule"),
    [
        ("Turn to Frog, affects: old", "{leaves: old}, Grizzly Bears", "400.7"),
        ("{text: Creatures you control get +1/+1 until end of turn.}", "{leaves: old}, Grizzly Bears", "400.7"),
        ("{text: Creatures you control get +1/+1 until end of turn.}", "{phases: out, object: old}", "611.2c"),
        ("{text: Artifact creatures you control get +1/+1 until end of turn.}", "Grizzly Bears", "611.2c"),
    ],
)
def test_the_law_says_why_an_effect_of_a_resolution_affects_nothing(resolving: str, later: str, rule: str) -> None:
    steps = f"{{enters: Grizzly Bears, as: old}}, {{resolves: {resolving}}}, {later}"
    (idle,) = explain(_board(steps)).idle
    assert (idle.because, idle.rule, idle.left) == ("reach", rule, rule == "400.7")


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("{phases: out, object: aegis}, {phases: in, object: aegis}",
         "Grizzly Bears was a copy of Hill Giant by Test Aegis, and one of the two phased out (702.26f)."),
        ("{phases: out, object: bears}, {phases: in, object: bears}",
         "Grizzly Bears was a copy of Hill Giant by Test Aegis, and one of the two phased out (702.26f)."),
    ],
)  # fmt: skip
def test_a_copy_effect_that_ended_without_a_step_for_it(step: str, reason: str) -> None:
    steps = (
        "{enters: Hill Giant, as: exiled, zone: exile}, {enters: Grizzly Bears, as: bears}, "
        f"{{enters: Test Aegis, as: aegis, attached_to: bears, copy_of: exiled}}, {step}"
    )
    assert reason in why_not(_board(steps), "bears is a Giant").because
    assert reason not in why_not(_board(steps), "bears is an Angel").because


def test_why_a_pair_is_over() -> None:
    board = _board(
        "{enters: Test Paladin, as: paladin}, {enters: Grizzly Bears, as: bears, paired_with: paladin}, "
        "{resolves: {text: Gain control of target creature until end of turn.}, affects: bears, controller: opponent, "
        "as: treason}, {ends: treason}"
    )
    over = "Another player gained control of Grizzly Bears: its pair with Test Paladin ended (702.95e)."
    assert why_not(board, "bears has double strike").because[0] == over
    assert why_not(board, "paladin has double strike").because[0] == over


def test_each_reason_is_said_once() -> None:
    board = _board("{enters: Humility, as: humility}, {enters: Test Modular, as: it}, {leaves: humility}")
    found = why_not(board, "it has +1/+1 counters").because
    assert len(found) == len(set(found))
    assert "Test Modular did not have “Modular 1” as it entered: Humility took it (614.12)." in found
