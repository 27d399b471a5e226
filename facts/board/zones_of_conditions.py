"""Which zones a condition counts cards in, and whether the board lists cards there."""

from __future__ import annotations

from collections.abc import Iterable

from facts.board.events import BATTLEFIELD
from facts.effects import listed
from facts.effects.form import Condition, Filter, form_parts


def zone_without_cards(condition: Condition, there: Iterable[str]) -> str:
    """Return a zone in which a condition counts cards, if the board never lists any card in these zones.

    Such a board leaves the zones out, so it does not tell whether the condition holds.

    Args:
        condition: The condition.
        there: The zones of all objects of the board, at any time.

    Returns:
        The zone, or empty. The battlefield and the stack do not count: a board lists what is there.
    """
    asked = {zone for _, part in form_parts(condition) if isinstance(part, Filter) for zone in listed(part.zone or [])}
    asked -= {BATTLEFIELD, "stack"}
    return min(asked) if asked and asked.isdisjoint(there) else ""
