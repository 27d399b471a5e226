"""The lists of subtypes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import facts.words.subtypes
from facts.words.subtypes import BASIC_LAND_TYPES, CARD_TYPES, SET_OF_TYPE, sets_by_word, words_of, words_of_several

COUNTS = {
    "artifact": 23,
    "enchantment": 13,
    "land": 17,
    "planeswalker": 80,
    "spell": 5,
    "creature": 324,
    "planar": 82,
    "dungeon": 1,
    "battle": 1,
}
"""How many words each set has in the newest edition (2026-09)."""
LISTS = json.loads((Path(facts.words.subtypes.__file__).parent / "data" / "subtypes.json").read_text(encoding="utf-8"))


def test_there_are_no_other_sets() -> None:
    assert set(LISTS) - {"retired"} == set(COUNTS)


@pytest.mark.parametrize("name", COUNTS)
def test_a_set(name: str) -> None:
    words = words_of(name)
    assert len(words) == COUNTS[name]
    assert len(set(words)) == len(words)
    assert list(words) == sorted(words, key=str.casefold)
    for word in words:
        assert word.strip() == word != ""
        assert word[0].isupper()
        assert name in sets_by_word()[word]


def test_no_word_is_lost() -> None:
    listed = {word for name in COUNTS for word in words_of(name)}
    assert set(sets_by_word()) == listed | set(LISTS["retired"])
    assert sum(map(len, sets_by_word().values())) == sum(COUNTS.values()) + len(set(LISTS["retired"]) - listed)


def test_retired_words_are_known_but_cannot_be_chosen() -> None:
    for word in ("Viashino", "Naga", "Cephalid", "Hound"):
        assert sets_by_word()[word] == ("creature",)
        assert word not in words_of("creature")


def test_words_in_two_sets() -> None:
    assert {word for word, names in sets_by_word().items() if len(names) > 1} == {"Spacecraft"}
    assert set(sets_by_word()["Spacecraft"]) == {"artifact", "planar"}


def test_words_of_several() -> None:
    assert ("Time", "Lord") in words_of_several()
    assert all(len(words) > 1 for words in words_of_several())


def test_basic_land_types() -> None:
    assert set(BASIC_LAND_TYPES) <= set(words_of("land"))
    assert len(words_of("nonbasic_land")) == COUNTS["land"] - 5
    assert not set(words_of("nonbasic_land")) & set(BASIC_LAND_TYPES)


def test_card_types() -> None:
    assert len(set(CARD_TYPES)) == len(CARD_TYPES) == 16
    assert set(SET_OF_TYPE) <= set(CARD_TYPES)
    assert set(SET_OF_TYPE.values()) == set(COUNTS)
    assert set(CARD_TYPES) - set(SET_OF_TYPE) == {"Conspiracy", "Phenomenon", "Scheme", "Vanguard"}


def test_an_unknown_set_has_no_words() -> None:
    assert words_of("nothing") == ()
