"""Answers: from atoms to typed values, JSON and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.answer.answer_line import answer_line, json_line
    from solver.answer.answer_values import AbilityAnswer, Answer, ObjectAnswer, Refusal
    from solver.answer.answering import AnswerMaker
    from solver.answer.card_text import card_text
    from solver.answer.exchanged_words import has_word
    from solver.answer.rule_texts import rule_text, texts_of_rules
    from solver.answer.symbols import Value, Values, collect, collect_each, term, value_of
    from solver.answer.table import Paint, answer_text, columns, width, wrapped

__all__ = [
    "AbilityAnswer", "Answer", "AnswerMaker", "ObjectAnswer", "Paint", "Refusal", "Value", "Values", "answer_line",
    "answer_text", "card_text", "collect", "collect_each", "columns", "has_word", "json_line", "rule_text", "term",
    "texts_of_rules", "value_of", "width", "wrapped",
]  # fmt: skip

offer(__name__)
