"""Reading the facts that a user asks about, in the vocabulary (``type(x,"Land")``) or in words (``x is a land``)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from facts.runtime import pattern
from facts.text import InputError, did_you_mean, show
from facts.words import shown_examples as examples
from solver.ask.explain.fact.fact_grammar import in_words
from solver.ask.explain.fact.goal import FACES, NUMERIC, PREDICATES, UNARY, Goal
from solver.ask.explain.fact.lookup import AnsweredBoard, number_of, refused, unquoted

__all__ = ["FACES", "PREDICATES", "AnsweredBoard", "Goal", "is_in_vocabulary", "read_goal"]

_ARGUMENT = r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^,()\"]+"
_IN_VOCABULARY = pattern(
    rf"\s*(?P<not>not\s+)?(?P<predicate>\w+)\(\s*(?P<who>{_ARGUMENT})\s*(?:,\s*(?P<what>{_ARGUMENT})\s*)?\)\s*"
)
_BEGINS_SO = pattern(r"\s*(?:not\s+)?(?:\w+\(|\()")
_TOGETHER = pattern(r"\s*not\s+\(")


def is_in_vocabulary(text: str) -> bool:
    """Tell whether a fact looks as though it were in the vocabulary, and not in words.

    Args:
        text: The fact.
    """
    return _BEGINS_SO.match(text) is not None


def read_goal(text: str, about: AnsweredBoard) -> list[Goal]:
    """Read the fact that the user asks about.

    Args:
        text: A fact in the vocabulary or in words: ``docs/explain.md`` has the list.
        about: The board that it is about, with its answer.

    Returns:
        The facts: ``x is 4/4`` is two. The question is whether all of them hold.

    Raises:
        InputError: It is no such fact, or names something that is not there.
    """
    if is_in_vocabulary(text):
        return list(_conjunction(text, about))
    return in_words(text, about)


def _no_fact(text: str) -> InputError:
    return refused(f"{show(text)} is no fact", examples.LIKE_A_FACT)


def _conjunction(text: str, about: AnsweredBoard) -> Iterator[Goal]:
    """Read facts of the vocabulary, with commas between them."""
    at = 0
    while True:
        together = _TOGETHER.match(text, at)
        if together is not None:
            goal, at = _denied_together(text, together.end(), about)
            yield goal
        else:
            found = _IN_VOCABULARY.match(text, at)
            if found is None:
                raise _no_fact(text)
            yield _in_vocabulary(found, about)
            at = found.end()
        if text[at:].strip() in ("", "."):
            return
        if text[at] != ",":
            raise _no_fact(text)
        at += 1


def _denied_together(text: str, at: int, about: AnsweredBoard) -> tuple[Goal, int]:
    """Read ``not (..., ...)`` from its first fact on; return it with the place where it ends."""
    parts: list[Goal] = []
    while True:
        found = _IN_VOCABULARY.match(text, at)
        if found is None or found["not"]:
            raise _no_fact(text)
        parts.append(_in_vocabulary(found, about))
        at = found.end()
        end = text[at : at + 1]
        at += 1
        if end == ")":
            at += len(text[at:]) - len(text[at:].lstrip())
            return parts[0]._replace(negated=True, others=tuple(parts[1:])), at
        if end != ",":
            raise _no_fact(text)


def _in_vocabulary(found: re.Match[str], about: AnsweredBoard) -> Goal:
    predicate, what = found["predicate"], found["what"]
    if predicate not in PREDICATES:
        hint = did_you_mean(predicate, PREDICATES) or f"There are {', '.join(PREDICATES)}"
        raise refused(f"{show(predicate)} is no predicate that can be asked about", hint)
    label, negated = about.label_of(found["who"]), bool(found["not"])
    if (predicate in UNARY) != (what is None):
        example = f"{predicate}({label})" if predicate in UNARY else f'{predicate}({label},"...")'
        raise refused(f"{show(found[0].strip())} is no fact", f"Write {example}")
    if what is None:
        return Goal(predicate, label, negated=negated)
    if predicate in NUMERIC:
        if not re.fullmatch(r"-?\d+", what.strip()):
            raise refused(f"{show(what)} is no number", f"Write {predicate}({label},3)")
        return Goal(predicate, label, number_of(what), negated)
    return Goal(predicate, label, about.word_of(predicate, unquoted(what.strip())), negated)
