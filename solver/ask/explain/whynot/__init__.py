"""Explain why a fact does not hold: the obstacles, and the changes that would remove them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.explain.whynot.why_not import WhyNot, why_not

__all__ = ["WhyNot", "why_not"]

offer(__name__)
