"""The paragraphs that the law names for what a walk tells of, for sentences about it."""

from __future__ import annotations

from functools import lru_cache

from solver.ask.explain.rules.rule_forms import Literal
from solver.ask.explain.rules.rulebook import Rule, lawbook


@lru_cache(maxsize=64)
def stated(name: str, arity: int, reason: str = "") -> str:
    """Return the paragraph by which the law derives a predicate.

    Args:
        name: The predicate.
        arity: The number of its arguments.
        reason: A predicate in the body of the rule that is meant; empty if any rule is.

    Returns:
        The number of the first rule that derives it, has that reason and cites a paragraph.
    """
    rules = (rule for rule in lawbook().deriving(name, arity) if not rule.bookkeeping)
    return next(rule.number for rule in rules if not reason or _asks_for(rule, reason))


def _asks_for(rule: Rule, reason: str) -> bool:
    return any(isinstance(one, Literal) and one.name == reason for form in rule.forms for one in form.body)
