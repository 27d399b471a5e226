"""Explaining: the walk through the layers, proofs of facts, and what stands in the way of one."""

from solver.explain.askable import Askable, askable
from solver.explain.fired import FiredRules, fired_rules
from solver.explain.formats import dot, mermaid, page, tree_text
from solver.explain.view import View, views_of
from solver.explain.walk import Walk, explain
from solver.explain.walk_text import walk_text, walk_views
from solver.explain.why import Node, Why, why
from solver.explain.why_not import WhyNot, why_not

__all__ = [
    "Askable", "FiredRules", "Node", "View", "Walk", "Why", "WhyNot", "askable", "dot", "explain", "fired_rules",
    "mermaid", "page", "tree_text", "views_of", "walk_text", "walk_views", "why", "why_not",
]  # fmt: skip
