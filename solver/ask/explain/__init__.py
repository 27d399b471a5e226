"""Explanations: the walk through the layers, proofs of facts, and obstacles to facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime.on_demand import offer

if TYPE_CHECKING:
    from solver.ask.explain.fact.askable import Askable, askable
    from solver.ask.explain.proof.fired import FiredRules, fired_rules
    from solver.ask.explain.proof.node import Node
    from solver.ask.explain.proof.view import View, views_of
    from solver.ask.explain.reasons.why import Why, why
    from solver.ask.explain.show.formats import dot, mermaid, page, tree_text
    from solver.ask.explain.walk.walk_text import walk_text, walk_views
    from solver.ask.explain.walk.walking import explain
    from solver.ask.explain.walk_values import Walk
    from solver.ask.explain.whynot.why_not import WhyNot, why_not

__all__ = [
    "Askable", "FiredRules", "Node", "View", "Walk", "Why", "WhyNot", "askable", "dot", "explain", "fired_rules",
    "mermaid", "page", "tree_text", "views_of", "walk_text", "walk_views", "why", "why_not",
]  # fmt: skip

offer(
    __name__,
    {
        "solver.ask.explain.fact.askable": ("Askable", "askable"),
        "solver.ask.explain.proof.fired": ("FiredRules", "fired_rules"),
        "solver.ask.explain.show.formats": ("dot", "mermaid", "page", "tree_text"),
        "solver.ask.explain.proof.view": ("View", "views_of"),
        "solver.ask.explain.walk.walking": ("Walk", "explain"),
        "solver.ask.explain.walk.walk_text": ("walk_text", "walk_views"),
        "solver.ask.explain.proof.node": ("Node",),
        "solver.ask.explain.reasons.why": ("Why", "why"),
        "solver.ask.explain.whynot.why_not": ("WhyNot", "why_not"),
    },
)
