"""The rules by which an object enters with counters (614.1c)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from solver.ask.explain.proof import Case
from solver.ask.explain.rules import Literal, Pattern, match


def ways_to_enter_with(case: Case, kind: str) -> Iterator[tuple[str, Mapping[str, Sequence[Pattern]]]]:
    """Go through the rules by which an object may enter with counters of a kind.

    Args:
        case: The board.
        kind: The kind.

    Yields:
        The number of the rule, and the arguments of the literals that it needs, by predicate.
    """
    for rule in case.book.deriving("entered_with", 4):
        for form in rule.forms:
            if match(form.parts[2], kind, {}):
                needed = {one.name: one.parts for one in form.body if isinstance(one, Literal) and one.positive}
                yield rule.number, needed
