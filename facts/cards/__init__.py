"""Cards: values, lists of types and keywords, editions, the built-in library, and a user's own store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from facts.cards.built_in import all_cards, card_names, token_names
    from facts.cards.card import TWO_FACED, Ability, Card, Face, described_card, letter, printed_number, read_ability
    from facts.cards.card_data import card_as_data
    from facts.cards.card_facts import (
        Abilities,
        card_facts,
        card_term,
        face_term,
        say_of_mana,
        with_ability_conditions,
        write_ability,
    )
    from facts.cards.chapters import chapter_named, chapter_numbers
    from facts.cards.class_levels import level_given, level_named
    from facts.cards.edition import DEFAULT_EDITION, EDITIONS, Edition, edition_of, usual_words_of
    from facts.cards.entering_with import counters_changed, entering_with
    from facts.cards.given_cards import check_given
    from facts.cards.mana import symbol_colors, symbol_parts, symbols
    from facts.cards.modal import ChosenMode
    from facts.cards.said_deeds import (
        DESIGNATIONS,
        TURNING_OVER,
        Deed,
        deeds_of,
        deeds_said,
        has_target,
        outlasts_its_source,
    )
    from facts.cards.sources import CardSource, find_card, known_names, unknown_card_hint
    from facts.cards.texts_within import texts_within, with_texts_within, without_card

__all__ = [
    "DEFAULT_EDITION", "DESIGNATIONS", "EDITIONS", "TURNING_OVER", "TWO_FACED", "Abilities", "Ability", "Card",
    "CardSource", "ChosenMode", "Deed", "Edition", "Face", "all_cards", "card_as_data", "card_facts", "card_names",
    "card_term", "chapter_named", "chapter_numbers", "check_given", "counters_changed", "deeds_of", "deeds_said",
    "described_card", "edition_of", "entering_with", "face_term", "find_card", "has_target", "known_names", "letter",
    "level_given", "level_named", "outlasts_its_source", "printed_number", "read_ability", "say_of_mana",
    "symbol_colors", "symbol_parts", "symbols", "texts_within", "token_names", "unknown_card_hint", "usual_words_of",
    "with_ability_conditions", "with_texts_within", "without_card", "write_ability",
]  # fmt: skip

offer(__name__)
