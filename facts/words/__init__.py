"""The words of the game and of its cards, as lists and tables: types, keywords, and the words of effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from facts.words import shown_examples
    from facts.words.attacked_players import attacks_a_player, with_attacked_opponent
    from facts.words.choice_kinds import (
        CHOICE_NOUN,
        CHOSEN_CREATURES,
        SHORT_CHOICE_NOUN,
        noun_of_kind,
        set_of_kind,
        words_to_choose,
    )
    from facts.words.keywords import (
        ATTACHABLE_BY,
        ATTACHING,
        ATTACHING_TO_A_NEW_TOKEN,
        BY_X,
        CHANGING_TYPES,
        CONDITIONS,
        COPYING,
        COPYING_CARDS,
        COPYING_ITS_OWN,
        ENTERING,
        EQUIPPING,
        GROWING,
        MORE_MODES,
        OF_A_QUALITY,
        OF_A_TARGET,
        OF_OTHERS,
        OF_THEIR_OWN,
        OF_TOKENS,
        OFFERING,
        PAID,
        RESOLVING,
        RETURNING,
        SPREADING,
        TRIGGERED,
        TURNING_UP,
        UNATTACHING,
        USED,
        WHILE_CONTROLLED,
        is_activated,
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
        subtype_in_keyword,
        subtype_words,
    )
    from facts.words.mode_paragraphs import is_mode, places
    from facts.words.printed_type_line import EMBLEM, TypeLine, read_type_line, with_long_dash
    from facts.words.rules_text_paragraphs import paragraphs, without_reminder
    from facts.words.step_keys import (
        COUNTERS_OF_TYPES,
        COUNTERS_TAKEN,
        COUNTERS_TOLD_BY,
        LEVELED,
        MERGING,
        NAMING_HOST,
        NEEDING_HOST,
        OFFERED,
        PAIRING,
        STATUS_BY,
        TURNED_DOWN,
        UNLOCKED,
        USUAL_COUNTERS,
    )
    from facts.words.subtypes import (
        ATTACHABLE,
        BASIC_LAND_TYPES,
        CARD_TYPES,
        COLOR_WORDS,
        COLORS,
        COUNTED,
        HOST_NOUNS,
        HOST_PHRASES,
        KEPT_NOUNS,
        NAMED_SETS,
        OF_SPELLS,
        PERMANENT_NOUN,
        PERMANENT_TYPES,
        SET_OF_TYPE,
        SETS,
        SIZED,
        SIZED_TYPE,
        SUPERTYPES,
        TYPE_ORDER,
        sets_by_word,
        words_of,
        words_of_all_editions,
    )

__all__ = [
    "ATTACHABLE", "ATTACHABLE_BY", "ATTACHING", "ATTACHING_TO_A_NEW_TOKEN", "BASIC_LAND_TYPES", "BY_X", "CARD_TYPES",
    "CHANGING_TYPES", "CHOICE_NOUN", "CHOSEN", "CHOSEN_CREATURES", "COLORS", "COLOR_WORDS", "CONDITIONS", "COPYING",
    "COPYING_CARDS", "COPYING_ITS_OWN", "COUNTED", "COUNTERS_OF_TYPES", "COUNTERS_TAKEN", "COUNTERS_TOLD_BY",
    "DURATIONS", "EMBLEM", "ENTERING", "EQUIPPING", "FILTER_WORDS", "FORBIDDEN", "GROWING", "HOST_NOUNS",
    "HOST_PHRASES", "KEPT_NOUNS", "LEVELED", "LOYALTY_COST", "MERGING", "MORE_MODES", "NAMED_SETS", "NAMING_HOST",
    "NEEDING_HOST", "NUMBERS", "OFFERED", "OFFERING", "OF_A_QUALITY", "OF_A_TARGET", "OF_OTHERS", "OF_SPELLS",
    "OF_THEIR_OWN", "OF_TOKENS", "PAID", "PAIRING", "PERMANENT_NOUN", "PERMANENT_TYPES", "RESOLVING", "RETURNING",
    "SETS", "SET_OF_TYPE", "SHORT_CHOICE_NOUN", "SIZED", "SIZED_TYPE", "SPREADING", "STATUSES", "STATUS_BY",
    "SUPERTYPES", "TRIGGERED", "TURNED_DOWN", "TURNING_UP", "TYPE_ORDER", "UNATTACHING", "UNLOCKED", "UNREAD_STATUSES",
    "USED", "USUAL_COUNTERS", "WHILE_CONTROLLED", "Entry", "TypeLine", "Word", "attacks_a_player", "is_activated",
    "is_mode", "keyword_names", "keyword_number", "keyword_of", "landwalks", "lead", "lower_words", "new_keyword",
    "noun_of_kind", "paragraphs", "places", "plural", "read_type_line", "set_of_kind", "sets_by_word",
    "shown_examples", "subtype_in_keyword", "subtype_words", "with_attacked_opponent", "with_long_dash",
    "without_reminder", "words_of", "words_of_all_editions", "words_to_choose",
]  # fmt: skip

offer(__name__)
