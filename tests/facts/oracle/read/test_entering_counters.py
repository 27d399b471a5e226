"""The grammar reads with which counters something enters or is turned face up; the texts are made up."""

from __future__ import annotations

from typing import Any

import pytest

from facts.cards import all_cards
from facts.cards.entering_with import FILE, read_in_advance
from facts.effects import Entering
from facts.oracle import CardContext, read_entering, read_text

KICKED = {"told": "this was kicked"}
ESCAPED = {"told": "this escaped"}
CREATURES = {"type": "Creature", "controller": "you"}
OTHERS = {"other": True, **CREATURES}
COUNTED = {"count": CREATURES}
READ: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "Test Card enters with two ice counters on it.": [("ice", {"enter_with": 2})],
    "Test Card enters the battlefield tapped and with a +1/+1 counter on it.": [("+1/+1", {"enter_with": 1})],
    "Test Card enters with a first strike counter, a shield counter, and two +1/+1 counters on it.": [
        ("first strike", {"enter_with": 1}),
        ("shield", {"enter_with": 1}),
        ("+1/+1", {"enter_with": 2}),
    ],
    "This creature enters with twice X charge counters on it.": [("charge", {"enter_with": {"x": True, "times": 2}})],
    "If Test Card was kicked, it enters with haste and with X ice counters on it, where X is the number of creatures "
    "you control.": [("ice", {"enter_with": COUNTED, "called_x": True, "if": KICKED})],
    "If Test Card was kicked, it enters with a +1/+1 counter on it and with haste.": [
        ("+1/+1", {"enter_with": 1, "if": KICKED})
    ],
    "Test Card enters with two +1/+1 counters on it for each other creature you control.": [
        ("+1/+1", {"enter_with": {"count": CREATURES, "times": 2}})
    ],
    "Test Card enters with a +1/+1 counter on it plus a +1/+1 counter on it for each creature you control.": [
        ("+1/+1", {"enter_with": 1}),
        ("+1/+1", {"enter_with": COUNTED}),
    ],
    "Test Card enters with a number of ice counters on it equal to the number of creatures you control.": [
        ("ice", {"enter_with": COUNTED})
    ],
    "Test Card enters with X ice counters on it, where X is the number of creatures you control.": [
        ("ice", {"enter_with": COUNTED, "called_x": True})
    ],
    "Test Card enters with X ice counters on it, where X is the number of cards that nobody drew.": [
        ("ice", {"enter_with": {"x": True}, "called_x": True})
    ],
    "Test Card enters with X ice counters on it. If X is 4 or more, it enters with an additional ice counter on it.": [
        ("ice", {"enter_with": {"x": True}}),
        ("ice", {"enter_with": 1, "if": {"x": True, "at_least": 4}}),
    ],
    "Test Card enters with an ice counter on it if you control another creature.": [
        ("ice", {"enter_with": 1, "if": COUNTED})
    ],
    "Test Card escapes with three +1/+1 counters on it.": [("+1/+1", {"enter_with": 3, "if": ESCAPED})],
    "Test Card enters with an ice counter on it. It escapes with two ice counters on it instead.": [
        ("ice", {"enter_with": 1, "if": {"not": ESCAPED}}),
        ("ice", {"enter_with": 2, "if": ESCAPED}),
    ],
    "As Test Card enters, you may sacrifice a land. If you do, it enters with an ice counter on it.": [
        ("ice", {"enter_with": 1, "if": {"told": "you do"}})
    ],
    "Other creatures you control enter with an additional +1/+1 counter on them.": [
        ("+1/+1", {"affects": OTHERS, "enter_with": 1})
    ],
    "Each other creature you control enters with a number of ice counters on it equal to Test Card's power.": [
        ("ice", {"affects": OTHERS, "enter_with": {"power": "this"}})
    ],
    "As long as Test Card is in your graveyard, each creature you control enters with an ice counter on it.": [
        ("ice", {"affects": CREATURES, "enter_with": 1, "functions_in": "graveyard"})
    ],
}
"""Sentences, and what they say."""
COPIES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "You may have Test Card enter as a copy of any creature, except it enters with X additional ice counters on it.": [
        ("ice", {"enter_with": {"x": True}})
    ],
    "You may have Test Card enter as a copy of a permanent, except it's snow and, if it's a creature, it enters with "
    "two additional ice counters on it and has flying.": [("ice", {"enter_with": 2, "needs": "Creature"})],
    "You may have Test Card enter as a copy of a permanent, except it enters with an ice counter on it if it's an "
    "artifact, it enters with a charge counter on it if it's a land, and it isn't legendary.": [
        ("ice", {"enter_with": 1, "needs": "Artifact"}),
        ("charge", {"enter_with": 1, "needs": "Land"}),
    ],
}
"""Sentences about the copy as which the object enters."""
UNREAD = (
    "Test Card enters with your choice of a flying counter or a trample counter on it.",
    "Test Card enters with an ice counter on it for each time it was kicked.",
    "Test Card enters with an ice counter on it if you attacked this turn.",
    "As Test Card enters, sacrifice any number of lands. It enters with that many ice counters on it.",
    "As Test Card enters, you secretly put six or fewer ice counters on it.",
)
UNREAD_OF_OTHERS = {
    "Each other creature you control enters with an ice counter on it for each card nobody drew.": "battlefield",
    "As long as an opponent lost life this turn, each other creature you control enters with an additional ice counter "
    "on it.": "battlefield",
    "Each other creature you control enters with an ice counter on it if its power is 4 or less. Otherwise, it enters "
    "with two ice counters on it.": "battlefield",
    'Commanders you own have "Other creatures you control enter with an ice counter on them."': "battlefield",
}
SILENT = (
    "When Test Card enters, put two ice counters on target creature.",
    "Whenever another creature enters, put an ice counter on Test Card.",
    "Return target creature card to the battlefield. If it is legendary, it enters with an ice counter on it.",
    "I — You may put a creature card onto the battlefield. If it is green, it enters with an ice counter on it.",
    "The token enters with X ice counters on it, where X is the number of lands you control.",
)
"""Texts about what enters by their effect, or about no entering object."""


def _forms(text: str, *, of_copy: bool = False) -> list[tuple[str, dict[str, Any]]]:
    found = read_entering(text, "Test Card", "Creature")
    assert found._replace(forms=()) == Entering(), text
    return [(kind, form.to_data()) for kind, form, copied in found.forms if copied == of_copy]


@pytest.mark.parametrize("text", READ)
def test_what_is_read(text: str) -> None:
    assert _forms(text) == [(kind, {"affects": "this", **form}) for kind, form in READ[text]]


@pytest.mark.parametrize("text", COPIES)
def test_what_is_read_of_copies(text: str) -> None:
    assert _forms(text, of_copy=True) == [(kind, {"affects": "this", **form}) for kind, form in COPIES[text]]


@pytest.mark.parametrize("text", UNREAD)
def test_what_is_not_read(text: str) -> None:
    found = read_entering(text, "Test Card", "Creature")
    assert (found.forms, found.unread) == ((), True)


@pytest.mark.parametrize("text", UNREAD_OF_OTHERS)
def test_what_is_not_read_of_others(text: str) -> None:
    found = read_entering(text, "Test Card", "Creature")
    assert (found.forms, found.unread, found.unread_of_others) == ((), False, UNREAD_OF_OTHERS[text])


@pytest.mark.parametrize("text", SILENT)
def test_what_says_nothing_of_it(text: str) -> None:
    assert read_entering(text, "Test Card", "Creature").to_data() == {}


def test_counters_of_what_is_turned_face_up() -> None:
    text = "As Test Card enters or is turned face up, put four ice counters on it."
    found = read_entering(text, "Test Card", "Creature")
    assert found.turned_up == (("ice", 4),)
    assert [(kind, form.enter_with) for kind, form, _ in found.forms] == [("ice", 4)]


def test_they_come_with_the_text_of_a_face() -> None:
    (one,) = read_text("Test Card enters with two ice counters on it.", CardContext("Test Card", "Creature"))
    assert one.entering is not None
    assert one.entering.from_data(one.entering.to_data()) == one.entering
    assert [kind for kind, _, _ in one.entering.forms] == ["ice"]


def test_texts_of_the_library_were_read_by_this_grammar() -> None:
    faces = (face for card in all_cards() for face in card.faces)
    assert FILE.read_text("utf-8") == read_in_advance(faces), "run `python -m facts.cards`"
