"""Explaining: the walk through the layers, proofs of facts, and what stands in the way of one."""

from solver.explain.fired import FiredRules, fired_rules
from solver.explain.walk import Walk, explain
from solver.explain.why import Node, Why, why
from solver.explain.why_not import WhyNot, why_not

__all__ = ["FiredRules", "Node", "Walk", "Why", "WhyNot", "explain", "fired_rules", "why", "why_not"]
