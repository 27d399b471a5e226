"""The effect form: the effects of an ability, written as facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from facts.effects.board_questions import (
        TARGET_LIMITS,
        asked_of_named,
        asks_for_x,
        asks_of_target,
        exchanges_sizes,
        is_not_so,
        is_of_chosen_player,
        lacks_one_target,
        makes_ring_bearer,
        mentions_count,
        needs_no_target,
        parts_with_targets,
        place_of,
        protects_from_colors_of_named,
        speaks_of_defender,
        spoken_choices,
        takes_size_of_target,
        told_amounts,
        told_conditions,
        told_qualities,
        untold_conditions,
    )
    from facts.effects.condition_facts import COMPARED, ConditionWriter, comparisons
    from facts.effects.effect_facts import (
        FLAG_OPERATIONS,
        OPERATIONS,
        SOURCE_OR_HOST,
        WATCHED,
        WORD_OPERATIONS,
        bonds_of,
        plain_text,
        write_effect,
        write_operations,
    )
    from facts.effects.entering_forms import (
        NOTHING,
        Entering,
        EnteringEffect,
        EnteringWith,
        Read,
        speaks_of_counters,
    )
    from facts.effects.filter_facts import ALL_ZONES, clauses, keyword_term, listed, write_subtype

__all__ = [
    "ALL_ZONES", "COMPARED", "FLAG_OPERATIONS", "NOTHING", "OPERATIONS", "SOURCE_OR_HOST", "TARGET_LIMITS", "WATCHED",
    "WORD_OPERATIONS", "ConditionWriter", "Entering", "EnteringEffect", "EnteringWith", "Read", "asked_of_named",
    "asks_for_x", "asks_of_target", "bonds_of", "clauses", "comparisons", "exchanges_sizes",
    "is_not_so", "is_of_chosen_player", "keyword_term", "lacks_one_target", "listed", "makes_ring_bearer",
    "mentions_count", "needs_no_target", "parts_with_targets", "place_of", "plain_text",
    "protects_from_colors_of_named", "speaks_of_counters", "speaks_of_defender", "spoken_choices",
    "takes_size_of_target", "told_amounts", "told_conditions", "told_qualities", "untold_conditions", "write_effect",
    "write_operations", "write_subtype",
]  # fmt: skip

offer(__name__)
