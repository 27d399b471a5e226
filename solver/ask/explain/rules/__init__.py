"""The rules and the true atoms of a board, as explanations read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.explain.rules import prepared_forms
    from solver.ask.explain.rules.atoms import Atoms
    from solver.ask.explain.rules.law_paragraphs import stated
    from solver.ask.explain.rules.planning import PART, Planner, local_names, names_in, variables_of
    from solver.ask.explain.rules.prepared_forms import prepared
    from solver.ask.explain.rules.rule_forms import (
        EVERY,
        EVERY_HOLDS,
        Aggregate,
        Comparison,
        Compound,
        Condition,
        Const,
        Element,
        Form,
        Literal,
        Pattern,
        Var,
        variables,
    )
    from solver.ask.explain.rules.rule_patterns import (
        Binding,
        aggregated,
        equals,
        evaluated,
        ground,
        match,
        must,
        same_value,
        substituted,
    )
    from solver.ask.explain.rules.rulebook import (
        BOOKKEEPING,
        Rule,
        Rulebook,
        forget_books,
        lawbook,
        rulebook,
        rulebook_order,
    )
    from solver.ask.explain.rules.terms import LAYERS, Term, arguments, name_of, read_term, term_of, written

__all__ = [
    "BOOKKEEPING", "EVERY", "EVERY_HOLDS", "LAYERS", "PART", "Aggregate", "Atoms", "Binding", "Comparison",
    "Compound", "Condition", "Const", "Element", "Form", "Literal", "Pattern", "Planner", "Rule", "Rulebook", "Term",
    "Var", "aggregated", "arguments", "equals", "evaluated", "forget_books", "ground", "lawbook", "local_names",
    "match", "must", "name_of", "names_in", "prepared", "prepared_forms", "read_term", "rulebook", "rulebook_order",
    "same_value", "stated", "substituted", "term_of", "variables", "variables_of", "written",
]  # fmt: skip

offer(__name__)
