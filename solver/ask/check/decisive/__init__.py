"""Whether the paragraphs that a case cites decide it: without their rules the answer must change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.check.decisive.deciding import pairs, undeclared

__all__ = ["pairs", "undeclared"]

offer(__name__)
