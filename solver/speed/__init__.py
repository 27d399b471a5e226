"""Optimizations: one module each, with a switch in `solver.speed.switches`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.speed import prepared
    from solver.speed.alike import alike
    from solver.speed.asked_predicates import ASKED, ASKED_BY_QUESTION
    from solver.speed.beyond_reach import Reach
    from solver.speed.gates import Gates
    from solver.speed.idle_rules import Profile, idle_rules, names_derived
    from solver.speed.kinds import flat
    from solver.speed.old_tables import OldTablesWarning, warn_of_old_tables
    from solver.speed.prepared import prepared_for
    from solver.speed.rule_selection import (
        all_words,
        are_open,
        chosen,
        chosen_for_more,
        could_answer,
        has_gates,
        heads,
        is_built,
        is_mostly_sketched,
        needed,
        open_to,
        predicates,
        read_ahead,
        told_by,
        words_in,
    )
    from solver.speed.shared_states import CHANGES, OtherFormError, versioned
    from solver.speed.switches import Switch, is_on, off

__all__ = [
    "ASKED", "ASKED_BY_QUESTION", "CHANGES", "Gates", "OldTablesWarning", "OtherFormError", "Profile", "Reach",
    "Switch", "alike", "all_words", "are_open", "chosen", "chosen_for_more", "could_answer", "flat", "has_gates",
    "heads", "idle_rules", "is_built", "is_mostly_sketched", "is_on", "names_derived", "needed", "off", "open_to",
    "predicates", "prepared", "prepared_for", "read_ahead", "told_by", "versioned", "warn_of_old_tables", "words_in",
]  # fmt: skip

offer(__name__)
