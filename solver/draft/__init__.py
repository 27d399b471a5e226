"""A board that a user writes step by step: names as typed, the options of each step, and the legal answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.draft import editing
    from solver.draft.card_names import suggestions
    from solver.draft.checked_boards import CheckedBoards
    from solver.draft.choice_words import words_text
    from solver.draft.editing import Draft, as_mapping, set_options, shortened
    from solver.draft.legal import Trials, with_value
    from solver.draft.legal_values import legal_values
    from solver.draft.options import Option, affects_itself, is_needed, is_spell, resolving
    from solver.draft.typed_names import meant, spelled

__all__ = [
    "CheckedBoards", "Draft", "Option", "Trials", "affects_itself", "as_mapping", "editing", "is_needed", "is_spell",
    "legal_values", "meant", "resolving", "set_options", "shortened", "spelled", "suggestions", "with_value",
    "words_text",
]  # fmt: skip

offer(__name__)
