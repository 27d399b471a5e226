"""Proofs are sufficient: the named things give the fact, and a proof names everything that its fact needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import Board, InputError
from solver import derive
from solver.answer.answer_values import Answer, ObjectAnswer
from solver.ask.diff import without_these
from solver.ask.explain import explain, walk_text, why
from solver.ask.explain.fact.goals import AnsweredBoard, read_goal
from solver.ask.explain.proof.view import DETAILS, views_of
from solver.ask.explain.reasons.why import Why
from solver.ask.explain.show.formats import tree_text
from solver.program.rule_files import root
from tests.case_files import Case
from tests.profiles import SLOW, examples
from tests.reference.boards import boards
from tests.solver.answers import CASES
from tests.solver.ask.explain.test_explained_boards import real_boards

_CHECKED = CASES if SLOW else CASES[7::90]
"""All cases take many minutes: they are for the slow run."""
_OBJECT, _STEP = re.compile(r'\bo\(0,"((?:[^"\\]|\\.)*)"\)'), re.compile(r"\bstep\(0,(\d+)\)")
_FEW = 4
_LARGE = 10

FAMOUS = (
    ("[Opalescence, Humility]", "humility is 1/1"),
    ("[Humility, Opalescence]", "humility is 4/4"),
    ("[Opalescence, Humility]", "humility has no abilities"),
    ("[Opalescence, Humility, Glorious Anthem]", "glorious_anthem is 1/1"),
    ("['Urborg, Tomb of Yawgmoth', Blood Moon, Steam Vents]", "steam_vents is not a Swamp"),
    ("['Urborg, Tomb of Yawgmoth', Blood Moon, Steam Vents]", "steam_vents is a Mountain"),
    ("['Urborg, Tomb of Yawgmoth', Blood Moon]", "urborg_tomb_of_yawgmoth is a Mountain"),
    ("[Dryad Arbor, Blood Moon]", "dryad_arbor is a Mountain Dryad"),
    ("[Dryad Arbor, Blood Moon]", "dryad_arbor is not a Forest"),
    ("[{enters: Conspiracy, chosen: {creature_type: Elf}}, Grizzly Bears]", "grizzly_bears is an Elf"),
    ("[{enters: Conspiracy, chosen: {creature_type: Elf}}, Grizzly Bears]", "grizzly_bears is not a Bear"),
    ("[Life and Limb, Forest]", "forest is a 1/1 green Saproling creature"),
    ("[Life and Limb, Forest, Humility, Opalescence]", "forest is 1/1"),
    ("[Life and Limb, Dryad Arbor, Blood Moon]", "dryad_arbor is not a Saproling"),
    ("[Forest, Mycosynth Lattice, March of the Machines]", "forest is a creature"),
    ("[Forest, March of the Machines, Mycosynth Lattice]", "forest is 0/0"),
    ("[Kormus Bell, 'Urborg, Tomb of Yawgmoth', Blood Moon, Swamp]", "swamp is 1/1"),
    ("[Kormus Bell, 'Urborg, Tomb of Yawgmoth', Blood Moon, Swamp]", "urborg_tomb_of_yawgmoth is not a creature"),
)
"""Famous boards, and the facts that people ask about."""


def _facts(label: str, one: ObjectAnswer) -> set[str]:
    """Return what may be said of an object, in the vocabulary."""
    found = {f'{kind}("{label}","{value}")' for kind, values in (
        ("type", one.types), ("subtype", one.subtypes), ("supertype", one.supertypes), ("color", one.colors),
        ("controller", [one.controller]), ("keyword", [ability.keyword for ability in one.abilities]),
    ) for value in values if value}  # fmt: skip
    if one.power is not None:
        found |= {f'power("{label}",{one.power})', f'toughness("{label}",{one.toughness})'}
    return found


def _named(found: Why) -> set[str]:
    """Return what the proofs of an answer name: labels of objects, and steps. It reads what is printed."""
    atoms = " ".join(node["atom"] for proof in found.as_data()["proofs"] for node in proof["nodes"].values())
    return {*_OBJECT.findall(atoms), *(f"step {step}" for step in _STEP.findall(atoms)), *_told(found)}


def _told(found: Why) -> Iterator[str]:
    """Iterate over the labels of what a proof needs without a rule that says why."""
    for proof in found.proofs:
        for node in proof.all():
            if node.atom.startswith("without("):
                yield node.atom.removeprefix('without("').removesuffix('")')


def _all_there_is(board: Board, answer: Answer) -> dict[str, str]:
    """Return what can be taken away from a board, by label, with what proofs call it."""
    steps = {one.label or f"step {one.step}": f"step {one.step}" for one in board.timeline.resolutions if not one.ended}
    return {**{label: label for label in answer.objects}, **steps}


def _holds(board: Board, fact: str, edition: str) -> bool:
    answer = derive(board, edition=edition)
    return all(goal.holds(answer) for goal in read_goal(fact, AnsweredBoard(board.timeline, answer)))


def _reduced(board: Board, labels: Iterable[str]) -> Board:
    """Return a board without some things, as far as possible: an object may have to stay if a copy of it does."""
    for label in labels:
        try:
            board = without_these(board, [label])
        except InputError:
            continue
    return board


def check(board: Board, answer: Answer, fact: str, edition: str) -> None:
    """Check that a fact has a proof, and still holds where everything is gone that its proof does not name.

    Args:
        board: The board.
        answer: Its answer.
        fact: The fact.
        edition: The edition of the rules.
    """
    found = why(board, fact, edition=edition)
    assert found.holds and found.proofs, fact
    named = _named(found)
    others = [label for label, name in _all_there_is(board, answer).items() if not {name, label} & named]
    assert not others or _holds(_reduced(board, others), fact, edition), (fact, others)


@pytest.mark.parametrize("ruling", _CHECKED, ids=lambda case: case.name)
def test_the_things_that_a_proof_names_give_its_fact(ruling: Case) -> None:
    """Facts that objects owe to others, and facts that are denied."""
    board = Board.of(ruling.data["board"])
    answer = derive(board, edition=ruling.edition)
    if len(answer.objects) > _LARGE and not SLOW:
        return
    alone = {label: _alone(board, label, ruling.edition) for label in answer.objects}
    asked = [fact for label, one in answer.objects.items() for fact in sorted(_facts(label, one) - alone[label])]
    lost = [fact for label, one in answer.objects.items() for fact in sorted(alone[label] - _facts(label, one))]
    for fact in (*asked[:_FEW], *(f"not {fact}" for fact in lost[:2])):
        check(board, answer, fact, ruling.edition)


def _alone(board: Board, label: str, edition: str) -> set[str]:
    """Return what may be said of an object on a board with nothing else."""
    others = [other for other in derive(board, edition=edition).objects if other != label]
    try:
        answer = derive(without_these(board, others), edition=edition)
    except InputError:
        return set()
    return _facts(label, answer.objects[label]) if label in answer.objects else set()


@examples(6)
@given(st.one_of(real_boards(), boards(max_objects=5, max_effects=3)), st.data())
def test_on_random_boards(data: dict[str, Any], choice: st.DataObject) -> None:
    board = Board.of(data)
    answer = derive(board)
    facts = sorted(fact for label, one in answer.objects.items() for fact in _facts(label, one))
    types = [fact for fact in facts if fact.startswith(("type", "subtype"))]
    of_others = {
        f'{fact.partition("(")[0]}("{label}",{fact.partition(",")[2]}' for label in answer.objects for fact in types
    }
    pool = sorted({*facts, *(f"not {fact}" for fact in of_others.difference(facts))})
    for fact in choice.draw(st.lists(st.sampled_from(pool), min_size=1, max_size=3, unique=True)) if pool else ():
        check(board, answer, fact, "2024")


@pytest.mark.parametrize(
    ("timeline", "fact", "name"),
    [
        ("[Kird Ape, Forest]", "kird_ape is 2/3", "forest"),
        ("[Forest, Mycosynth Lattice, March of the Machines]", "forest is a creature", "mycosynth_lattice"),
        ("[Forest, March of the Machines, Mycosynth Lattice]", "forest is a creature", "mycosynth_lattice"),
        ("[Opalescence, Humility]", "humility is 1/1", "opalescence"),
        ("[Serra Angel, Humility, {enters: Darksteel Mutation, attached_to: humility}]", "serra_angel has flying",
         "darksteel_mutation"),
        ("['Urborg, Tomb of Yawgmoth', Blood Moon, Steam Vents]", "steam_vents is not a Swamp", "blood_moon"),
        ("[Tarmogoyf, {enters: Lightning Bolt, zone: graveyard}]", "tarmogoyf is 1/2", "lightning_bolt"),
        # Two creatures: "exactly one" is not met.
        ("[Homicidal Seclusion, Grizzly Bears, Runeclaw Bear]", "grizzly_bears is 2/2", "runeclaw_bear"),
        ("[Homicidal Seclusion, Grizzly Bears, Runeclaw Bear]", "grizzly_bears is 2/2", "homicidal_seclusion"),
    ],
)  # fmt: skip
def test_reasons_of_a_judge_are_named(timeline: str, fact: str, name: str) -> None:
    found = why(Board.read(f"timeline: {timeline}"), fact)
    assert found.holds
    assert name in _named(found) - set(_told(found))


@pytest.mark.parametrize(
    ("timeline", "fact", "said"),
    [
        ("['Urborg, Tomb of Yawgmoth', Blood Moon]", "urborg_tomb_of_yawgmoth is a Mountain",
         "Urborg, Tomb of Yawgmoth depends on Blood Moon, which would end its existence"),
        ("[Forest, March of the Machines, Mycosynth Lattice]", "forest is a creature",
         "March of the Machines waits for Mycosynth Lattice"),
    ],
)  # fmt: skip
def test_the_order_is_a_reason(timeline: str, fact: str, said: str) -> None:
    """613.8: an effect that waits, the awaited effect, and the difference."""
    proofs = why(Board.read(f"timeline: {timeline}"), fact).proofs
    for detail in DETAILS[1:]:
        told = [shown for root in views_of(proofs, detail) for shown in root.all() if said in shown.text]
        assert told and all(shown.rule.startswith("613.8") for shown in told)


@pytest.mark.parametrize(("timeline", "fact"), FAMOUS)
def test_famous_boards_fit_on_fifteen_lines(timeline: str, fact: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    found = why(Board.read(f"timeline: {timeline}"), fact)
    assert found.holds
    text = tree_text("The proof", views_of(found.proofs))
    assert 2 <= len(text.splitlines()) <= 15, text
    assert not re.search(r"\(\d|_\(|[a-z]_[a-z]", re.sub(r"“[^”]*”", "", text))


@pytest.mark.parametrize("path", sorted((root() / "examples").glob("*.yaml")), ids=lambda path: path.stem)
def test_examples_fit_on_fifteen_lines(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only facts that are not printed on the object's own card are asked about."""
    monkeypatch.setenv("COLUMNS", "100")
    board = Board.load(path)
    answer = derive(board)
    facts = [
        fact
        for label, one in answer.objects.items()
        for fact in sorted(_facts(label, one))
        if fact.split('"')[-2] not in one.printed.split() and fact.startswith(("type(", "subtype(", "power("))
    ]
    assert facts
    for fact in facts[:3]:
        text = tree_text("The proof", views_of(why(board, fact).proofs))
        assert 2 <= len(text.splitlines()) <= 15, text


class TestDenied:
    """Negative facts have proofs, too."""

    def said(self, timeline: str, fact: str) -> list[str]:
        found = why(Board.read(f"timeline: {timeline}"), fact)
        assert found.holds
        return [shown.text for root in views_of(found.proofs) for shown in root.all()]

    def test_by_its_card(self) -> None:
        assert self.said("[Grizzly Bears]", "grizzly_bears is not a Zombie")[:2] == [
            "Grizzly Bears is not a Zombie",
            "Grizzly Bears has the subtype Bear and the correlated card type creature",
        ]

    def test_lost(self) -> None:
        said = self.said("[Dryad Arbor, Blood Moon]", "dryad_arbor is not a Forest")
        assert "Blood Moon sets the land types of Dryad Arbor: it is no longer a Forest" in said

    def test_a_condition(self) -> None:
        said = self.said("[Kird Ape, Mountain]", "kird_ape is not 2/3")
        assert {"Kird Ape starts with the power 1"} <= set(said)

    def test_an_effect_that_ended(self) -> None:
        said = self.said("[Blood Moon, 'Urborg, Tomb of Yawgmoth', Steam Vents]", "steam_vents is not a Swamp")
        assert any(one.startswith("Urborg, Tomb of Yawgmoth loses the ability") for one in said)

    def test_nothing_to_lose(self) -> None:
        assert self.said("[Grizzly Bears]", "grizzly_bears has no abilities")[0] == "Grizzly Bears has no abilities"


DENIED_CONDITIONS = (
    ("[Kird Ape, Swamp]", "kird_ape is not 2/3", "you control no Forest"),
    ("[Starfield of Nyx, Mind Stone, Enchanted Evening]", "mind_stone is not a creature",
     "you control 3 enchantments, and it takes 5"),
)  # fmt: skip
"""Facts that are denied because of a condition, and the part of it that fails."""


@pytest.mark.parametrize(("board", "fact", "lacks"), DENIED_CONDITIONS)
def test_the_failing_part_of_a_condition_is_named(board: str, fact: str, lacks: str) -> None:
    """In the proof, in the sentence before it, and in the walk (611.3a)."""
    drawn = Board.read(f"timeline: {board}")
    found = why(drawn, fact)
    sentences = [node.sentence for proof in found.proofs for node in proof.all() if node.atom.startswith("lacking(")]
    assert [lacks in one for one in sentences] == [True]
    assert lacks in " ".join(found.because)
    assert lacks in " ".join(walk_text(explain(drawn)).split())
