"""Reading printed type lines."""

from __future__ import annotations

import pytest

from facts.words.printed_type_line import read_type_line
from facts.words.subtypes import CARD_TYPES, SUPERTYPES, sets_by_word

LINES = [
    # as given; as written; supertypes; types; subtypes; unknown words
    ("Creature — Elf", "Creature — Elf", [], ["Creature"], ["Elf"], []),
    ("Creature - Elf", "Creature — Elf", [], ["Creature"], ["Elf"], []),
    ("Creature – Elf Druid", "Creature — Elf Druid", [], ["Creature"], ["Elf", "Druid"], []),
    ("Creature -- Elf", "Creature — Elf", [], ["Creature"], ["Elf"], []),
    ("Creature—Elf", "Creature — Elf", [], ["Creature"], ["Elf"], []),
    ("Basic Snow Land — Forest", "Basic Snow Land — Forest", ["Basic", "Snow"], ["Land"], ["Forest"], []),
    ("Land Creature — Forest Dryad", "Land Creature — Forest Dryad", [], ["Land", "Creature"], ["Forest", "Dryad"], []),
    ("legendary CREATURE — Elf", "Legendary Creature — Elf", ["Legendary"], ["Creature"], ["Elf"], []),
    ("Legendary Planeswalker — Jace", "Legendary Planeswalker — Jace", ["Legendary"], ["Planeswalker"], ["Jace"], []),
    ("Tribal Instant — Goblin", "Tribal Instant — Goblin", [], ["Tribal", "Instant"], ["Goblin"], []),
    ("Land — Urza's Power-Plant", "Land — Urza's Power-Plant", [], ["Land"], ["Urza's", "Power-Plant"], []),
    ("Land — Urza’s Tower", "Land — Urza's Tower", [], ["Land"], ["Urza's", "Tower"], []),
    ("Creature — Time Lord Doctor", "Creature — Time Lord Doctor", [], ["Creature"], ["Time Lord", "Doctor"], []),
    ("Creature — Lord Time", "Creature — Lord Time", [], ["Creature"], ["Lord", "Time"], ["Lord"]),
    (
        "Plane — Bolas's Meditation Realm",
        "Plane — Bolas's Meditation Realm",
        [],
        ["Plane"],
        ["Bolas's Meditation Realm"],
        [],
    ),
    ("Token Artifact — Treasure", "Artifact — Treasure", [], ["Artifact"], ["Treasure"], []),
    ("World Enchantment", "World Enchantment", ["World"], ["Enchantment"], [], []),
    ("Ongoing Scheme", "Ongoing Scheme", ["Ongoing"], ["Scheme"], [], []),
    ("Creature — Elf Elf", "Creature — Elf", [], ["Creature"], ["Elf"], []),
    ("Creature — Blorp", "Creature — Blorp", [], ["Creature"], ["Blorp"], ["Blorp"]),
    ("Summon Wombat", "", [], [], [], ["Summon", "Wombat"]),
    ("Eaturecray — Elf", " — Elf", [], [], ["Elf"], ["Eaturecray"]),
    ("Creature — ", "Creature", [], ["Creature"], [], []),
    ("", "", [], [], [], []),
]


@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_lines(line: tuple[str, str, list[str], list[str], list[str], list[str]]) -> None:
    given, *expected = line
    found = read_type_line(given)
    got = [found.text, list(found.supertypes), list(found.types), list(found.subtypes), list(found.unknown)]
    assert got == expected


@pytest.mark.parametrize(
    ("line", "word", "sets"),
    [
        ("Creature — Blorp", "Blorp", ("creature",)),
        ("Artifact Creature — Blorp", "Blorp", ("creature",)),
        ("Kindred Instant — Blorp", "Blorp", ("creature",)),
        ("Artifact Land — Blorp", "Blorp", ("artifact",)),
        ("Instant — Blorp", "Blorp", ("spell",)),
        ("Legendary Planeswalker — Blorp", "Blorp", ("planeswalker",)),
        ("Conspiracy — Blorp", "Blorp", ()),
        ("Artifact — Elf", "Elf", ("creature",)),
        ("Creature — Forest", "Forest", ("land",)),
    ],
)
def test_a_subtype_that_no_list_knows_goes_with_its_card_type(line: str, word: str, sets: tuple[str, ...]) -> None:
    assert dict(read_type_line(line).sets)[word] == sets


def test_every_known_word_is_read_as_itself() -> None:
    for word in (*CARD_TYPES, *SUPERTYPES):
        assert read_type_line(word).unknown == ()
        assert read_type_line(word).text == word
    for word, names in sets_by_word().items():
        if "planar" in names or ("'" in word and "land" not in names):
            continue
        found = read_type_line(f"Creature — {word}")
        assert (found.subtypes, found.unknown) == ((word,), ()), word
