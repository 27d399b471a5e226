"""The words of the game and of its cards, as lists and tables: types, keywords, and the words of effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from facts.words.keywords import (
        ACTIVATED,
        ATTACHABLE_BY,
        ATTACHING,
        BY_X,
        CHANGING_TYPES,
        COPYING,
        COPYING_CARDS,
        COPYING_ITS_OWN,
        ENTERING,
        EQUIPPING,
        GROWING,
        OF_A_QUALITY,
        OF_OTHERS,
        OF_THEIR_OWN,
        OF_TOKENS,
        OFFERING,
        PAID,
        RESOLVING,
        RETURNING,
        SPREADING,
        TRIGGERED,
        UNATTACHING,
        USED,
        keyword_names,
        keyword_number,
        keyword_of,
        landwalks,
        new_keyword,
    )
    from facts.words.lexicon import (
        CHOSEN,
        DURATIONS,
        FILTER_WORDS,
        FORBIDDEN,
        LOYALTY_COST,
        NUMBERS,
        STATUSES,
        UNREAD_STATUSES,
        Entry,
        Word,
        lead,
        lower_words,
        plural,
        subtype_words,
    )
    from facts.words.printed_type_line import EMBLEM, TypeLine, read_type_line, with_long_dash
    from facts.words.rules_text_paragraphs import paragraphs, without_reminder
    from facts.words.subtypes import (
        ATTACHABLE,
        BASIC_LAND_TYPES,
        CARD_TYPES,
        COLOR_WORDS,
        COLORS,
        OF_SPELLS,
        PERMANENT_TYPES,
        SET_OF_TYPE,
        SETS,
        SUPERTYPES,
        TYPE_ORDER,
        sets_by_word,
        words_of,
        words_of_all_editions,
    )

__all__ = [
    "ACTIVATED", "ATTACHABLE", "ATTACHABLE_BY", "ATTACHING", "BASIC_LAND_TYPES", "BY_X", "CARD_TYPES",
    "CHANGING_TYPES", "CHOSEN", "COLORS", "COLOR_WORDS", "COPYING", "COPYING_CARDS", "COPYING_ITS_OWN", "DURATIONS",
    "EMBLEM", "ENTERING", "EQUIPPING", "FILTER_WORDS", "FORBIDDEN", "GROWING", "LOYALTY_COST", "NUMBERS", "OFFERING",
    "OF_A_QUALITY", "OF_OTHERS", "OF_SPELLS", "OF_THEIR_OWN", "OF_TOKENS", "PAID", "PERMANENT_TYPES", "RESOLVING",
    "RETURNING", "SETS", "SET_OF_TYPE", "SPREADING", "STATUSES", "SUPERTYPES", "TRIGGERED", "TYPE_ORDER",
    "UNATTACHING", "UNREAD_STATUSES", "USED", "Entry", "TypeLine", "Word", "keyword_names", "keyword_number",
    "keyword_of", "landwalks", "lead", "lower_words", "new_keyword", "paragraphs", "plural", "read_type_line",
    "sets_by_word", "subtype_words", "with_long_dash", "without_reminder", "words_of", "words_of_all_editions",
]  # fmt: skip

offer(__name__)
