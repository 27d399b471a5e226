"""The walk: how objects became what they are, effect by effect, as text and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.explain.walk.beginning import REPLACING_CARD
    from solver.ask.explain.walk.found import terms_of_findings
    from solver.ask.explain.walk.tall_picture import NARROW, tall_picture
    from solver.ask.explain.walk.walk_names import named_together
    from solver.ask.explain.walk.walk_phrases import idle_text, start_text, waiting_text, walk_lines
    from solver.ask.explain.walk.walk_picture import picture
    from solver.ask.explain.walk.walk_text import Writer, refusal_text, source_name, walk_text, walk_views
    from solver.ask.explain.walk.walking import explain, walk_through

__all__ = [
    "NARROW", "REPLACING_CARD", "Writer", "explain", "idle_text", "named_together", "picture", "refusal_text",
    "source_name", "start_text", "tall_picture", "terms_of_findings", "waiting_text", "walk_lines", "walk_text",
    "walk_through", "walk_views",
]  # fmt: skip

offer(__name__)
