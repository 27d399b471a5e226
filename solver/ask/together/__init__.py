"""Many boards at once: they share groundings, and each keeps its own answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.together.batch_order import by_steps
    from solver.ask.together.grouping import (
        SIZE,
        Before,
        Found,
        derive_all,
        ground_together,
        groups,
        has_left,
        leaves_only_that,
        settled_together,
        steps_in,
    )
    from solver.ask.together.plain_together import (
        PlainTogether,
        derive_all_plainly,
        for_all_boards,
        of_which_board,
        written_plainly,
    )

__all__ = [
    "SIZE", "Before", "Found", "PlainTogether", "by_steps", "derive_all", "derive_all_plainly", "for_all_boards",
    "ground_together", "groups", "has_left", "leaves_only_that", "of_which_board", "settled_together", "steps_in",
    "written_plainly",
]  # fmt: skip

offer(__name__)
