"""Explaining: the walk through the layers, proofs of facts, and what stands in the way of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.on_demand import offer

if TYPE_CHECKING:
    from solver.explain.askable import Askable, askable
    from solver.explain.fired import FiredRules, fired_rules
    from solver.explain.formats import dot, mermaid, page, tree_text
    from solver.explain.node import Node
    from solver.explain.view import View, views_of
    from solver.explain.walk import Walk, explain
    from solver.explain.walk_text import walk_text, walk_views
    from solver.explain.why import Why, why
    from solver.explain.why_not import WhyNot, why_not

__all__ = [
    "Askable", "FiredRules", "Node", "View", "Walk", "Why", "WhyNot", "askable", "dot", "explain", "fired_rules",
    "mermaid", "page", "tree_text", "views_of", "walk_text", "walk_views", "why", "why_not",
]  # fmt: skip

offer(
    __name__,
    {
        "solver.explain.askable": ("Askable", "askable"),
        "solver.explain.fired": ("FiredRules", "fired_rules"),
        "solver.explain.formats": ("dot", "mermaid", "page", "tree_text"),
        "solver.explain.view": ("View", "views_of"),
        "solver.explain.walk": ("Walk", "explain"),
        "solver.explain.walk_text": ("walk_text", "walk_views"),
        "solver.explain.node": ("Node",),
        "solver.explain.why": ("Why", "why"),
        "solver.explain.why_not": ("WhyNot", "why_not"),
    },
)
