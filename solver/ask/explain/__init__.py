"""Explanations: the walk through the layers, proofs of facts, and obstacles to facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.explain.fact import Askable, askable
    from solver.ask.explain.proof import FiredRules, Node, View, fired_rules, views_of
    from solver.ask.explain.reasons import Why, why
    from solver.ask.explain.show import dot, mermaid, page, tree_text
    from solver.ask.explain.walk import explain, walk_text, walk_views
    from solver.ask.explain.walk_values import Walk
    from solver.ask.explain.whynot import WhyNot, why_not

__all__ = [
    "Askable", "FiredRules", "Node", "View", "Walk", "Why", "WhyNot", "askable", "dot", "explain", "fired_rules",
    "mermaid", "page", "tree_text", "views_of", "walk_text", "walk_views", "why", "why_not",
]  # fmt: skip

offer(__name__)
