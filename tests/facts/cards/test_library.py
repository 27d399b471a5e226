"""The built-in library: every file is a card, is named after it, and says nothing that is not modelled."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from facts.cards.built_in import FOLDER, TOKENS, all_cards, card_names, find_card, find_token, token_names
from facts.cards.card import Card, read_ability, read_card
from facts.cards.given_cards import check_given
from facts.cards.sources import find_card as find_any
from facts.schema import check
from facts.text.names import slug
from facts.text.reading import plain_document, read_document

FILES = sorted(FOLDER.glob("*.yaml"))
BY_LETTER = [list(paths) for _, paths in groupby(FILES, lambda path: path.stem[0])]
NOT_MODELLED = {
    "urzas_saga": "the ability is of the token, which a board describes",
}
"""Slugs of cards with a text that could matter and is not modelled, and why."""


def _data(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = read_document(path.read_bytes(), path.name).data
    return data


def _card(path: Path) -> Card:
    card = find_card(" // ".join(path.stem.split("__")))
    assert card is not None
    return card


def test_there_is_nothing_else_in_the_folder() -> None:
    assert sorted(FOLDER.iterdir()) == FILES
    assert len(FILES) > 700


@pytest.mark.parametrize("name", token_names())
class TestEachToken:
    """The tokens that the rules define (111.10)."""

    def test_it_is_a_token(self, name: str) -> None:
        path = TOKENS / f"{name}.yaml"
        check(read_document(path.read_bytes(), path.name), "card")
        check_given(plain_document({"cards": [_data(path)], "timeline": []}))
        token = find_token(name)
        assert token is not None
        assert token.layout in ("token", "double_faced_token")
        assert not any(face.mana_cost for face in token.faces)

    def test_it_goes_by_several_names(self, name: str) -> None:
        spoken = name.replace("_", " ").title()
        assert find_token(f"{spoken} token") is find_token(f"{spoken} Role") is find_token(name)

    def test_its_abilities_are_modelled(self, name: str) -> None:
        token = find_token(name)
        assert token is not None
        assert [
            ability.not_modelled for face in token.faces for ability in face.abilities if ability.not_modelled
        ] == []


def test_a_card_of_that_name_is_none_where_a_token_is_meant() -> None:
    own = {"blood": read_card({"name": "Blood", "type_line": "Sorcery"})}
    assert find_any("Blood", own, None, token=True) is own["blood"]
    assert find_any("Blood", {}, None) is find_token("Blood")


@pytest.mark.parametrize("paths", BY_LETTER, ids=lambda paths: paths[0].stem[0])
class TestEachFile:
    """One file a card; one test for each first letter, since thousands of tests would take longer than their work."""

    def test_it_is_a_card(self, paths: list[Path]) -> None:
        for path in paths:
            check(read_document(path.read_bytes(), path.name), "card")
            check_given(plain_document({"cards": [_data(path)], "timeline": []}))

    def test_it_is_found_by_its_name_and_those_of_its_faces(self, paths: list[Path]) -> None:
        for path in paths:
            card = _card(path)
            assert card.built_in
            assert slug(card.name) == path.stem
            assert find_card(card.name) is card
            names = [face.name for face in card.faces]
            assert all(names)
            assert len(names) == 1 or " // ".join(names) == card.name

    def test_its_type_lines_are_known(self, paths: list[Path]) -> None:
        for path in paths:
            for face in _card(path).faces:
                assert face.type_line.types, face.name
                assert face.type_line.unknown == (), face.name

    def test_it_says_nothing_that_is_not_modelled(self, paths: list[Path]) -> None:
        for path in paths:
            suspicious = [ability.text for ability in _abilities(_card(path)) if not ability.modelled]
            assert bool(suspicious) == (path.stem in NOT_MODELLED), (path.stem, suspicious)

    def test_its_texts_are_short(self, paths: list[Path]) -> None:
        for path in paths:
            for ability in _abilities(_card(path)):
                assert ability.text.strip() == ability.text != ""
                assert "\n" not in ability.text
                assert len(ability.text) < 400

    def test_creatures_have_a_size_and_others_none(self, paths: list[Path]) -> None:
        for path in paths:
            for face in _card(path).faces:
                sized = "Creature" in face.type_line.types or {"Vehicle", "Spacecraft"} & set(face.type_line.subtypes)
                assert (face.power is not None) == (face.toughness is not None), face.name
                if not sized:
                    assert face.power is None, face.name
                elif "Creature" in face.type_line.types:
                    assert face.power is not None, face.name

    def test_permanents_with_a_cost_and_lands_without(self, paths: list[Path]) -> None:
        for path in paths:
            for face in _card(path).faces:
                if "Land" in face.type_line.types:
                    assert face.mana_cost == "", face.name


def _abilities(card: Card) -> list[Any]:
    """Return the abilities of a card, and those that it grants."""
    found = [ability for face in card.faces for ability in face.abilities]
    for ability in list(found):
        for effect in ability.effects:
            found += [read_ability(form) for form in effect.add_abilities or ()]
    return found


def test_no_two_cards_share_a_face() -> None:
    names = Counter(slug(face.name) for path in FILES for face in _card(path).faces)
    assert [name for name, count in names.items() if count > 1] == []


def test_the_names_for_suggestions_are_those_of_the_cards() -> None:
    named = {name for path in FILES for name in (_card(path).name, *(face.name for face in _card(path).faces))}
    assert set(card_names()) == named


@pytest.mark.parametrize(
    "name", ["no such card", "", "  ", "../board", "forest.yaml", "library/forest", "\0", "x" * 10_000]
)
def test_no_card(name: str) -> None:
    assert find_card(name) is None


@pytest.mark.parametrize("name", ["URBORG, TOMB OF YAWGMOTH", "urborg tomb of yawgmoth", "Urborg, Tomb of Yawgmoth "])
def test_spellings(name: str) -> None:
    card = find_card(name)
    assert card is not None
    assert card.name == "Urborg, Tomb of Yawgmoth"


def test_no_text_lists_zones_where_a_card_says_where_it_is_not() -> None:
    texts = [ability.text or "" for card in all_cards() for face in card.faces for ability in face.abilities]
    assert not [text for text in texts if "graveyard, in your library" in text]
    assert any("isn't on the battlefield, it is a 1/1 Insect creature" in text for text in texts)


_HIDES_A_TRIGGER = re.compile(r"\b(?:each time|when(?:ever)?)\b(?! it would)", re.IGNORECASE)


def test_a_triggered_ability_begins_with_its_trigger() -> None:
    """A step may name it by its position, and then it resolves, as with the card's own text."""
    plain = [
        ability.text
        for card in all_cards() for face in card.faces for ability in face.abilities
        if ability.kind == "plain" and not ability.keyword and not face.is_instant_or_sorcery
    ]  # fmt: skip
    begun = re.compile(r"^(?:[^.\"]*: |(?:\w[\w' -]* — )?(?:When|Whenever|At)\b|[IVX]+(?:, [IVX]+)* — )")
    assert len(plain) > 100
    assert not [one for one in plain if _HIDES_A_TRIGGER.search(one) and not begun.match(one)]
