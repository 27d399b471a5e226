"""Words of a text that its form does not say again."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from facts.effects.form import Ability
from facts.oracle.lost_words import Loss, explanations, loss_of, losses, unexplained
from facts.oracle.read.page import ReadAbility, ReadSentence

YOURS = {"type": "Creature", "controller": "you"}
FILE = "TYPELINE_SCRYFALL_FILE"


def suspects(text: str, form: dict[str, Any]) -> set[str]:
    """Return the words that a form loses for no known reason."""
    loss = loss_of(
        "~", "Enchantment", ReadAbility(text, Ability.from_data(form), True, (), (ReadSentence(text, "read"),))
    )
    return set() if loss is None else set(unexplained(loss))


@pytest.mark.parametrize(
    ("text", "form", "lost"),
    [
        ("Other creatures you control get +1/+1", {"affects": YOURS}, {"other"}),
        ("Nontoken creatures get +1/+1", {"affects": {"type": "Creature"}}, {"nontoken"}),
        ("Untapped creatures you control get +0/+2", {"affects": YOURS}, {"untapped"}),
        ("Nonbasic lands are Mountains", {"affects": {"type": "Land"}, "set_subtypes": ["Mountain"]}, {"nonbasic"}),
        ("Legendary creatures you control get +1/+1", {"affects": YOURS}, {"legendary"}),
        ("Red creatures get +1/+1", {"affects": {"type": "Creature"}}, {"red"}),
        ("Enchanted creatures you control get +1/+1", {"affects": YOURS}, {"enchanted"}),
        ("Creatures and lands you control get +1/+1", {"affects": YOURS}, {"land"}),
        ("Creatures you control and planeswalkers you control get +1/+1", {"affects": YOURS}, {"planeswalker"}),
        ("Creatures of the chosen color you control get +1/+1", {"affects": YOURS}, {"chosen", "color"}),
        ("Creatures you control but don't own get +1/+1", {"affects": YOURS}, {"don't"}),
        ("Creatures get +1/+1", {"affects": {"type": "Creature"}}, set()),
    ],
)  # fmt: skip
def test_a_planted_misreading_is_a_suspect(text: str, form: dict[str, Any], lost: set[str]) -> None:
    assert suspects(text, {**form, "add_power": 1, "add_toughness": 2}) - {"1", "0"} == lost


def test_a_broad_reason_must_stand_in_the_clause_of_a_word_that_matters() -> None:
    form = {"affects": {"type": "Creature"}, "add_power": 1, "add_toughness": 1}
    assert suspects("Other creatures get +1/+1 and can't be blocked", form) == {"other"}
    assert suspects("Creatures get +1/+1 and can't be blocked by other creatures", form) == set()


def test_made_up_cards_lose_nothing() -> None:
    card = {"name": "Odd Hall", "type_line": "Enchantment", "oracle_text": "Other Elves you control get +1/+1."}
    assert list(losses([card])) == []


def test_every_explanation_is_well_formed() -> None:
    for one in explanations():
        assert one.reason.endswith("."), one
        assert one.covers(Loss("x", "If you do, it doubles.", "{}", frozenset(["if"]))) in ({"if"}, set())


@pytest.mark.skipif(FILE not in os.environ, reason=f"{FILE} does not name a bulk file of Scryfall")
def test_no_card_of_the_file_loses_a_word_without_a_reason() -> None:
    import gzip

    opened = gzip.open if os.environ[FILE].endswith(".gz") else open
    with opened(os.environ[FILE], "rt", encoding="utf-8") as file:
        cards = json.load(file)
    found = [(one.card, one.text, sorted(left)) for one in losses(cards) if (left := unexplained(one))]
    assert found == []
