"""A built-in card does what the same card does when it is read from a file of cards.

The file is the user's own: the variable TYPELINE_SCRYFALL_FILE names it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from facts import Board, InputError
from facts.cards.built_in import all_cards
from facts.cards.card import Card
from facts.cards.store import Store
from facts.cards.store.importing import import_cards
from facts.text.names import normal
from solver import Answer, derive

FILE = "TYPELINE_SCRYFALL_FILE"

pytestmark = pytest.mark.skipif(FILE not in os.environ, reason=f"{FILE} does not name a bulk file of Scryfall")

AROUND: list[Any] = [
    "Dryad Arbor",
    "Forest",
    "Mutavault",
    {"enters": "Serra Angel", "controller": "opponent"},
    "Grizzly Bears",
    "Sol Ring",
    {"enters": "Glorious Anthem", "controller": "opponent"},
    {"enters": "Clone", "zone": "graveyard"},
    {"enters": "Llanowar Elves", "zone": "stack"},
    {"enters": "Ornithopter", "as": "orn"},
]
"""Objects of many kinds in many zones, for a card to do something to."""
CHOICES: list[dict[str, Any]] = [
    {
        "creature_type": "Elf", "basic_land_type": "Island", "color": "red", "card_type": "creature",
        "card_name": "Forest", "number": 3, "player": "you",
    },
    {
        "creature_type": "Bear", "basic_land_type": "Swamp", "color": "white", "card_type": "artifact",
        "card_name": "Forest", "number": 2,
    },
]  # fmt: skip


_NOTHING = "makes no continuous effect as it resolves"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = str(tmp_path_factory.mktemp("store") / "cards.db")
    with open(os.environ[FILE], "rb") as file:
        import_cards(file, "bulk", path)
    with Store(path, preferred=True) as store:
        yield store


def boards(card: Card) -> Iterator[list[Any]]:
    """Make the boards on which a card is compared."""
    line = card.faces[0].type_line
    for host, chosen in zip(("grizzly_bears", "forest"), CHOICES, strict=True):
        step: dict[str, Any] = {"enters": card.name, "as": "x", "chosen": chosen}
        if "Aura" in line.subtypes:
            step["attached_to"] = host
        if {"Instant", "Sorcery"} & set(line.types):
            step["zone"] = "stack"
        yield [*AROUND, step]
    for label in ("grizzly_bears", "forest", "sol_ring"):
        yield [*AROUND, {"resolves": card.name, "affects": [label], "chosen": {"creature_type": "Elf", "color": "red"}}]
    yield [*AROUND, {"resolves": card.name}]


def what_is(answer: Answer) -> dict[str, Any]:
    """Return what everything is, but for how its abilities read: the texts of built-in cards are our own words."""
    found: dict[str, Any] = {}
    for label, one in answer.objects.items():
        keywords = sorted(ability.keyword for ability in one.abilities if ability.keyword)
        granted = sum(ability.origin == "granted" for ability in one.abilities)
        line = (one.supertypes, one.types, one.subtypes)
        found[label] = (normal(one.name), line, one.colors, one.power, one.toughness, keywords, granted)
    return found


def derived(timeline: list[Any], cards: Store | None) -> dict[str, Any] | None:
    """Derive a board; None where it is refused, or where nothing that resolved changes anything."""
    try:
        answer = derive(Board.of({"timeline": timeline}, cards=cards))
    except InputError:
        return None
    return None if any(_NOTHING in one for one in answer.warnings) else what_is(answer)


def printed(card: Card) -> list[Any]:
    return [
        (face.type_line.supertypes, face.type_line.types, face.type_line.subtypes, face.power, face.toughness)
        for face in card.faces
    ]


def test_built_in_cards_do_what_their_texts_say(store: Store) -> None:
    compared, differing = 0, []
    for card in all_cards():
        other = store.find(card.name)
        if other is None or printed(other) != printed(card):
            continue  # the file has another version of the card: its answers differ, and are right
        for timeline in boards(card):
            built_in, read = derived(timeline, None), derived(timeline, store)
            compared += 1
            if built_in is None and read is not None:
                continue  # the built-in card says more closely what may be named
            if built_in != read:
                differing.append((card.name, timeline[-1]))
    assert compared > 4000
    assert differing == []
