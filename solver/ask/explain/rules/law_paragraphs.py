"""The paragraphs that the law names for what a walk tells of, for sentences about it."""

from __future__ import annotations

from functools import lru_cache

from solver.ask.explain.rules.rulebook import lawbook


@lru_cache(maxsize=64)
def stated(name: str, arity: int) -> str:
    """Return the paragraph by which the law derives a predicate.

    Args:
        name: The predicate.
        arity: The number of its arguments.

    Returns:
        The number of the first rule that derives it and cites a paragraph.
    """
    return next(rule.number for rule in lawbook().deriving(name, arity) if not rule.bookkeeping)
