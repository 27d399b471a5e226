"""Differences between the editions of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from facts import Board
from facts.cards.edition import edition_of
from facts.text.errors import InputError
from solver import Answer, derive
from solver.ask.derive import DEFAULT_EDITION, EDITIONS
from solver.ask.explain.proof.grounded_board import Case
from solver.ask.explain.proof.law_alone import by_the_law_alone
from solver.ask.explain.reasons.why import why
from solver.ask.explain.walk.walking import explain
from solver.ask.together.grouping import derive_all
from solver.ask.together.plain_together import derive_all_plainly


def both(*steps: Any) -> dict[str, Answer]:
    """Derive a board by each edition."""
    return {edition: derive(Board.of({"timeline": list(steps)}), edition=edition) for edition in ("2024", "2026")}


def test_the_edition_of_the_seeds_is_the_default() -> None:
    assert (EDITIONS, DEFAULT_EDITION) == (("2008", "2011", "2021", "2024", "2026"), "2024")
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


def test_other_answers_are_the_same_in_all_editions() -> None:
    found = both("Dryad Arbor", "Urborg, Tomb of Yawgmoth", "Blood Moon", "Opalescence", "Humility")
    assert found["2024"] == found["2026"]


def by(year: str, *steps: Any) -> Answer:
    """Derive a board by one edition."""
    return derive(Board.of({"timeline": list(steps)}), edition=year)


GOLEM = {"resolves": {"text": "Target creature becomes a 3/3 Golem artifact creature."}, "affects": "grizzly_bears"}


@pytest.mark.parametrize(
    ("year", "subtypes"), [("2008", {"Bear", "Golem"}), ("2011", {"Bear", "Golem"}), ("2021", {"Golem"})]
)
def test_an_artifact_creature_kept_its_creature_types(year: str, subtypes: set[str]) -> None:
    one = by(year, "Grizzly Bears", GOLEM).objects["grizzly_bears"]
    assert (set(one.subtypes), one.types) == (subtypes, ("Artifact", "Creature"))


WALKER = {"name": "Walker", "type_line": "Planeswalker — Jace"}


@pytest.mark.parametrize(("year", "unique"), [("2008", True), ("2011", True), ("2021", False), ("2026", False)])
def test_the_planeswalker_uniqueness_rule(year: str, unique: bool) -> None:
    found = by(year, {"enters": WALKER}).objects["walker"].properties
    assert ("planeswalker uniqueness rule applies" in found) is unique


@pytest.mark.parametrize(("year", "restricted"), [("2008", False), ("2011", False), ("2021", True), ("2024", True)])
def test_the_restriction_on_legendary_spells(year: str, restricted: bool) -> None:
    spell = {"name": "Spell", "type_line": "Legendary Sorcery"}
    found = by(year, {"enters": spell, "zone": "stack"}).objects["spell"].properties
    assert ("legendary spell restriction" in found) is restricted


@pytest.mark.parametrize("year", ["2008", "2011"])
def test_transform_came_later(year: str) -> None:
    with pytest.raises(InputError, match=r"do not know 'transforms'.*701\.28"):
        by(year, "Delver of Secrets", {"transforms": "delver_of_secrets"})
    assert by("2021", "Delver of Secrets", {"transforms": "delver_of_secrets"}).refused == ()


def test_a_choice_of_what_did_not_exist() -> None:
    steps = ({"enters": "Adaptive Automaton", "chosen": {"creature_type": "Dinosaur"}},)
    with pytest.raises(InputError, match="'Dinosaur' is no creature type in the rules of March 2008"):
        by("2008", *steps)
    assert by("2021", *steps).objects


@pytest.mark.parametrize(
    ("line", "year", "word"),
    [
        ("Battle — Siege", "2021", "Battle is no card type"),
        ("Dungeon", "2021", "Dungeon is no card type"),
        ("Kindred Instant — Elf", "2021", "Kindred is no card type"),
        ("Conspiracy", "2011", "Conspiracy is no card type"),
        ("Phenomenon", "2011", "Phenomenon is no card type"),
        ("Scheme", "2008", "Scheme is no card type"),
        ("Ongoing Scheme", "2008", "Ongoing is no supertype"),
        ("Artifact — Clue", "2011", "Clue is no subtype"),
        ("Planeswalker — Oko", "2011", "Oko is no subtype"),
        ("Instant — Trap", "2008", "Trap is no subtype"),
        ("Land — Town", "2021", "Town is no subtype"),
    ],
)
def test_types_that_did_not_exist_yet_give_a_warning(line: str, year: str, word: str) -> None:
    steps = ({"enters": {"name": "It", "type_line": line}, "zone": "exile"},)
    assert any(word in warning for warning in by(year, *steps).warnings)
    assert not any("in the rules of" in warning for warning in by("2024", *steps).warnings)


@pytest.mark.parametrize(("year", "number"), [("2008", "212.6g"), ("2011", "305.6"), ("2024", "305.6")])
def test_an_intrinsic_ability_cites_the_edition(year: str, number: str) -> None:
    assert by(year, "Forest").objects["forest"].abilities[0].rule == number


@pytest.mark.parametrize(
    ("year", "number", "there"),
    [
        ("2008", "305.7", "212.6h"),
        ("2008", "205.1b", "212.1c"),
        ("2011", "205.1a", "204.1a"),
        ("2021", "707.2", "706.2"),
        ("2021", "710.1c", "709.1c"),
        ("2021", "701.28c", "701.28c"),
        ("2026", "701.58c", "701.60c"),
        ("2026", "701.37", "701.42"),
        ("2026", "701.28c", "701.27c"),
        ("2024", "701.28c", "701.28c"),
    ],
)
def test_numbers(year: str, number: str, there: str) -> None:
    assert edition_of(year).number(number) == there


def test_a_proof_cites_the_edition() -> None:
    board = Board.of({"timeline": ["Dryad Arbor", "Blood Moon"]})
    proofs = why(board, "dryad_arbor is a Mountain", edition="2008").proofs
    cited = {node.rule for proof in proofs for node in proof.all()}
    assert any(number.startswith("212.1") for number in cited)
    assert not any(number.startswith("205.1") for number in cited)


EVERY_TYPE = Board.of({"timeline": ["Woodland Changeling", "Opalescence", "Blood Moon"]})


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_answer_is_made_in_the_edition(edition: str) -> None:
    """One place knows the edition: what explains, groups and runs the law alone says the same as `derive`."""
    wanted = derive(EVERY_TYPE, edition=edition)
    case = Case(EVERY_TYPE, edition=edition, walking=True)
    (together,) = derive_all_plainly([EVERY_TYPE], edition=edition)
    (grouped, _) = derive_all([EVERY_TYPE, Board.of({"timeline": ["Forest"]})], edition=edition)
    answers = [case.answer, by_the_law_alone(case, ["woodland_changeling"]).answer, together, grouped]
    assert [one.as_data() for one in answers if isinstance(one, Answer)] == [wanted.as_data()] * 4
    assert explain(EVERY_TYPE, edition=edition).objects == wanted.objects
    words = set(wanted.objects["woodland_changeling"].subtypes)
    assert words == set(edition_of(edition).words_of("creature"))
