"""`typeline why BOARD FACT --rather-than OTHER`: which effect decides between two facts, by which rule and order."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import Board, InputError
from solver import derive
from solver.ask.explain import why
from solver.ask.explain.fact.goals import AnsweredBoard, read_goal
from solver.ask.explain.reasons.contrast import Contrast
from tests.profiles import examples
from tests.reference.boards import boards
from tests.solver.ask.explain.test_explained_boards import real_boards
from tests.solver.command import Typeline

_URBORG = "'Urborg, Tomb of Yawgmoth'"


def contrast(timeline: str, fact: str, other: str) -> Contrast:
    """Ask for the decisive effect."""
    found = why(Board.read(f"timeline: {timeline}"), fact, rather_than=other)
    assert found.holds and found.proofs and found.contrast is not None
    return found.contrast


@pytest.mark.parametrize(
    ("timeline", "fact", "other", "said", "effect", "layer", "order"),
    [
        ("[Dryad Arbor, Blood Moon]", "dryad_arbor is a Mountain", "a Forest",
         "Dryad Arbor is a Mountain rather than a Forest, because in layer 4, Blood Moon sets the land types of Dryad"
         " Arbor: it is no longer a Forest (305.7).", "blood_moon", "4", ""),
        ("[Humility, Opalescence]", "humility is 4/4", "1/1",
         "Humility is 4/4 rather than 1/1, because in layer 7b, Opalescence makes Humility 4/4 (613.4b), after"
         " Humility's 1/1 by timestamp (613.7).", "opalescence", "7b", "timestamp"),
        ("[Opalescence, Humility]", "humility is 1/1", "4/4",
         "Humility is 1/1 rather than 4/4, because in layer 7b, its own effect makes Humility 1/1 (613.4b), after"
         " Opalescence's 4/4 by timestamp (613.7).", "humility", "7b", "timestamp"),
        (f"[{_URBORG}, Blood Moon, Steam Vents]", "steam_vents is a Mountain", "a Swamp",
         "Steam Vents is a Mountain rather than a Swamp, because Urborg, Tomb of Yawgmoth (timestamp 1): “All lands are"
         " Swamps in addition to their other types.” does not apply: Blood Moon took this ability away before"
         " (611.3a); Urborg depends on Blood Moon and waits for it (613.8b).", "blood_moon", "4", "dependency"),
        ("[Life and Limb, Blood Moon, Dryad Arbor]", "dryad_arbor is a Mountain", "a Saproling",
         "Dryad Arbor is a Mountain rather than a Saproling, because Life and Limb does not apply to Dryad Arbor, no"
         " longer a Forest: Blood Moon came first and took it out of its affected set (613.8b).", "blood_moon", "4",
         "dependency"),
        ("[Serra Angel, Humility]", "serra_angel has no abilities", "has flying",
         "Serra Angel has no abilities rather than flying, because in layer 6, Humility takes all abilities of Serra"
         " Angel (613.1f).", "humility", "6", ""),
        ("[Grizzly Bears]", "grizzly_bears is a Bear", "a Zombie",
         "Grizzly Bears is a Bear rather than a Zombie, because its card says Creature — Bear.", None, "", ""),
        ("[Blood Moon, {enters: Forest, as: f}]", "f is a Forest", 'subtype(f,"Mountain")',
         "Forest is a Forest rather than a Mountain, because Blood Moon does not apply to Forest: Forest is basic.",
         None, "", ""),
    ],
)  # fmt: skip
def test_the_deciding_effect(
    timeline: str, fact: str, other: str, said: str, effect: str | None, layer: str, order: str
) -> None:
    found = contrast(timeline, fact, other)
    assert found.said == said
    assert (found.effect.source if found.effect else None, found.layer, found.order) == (effect, layer, order)


def test_the_order_names_both() -> None:
    found = contrast("[Humility, Opalescence]", "humility is 4/4", "1/1")
    assert [one.source for one in (*found.first, *found.then)] == ["humility", "opalescence"]
    assert found.rules == ("613.4b",)


def test_both_are_proved() -> None:
    proofs = why(Board.read("timeline: [Dryad Arbor, Blood Moon]"), "dryad_arbor is a Mountain", rather_than="a Forest")
    atoms = [proof.atom for proof in proofs.proofs]
    assert atoms == ['answer(subtype,o(0,"dryad_arbor"),"Mountain")', 'not not subtype("dryad_arbor","Forest")']


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ("a Mountain", "--rather-than: Dryad Arbor is a Mountain, too. Name something that is not so"),
        ("a Montain", "Did you mean Mountain"),
        ('type(blood_moon,"Land")', "both facts are about the same object"),
    ],
)
def test_refused(other: str, message: str, typeline: Typeline) -> None:
    line = typeline("why", "Dryad Arbor", "Blood Moon", "dryad_arbor is a Mountain", "--rather-than", other).refusal()
    assert message in line


def test_command(typeline: Typeline) -> None:
    asked = ["why", "Dryad Arbor", "Blood Moon", "dryad_arbor is a Mountain", "--rather-than", "a Forest"]
    assert typeline(*asked).out.startswith("Dryad Arbor is a Mountain rather than a Forest, because in layer 4")
    told = json.loads(typeline(*asked, "--json").out)["contrast"]
    assert told["effect"]["source"] == "blood_moon" and told["rules"] == ["205.1a", "305.6", "305.7"]
    assert json.loads(typeline(*asked[:-2], "--json").out)["contrast"] is None
    assert "rather than a Forest" in typeline(*asked, "--format", "html").out
    assert typeline("why", "Forest", "forest is a Swamp", "--rather-than", "an Island").code == 1


@examples(8)
@given(st.one_of(real_boards(), boards(max_objects=5, max_effects=3)), st.data())
def test_on_random_boards(data: dict[str, Any], choice: st.DataObject) -> None:
    """There is an answer for every fact, whether it holds or not."""
    board = Board.of(data)
    answer = derive(board)
    label = choice.draw(st.sampled_from(sorted(answer.objects)))
    kinds = answer.objects[label].types
    others = sorted({"Creature", "Land", "Artifact", "Enchantment"} - set(kinds))
    if not kinds or not others:
        return
    found = why(
        board, f'type({label},"{kinds[0]}")', rather_than=f'type({label},"{choice.draw(st.sampled_from(others))}")'
    )
    assert found.contrast is not None
    assert " rather than " in found.contrast.said and "{" not in found.contrast.said.split("“")[0]
    assert bool(found.contrast.effect) == bool(found.contrast.layer)
    assert all(goal.holds(answer) for goal in read_goal(found.fact, AnsweredBoard(board.timeline, answer)))


def test_a_fact_that_is_not_so_has_no_contrast() -> None:
    found = why(Board.read("timeline: [Forest]"), "forest is a Swamp", rather_than="an Island")
    assert not found.holds and found.contrast is None


def test_no_fact() -> None:
    with pytest.raises(InputError):
        why(Board.read("timeline: [Forest]"), "forest is a Forest", rather_than="zzz")


@pytest.mark.parametrize(
    ("fact", "other", "trees"),
    [
        ("dryad_arbor is a Mountain", "", 0),
        ("dryad_arbor is a Mountain", "a Forest", 1),
        ("dryad_arbor is not a Forest", "", 1),
    ],
)
def test_obstacles_of_the_other_fact_are_told(fact: str, other: str, trees: int) -> None:
    """In JSON, ``against`` is about what is denied: by the fact itself, or by the contrast."""
    told = why(Board.named(["Dryad Arbor", "Blood Moon"]), fact, rather_than=other).as_data()
    assert [one["sentence"] for one in told["against"]] == [
        "Blood Moon sets the land types of Dryad Arbor: it is no longer a Forest"
    ] * trees
    assert (told["contrast"] is None) == (not other)
