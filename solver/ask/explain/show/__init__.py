"""Showing explanations: sentences, folded views, and formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.explain.show import formats
    from solver.ask.explain.show.formats import dot, mermaid, page, tree_text
    from solver.ask.explain.show.graphviz import svg
    from solver.ask.explain.show.report import why_not_text, why_not_views, why_text, why_title, why_views

__all__ = [
    "dot", "formats", "mermaid", "page", "svg", "tree_text", "why_not_text", "why_not_views", "why_text", "why_title",
    "why_views",
]  # fmt: skip

offer(__name__)
